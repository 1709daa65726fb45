/** The path of a multi-jump: a line through its squares, lit and numbered as the piece lands on them. */

import { centre, type Layout } from './geometry.ts';
import { count } from './groups.ts';

const LINE = '#ffe9bd';
const DARK = '#3a1c04';
/** Under the numbers: no other badge on the board is bronze. */
const BRONZE = '#8f4d12';

/**
 * The line, below the pieces.
 *
 * @param path as far as it is to be seen
 */
export function drawTrail(context: CanvasRenderingContext2D, layout: Layout, path: string[]) {
  if (path.length < 2) return;
  const { cell, ratio } = layout;
  const width = Math.max(2 * ratio, cell * 0.06);
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [ink, wide, alpha] of [
    [DARK, width + Math.max(2 * ratio, cell * 0.03), 0.6],
    [LINE, width, 0.95],
  ] as [string, number, number][]) {
    context.globalAlpha = alpha;
    context.strokeStyle = ink;
    context.lineWidth = wide;
    context.beginPath();
    for (const square of path) context.lineTo(...centre(layout, square));
    context.stroke();
  }
  context.restore();
}

/**
 * The numbers of the jumps, each where it lands: in the middle of an empty square, in the upper left corner of any
 * other, as the points of islands are in the upper right one.
 * A square that is landed on twice has one number beside the other.
 *
 * @param path as far as it is to be seen
 */
export function drawNumbers(
  context: CanvasRenderingContext2D,
  layout: Layout,
  path: string[],
  isFree: (square: string) => boolean,
) {
  const { cell } = layout;
  const times: Map<string, number> = new Map();
  path.slice(1).forEach((square, index) => {
    const before = times.get(square) ?? 0;
    times.set(square, before + 1);
    const [x, y] = centre(layout, square);
    const free = isFree(square);
    const right = (free ? 0 : cell * -0.34) + before * cell * 0.36;
    count(context, layout, [x + right, y - (free ? 0 : cell * 0.34)], String(index + 1), BRONZE, LINE, 0.17);
  });
}
