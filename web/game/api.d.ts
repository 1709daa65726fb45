/** The controller as the rest of the page sees it, and what features give it, read by the type checker alone. */

export type { GameController } from './controller.ts';

/** Requests that end a game, or may end it, without a move. */
export type Ending = 'resign' | 'offer' | 'accept' | 'decline' | 'claim' | 'flag';

/** The analysis: `features/analysis/`. `quiet` stops the search, and waits until it has ended. */
export type Analyst = { toggle(): void; quiet(): Promise<void> };

/** The editor: `features/editor/`. `move` moves a piece; off the board it is gone. */
export interface Editor {
  enter(square: string): void;
  set(change: { held: null }): Promise<void>;
  move(from: string, to: string | null): void;
}

/** Where the game on the board is played with others: `features/online/`. What a player does there goes to them. */
export interface Remote {
  moved(): void; // a move has been played on the board
  ask(op: Ending): Promise<null>; // resigns, offers a draw and the like
  answer(accepts: boolean): void; // what the other player asks for
  takeBack(): void;
  rematch(): void;
}

/** The puzzle on the board: `features/puzzles/`. */
export type Trainer = { hint(): void; analyse(): Promise<void> };

/** What plays sounds, once there was a gesture: `sound/`. `after` is in ms. */
export interface Speaker {
  play(what: string, style?: string, after?: number): void;
}
