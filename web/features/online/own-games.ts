/** The games with others that this browser knows: the links of its seats are kept here, and nowhere else. */

import { count, fits, flag, isSide, listOf, maybe, number, text } from '../../lib/shape.ts';
import { ONLINE, type OwnGame } from '../../state/online.ts';
import type { Page } from '../../state/state.ts';
import { added, read, write } from '../../store/store.ts';

const MAX_KEPT = 60;

const SHAPE = {
  id: text,
  game: text,
  seat: maybe(isSide),
  token: maybe(text),
  invite: maybe(text),
  other: text,
  isTurn: flag,
  isOver: flag,
  turn: number,
  when: count,
};

type Named = Pick<OwnGame, 'id' | 'seat'>;

/** By which the page's autosave knows the game; `-` for who watches. */
export const keyOf = ({ id, seat }: Named) => `${ONLINE}${id}.${seat ?? '-'}`;

/** Those where it is this player's turn first, then those that go on, then those that are over; each the latest first. */
function ownGames() {
  const rank = ({ isOver, isTurn }: OwnGame) => (isOver ? 2 : isTurn ? 0 : 1);
  return listOf<OwnGame>(read('online'), SHAPE).sort((a, b) => rank(a) - rank(b) || b.when - a.when);
}

export const ownGameBy = (key: string) => ownGames().find((game) => keyOf(game) === key);

const others = (game: Named) => ownGames().filter((other) => keyOf(other) !== keyOf(game));

/** Keeps what is known of a game. Returns it as it is kept. */
export function keepOwnGame(page: Page, known: Named & Partial<OwnGame>): OwnGame {
  const fresh = {
    game: '',
    token: null,
    invite: null,
    other: '',
    isTurn: false,
    isOver: false,
    turn: -1,
    when: Date.now(),
  };
  const kept: OwnGame = { ...fresh, ...ownGameBy(keyOf(known)), ...known };
  if (fits(kept, SHAPE)) write('online', added(kept, others(known), MAX_KEPT));
  readSeats(page);
  return kept;
}

export function dropOwnGame(page: Page, game: Named) {
  write('online', others(game));
  readSeats(page);
}

/** Keeps the name that others see, or whether the browser tells of moves. */
export function keepChoice(page: Page, name: 'name' | 'notifies', value: string | boolean) {
  write(`online.${name}`, value);
  readSeats(page);
}

/** Puts what this browser knows into the state. */
export function readSeats(page: Page) {
  const name = read('online.name');
  page.set({
    seats: { games: ownGames(), name: text(name) ? name : '', notifies: read('online.notifies') === true },
  });
}
