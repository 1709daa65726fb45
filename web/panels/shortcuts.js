/**
 * The list of keyboard shortcuts.
 *
 * @import { Panel } from './manager.js'
 */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { COMMANDS } from '../state/commands.js';

/** What the list calls keys whose names are longer. @type {Record<string, string>} */
const SHORT = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** @type {Panel} */
export const shortcuts = {
  title: () => t('keys.title'),
  key: ({ settings }) => String(settings.keys),
  fill(body, controller) {
    /** The keys of each text. @type {Map<string, string>} */
    const listed = new Map();
    for (const { key = '', help } of COMMANDS) {
      if (help) listed.set(help, [listed.get(help), SHORT[key] ?? key].filter(Boolean).join(' '));
    }
    const list = make('dl', { class: 'keys' });
    for (const [help, key] of listed) list.append(make('dt', {}, make('kbd', {}, key)), make('dd', {}, t(help)));
    // `?` works even if single letters are off.
    if (!controller.page.state.settings.keys) body.append(make('p', { class: 'note' }, t('keys.off')));
    body.append(list);
  },
};
