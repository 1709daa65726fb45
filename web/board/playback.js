/**
 * A short game as pictures: the positions that a list of moves leads through, and when each is shown.
 *
 * @import { Move } from '../protocol.d.ts'
 * @import { DemoMove } from '../types.d.ts'
 */

import { turn } from './animation.js';
import { after } from './apply.js';

/** How long the first and the last position stand, and how long one waits for the next move, in ms. */
export const FIRST_MS = 700;
export const LAST_MS = 1500;
export const PAUSE_MS = 380;

/**
 * One position of the loop. `move` led to it: it is animated from `before`.
 *
 * @typedef {{ rows: string[], before: string[], move: Move | null, stands: number }} Scene
 */

/**
 * The scenes of a list of moves. Nothing is judged here: what a move captures is written beside it.
 *
 * @param {string[]} rows the first position
 * @param {DemoMove[]} moves
 * @returns {Scene[]}
 */
export function scenes(rows, moves) {
  /** @type {Scene[]} */
  const found = [{ rows, before: rows, move: null, stands: FIRST_MS }];
  for (const [index, { path, captured = [], crowns = false }] of moves.entries()) {
    const before = found[index].rows;
    const move = { path, captured, crowns, text: '' };
    const stands = index === moves.length - 1 ? LAST_MS : PAUSE_MS;
    found.push({ rows: after(before, [move]), before, move, stands });
  }
  return found;
}

/**
 * The animation that leads to a scene.
 *
 * @param {Scene} scene
 * @param {number} now
 */
export const animated = ({ before, move }, now) =>
  move && turn(before, move, { shown: 0, ghosts: 0, whole: true }, now);

/**
 * How long the whole loop takes, in ms.
 *
 * @param {Scene[]} all
 */
export const duration = (all) => all.reduce((sum, scene) => sum + scene.stands + (animated(scene, 0)?.ends ?? 0), 0);
