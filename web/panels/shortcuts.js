/**
 * The list of keyboard shortcuts.
 *
 * @import { Panel } from './manager.js'
 */

import { html, nothing } from 'lit-html';
import { t } from '../lib/i18n.js';
import { COMMANDS } from '../state/commands.js';

/** What the list calls keys whose names are longer. @type {Record<string, string>} */
const SHORT = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** The keys of each text. */
function listed() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { key = '', help } of COMMANDS) {
    if (help) found.set(help, [found.get(help), SHORT[key] ?? key].filter(Boolean).join(' '));
  }
  return [...found];
}

/** @type {Panel} */
export const shortcuts = {
  title: () => t('keys.title'),
  // `?` works even if single letters are off.
  view: ({ settings }) => html`
    ${settings.keys ? nothing : html`<p class="note">${t('keys.off')}</p>`}
    <dl class="keys">${listed().map(([help, key]) => html`<dt><kbd>${key}</kbd></dt><dd>${t(help)}</dd>`)}</dl>`,
};
