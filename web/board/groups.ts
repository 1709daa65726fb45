/** Groups of touching pieces on the board: a soft outline around each, and the points of an island on a badge. */

import { blank } from '../lib/dom.ts';
import type { Side } from '../protocol.d.ts';
import { centre, distance, type Layout } from './geometry.ts';
import { badge, type Context, trace } from './ink.ts';

const PAINT: Record<Side, string> = { w: '#fff3d6', b: '#241c17' };
const INK: Record<Side, string> = { w: PAINT.b, b: PAINT.w };
const GOLD = '#ffd873';
const GOLD_EDGE = 'rgba(58, 28, 4, 0.8)';

export interface Outlined {
  side: Side;
  squares: string[];
  points?: number; // on a badge
  golden?: boolean; // whether its outline is golden: it has won the game, or was asked for
}

/** The outlines that were drawn last, and all that they depend on. */
let kept: { key: string; canvas: HTMLCanvasElement } | null = null;

/** Outlines groups below the pieces. `strength` is 1 for those that decide the game, less while it goes on. */
export function outline(context: Context, layout: Layout, groups: Outlined[], strength: number) {
  if (!groups.length) return;
  const { width, height, cell, turned, upright } = layout;
  // Not the points: while these are counted, the outlines stay.
  const shapes = groups.map(({ side, squares, golden }) => [side, golden, ...squares]);
  const key = JSON.stringify([width, height, cell, turned, upright, strength, shapes]);
  if (kept?.key !== key) kept = { key, canvas: drawn(layout, groups, strength) };
  context.drawImage(kept.canvas, 0, 0);
}

/** The squares of a group are joined by thick strokes; the same strokes, a little thinner, are cut out of them again. */
function drawn(layout: Layout, groups: Outlined[], strength: number) {
  const { cell, width, height, ratio } = layout;
  const whole = blank(width, height);
  const c = blank(width, height);
  c.lineCap = 'round';
  c.lineJoin = 'round';
  const edge = Math.max(2 * ratio, cell * 0.05) * strength;
  for (const { side, squares, golden } of groups) {
    const box = around(layout, squares);
    c.clearRect(...box);
    c.beginPath();
    for (const square of squares) {
      const [x, y] = centre(layout, square);
      c.moveTo(x, y);
      // A line of no length would not be drawn.
      c.lineTo(x + 0.01, y);
      for (const near of squares) {
        if (distance(square, near) !== 1) continue;
        const [ox, oy] = centre(layout, near);
        c.moveTo(x, y);
        c.lineTo(ox, oy);
      }
    }
    let wide = cell * 0.98;
    if (golden) {
      trace(c, [GOLD_EDGE, wide]);
      wide -= 0.6 * edge;
    }
    trace(c, [golden ? GOLD : PAINT[side], wide]);
    c.globalCompositeOperation = 'destination-out';
    c.lineWidth = wide - 2 * edge;
    c.stroke();
    c.globalCompositeOperation = 'source-over';
    c.globalAlpha = 0.3 * strength;
    c.stroke();
    whole.drawImage(c.canvas, ...box, ...box);
  }
  return whole.canvas;
}

/** The part of the canvas that the outline of a group is in, as left, top, width and height. */
function around(layout: Layout, squares: string[]): [number, number, number, number] {
  const places = squares.map((square) => centre(layout, square));
  const [left, top] = [0, 1].map((axis) => Math.floor(Math.min(...places.map((place) => place[axis])) - layout.cell));
  const [right, low] = [0, 1].map((axis) => Math.ceil(Math.max(...places.map((place) => place[axis])) + layout.cell));
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return [x, y, Math.min(layout.width, right) - x, Math.min(layout.height, low) - y];
}

/** What each island is worth, on a badge at its upper right end. */
export function badges(context: Context, layout: Layout, groups: Outlined[]) {
  const { cell } = layout;
  for (const { side, squares, points } of groups) {
    if (points === undefined) continue;
    const places = squares.map((square) => centre(layout, square));
    const [px, py] = places.reduce((best, place) =>
      place[1] - place[0] / 100 < best[1] - best[0] / 100 ? place : best,
    );
    badge(context, layout, [px + cell * 0.32, py - cell * 0.32], points, [PAINT[side], INK[side]]);
  }
}
