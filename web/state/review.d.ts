/** The review of a game, and the retrospect that follows it. */

import type { ReviewReply, Side } from '../protocol.d.ts';
import type { Ended } from './game.d.ts';

/** The result of a review. */
export type ReviewFindings = Omit<ReviewReply, 'stopped'>;

/** The review of the match on the board, finished or in progress. */
export interface Review {
  line: string; // the main line that was reviewed
  gameId: number; // the match that was reviewed
  phase: 'making' | 'here' | 'failed';
  share: number; // the progress, from 0 to 1
  chances: (number | null)[]; // the winning chances found so far
  found: ReviewFindings | null;
  // the mistake that is shown: the node before it, and the played and the better move
  at: { ply: number; node: number; played: string[]; better: string[] } | null;
  written: boolean; // whether it has been written into the record
  left: Departure[]; // where the game left the player's lines; empty until that is known
}

/** Where a game left the player's lines of a side: at the ply before the move that did. */
export interface Departure {
  side: Side;
  who: 'own' | 'opponent' | 'end' | 'game'; // who left them, or whether the lines or the game ended
  ply: number;
  meant: string[]; // what the player means to play there, where it was the player
  played: string;
}

/** The retrospect: the player goes through the mistakes of a review and looks for better moves. */
export interface Retrospect {
  index: number; // of the move that is gone through
  side: Side;
  opponent: number; // the level of the computer that the game was played against; 0 for none
  ended: Ended | null; // that game as it ended, for what to do next; null while it goes on
  moves: string[]; // the moves that were played, each with its number and mark
  // how the search for each better move went: not at all yet, or passed over, is `skipped`
  outcomes: ('found' | 'shown' | 'skipped')[];
  state: 'laying' | 'open' | 'judging' | 'wrong' | 'right' | 'shown' | 'over';
  said: string; // the message about the last move
}
