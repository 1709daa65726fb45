/** A game and the match on the board, as the page knows them. */

import type { Game, MatchState, Side } from '../protocol.d.ts';
import type { Demo } from './book.d.ts';

/** A game: all that the board needs to draw it before the rules have loaded. */
export interface Meta extends Game {
  book: boolean; // whether it has an opening book
  starts?: Match[]; // the replies to new games that it can be opened with, before the rules have loaded
  demo?: Demo; // what the chooser and the start card play in a loop; from its book of rules
  written: boolean; // whether it has a book of rules with diagrams and lessons
  own?: boolean; // whether somebody has written it in the game lab
}

export type Match = MatchState & { record: string };

/** What the result of a game is decided from. */
export type Ended = { match: Match | null; meta: Meta; players: Record<Side, number> };

/** A turn that is being made. */
export interface Turn {
  side: Side;
  used: number; // in ms
  falls: boolean; // whether the flag falls on the board: the game goes on here, and this is no look back
  clock?: Record<Side, number> | null; // what both had at its start, in seconds; earlier versions did not keep it
}

/** What the turns that are being made have used of the clocks. */
export interface Timing {
  // by the moves that led to them: one, and more only where moves were taken back or an earlier position is looked at
  turns: Record<string, Turn>;
  steady: number; // when they were last brought up to date, by `performance.now()`
  device: number; // the same by `Date.now()`
  hidden: boolean; // whether the page was hidden then
}

export interface SavedTiming {
  turns: Timing['turns'];
  at: number | null; // by `Date.now()`; null while the clocks stand
}
