/** An arrow along the squares of a move, with its head on the last. */

import { centre, type Layout } from './geometry.ts';

const SUGGESTED = '#2b8a74';
const EDGE = 'rgba(236, 255, 248, 0.9)';

/** @param width relative to the arrow of the best move */
export function arrow(
  context: CanvasRenderingContext2D,
  layout: Layout,
  path: string[],
  alpha: number = 0.94,
  width: number = 1,
  colour: string = SUGGESTED,
) {
  if (path.length < 2) return;
  const points = path.map((square) => centre(layout, square));
  const cell = layout.cell * width;
  const [tx, ty] = points[points.length - 1];
  const [px, py] = points[points.length - 2];
  const angle = Math.atan2(ty - py, tx - px);
  const head = cell * 0.34;
  const neck = [tx - Math.cos(angle) * head * 0.9, ty - Math.sin(angle) * head * 0.9];
  context.save();
  context.globalAlpha = alpha;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [ink, extra] of [
    [EDGE, cell * 0.05],
    [colour, 0],
  ] as [string, number][]) {
    context.strokeStyle = ink;
    context.fillStyle = ink;
    context.lineWidth = cell * 0.13 + extra;
    context.beginPath();
    points.slice(0, -1).forEach(([x, y]) => {
      context.lineTo(x, y);
    });
    context.lineTo(neck[0], neck[1]);
    context.stroke();
    context.lineWidth = extra + 1;
    context.beginPath();
    context.moveTo(tx, ty);
    for (const turn of [2.62, -2.62])
      context.lineTo(tx + Math.cos(angle + turn) * head, ty + Math.sin(angle + turn) * head);
    context.closePath();
    context.stroke();
    context.fill();
  }
  context.restore();
}
