/**
 * The menu where the header has no room for three: one panel with a heading for each group.
 *
 * @import { Context } from '../types.d.ts'
 * @import { Panel } from './manager.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { entriesOf, GROUPS, named, perform } from '../state/commands.js';
import { isOpen } from '../state/state.js';

/** @param {Context} context @returns {Panel} */
export const more = (context) => ({
  title: () => t('more.title'),
  key: (state) => [state.meta.key, isOpen(state), Boolean(state.match?.outcome), state.match?.ply ?? 0].join(' '),
  fill(body, { page: { state } }, panels) {
    const groups = GROUPS.map((group) => {
      const heading = make('h3', { id: `menu-${group}` }, t(`menu.${group}`));
      const list = make('ul', { class: 'menu' });
      for (const { id, icon: name = id, label, panel, isEnabled } of entriesOf(group)) {
        const choose = () => {
          // A panel takes the place of this one; whatever else is done, is done on the board.
          if (!panel) panels.close();
          perform(id, context);
        };
        const isDisabled = Boolean(isEnabled && !isEnabled(state));
        const entry = button(named(label, state), choose, { disabled: isDisabled, 'data-entry': name });
        entry.prepend(icon(name));
        list.append(make('li', {}, entry));
      }
      return make('section', { class: 'menu-group', 'aria-labelledby': heading.id }, heading, list);
    });
    body.append(make('div', { class: 'menu-groups' }, ...groups));
  },
});
