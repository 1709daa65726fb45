/** Puzzles beside those of a set: runs of them, the player's own mistakes, and the lines of a repertoire. */

import type { Move, PuzzleProgress, Said, Side } from '../protocol.d.ts';

/** A run of puzzles: a streak ends with the first miss, a run against the clock after three minutes or three misses. */
export type RunKind = 'streak' | 'rush';

/** A part of a game's puzzles: of one difficulty (0 for any) and with one theme (empty for any). */
export interface PuzzleSet {
  grade: number;
  theme: string;
}

/** What comes back by spaced repetition. */
interface Repeated {
  id: string;
  options: Readonly<Record<string, boolean>>; // the rules that it was played by
  rows: string[];
  side: Side;
  due?: number; // when it is to be repeated, in ms since 1970; not there if it is not
  progress: PuzzleProgress | null; // null before the first try
}

/** A mistake of the player's own, as a puzzle of the deck. */
export interface MistakeCard extends Repeated {
  game: number; // the library's game that it comes from
  key: string; // of the game that was played
  ply: number; // of the mistake
  played: string; // the mistake, as text
  mark: string;
  line: Move[]; // the better line; its first move is to be found
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
