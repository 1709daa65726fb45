/**
 * The list of games, each as a small board with its current position.
 *
 * @import { Panel } from './manager.js'
 */

import { make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { stands, thumbnail } from '../view/thumbnail.js';

/** @type {Panel} */
export const games = {
  title: () => t('games.title'),
  key: (state) =>
    [state.meta.key, state.rows.join('/'), look(state).board, look(state).pieces, Boolean(state.match?.outcome)].join(
      ' ',
    ),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const list = make('ul', { class: 'cards' });
    for (const meta of state.games) {
      const { rows, over, started } = stands(state, meta);
      const isCurrent = meta === state.meta;
      // As on its board; for the other games, with the side that moves first at the bottom.
      const isTurned = isCurrent ? state.bottom !== meta.bottom : meta.first !== meta.bottom;
      const note = t(over ? 'games.over' : started ? 'games.started' : 'games.fresh');
      const card = make(
        'button',
        {
          type: 'button',
          class: 'card',
          'data-game': meta.key,
          'data-keep': meta.key,
          'aria-current': isCurrent && 'true',
        },
        thumbnail(meta, rows, look(state, meta), isTurned),
        make('span', {}, tOr(`game.${meta.key}`, meta.name), make('span', { class: 'card-note' }, note)),
      );
      card.addEventListener('click', () => {
        if (isCurrent) panels.close();
        else panels.leave(`#game=${meta.key}`, () => controller.open(meta.key));
      });
      list.append(make('li', {}, card));
    }
    body.append(list);
  },
};
