/** The list of games. One that the visitor plays is shown as it stands, the others play their demonstrations. */

import { byId } from '../../lib/dom.ts';
import { guard, html, nothing } from '../../lib/html.ts';
import { gameName, t } from '../../lib/i18n.ts';
import { demoCanvas, playDemos } from '../../shell/demo.ts';
import type { Panel } from '../../shell/panels.ts';
import { goal } from '../../shell/start-card.ts';
import { smallBoard, stands } from '../../shell/thumbnail.ts';
import type { Meta } from '../../state/game.d.ts';
import { isTurned, look } from '../../state/state.ts';
import { holderOf, nth, type OwnGame, ownGames } from '../../store/own-games.ts';

const BOARD_WIDTH_PX = 128;

/** How a game of the visitor's own stands, in words; empty where none has begun. */
function standing({ over, started, yours }: ReturnType<typeof stands>) {
  if (over) return t('games.over');
  if (!started) return '';
  return t(yours ? 'games.mine' : 'games.started');
}

export const games: Panel = {
  title: () => t('games.title'),

  place: () => 'over',

  opened: ({ controller: { page } }) => [playDemos(page, byId('panel-body')), () => page.set({ held: '' })],

  view(state, { controller, panels }) {
    const { page } = controller;
    const own = panels.kinds.lab ? ownGames() : [];
    const hold = (held: string) => page.set({ held });
    const release = (key: string) => page.state.held === key && hold('');
    const numbered = (game: OwnGame) => {
      const n = nth(game, own);
      return n > 1 ? `${game.name} (${n})` : game.name;
    };
    // The whole card is the button: its name is that of the game, its goal, and how the visitor's own game stands.
    const card = (meta: Meta) => {
      const { key } = meta;
      const table = stands(state, meta);
      const holder = meta.own && holderOf(own, key);
      const isCurrent = meta === state.meta;
      const note = standing(table);
      const theme = look(state, meta);
      const isTurnedHere = isCurrent ? isTurned(state) : meta.first !== meta.bottom;
      const picture =
        table.started && !table.over
          ? smallBoard({ meta, rows: table.rows, theme, isTurned: isTurnedHere, wide: BOARD_WIDTH_PX })
          : guard([key, theme.board, theme.pieces], () => demoCanvas(meta));
      const choose = () => {
        if (isCurrent) panels.close();
        else panels.leave(`#game=${key}`, () => controller.open(key));
      };
      return html`
        <li>
          <button type="button" class="entry card" data-game=${key} aria-current=${isCurrent ? 'true' : nothing} @click=${choose}
            @pointerenter=${() => hold(key)} @focus=${() => hold(key)}
            @pointerleave=${() => release(key)} @blur=${() => release(key)}>
            <span class="demo-place">${picture}</span>
            <span class="words card-text">
              <strong class="card-name">${holder ? numbered(holder) : gameName(meta)}</strong>
              <span class="goal">${goal(meta)}</span>
              ${note ? html`<span class=${table.yours ? 'badge main card-state mine' : 'badge card-state'}>${note}</span>` : nothing}
            </span>
          </button>
        </li>`;
    };
    // Those that have their card as games of this page, and those that never were one, are left out.
    const isLoaded = ({ table }: OwnGame) => state.games.some((meta) => meta.own && meta.key === table);
    const others = own.filter((game) => game.table !== undefined && !isLoaded(game));
    const ownCard = (game: OwnGame) => html`
      <li>
        <button type="button" class="entry card" @click=${() => panels.actions.openOwn(game.id)}>
          <span class="words card-text"><strong class="card-name">${numbered(game)}</strong></span>
        </button>
      </li>`;
    return html`<ul class="columns close cards">${state.games.map(card)}${others.map(ownCard)}</ul>`;
  },
};
