/**
 * Whether the player studies the game: then the page offers ‹ › and the tools for lines and comments instead of Undo and
 * Redo.
 *
 * @import { Match } from '../types.d.ts'
 * @import { State } from './state.js'
 */

import { isAsked } from './mode.js';
import { current } from './tree.js';

/** Whether the node on the board is on the main line. @param {Match} match */
export function isMain(match) {
  let node = current(match);
  while (node?.chief) {
    const { parent } = node;
    if (!parent) return true;
    node = match.history[parent - 1];
  }
  return !node;
}

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
export function isPlaying({ mode, match, panel, thinking, turn, analysis }) {
  if (thinking || turn || analysis) return true;
  if (mode.kind !== 'play' || !match || match.outcome) return false;
  return match.ply > 0 && panel !== 'puzzles';
}
