/**
 * How the board shows that a move is refused: the square where it would end flashes red, the squares
 * that are the reason amber, and the piece shakes where pieces may move.
 */

import type { Refused } from '../state/state.ts';
import { corner, type Layout } from './geometry.ts';

/** How long it is seen, in ms, and how much of that the piece shakes. */
export const FLASH_MS = 900;
const SHAKE_MS = 320;

/** How far the piece goes to either side, in squares, and how often. */
const SHAKE_WIDTH = 0.07;
const SHAKES = 3;

const RED = '200, 38, 18';
const AMBER = '236, 150, 20';

export function flash(
  context: CanvasRenderingContext2D,
  layout: Layout,
  { squares, because, since, moves }: Refused,
  now: number,
) {
  const t = Math.min(1, Math.max(0, (now - since) / FLASH_MS));
  if (t >= 1) return;
  // Without motion the colour stands, then goes at once.
  const alpha = moves ? 1 - t ** 2 : 1;
  const line = Math.max(2 * layout.ratio, layout.cell * 0.06);
  for (const square of [...because, ...squares]) {
    const colour = squares.includes(square) ? RED : AMBER;
    const [x, y] = corner(layout, square);
    context.fillStyle = `rgba(${colour}, ${0.42 * alpha})`;
    context.fillRect(x, y, layout.cell, layout.cell);
    context.strokeStyle = `rgba(${colour}, ${alpha})`;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, layout.cell - line, layout.cell - line);
  }
}

/** How far aside the refused piece is, in device pixels. */
export function shaken({ cell }: Layout, { since, moves }: Refused, now: number) {
  const t = (now - since) / SHAKE_MS;
  if (!moves || t <= 0 || t >= 1) return 0;
  return Math.sin(t * SHAKES * 2 * Math.PI) * (1 - t) * SHAKE_WIDTH * cell;
}
