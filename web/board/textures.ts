/**
 * The boards without pieces, drawn by code once for each size. If a game uses only some squares, the others are
 * plainer and closer to the colour of the frame. If it uses all, the two tones are close to each other.
 */

import { blank } from '../lib/dom.ts';
import { corner, type Layout, lines, type Shape } from './geometry.ts';
import { bold, type Context, flood, letter, shade, trace } from './ink.ts';
import { type Material, materialOf } from './materials.ts';
import { random } from './random.ts';

/** The least that letters and numbers measure, in CSS pixels: smaller ones cannot be read on a phone. */
const MIN_MARK_PX = 10;

const DIGIT_HEIGHT = 0.73; // how high a digit is, as a part of the size of its type
const MIN_CLEAR_SQUARE_PX = 50; // on squares smaller than this, in CSS pixels, a piece would cover half of the number

/** Draws the line and the soft shadow that make the squares look lower than the frame, and the seams between squares. */
function edge(context: Context, { x, y, cell, columns, rows, ratio }: Layout, material: Material) {
  const line = Math.max(1, Math.round(ratio * 1.5));
  const w = cell * columns;
  const h = cell * rows;
  context.beginPath();
  context.rect(x - line / 2, y - line / 2, w + line, h + line);
  trace(context, [material.line, line]);
  context.fillStyle = 'rgba(30, 14, 4, 0.2)';
  const seam = Math.max(1, Math.round(ratio * 0.75));
  for (let column = 1; column < columns; column++) context.fillRect(x + column * cell, y, seam, h);
  for (let row = 1; row < rows; row++) context.fillRect(x, y + row * cell, w, seam);
  const upper = context.createLinearGradient(0, y, 0, y + cell * 0.14);
  flood(context, shade(upper, [0, 'rgba(0, 0, 0, 0.28)'], [1, 'rgba(0, 0, 0, 0)']), x, y, w, cell * 0.14);
  const left = context.createLinearGradient(x, 0, x + cell * 0.1, 0);
  flood(context, shade(left, [0, 'rgba(0, 0, 0, 0.18)'], [1, 'rgba(0, 0, 0, 0)']), x, y, cell * 0.1, h);
}

function light(context: Context, { width, height, ratio }: Layout) {
  const glow = context.createRadialGradient(width * 0.3, height * 0.15, 0, width * 0.4, height * 0.4, width * 0.85);
  const [warm, dark] = ['255, 246, 224', '20, 8, 0'];
  shade(glow, [0, `rgba(${warm}, 0.16)`], [0.55, `rgba(${warm}, 0)`], [1, `rgba(${dark}, 0.16)`]);
  flood(context, glow, 0, 0, width, height);
  const line = Math.max(1, Math.round(ratio));
  flood(context, 'rgba(255, 240, 215, 0.22)', 0, 0, width, line);
  context.fillRect(0, 0, line, height);
  flood(context, 'rgba(0, 0, 0, 0.3)', 0, height - line, width, line);
  context.fillRect(width - line, 0, line, height);
}

/** Ranks and files in the frame: at the left what changes from row to row, below what does from column to column. */
function letters(context: Context, layout: Layout, material: Material, shape: Shape) {
  const { x, y, cell, height, upright, ratio } = layout;
  const low = y + layout.rows * cell;
  const size = Math.max(MIN_MARK_PX * ratio, Math.min(13 * ratio, Math.min(x, height - low) * 0.62));
  const named = lines(shape, layout);
  const [file, rank] = [(name: string) => name[0], (name: string) => name.slice(1)];
  context.fillStyle = material.ink;
  named.forEach(([name], index) => {
    letter(context, (upright ? file : rank)(name), x / 2, y + (index + 0.5) * cell, size, 600);
  });
  named[0].forEach((name, index) => {
    letter(context, (upright ? rank : file)(name), x + (index + 0.5) * cell, (low + height) / 2, size, 600);
  });
}

/** Whether a board leaves its numbers to `render`, for the empty squares alone. */
export const leavesNumbers = (bare: HTMLCanvasElement) => 'leavesNumbers' in bare.dataset;

type Shown = (square: string) => boolean;

/** Draws the number of each used square in its corner, as in the notation of the draughts games. */
export function numerals(context: Context, layout: Layout, { numeral }: Material, shape: Shape, isShown: Shown) {
  const { cell, ratio } = layout;
  // So small and close to the corner that, on large squares, a piece covers nothing of it.
  const size = Math.max(MIN_MARK_PX * ratio, Math.min(12 * ratio, cell * 0.155));
  const gap = Math.max(1.5 * ratio, cell * 0.03);
  context.font = bold(size, 600);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = numeral;
  shape.squares.forEach((name, index) => {
    if (!isShown(name)) return;
    const [x, y] = corner(layout, name);
    context.fillText(String(index + 1), x + gap, y + gap + size * DIGIT_HEIGHT);
  });
}

type Named = { coordinates: boolean; numbers: boolean };

/**
 * The board of a game, without pieces; `look` is a key of `MATERIALS`. `coordinates`: letters and numbers in the
 * frame; `numbers`: in their place those of the squares, where a game has them; on small squares `render` draws them.
 */
export function board(layout: Layout, shape: Shape, look: string, { coordinates, numbers }: Named) {
  const material = materialOf(look);
  const context = blank(layout.width, layout.height, { alpha: false });
  const played = new Set(shape.squares);
  const everywhere = played.size === shape.files * shape.ranks;
  context.imageSmoothingQuality = 'high';
  if (layout.x > 0) material.border(context, layout);
  const next = random(7);
  lines(shape, layout).forEach((line, row) => {
    line.forEach((name, column) => {
      const [x, y] = corner(layout, name);
      const resting = !played.has(name);
      const tone = everywhere ? material.even[(row + column) % 2] : material.contrast[resting ? 1 : 0];
      context.save();
      context.beginPath();
      context.rect(x, y, layout.cell, layout.cell);
      context.clip();
      material.square({ context, x, y, cell: layout.cell, ratio: layout.ratio, tone, resting, next });
      context.restore();
    });
  });
  edge(context, layout, material);
  light(context, layout);
  // One way to name a square at a time: the one in which the game's moves are written.
  if (numbers && shape.numbered) {
    // Pieces on small squares leave no room for them.
    if (layout.cell < MIN_CLEAR_SQUARE_PX * layout.ratio) context.canvas.dataset.leavesNumbers = '';
    else numerals(context, layout, material, shape, () => true);
  } else if (coordinates && layout.x >= 8 * layout.ratio) letters(context, layout, material, shape);
  return context.canvas;
}
