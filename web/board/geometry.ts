/** The squares of a board, the rows that say what stands on them, and their places on the canvas. */

import type { Move, Side } from '../protocol.d.ts';

/** The places of a board's squares on its canvas, in device pixels, of which `ratio` are in one CSS pixel. */
export type Layout = ReturnType<typeof fit>;

export type Point = [x: number, y: number];

/** A move, or its first jumps. */
export type Steps = Pick<Move, 'path' | 'captured' | 'crowns'>;

export type Size = { files: number; ranks: number };

/** The board of a game: `squares` are those that it is played on, in the order of their numbers, if it is `numbered`. */
export type Shape = Size & { squares: string[]; numbered: boolean };

const FILES = 'abcdefghijklmnopqrstuvwxyz';

/** The name of a square: its file is counted from 0 at the left, its rank from 0 at the bottom. */
export const square = (file: number, rank: number) => `${FILES[file]}${rank + 1}`;

export const fileOf = (name: string) => FILES.indexOf(name[0]);

export const rankOf = (name: string) => Number(name.slice(1)) - 1;

/** How many steps of a king two squares are apart. */
export const distance = (a: string, b: string) =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

/** The pieces on a board, as letters by square, without the empty ones. The first row is the top rank. */
export function pieces(rows: string[]): Map<string, string> {
  const found = new Map();
  rows.forEach((row, index) => {
    for (let file = 0; file < row.length; file++) {
      if (row[file] !== '.') found.set(square(file, rows.length - 1 - index), row[file]);
    }
  });
  return found;
}

/** Whose piece stands on a square; undefined where none does. */
export const sideOn = (rows: string[], name: string) => pieces(rows).get(name)?.toLowerCase();

/** The rows of a board, by the letter that stands on each square; `.` on an empty one. */
export const rowsOf = (meta: Size, letterOn: (name: string) => string) =>
  lines(meta, { turned: false }).map((line) => line.map(letterOn).join(''));

/**
 * The rows after moves that the rules have returned, of which this side has made the first: the captured pieces are gone,
 * the moved piece is at the end. A move of one square takes a piece off or places one.
 */
export function after(rows: string[], moves: Steps[], first: Side) {
  const board = rows.map((row) => [...row]);
  const put = (name: string, letter: string) => {
    const row = board[rows.length - 1 - rankOf(name)];
    const was = row[fileOf(name)];
    row[fileOf(name)] = letter;
    return was;
  };
  for (const [index, { path, captured, crowns }] of moves.entries()) {
    if (!path.length) continue;
    const was = put(path[0], '.');
    const side = (index % 2 === 0) === (first === 'w') ? 'w' : 'b';
    const letter = was === '.' ? side : was;
    for (const square of captured) put(square, '.');
    if (path.length > 1 || was === '.') put(path[path.length - 1], crowns ? letter.toUpperCase() : letter);
  }
  return board.map((row) => row.join(''));
}

/** The frame in CSS pixels, as the style sheet has it: so the canvas has its final size before any script runs. */
export const frameOf = (element: HTMLElement) =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--frame')) || 0;

/**
 * How a board lies on the screen: `turned` when it is seen from its upper side, `upright` when a quarter turn makes its
 * files run down the screen. Upright, file a is at the top and rank 1 at the left; turned as well, both are reversed.
 */
type View = { turned: boolean; upright?: boolean };

/** Whether a board stands upright: one that is wider than high does on a tall screen. */
export const standsUpright = ({ files, ranks }: Size, isTall: boolean) => isTall && files > ranks;

export const shapeOf = ({ files, ranks }: Size, upright: boolean | undefined) =>
  upright ? { columns: ranks, rows: files } : { columns: files, rows: ranks };

/** Fits a board into a canvas of `width` × `height` device pixels, leaving `frame` on every side. */
export function fit({ files, ranks }: Size, width: number, height: number, frame: number, view: View, ratio: number) {
  const { turned, upright = false } = view;
  const { columns, rows } = shapeOf({ files, ranks }, upright);
  // The side of one square: a whole number, so that every edge is sharp.
  const cell = Math.max(1, Math.floor(Math.min((width - 2 * frame) / columns, (height - 2 * frame) / rows)));
  // The top left corner of the top left square.
  const x = Math.floor((width - cell * columns) / 2);
  const y = Math.floor((height - cell * rows) / 2);
  return { width, height, files, ranks, columns, rows, cell, x, y, turned, upright, ratio };
}

/** The column and the row of a square on the screen, from the top left. */
export function cellOf({ files, ranks, turned, upright }: Size & View, name: string): Point {
  const file = turned ? files - 1 - fileOf(name) : fileOf(name);
  const rank = turned ? ranks - 1 - rankOf(name) : rankOf(name);
  return upright ? [rank, file] : [file, ranks - 1 - rank];
}

/** The square in a column and a row of the screen; the opposite of `cellOf`. */
function squareIn({ files, ranks, turned, upright }: Size & View, column: number, row: number) {
  const [file, rank] = upright ? [row, column] : [column, ranks - 1 - row];
  return turned ? square(files - 1 - file, ranks - 1 - rank) : square(file, rank);
}

/** The top left corner of a square on the canvas. */
export function corner(layout: Layout, name: string): Point {
  const [column, row] = cellOf(layout, name);
  return [layout.x + column * layout.cell, layout.y + row * layout.cell];
}

export function centre(layout: Layout, name: string): Point {
  const [x, y] = corner(layout, name);
  return [x + layout.cell / 2, y + layout.cell / 2];
}

/** The square at a point of the canvas, in device pixels, or null on the frame. */
export function squareAt(layout: Layout, x: number, y: number) {
  const column = Math.floor((x - layout.x) / layout.cell);
  const row = Math.floor((y - layout.y) / layout.cell);
  if (column < 0 || row < 0 || column >= layout.columns || row >= layout.rows) return null;
  return squareIn(layout, column, row);
}

/** The names of all squares as the eye reads them on the screen, row by row. */
export function lines({ files, ranks }: Size, { turned, upright }: View): string[][] {
  const place = { files, ranks, turned, upright };
  const { columns, rows } = shapeOf(place, upright);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => squareIn(place, column, row)),
  );
}
