/**
 * Whether the player studies the game: then the page offers ‹ › and the tools for lines and comments instead of Undo and
 * Redo.
 *
 * @import { State } from './state.js'
 */

import { runs } from './clock.js';
import { isAsked } from './mode.js';
import { isMain } from './tree.js';

/**
 * Whether the game has ended and its end was taken back, to play on. A resignation, for one, stays in the record until
 * another move is made, so that Redo brings it back.
 *
 * @param {State} state
 */
export const isReopened = ({ match, tookBack, mode }) =>
  mode.kind === 'play' && tookBack && match !== null && match.end !== null && !match.outcome;

/**
 * Whether a player may resign or offer a draw: in a game of their own that has not ended.
 *
 * @param {State} state
 */
export const mayEnd = (state) => {
  const { match, mode } = state;
  if (!match || match.outcome) return false;
  return mode.kind === 'play' || (mode.kind === 'review' && !match.end);
};

/** @param {State} state */
export function isStudying(state) {
  const { match, mode, analysis, panel, tookBack } = state;
  if (!match) return false;
  if (mode.kind === 'review') return true;
  if (mode.kind === 'puzzle') return !isAsked(mode.puzzle) && mode.puzzle.run?.over !== '';
  if (mode.kind !== 'play') return false;
  if (analysis || match.outcome || panel === 'review') return true;
  return !tookBack && (match.can_redo || !isMain(match));
}

/**
 * Whether a game is being played: then nothing is reviewed. A game that was left on the board is not, while its player
 * looks at puzzles.
 *
 * @param {State} state
 */
export function isPlaying(state) {
  const { mode, match, panel, thinking, analysis } = state;
  if (thinking || runs(state) || analysis) return true;
  if (mode.kind !== 'play' || !match || match.outcome) return false;
  return match.ply > 0 && panel !== 'puzzles';
}
