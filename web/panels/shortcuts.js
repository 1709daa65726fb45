/**
 * The list of keyboard shortcuts.
 *
 * @import { Panel } from './manager.js'
 */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { SHORTCUTS } from '../view/shortcuts.js';

/** @type {Panel} */
export const shortcuts = {
  title: () => t('keys.title'),
  key: ({ settings }) => String(settings.keys),
  fill(body, controller) {
    const list = make('dl', { class: 'keys' });
    for (const [key, name] of SHORTCUTS) list.append(make('dt', {}, make('kbd', {}, key)), make('dd', {}, t(name)));
    // `?` works even if single letters are off.
    if (!controller.page.state.settings.keys) body.append(make('p', { class: 'note' }, t('keys.off')));
    body.append(list);
  },
};
