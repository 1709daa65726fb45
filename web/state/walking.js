/**
 * Whether the player walks through the game to study it: then the page offers ‹ › and the tools for lines and comments,
 * and no Undo. While a game is played it is the other way round.
 *
 * @import { Match } from '../types.d.ts'
 * @import { State } from './state.js'
 */

import { isAsked } from './state.js';
import { current } from './tree.js';

/** Whether the record's main line leads to the node on the board. @param {Match} match */
export function isMain(match) {
  let node = current(match);
  while (node?.chief) {
    const { parent } = node;
    if (!parent) return true;
    node = match.history[parent - 1];
  }
  return !node;
}

/** @param {State} state */
export function isWalking(state) {
  const { match, mode, puzzle, analysis, panel, tookBack } = state;
  if (!match || mode === 'edit' || mode === 'lesson' || mode === 'retrospect') return false;
  if (puzzle) return !isAsked(puzzle);
  if (analysis || match.outcome || panel === 'report') return true;
  return !tookBack && (match.can_redo || !isMain(match));
}
