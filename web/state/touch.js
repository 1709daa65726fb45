/**
 * Touch-move, as the document about Italian draughts has it: "Once a player selects a piece to move, they are obligated to
 * complete their turn with that specific piece."
 *
 * It is a setting of the page and not an option of the rules: it says how a move is entered, not which moves are legal. A
 * position, a record and the computer know nothing of it, and it is of use in every game. It does not hold in analysis,
 * lessons and puzzles, where pieces are picked up to try what they can do.
 *
 * @import { State } from './state.js'
 */

import { isFree } from './state.js';

/** The square of the piece that must move, since it was picked up; null if there is none. @param {State} state */
export function touched(state) {
  const { settings, mode, analysis, draft, pending } = state;
  if (!settings.touch || mode.kind !== 'play' || analysis || pending || isFree(state)) return null;
  return draft[0] ?? null;
}

/**
 * Whether a typed move is one of the piece that must move, in either notation.
 *
 * @param {{ text: string, path: string[] }[]} moves the legal moves
 * @param {string} square
 * @param {string} typed
 */
export function isOfPiece(moves, square, typed) {
  const parts = (/** @type {string} */ text) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+|x/)
      .filter(Boolean)
      .join();
  const wanted = parts(typed);
  return moves.some(({ text, path }) => path[0] === square && [parts(text), path.join()].includes(wanted));
}
