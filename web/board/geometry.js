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
  return lines(meta, false).map((line) => line.map((name) => (there.has(name) ? letter : '.')).join(''));
}

/**
 * The frame around the squares, in CSS pixels. The style sheet computes the same from `--frame`, so that the
 * canvas has its final size before the first script runs.
 *
 * @param {HTMLElement} element
 */
export const frameOf = (element) => Number.parseFloat(getComputedStyle(element).getPropertyValue('--frame')) || 0;

/**
 * Fits a board into a canvas of `width` × `height` device pixels, leaving `frame` on every side.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {number} width
 * @param {number} height
 * @param {number} frame
 * @param {boolean} turned
 * @param {number} ratio
 * @returns {Layout}
 */
export function fit({ files, ranks }, width, height, frame, turned, ratio) {
  const cell = Math.max(1, Math.floor(Math.min((width - 2 * frame) / files, (height - 2 * frame) / ranks)));
  const x = Math.floor((width - cell * files) / 2);
  const y = Math.floor((height - cell * ranks) / 2);
  return { width, height, files, ranks, cell, x, y, turned, ratio };
}

/**
 * The top left corner of a square on the canvas.
 *
 * @param {Layout} layout
 * @param {string} name
 * @returns {[number, number]}
 */
export function corner(layout, name) {
  const { files, ranks, cell, x, y, turned } = layout;
  const column = turned ? files - 1 - fileOf(name) : fileOf(name);
  const line = turned ? rankOf(name) : ranks - 1 - rankOf(name);
  return [x + column * cell, y + line * cell];
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
  const { files, ranks, cell, turned } = layout;
  const column = Math.floor((x - layout.x) / cell);
  const line = Math.floor((y - layout.y) / cell);
  if (column < 0 || line < 0 || column >= files || line >= ranks) return null;
  return turned ? square(files - 1 - column, line) : square(column, ranks - 1 - line);
}

/**
 * The names of all squares in the order of the screen, line by line.
 *
 * @param {Pick<Meta, 'files' | 'ranks'>} meta
 * @param {boolean} turned
 * @returns {string[][]}
 */
export function lines({ files, ranks }, turned) {
  const found = [];
  for (let line = 0; line < ranks; line++) {
    const rank = turned ? line : ranks - 1 - line;
    found.push(Array.from({ length: files }, (_, column) => square(turned ? files - 1 - column : column, rank)));
  }
  return found;
}
