/** What the board is used for: one session at a time, `state.session`, with what it covers. */

import type { Move, PuzzleReply, ReviewReply, Side } from '../protocol.d.ts';
import type { SavedTiming } from './game.d.ts';
import type { MistakeCard, RunKind } from './kept.ts';

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

interface Attempt {
  game: string;
  id: string;
  state: 'open' | 'missed' | 'solved' | 'shown' | 'failed'; // `failed`: missed in a run, where there is no second try
  hints: number; // given for the next move: 1 the piece, 2 the move
  helped: boolean; // whether any hint was given
  faults: number; // the number of wrong moves
  tried: string; // the last wrong move
  refuted: string; // what the last wrong move would lead to, in a sentence; empty until that is known
  isRefuting: boolean; // whether the move that refutes it is on the board
  after: Move[]; // what the engine expects after a line that ends with the solution; empty until that is known
  day: number | null; // the day whose puzzle it is (see lib/date.ts); null for any other puzzle
  run: RunStanding | null; // the run that it belongs to; null outside of runs
  card: MistakeCard | null; // the own mistake that it is made of; null for any other puzzle
}

export interface RunStanding {
  kind: RunKind;
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

/** The game itself. Who plays it says which it is (`gameOf`). */
interface Played {
  kind: 'game';
  tookBack: boolean; // whether the last way through it was by Undo or Redo, to play on from there
}

/** Moves are tried out, by a person on both sides. */
interface Tried {
  kind: 'exploration';
  home: number | null; // the last node of the game itself, beyond which nothing is kept; null for variations within it
  below: Played;
}

type Base = Played | Tried;

/** How a match comes to the board: what is left out is as it was, or as it follows from the others. */
export interface Seats {
  players?: Record<Side, number>;
  bottom?: Side; // the side at the bottom of the board
  paused?: boolean; // by default if the computer would have to continue a game in progress
  session?: Base;
  analysis?: null; // where it ends
  clock?: SavedTiming; // what the turn that is being made has used of it
}

/** The player's game while a lesson or a puzzle is on the board. */
export interface Aside {
  game: string; // its key
  kept: { record: string; id: string; seats: Seats; isAnalysed: boolean } | null; // null where it had no match yet
}

/**
 * What the board is used for. Each has what it needs, and what it covers: `below` lies on the board, too. In a review, moves
 * before the end of the game are variations; while a position is edited, the match stays in `state.match`. For a lesson and
 * a puzzle the game is put aside.
 */
export type Session =
  | Base
  | { kind: 'review'; below: Base }
  | { kind: 'editor'; below: Base; edit: Edit }
  | { kind: 'lesson'; aside: Aside; lesson: LessonProgress }
  | { kind: 'puzzle'; aside: Aside; puzzle: Puzzle };

type WithSession = { session: Session };

export const GAME: Played = { kind: 'game', tookBack: false };

/** The game, or what is tried out beyond it; null while it is put aside. */
export function baseOf({ session }: WithSession): Base | null {
  if (session.kind === 'lesson' || session.kind === 'puzzle') return null;
  return session.kind === 'review' || session.kind === 'editor' ? session.below : session;
}

const playedOf = (base: Base) => (base.kind === 'game' ? base : base.below);

/** Puts something else below what covers the game; nothing while that is put aside. */
export function setBase(state: WithSession, base: Base) {
  const { session } = state;
  if (session.kind === 'review' || session.kind === 'editor') state.session = { ...session, below: base };
  else if (session.kind === 'game' || session.kind === 'exploration') state.session = base;
}

/** Covers the game with its review, or with the editor. */
export function cover(state: WithSession, by: { kind: 'review' } | { kind: 'editor'; edit: Edit }) {
  const below = baseOf(state);
  if (below) state.session = { ...by, below };
}

/** Ends a review or the editor. Does nothing if another session has begun meanwhile. */
export function uncover(state: WithSession, kind: 'review' | 'editor') {
  const { session } = state;
  if (session.kind === kind) state.session = session.below;
}

/** Whether nothing covers the game and what is tried out beyond it, which is on the board. */
export const isUncovered = ({ session: { kind } }: WithSession) => kind === 'game' || kind === 'exploration';

/** Whether moves are tried out by a person on both sides, be it below a review. */
export const isTried = (state: WithSession) => baseOf(state)?.kind === 'exploration';

/** The last node of the game itself while a line is tried out beyond it, which is not kept; null while none is. */
export function homeOf(state: WithSession) {
  const base = baseOf(state);
  return base?.kind === 'exploration' ? base.home : null;
}

/** Whether the last way through the game was by Undo or Redo, to play on from there. */
export function hasTakenBack(state: WithSession) {
  const base = baseOf(state);
  return base !== null && playedOf(base).tookBack;
}

type Seated = WithSession & { players: Record<Side, number>; analysis: unknown };

/** Whether the analysis has a person play both sides: not while two computers play, whose game can be watched with it. */
export const analysisFrees = ({ analysis, players: { w, b } }: Seated) => analysis !== null && !(w > 0 && b > 0);

/** Has moves tried out in the place of a computer, or no longer; those beyond the game and those of an analysis always are. */
export function explore(
  state: Seated,
  isFree: boolean,
  { home = homeOf(state), tookBack = hasTakenBack(state) }: { home?: number | null; tookBack?: boolean } = {},
) {
  const { w, b } = state.players;
  const isOn = home !== null || ((isFree || analysisFrees(state)) && (w > 0 || b > 0));
  const below: Played = { kind: 'game', tookBack };
  setBase(state, isOn ? { kind: 'exploration', home, below } : below);
}

/** Another match is on the board: nothing of it is tried out but by an analysis, and nothing was taken back. */
export const resetGame = (state: Seated) => explore(state, false, { home: null, tookBack: false });

/** The game goes on from the position on the board, be there an analysis. */
export const play = (state: WithSession) => setBase(state, { kind: 'game', tookBack: hasTakenBack(state) });

/** What is on the board in a session, or null outside of it. */
export const lessonOf = ({ session }: WithSession) => (session.kind === 'lesson' ? session.lesson : null);
export const puzzleOf = ({ session }: WithSession) => (session.kind === 'puzzle' ? session.puzzle : null);
export const editOf = ({ session }: WithSession) => (session.kind === 'editor' ? session.edit : null);

/** Whether the player still has to find a move. */
export const isAsked = ({ state }: Puzzle) => state === 'open' || state === 'missed';
