/** What this browser keeps of the games and puzzles that were played. The modules of `store/` write and read it. */

import { initial } from '../lib/first.ts';
import type { Move, PuzzleProgress, Said, Side } from '../protocol.d.ts';
import type { SavedTiming } from './game.d.ts';

/** What a player starts with: the rating of one level of the computer (`START_LEVEL`), and little certainty. */
export const START_RATING = 1200;
export const START_DEVIATION = 300;

export interface Rated {
  rating: number;
  deviation: number; // as of the last result
  count: number; // of the results so far
  best: number; // the highest rating since it stopped being provisional; 0 before that
  when: number; // the last result was, in ms since 1970; 0 for none
  trend: number[]; // the ratings after the last results, the oldest first
}

export const unrated = (): Rated => {
  return { rating: START_RATING, deviation: START_DEVIATION, count: 0, best: 0, when: 0, trend: [] };
};

/** The summary of a finished game. */
export interface ArchivedGame {
  id: string;
  game: string;
  when: number; // in ms since 1970
  players: Record<Side, number>; // as in the state
  winner: Side | 'draw';
  reason: string; // why it ended, as in `outcome.reason`
  plies: number;
  aid?: Aid; // why the game is not rated, if it is not
  kept?: boolean; // whether it is in the library
  // the player's rating after the game, once it has been counted, and which of the rated games it is
  rated?: { rating: number; change: number; number?: number };
}

/** Why a game is not rated: a hint, the analysis, a move taken back, players changed, or a position that was set up. */
export type Aid = 'hint' | 'analysis' | 'undo' | 'seat' | 'position';

/** A move that was sent to the rules, as in the `play` request. */
export type SentMove = ({ path: string[] } | { text: string }) & { spent: number; variation: boolean };

/** An autosaved match: its record, and what the page draws before the rules have loaded the record. */
export interface Saved {
  record: string; // the match as JSON, written and read by the rules
  rows: string[];
  id?: string; // of the match in the archive
  turn?: SentMove; // a move that is not in the record yet
  clock?: SavedTiming; // what the turns that are being made have used, if there are clocks
  last: string[]; // the squares of the last move
  over: boolean;
  yours?: boolean; // whether a person here is to move
  bottom: Side;
  players: Record<Side, number>;
}

/** A match that was replaced by another one. */
export type EarlierGame = Saved & { key: string; when: number; plies: number; winner: Side | 'draw' | null };

/** A stored value that could not be read, as it was. */
export interface Aside {
  key: string; // under which it was stored
  text: string;
  when: number; // it was set aside, in ms since 1970
}

/** What is known of the puzzles of a day, by game; `faults` are the moves that were tried and were not the one. */
export type Day = Record<string, { faults: number; helped: boolean; solved: boolean }>;

export interface Days {
  puzzles: Record<string, Day>; // by day
  boards: Record<string, string>; // the games that were begun from the board of the day, by day
}

/** A run of puzzles: a streak ends with the first miss, a run against the clock after three minutes or three misses. */
export type RunKind = 'streak' | 'rush';

/** A part of a game's puzzles: of one difficulty (0 for any) and with one theme (empty for any). */
export type PuzzleSet = { grade: number; theme: string };

/** The result of a run; `when` it began, in ms since 1970, tells it from others. */
export type RunResult = PuzzleSet & { kind: RunKind; game: string; score: number; when: number };

/** The last runs first, and the best by `keyOf` of `store/schedule.ts`. */
export type Runs = { last: RunResult[]; best: Record<string, RunResult> };

/** The saved progress of one puzzle, and whether the first try has been counted for the puzzle rating. */
export type Tried = PuzzleProgress & { rated?: boolean };

/** The progress of all puzzles, by game and puzzle id, and the streak of puzzles solved at the first try. */
export type Memory = { games: Record<string, Record<string, Tried>>; streak: { now: number; best: number } };

/** What comes back by spaced repetition. */
export interface Repeated {
  id: string;
  options: Readonly<Record<string, boolean>>; // the rules that it was played by
  rows: string[];
  side: Side;
  due?: number; // when it is to be repeated, in ms since 1970; not there if it is not
  progress: PuzzleProgress | null; // null before the first try
}

/** A mistake of the player's own, as a puzzle of the deck. */
export interface MistakeCard extends Repeated {
  game: number; // the library's game that it comes from; 0 in a review, which keeps none
  key: string; // of the game that was played
  ply: number; // of the mistake
  played: string; // the mistake, as text
  mark: string;
  line: Move[]; // the better line; its first move is to be found
  why?: Said; // why its first move is good, where that can be said
  reason: Said; // what the mistake did
  refutation: Move[]; // how the other side can use it
  players: string;
  date: string;
  added: number; // when it came into the deck, in ms since 1970
}

/** A position of a repertoire, with the moves that are meant to be played in it. */
export interface Lined extends Repeated {
  kind: string; // the key of the game
  key: string; // of the position
  ply: number; // at which it was first added
  moves: Move[];
  from: string[]; // the keys of the own positions that lead here
}

export type Ratings = { games: Record<string, Rated>; puzzles: Rated };

/** What views see of it (`store/kept.ts`). */
export type Kept = ReturnType<typeof unread>;

export const unread = () => ({
  games: initial<ArchivedGame[]>([]), // the latest first
  records: new Set<string>(), // the ids of those that can be opened again
  earlier: initial<EarlierGame[]>([]), // the games that were replaced by another, the latest first
  asides: initial<(Aside & { id: `aside.${string}` })[]>([]), // what could not be read, the latest first
  ratings: initial<Ratings>({ games: {}, puzzles: unrated() }),
  puzzles: initial<Memory>({ games: {}, streak: { now: 0, best: 0 } }),
  runs: initial<Runs>({ last: [], best: {} }),
  days: initial<Days>({ puzzles: {}, boards: {} }),
  lessons: initial<Record<string, number>>({}), // how many steps of its lesson were done, by game
});
