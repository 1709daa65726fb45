/** The earlier games: matches that were replaced by another. The last two dozen are kept. */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { empty } from '../../lib/controls.ts';
import { moment } from '../../lib/figures.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Panel } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { won } from '../../state/describe.ts';
import type { Left } from '../../state/kept.ts';
import { look, metaOf } from '../../state/state.ts';
import { dropEarlierGame } from '../../store/store.ts';

export const earlier: Panel = {
  title: () => t('earlier.title'),

  view(state, { controller, panels }) {
    const { earlier: kept } = state.kept;
    const entry = (left: Left) => {
      const { key, rows, bottom, winner, plies, when } = left;
      const meta = metaOf(state, key);
      if (!meta) return nothing;
      const bring = () =>
        panels.leave(`#game=${key}`, async () => {
          if (await controller.bring(left.record, left, left.id)) dropEarlierGame(left);
        });
      const how = winner ? won(winner) : t('earlier.open');
      return html`
        <li>
          <button type="button" class="entry kept" @click=${bring}>
            ${smallBoard({ meta, rows, worn: look(state, meta), isTurned: bottom !== meta.bottom, wide: 72 })}
            <span>
              <strong class="block">${gameName(meta)}</strong>
              <span class="block">${how} · ${t('earlier.turns', { n: plies })}</span>
              <span class="card-note">${moment(when)}</span>
            </span>
          </button>
        </li>`;
    };
    if (!kept.length) return empty('earlier', t('earlier.empty'));
    return html`<ul class="stack close earlier-games">${repeat(kept, ({ when }) => when, entry)}</ul>`;
  },
};
