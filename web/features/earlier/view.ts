/** The earlier games: matches that were replaced by another. The last two dozen are kept. */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { empty } from '../../lib/controls.ts';
import { dateLocale, t, tOr } from '../../lib/i18n.ts';
import type { Panel } from '../../shell/panels.ts';
import { thumbnail } from '../../shell/thumbnail.ts';
import { look } from '../../state/state.ts';
import { dropEarlierGame, type Left, loadEarlierGames } from '../../store/store.ts';

function result({ winner }: Left) {
  if (!winner) return t('earlier.open');
  return winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${winner}`) });
}

export const earlier: Panel = {
  title: () => t('earlier.title'),

  view(state, { controller, panels }) {
    const dates = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
    const bring = (left: Left) => () =>
      panels.leave(`#game=${left.key}`, async () => {
        if (await controller.bring(left.record, left, left.id)) dropEarlierGame(left);
      });
    const entry = (left: Left) => {
      const meta = state.games.find((game) => game.key === left.key);
      if (!meta) return nothing;
      const { board, pieces } = look(state, meta);
      const picture = () => thumbnail(meta, left.rows, { board, pieces }, left.bottom !== meta.bottom, 72);
      return html`
        <li>
          <button type="button" class="entry kept" @click=${bring(left)}>
            ${guard([left.when, meta.key, board, pieces], picture)}
            <span>
              <strong class="kept-line">${tOr(`game.${meta.key}`, meta.name)}</strong>
              <span class="kept-line">${result(left)} · ${t('earlier.turns', { n: left.plies })}</span>
              <span class="card-note">${dates.format(left.when)}</span>
            </span>
          </button>
        </li>`;
    };
    const kept = loadEarlierGames();
    if (!kept.length) return empty('earlier', t('earlier.empty'));
    return html`<ul class="earlier-games stack close">${repeat(kept, ({ when }) => when, entry)}</ul>`;
  },
};
