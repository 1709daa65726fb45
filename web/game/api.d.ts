/**
 * The game on the board as the rest of the page sees it, read by the type checker alone, and what features give the
 * controller as far as it knows them.
 */

export type { GameController } from './controller.ts';

/** The analysis: `features/analysis/`. */
export interface Analyst {
  toggle(): void;
  /** Stops the search, and waits until it has ended. */
  quiet(): Promise<void>;
}

/** The editor: `features/editor/`. */
export interface Editor {
  enter(square: string): void;
  set(change: { held: null }): Promise<void>;
  /** Moves a piece; off the board it is gone. */
  move(from: string, to: string | null): void;
}

/** Lessons: `features/lessons/`. */
export interface Lesson {
  /** Goes to a step; after the last, ends the lesson. */
  go(index: number): void;
  /** Begins the step again. */
  again(): void;
  /** Shows a move that solves the step. */
  point(): Promise<void>;
  /** Ends the lesson: restores the player's game. */
  end(): Promise<void>;
}

/** The puzzle on the board: `features/puzzles/`. */
export interface Trainer {
  hint(): void;
  analyse(): Promise<void>;
}

export type { Speaker } from '../sound/synth.ts';
