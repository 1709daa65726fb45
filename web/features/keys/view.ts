/** The list of keyboard shortcuts. */

import { html, nothing } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { commandsOf } from '../../shell/commands.ts';
import type { Panel } from '../../shell/panels.ts';
import type { State } from '../../state/state.ts';

const KEYS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

function listed(state: State) {
  const rows: Map<string, string> = new Map();
  for (const { key = '', help } of commandsOf(state)) {
    if (help) rows.set(help, [rows.get(help), KEYS[key] ?? key].filter(Boolean).join(' '));
  }
  return [...rows];
}

export const shortcuts: Panel = {
  title: () => t('keys.title'),
  // `?` works even if single letters are off.
  view: (state) => html`
    ${state.settings.keys ? nothing : html`<p class="note">${t('keys.off')}</p>`}
    <dl class="keys">${listed(state).map(([help, key]) => html`<dt><kbd>${key}</kbd></dt><dd>${t(help)}</dd>`)}</dl>`,
};
