/**
 * The list of games: what each is about, and how the visitor's own game of it stands. A game that goes on is shown as it
 * stands, the others play their demonstrations.
 *
 * @import { Panel } from './manager.js'
 * @import { Meta } from '../types.d.ts'
 */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { byId } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { isTurned, look } from '../state/state.js';
import { demoCanvas, playDemos } from '../view/demo.js';
import { goal } from '../view/start-card.js';
import { stands, thumbnail } from '../view/thumbnail.js';

/** The width of a board, in CSS pixels. */
const BOARD_WIDTH_PX = 128;

/** How a game of the visitor's own stands, in words; empty where none has begun. @param {ReturnType<typeof stands>} table */
function standing({ over, started, yours }) {
  if (over) return t('games.over');
  if (!started) return '';
  return t(yours ? 'games.mine' : 'games.started');
}

/** @type {Panel} */
export const games = {
  title: () => t('games.title'),

  opened({ controller: { page } }) {
    const end = playDemos(page, byId('panel-body'));
    return () => {
      end();
      page.state.held = '';
    };
  },

  view(state, { controller, panels }) {
    const hold = (/** @type {string} */ key) =>
      controller.page.change((s) => {
        s.held = key;
      });
    const release = (/** @type {string} */ key) => {
      if (controller.page.state.held === key) hold('');
    };
    // The whole card is the button: its name is that of the game, its goal, and how the visitor's own game stands.
    const card = (/** @type {Meta} */ meta) => {
      const { key } = meta;
      const table = stands(state, meta);
      const isCurrent = meta === state.meta;
      const note = standing(table);
      const { board, pieces } = look(state, meta);
      const isTurnedHere = isCurrent ? isTurned(state) : meta.first !== meta.bottom;
      const picture =
        table.started && !table.over
          ? guard([key, board, pieces, table.rows.join(), isTurnedHere], () =>
              thumbnail(meta, table.rows, { board, pieces }, isTurnedHere, BOARD_WIDTH_PX),
            )
          : guard([key, board, pieces], () => demoCanvas(meta));
      const choose = () => {
        if (isCurrent) panels.close();
        else panels.leave(`#game=${key}`, () => controller.open(key));
      };
      return html`
        <li>
          <button type="button" class="card" data-game=${key} aria-current=${isCurrent ? 'true' : nothing} @click=${choose}
            @pointerenter=${() => hold(key)} @focus=${() => hold(key)}
            @pointerleave=${() => release(key)} @blur=${() => release(key)}>
            <span class="demo-place">${picture}</span>
            <span class="card-text">
              <strong class="card-name">${tOr(`game.${key}`, meta.name)}</strong>
              <span class="goal">${goal(meta)}</span>
              ${note ? html`<span class=${table.yours ? 'card-state mine' : 'card-state'}>${note}</span>` : nothing}
            </span>
          </button>
        </li>`;
    };
    return html`<ul class="cards">${state.games.map(card)}</ul>`;
  },
};
