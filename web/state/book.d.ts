/** The rules pages and lessons of a game: what `web/book/<game>.json` holds, and what of it is shown. */

import type { SceneMove } from '../board/animation.ts';
import type { Move, Outcome, Side } from '../protocol.d.ts';

/** Pieces on a small board: squares by letter, or `start` for the starting position. */
export type Placement = { w?: string; b?: string; W?: string; B?: string; start?: boolean; side?: Side };

/** A diagram: the moves of a piece (`from`), a move (`path`), a refused move (`not`), or a finished game (`end`). */
export type Diagram = Placement & { from?: string; path?: string[]; not?: string[]; end?: boolean };

/** What the rules say of a diagram: the moves of the piece that it shows, or the outcome of the game. */
export interface Known {
  moves?: Move[];
  outcome?: Pick<Outcome, 'islands'> | null;
  points?: Record<Side, number[]> | null;
}

/**
 * A few moves that show what a game is about; a test plays them by the rules. `still`: how many are behind it in the picture
 * that stands for the whole. `groups` are outlined at the end, with their `points`. Where it needs no whole board, `files`
 * and `ranks` say how much of it from the lower left corner on is shown.
 */
export interface Demo extends Placement {
  files?: number;
  ranks?: number;
  moves: SceneMove[]; // nothing is asked of the rules before they are drawn
  still: number;
  groups?: Record<Side, string[][]>;
  points?: Record<Side, number[]>;
}

/**
 * The goal of a step: any move; a move that crowns; a move after which nothing can be captured; to win, or not to lose;
 * to capture so many pieces with one move (`captures`) or in all (`take`); a move along a path; a move after which the
 * piece on a square has no move (`still`); or a move that a rule refuses.
 */
type Goal = 'any' | 'crown' | 'safe' | 'win' | 'hold' | Exact;
type Exact = { captures: number } | { take: number } | { path: string[] } | { still: string } | { refuse: string };

/**
 * A step: the `level` of the computer that answers (without it, the step is one move), the number of moves allowed
 * (`turns`; without it, until the end of the game), how many pieces the player must `keep`, and a first move to `show`.
 */
export type Step = Placement & { goal: Goal; level?: number; turns?: number; keep?: number; show?: string[] };

/** A point of advice: a move, and one that is worse. The engine agrees at this `depth` in plies, as a test says. */
type Advice = Diagram & { theme: string; path: string[]; worse: string[]; depth: number };

export interface Book {
  sections: { key: string; rules: string[] }[];
  diagrams: Record<string, Diagram>; // by rule
  lesson: Step[];
  strategy?: Advice[];
}

/** `text`: the text of the first of these keys that exists, with squares named as in this game. */
export type Opened = { book: Book | null; isWhole: boolean; text: (...keys: string[]) => string };

/** The book of rules that is shown. Its texts are in the language that the page had when it was fetched. */
export interface Rulebook {
  game: string;
  found: Opened | null; // null until it has come
  isAbsent: boolean; // whether it could not be fetched
  known: Map<Diagram, Known>; // what the rules say of the position of a diagram, once they have
}
