/**
 * The menu where the header has no room for three: one panel with a heading for each group.
 *
 * @import { Panel } from './manager.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isOpen } from '../state/state.js';
import { entries, GROUPS } from './menu.js';

/** @type {Panel} */
export const more = {
  title: () => t('more.title'),
  key: (state) => [state.meta.key, isOpen(state), Boolean(state.match?.outcome), state.match?.ply ?? 0].join(' '),
  fill(body, controller, panels) {
    const offered = entries(controller, panels);
    const groups = GROUPS.map((group) => {
      const heading = make('h3', { id: `menu-${group}` }, t(`menu.${group}`));
      const list = make('ul', { class: 'menu' });
      for (const { icon: name, label, enabled, act, panel } of offered[group]) {
        const choose = () => {
          // A panel takes the place of this one; whatever else is done, is done on the board.
          if (!panel) panels.close();
          act();
        };
        const entry = button(label, choose, { disabled: !enabled, 'data-entry': name });
        entry.prepend(icon(name));
        list.append(make('li', {}, entry));
      }
      return make('section', { class: 'menu-group', 'aria-labelledby': heading.id }, heading, list);
    });
    body.append(make('div', { class: 'menu-groups' }, ...groups));
  },
};
