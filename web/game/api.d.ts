/** The controller as the rest of the page sees it, and what features give it, read by the type checker alone. */

export type { GameController } from './controller.ts';

/** The analysis: `features/analysis/`. */
export interface Analyst {
  toggle(): void;
  quiet(): Promise<void>; // stops the search, and waits until it has ended
}

/** The editor: `features/editor/`. */
export interface Editor {
  enter(square: string): void;
  set(change: { held: null }): Promise<void>;
  move(from: string, to: string | null): void; // moves a piece; off the board it is gone
}

/** The puzzle on the board: `features/puzzles/`. */
export interface Trainer {
  hint(): void;
  analyse(): Promise<void>;
}

export type { Speaker } from '../sound/synth.ts';
