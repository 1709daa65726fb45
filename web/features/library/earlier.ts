/** The earlier games, as a part of the library: matches that were replaced by another. The last two dozen are kept. */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { fold } from '../../lib/controls.ts';
import { moment } from '../../lib/figures.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { won } from '../../state/describe.ts';
import type { Left } from '../../state/kept.ts';
import { look, metaOf, type State } from '../../state/state.ts';
import { dropEarlierGame } from '../../store/store.ts';

export function earlierPart(state: State, { controller, panels }: PanelContext) {
  const { earlier: kept } = state.kept;
  if (!kept.length) return nothing;
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
  const games = html`<ul class="stack close">${repeat(kept, ({ when }) => when, entry)}</ul>`;
  return fold('earlier', t('earlier.title'), String(kept.length), games);
}
