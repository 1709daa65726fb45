/** The games that were written here, in the game lab. */

import { listOf } from '../lib/shape.ts';
import { KINDS } from './kinds.ts';
import { read } from './store.ts';

export interface OwnGame {
  id: string;
  name: string;
  source: string;
  when: number; // it was changed last, in ms since 1970
  made?: number; // it was written first, likewise
  // the key under which a match of it was last kept; empty where another entry with this key has one there now, absent where
  // it was never on the board
  table?: string;
}

/** The latest first. */
export const ownGames = () => listOf<OwnGame>(read('lab'), KINDS.lab[0]);

/** The entry whose match is kept under this key. */
export const holderOf = (games: OwnGame[], key: string) => games.find(({ table }) => table === key);

/** Which one of its name it is, counted from 1 in the order in which they were written. */
export function nth({ id, name }: OwnGame, games: OwnGame[]) {
  const alike = games.filter((game) => game.name === name).sort((one, other) => (one.made ?? 0) - (other.made ?? 0));
  return alike.findIndex((game) => game.id === id) + 1;
}
