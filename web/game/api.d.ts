/** The controller as the rest of the page sees it, and what features give it, read by the type checker alone. */

export type { GameController } from './controller.ts';

/** The analysis: `features/analysis/`. `quiet` stops the search, and waits until it has ended. */
export type Analyst = { toggle(): void; quiet(): Promise<void> };

/** The editor: `features/editor/`. `move` moves a piece; off the board it is gone. */
export interface Editor {
  enter(square: string): void;
  set(change: { held: null }): Promise<void>;
  move(from: string, to: string | null): void;
}

/** The puzzle on the board: `features/puzzles/`. */
export type Trainer = { hint(): void; analyse(): Promise<void> };

export type { Speaker } from '../sound/synth.ts';
