/**
 * Touch-move, as the document about Italian draughts has it: "Once a player selects a piece to move, they are obligated to
 * complete their turn with that specific piece."
 *
 * It is a setting of the page and not an option of the rules: it says how a move is entered, not which moves are legal. A
 * position, a record and the computer know nothing of it, and it is of use in every game. It does not hold in analysis,
 * lessons and puzzles, where pieces are picked up to try what they can do.
 */

import { isFree, type State } from './state.ts';

/** The square of the piece that must move, since it was picked up; null if there is none. */
export function touched(state: State) {
  const { settings, mode, analysis, draft, pending } = state;
  if (!settings.touch || mode.kind !== 'play' || analysis || pending || isFree(state)) return null;
  return draft[0] ?? null;
}

/** Whether a typed move is, in either notation, one of the legal moves of the piece that must move. */
export function isOfPiece(moves: { text: string; path: string[] }[], square: string, typed: string) {
  const parts = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+|x/)
      .filter(Boolean)
      .join();
  const wanted = parts(typed);
  return moves.some(({ text, path }) => path[0] === square && [parts(text), path.join()].includes(wanted));
}
