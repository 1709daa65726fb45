/** A short game as pictures: the positions that a list of moves leads through, and when each is shown. */

import type { Move } from '../protocol.d.ts';
import type { DemoMove } from '../state/book.d.ts';
import { turn } from './animation.ts';
import { after } from './geometry.ts';

/** How long the first and the last position stand, and how long one waits for the next move, in ms. */
const FIRST_MS = 700;
const LAST_MS = 1500;
export const PAUSE_MS = 380;

/** One position of the loop. `move` led to it: it is animated from `before`. */
export type Scene = { rows: string[]; before: string[]; move: Move | null; stands: number };

/** The scenes of moves from a first position. Nothing is judged: what a move captures is written beside it. */
export function scenes(rows: string[], moves: DemoMove[]): Scene[] {
  const found: Scene[] = [{ rows, before: rows, move: null, stands: FIRST_MS }];
  for (const [index, { path, captured = [], crowns = false }] of moves.entries()) {
    const before = found[index].rows;
    const move = { path, captured, crowns, text: '' };
    const stands = index === moves.length - 1 ? LAST_MS : PAUSE_MS;
    found.push({ rows: after(before, [move]), before, move, stands });
  }
  return found;
}

export const animated = ({ before, move }: Scene, now: number) =>
  move && turn(before, move, { shown: 0, ghosts: 0, whole: true }, now);
