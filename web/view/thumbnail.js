/**
 * Small boards without a frame, as the list of games and the settings show them. They are drawn one after another, each
 * in a task of its own, and kept.
 *
 * @import { Meta } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { corner, fit, pieces } from '../board/geometry.js';
import { picture } from '../board/pieces.js';
import { board } from '../board/textures.js';
import { make } from '../lib/dom.js';

/** The width of a small board, in CSS pixels. */
const WIDTH_PX = 148;

/**
 * What stands on a game's table: the one on show, one that was left, or the first position.
 *
 * @param {State} state
 * @param {Meta} meta
 */
export function stands(state, meta) {
  if (meta === state.meta) {
    return { rows: state.rows, over: Boolean(state.match?.outcome), started: (state.match?.ply ?? 0) > 0 };
  }
  const left = state.tables[meta.key];
  if (!left) return { rows: meta.start.rows, over: false, started: false };
  return { ...left, started: left.rows.join() !== meta.start.rows.join() };
}

/** How many small boards are kept as they were drawn. */
const MAX_KEPT = 24;

/** The small boards that were drawn last, by all that they depend on. @type {Map<string, HTMLCanvasElement>} */
const drawn = new Map();

/** When the last of those that are still to be drawn is there. */
let queue = Promise.resolve();

/**
 * A small board without a frame. One that was drawn before is there at once; each other one is drawn in a task of its
 * own, as all of a panel together would hold the page up for longer than is noticed.
 *
 * @param {Meta} meta
 * @param {string[]} rows
 * @param {{ board: string, pieces: string }} look
 * @param {boolean} turned
 * @param {number} wide in CSS pixels
 */
export function thumbnail(meta, rows, { board: material, pieces: style }, turned, wide = WIDTH_PX) {
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
  const cell = Math.round((wide * ratio) / meta.files);
  const width = cell * meta.files;
  const height = cell * meta.ranks;
  const canvas = make('canvas', { width, height, 'aria-hidden': 'true' });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const key = [meta.key, ...rows, material, style, turned, width].join(' ');
  const known = drawn.get(key);
  if (known) context.drawImage(known, 0, 0);
  else {
    canvas.dataset.waits = '';
    queue = queue.then(async () => {
      await new Promise((done) => setTimeout(done));
      paint(context, meta, rows, { board: material, pieces: style }, turned, ratio);
      delete canvas.dataset.waits;
      drawn.set(key, canvas);
      for (const old of [...drawn.keys()].slice(0, -MAX_KEPT)) drawn.delete(old);
    });
  }
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Meta} meta
 * @param {string[]} rows
 * @param {{ board: string, pieces: string }} look
 * @param {boolean} turned
 * @param {number} ratio device pixels in one CSS pixel
 */
function paint(context, meta, rows, { board: material, pieces: style }, turned, ratio) {
  const { width, height } = context.canvas;
  const cell = width / meta.files;
  const layout = fit(meta, width, height, 0, { turned }, ratio);
  context.drawImage(board(layout, meta, material, { coordinates: false, numbers: false }), 0, 0);
  for (const [square, letter] of pieces(rows)) {
    const [x, y] = corner(layout, square);
    const image = picture(style, letter, cell);
    const over = (image.width - cell) / 2;
    context.drawImage(image, x - over, y - over);
  }
}
