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

/** @param {State} state */
export function isStudying(state) {
  const { match, mode, analysis, panel, tookBack } = state;
  if (!match) return false;
  if (mode.kind === 'puzzle') return !isAsked(mode.puzzle);
  if (mode.kind !== 'play') return false;
  if (analysis || match.outcome || panel === 'review') return true;
  return !tookBack && (match.can_redo || !isMain(match));
}
