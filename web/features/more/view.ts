/** The menu where the header has no room for three: one panel with a heading for each group. */

import { html, icon } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { type Command, type Context, GROUPS, named, perform } from '../../shell/commands.ts';
import { listed } from '../../shell/dropdown.ts';
import type { Panel } from '../../shell/panels.ts';

export const more = (context: Context): Panel => ({
  title: () => t('more.title'),

  place: () => 'over',

  view(state) {
    const entry = ({ id, icon: picture = id, label, panel, isEnabled }: Command) => {
      const choose = () => {
        // A panel takes the place of this one; whatever else is done, is done on the board.
        if (!panel) context.panels.close();
        perform(id, context);
      };
      return html`
        <li>
          <button type="button" class="entry" data-entry=${picture} ?disabled=${isEnabled && !isEnabled(state)}
            @click=${choose}>${icon(picture)}${named(label, state)}</button>
        </li>`;
    };
    const part = (group: (typeof GROUPS)[number]) => html`
      <section class="menu-group" aria-labelledby=${`menu-${group}`}>
        <h3 class="title" id=${`menu-${group}`}>${t(`menu.${group}`)}</h3>
        <ul class="menu stack close">${listed(group, state).map(entry)}</ul>
      </section>`;
    return html`<div class="columns menu-groups">${GROUPS.map(part)}</div>`;
  },
});
