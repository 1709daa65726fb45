/** The controller as the rest of the page sees it, and what features give it, read by the type checker alone. */

export type { GameController } from './controller.ts';

/** Requests that end a game, or may end it, without a move. */
export type Ending = 'resign' | 'offer' | 'accept' | 'decline' | 'claim' | 'flag';

/** What a session does itself of what is done on the board. What it leaves out is done to the match. */
export interface SessionKind {
  enter?(square: string): void; // a square was chosen
  movePiece?(from: string, to: string | null): void; // to another square, or off the board
  releasePiece?(): void;
  hint?(): void;
  analyse?(): void;
  moved?(): void; // a move has been played
  ask?(op: Ending): Promise<null>;
  answer?(accepts: boolean): void; // what the other player asks for
  takeBack?(): void;
  rematch?(): void;
}
