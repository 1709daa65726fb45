/**
 * The earlier games: matches that were replaced by another. The last two dozen are kept.
 *
 * @import { Panel } from './manager.js'
 * @import { Left } from '../state/store.js'
 */

import { empty, make } from '../lib/dom.js';
import { dateLocale, t, tOr } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { dropEarlierGame, loadEarlierGames } from '../state/store.js';
import { thumbnail } from '../view/thumbnail.js';

/** @param {Left} left */
function result({ winner }) {
  if (!winner) return t('earlier.open');
  return winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${winner}`) });
}

/** @type {Panel} */
export const earlier = {
  title: () => t('earlier.title'),
  key: (state) => [state.meta.key, state.match?.ply ?? 0].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const kept = loadEarlierGames();
    if (!kept.length) body.append(empty('earlier', t('earlier.empty')));
    const list = make('ul', { class: 'earlier-games' });
    const dates = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
    for (const left of kept) {
      const meta = state.games.find((game) => game.key === left.key);
      if (!meta) continue;
      const entry = make(
        'button',
        { type: 'button', class: 'kept' },
        thumbnail(meta, left.rows, look(state, meta), left.bottom !== meta.bottom, 72),
        make(
          'span',
          {},
          make('strong', { class: 'kept-line' }, tOr(`game.${meta.key}`, meta.name)),
          make('span', { class: 'kept-line' }, `${result(left)} · ${t('earlier.turns', { n: left.plies })}`),
          make('span', { class: 'card-note' }, dates.format(left.when)),
        ),
      );
      entry.addEventListener('click', () => {
        panels.leave(`#game=${meta.key}`, async () => {
          if (await controller.bring(left.record, left, left.id)) dropEarlierGame(left);
        });
      });
      list.append(make('li', {}, entry));
    }
    body.append(list);
  },
};
