/** What the board is used for: one mode at a time, stored with its data as `state.mode`. */

import type { Move, PuzzleReply, ReviewReply, Side } from '../protocol.d.ts';
import type { MistakeCard, PuzzleSet, RunKind } from './kept.ts';

/** A position that is being set up. */
export interface Edit {
  rows: string[];
  side: Side; // whose turn it is
  tool: string; // the piece that a tap puts on a square; `.` removes the piece there; empty to move pieces
  held: string | null; // the square of the piece that is being moved
  options: Record<string, boolean>; // the optional rules
  text: string; // the position as the rules write it, or what they cannot read
  typed: string | null; // the position as it is being typed
  error: string; // why the rules do not accept it; empty where they do
}

export interface LessonProgress {
  game: string;
  index: number; // of the step on the board
  count: number; // of all steps
  done: number[]; // the indices of the completed steps
  state: 'open' | 'done' | 'missed'; // of the step on the board
}

/** The puzzle on the board: the puzzle as the rules describe it, and how far its solution has come. */
export type Puzzle = Omit<PuzzleReply, 'goal'> & { goal: PuzzleReply['goal'] | 'better' | 'line' } & Attempt;

export interface Attempt {
  game: string;
  id: string;
  state: 'open' | 'missed' | 'solved' | 'shown' | 'failed'; // `failed`: missed in a run, where there is no second try
  hints: number; // given for the next move: 1 the piece, 2 the move
  helped: boolean; // whether any hint was given
  faults: number; // the number of wrong moves
  tried: string; // the last wrong move
  refuted: string; // what the last wrong move would lead to, in a sentence; empty until that is known
  isRefuting: boolean; // whether the move that refutes it is on the board
  reason: string; // why the first move of the solution is good, in a sentence; empty until it has ended
  // what the engine expects after a line that ends with the solution, the score being the solver's; null until that
  // is known
  after: { moves: Move[]; score: number } | null;
  day: number | null; // the day whose puzzle it is (see lib/date.ts); null for any other puzzle
  run: RunStanding | null; // the run that it belongs to; null outside of runs
  card: MistakeCard | null; // the own mistake that it is made of; null for any other puzzle
}

export interface RunStanding {
  kind: RunKind;
  set: PuzzleSet;
  score: number; // the puzzles solved so far
  misses: number;
  until: number | null; // when the time is over, on the clock of `performance.now()`; null without a clock
  best: number; // the best result before this run
  over: '' | 'missed' | 'time' | 'all'; // why it has ended; empty while it goes on
  missed: string[]; // the ids of the puzzles that were missed
}

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

/**
 * In a lesson and a puzzle the player's own game is stashed and comes back afterwards. In a review, moves played before
 * the end of the game are variations. While a position is edited, the match stays in `state.match`.
 */
export type Mode =
  | { kind: 'play' }
  | { kind: 'review' }
  | { kind: 'lesson'; lesson: LessonProgress }
  | { kind: 'puzzle'; puzzle: Puzzle }
  | { kind: 'edit'; edit: Edit };

export type WithMode = { mode: Mode };

export const PLAY: Mode = { kind: 'play' };

/** Leaves a mode and returns to play. Does nothing if the page has entered another mode meanwhile. */
export function leaveMode(state: WithMode, kind: Mode['kind']) {
  if (state.mode.kind === kind) state.mode = PLAY;
}

/** What is on the board in a mode, or null outside of it. */
export const lessonOf = ({ mode }: WithMode) => (mode.kind === 'lesson' ? mode.lesson : null);
export const puzzleOf = ({ mode }: WithMode) => (mode.kind === 'puzzle' ? mode.puzzle : null);
export const editOf = ({ mode }: WithMode) => (mode.kind === 'edit' ? mode.edit : null);

/** Whether the player still has to find a move. */
export const isAsked = ({ state }: Puzzle) => state === 'open' || state === 'missed';
