/** What the opening explorer shows of the match on the board. */

import { none, of } from '../lib/first.ts';
import type { GameCounts, LinePosition, OpeningsReply, Path, Side } from '../protocol.d.ts';
import type { Match } from './game.d.ts';
import type { Lined } from './kept.ts';

/** What was played from a position. A game counts once, with its first visit. */
export type Played = Omit<GameCounts, 'ids'> & {
  games: number;
  path: Path;
  alike: Path[];
  plies: Map<number, number>; // at which ply each game reached the position, by its id
};

export type Explorer = ReturnType<typeof unexplored>;

/**
 * `asked` is the match that a part was last asked for, `match` the one that it shows until the reply is here. `counted` are
 * which games of the library: a collection, or all; and which images of the position.
 */
export const unexplored = (counted: { collection: string; mirrored: boolean; rotated: boolean }) => ({
  book: {
    asked: none<Match>(),
    match: none<Match>(),
    page: none<OpeningsReply>(), // null, though there is a match, if the book could not be loaded
    left: none<{ last: number; by: number }>(), // out of the book, the last node that it has, and that of the next move
  },
  counted,
  games: {
    asked: none<Match>(),
    match: none<Match>(),
    found: none<{ moves: Played[]; ended: Played; games: number }>(),
    isEmpty: false, // whether the library has no game of this kind
    collections: of<string[]>([]),
    fault: '',
  },
  // the player's lines
  lines: {
    asked: none<Match>(),
    match: none<Match>(),
    positions: of<readonly LinePosition[]>([]),
    known: of<Record<Side, Map<string, Lined>>>({ w: new Map(), b: new Map() }), // the positions by their key
    fault: '',
  },
  said: '', // what was done with the lines, or why not
});
