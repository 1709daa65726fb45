/**
 * The squares and their places on the canvas: names and shapes, no pieces.
 *
 * @import { Layout, Meta } from '../types.d.ts'
 */

const FILES = 'abcdefghijklmnopqrstuvwxyz';

/**
 * @param {number} file from 0 at the left
 * @param {number} rank from 0 at the bottom
 */
export const square = (file, rank) => `${FILES[file]}${rank + 1}`;

/** @param {string} name */
export const fileOf = (name) => FILES.indexOf(name[0]);

/** @param {string} name */
export const rankOf = (name) => Number(name.slice(1)) - 1;

/**
 * The pieces on a board, as letters by square; empty squares are left out.
 *
 * @param {string[]} rows the top rank first
 * @returns {Map<string, string>}
 */
export function pieces(rows) {
  const found = new Map();
  rows.forEach((row, index) => {
    for (let file = 0; file < row.length; file++) {
      if (row[file] !== '.') found.set(square(file, rows.length - 1 - index), row[file]);
    }
  });
  return found;
}

/**
 * The rows of a board with one kind of piece on some squares.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {string[]} squares
 * @param {string} letter
 */
export function rowsOf(meta, squares, letter) {
  const there = new Set(squares);
  return lines(meta, { turned: false }).map((line) => line.map((name) => (there.has(name) ? letter : '.')).join(''));
}

/**
 * The frame around the squares, in CSS pixels. The style sheet computes the same from `--frame`, so that the
 * canvas has its final size before the first script runs.
 *
 * @param {HTMLElement} element
 */
export const frameOf = (element) => Number.parseFloat(getComputedStyle(element).getPropertyValue('--frame')) || 0;

/**
 * How a board lies on the screen: `turned` when it is seen from its upper side, `upright` when a quarter turn makes its
 * files run down the screen. Upright, file a is at the top and rank 1 at the left; turned as well, both are reversed.
 *
 * @typedef {{ turned: boolean, upright?: boolean }} View
 */

/**
 * The columns and rows that a board has on the screen.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {boolean | undefined} upright
 */
export const shapeOf = ({ files, ranks }, upright) =>
  upright ? { columns: ranks, rows: files } : { columns: files, rows: ranks };

/**
 * Fits a board into a canvas of `width` × `height` device pixels, leaving `frame` on every side.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {number} width
 * @param {number} height
 * @param {number} frame
 * @param {View} view
 * @param {number} ratio
 * @returns {Layout}
 */
export function fit({ files, ranks }, width, height, frame, { turned, upright = false }, ratio) {
  const { columns, rows } = shapeOf({ files, ranks }, upright);
  const cell = Math.max(1, Math.floor(Math.min((width - 2 * frame) / columns, (height - 2 * frame) / rows)));
  const x = Math.floor((width - cell * columns) / 2);
  const y = Math.floor((height - cell * rows) / 2);
  return { width, height, files, ranks, columns, rows, cell, x, y, turned, upright, ratio };
}

/**
 * The column and the row of a square on the screen, from the top left.
 *
 * @param {Pick<Layout, 'files' | 'ranks' | 'turned' | 'upright'>} layout
 * @param {string} name
 * @returns {[number, number]}
 */
export function cellOf({ files, ranks, turned, upright }, name) {
  const file = turned ? files - 1 - fileOf(name) : fileOf(name);
  const rank = turned ? ranks - 1 - rankOf(name) : rankOf(name);
  return upright ? [rank, file] : [file, ranks - 1 - rank];
}

/**
 * The square in a column and a row of the screen; the opposite of `cellOf`.
 *
 * @param {Pick<Layout, 'files' | 'ranks' | 'turned' | 'upright'>} layout
 * @param {number} column
 * @param {number} row
 */
export function squareIn({ files, ranks, turned, upright }, column, row) {
  const [file, rank] = upright ? [row, column] : [column, ranks - 1 - row];
  return turned ? square(files - 1 - file, ranks - 1 - rank) : square(file, rank);
}

/**
 * The top left corner of a square on the canvas.
 *
 * @param {Layout} layout
 * @param {string} name
 * @returns {[number, number]}
 */
export function corner(layout, name) {
  const [column, row] = cellOf(layout, name);
  return [layout.x + column * layout.cell, layout.y + row * layout.cell];
}

/**
 * The middle of a square on the canvas.
 *
 * @param {Layout} layout
 * @param {string} name
 * @returns {[number, number]}
 */
export function centre(layout, name) {
  const [x, y] = corner(layout, name);
  return [x + layout.cell / 2, y + layout.cell / 2];
}

/**
 * The square at a point of the canvas, or null on the frame.
 *
 * @param {Layout} layout
 * @param {number} x device pixels
 * @param {number} y device pixels
 */
export function squareAt(layout, x, y) {
  const column = Math.floor((x - layout.x) / layout.cell);
  const row = Math.floor((y - layout.y) / layout.cell);
  if (column < 0 || row < 0 || column >= layout.columns || row >= layout.rows) return null;
  return squareIn(layout, column, row);
}

/**
 * The names of all squares as the eye reads them on the screen, row by row.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {View} view
 * @returns {string[][]}
 */
export function lines({ files, ranks }, { turned, upright = false }) {
  const { columns, rows } = shapeOf({ files, ranks }, upright);
  const place = { files, ranks, turned, upright };
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => squareIn(place, column, row)),
  );
}
