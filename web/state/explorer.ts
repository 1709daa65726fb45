/** What the opening explorer shows of the match on the board. */

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

/** `asked` is the match that a part was last asked for, `match` the one that it shows until the reply is here. */
export interface Explorer {
  // without a page, though there is a match, the book could not be loaded
  book: { asked: Match | null; match: Match | null; page: OpeningsReply | null };
  // which games of the library are counted: a collection, or all; and which images of the position
  counted: { collection: string; mirrored: boolean; rotated: boolean };
  games: {
    asked: Match | null;
    match: Match | null;
    found: { moves: Played[]; ended: Played; games: number } | null;
    isEmpty: boolean; // whether the library has no game of this kind
    collections: string[];
    fault: string;
  };
  // the player's lines
  lines: {
    asked: Match | null;
    match: Match | null;
    positions: readonly LinePosition[];
    known: Record<Side, Map<string, Lined>>; // the positions by their key
    fault: string;
  };
  said: string; // what was done with the lines, or why not
}

export const unexplored = (counted: Explorer['counted']): Explorer => ({
  book: { asked: null, match: null, page: null },
  counted,
  games: { asked: null, match: null, found: null, isEmpty: false, collections: [], fault: '' },
  lines: { asked: null, match: null, positions: [], known: { w: new Map(), b: new Map() }, fault: '' },
  said: '',
});
