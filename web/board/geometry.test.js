/**
 * The places of squares on the canvas, on boards of every shape and from both sides.
 */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { centre, corner, fileOf, fit, lines, pieces, rankOf, rowsOf, square, squareAt } from './geometry.js';

const BOARDS = [
  { files: 8, ranks: 8 },
  { files: 4, ranks: 8 },
  { files: 12, ranks: 10 },
];

/** @typedef {{ files: number, ranks: number }} Shape */

/** The same board seen from both sides, on a canvas that is wider than it needs. @param {Shape} shape */
const layouts = (shape) => [false, true].map((turned) => fit(shape, 731, 640, 17, turned, 2));

test('a name says its file and its rank', () => {
  equal(square(0, 0), 'a1');
  equal(square(11, 9), 'l10');
  deepEqual([fileOf('l10'), rankOf('l10')], [11, 9]);
});

test('rows are read from the top, and empty squares are left out', () => {
  deepEqual(
    [...pieces(['b..', '...', '.wW'])],
    [
      ['a3', 'b'],
      ['b1', 'w'],
      ['c1', 'W'],
    ],
  );
});

test('rows of one kind of piece hold nothing else', () => {
  deepEqual(rowsOf({ files: 3, ranks: 2 }, ['a1', 'c2'], 'w'), ['..w', 'w..']);
});

test('every square is found at its middle and at its corner', () => {
  for (const shape of BOARDS) {
    for (const layout of layouts(shape)) {
      for (const name of lines(shape, false).flat()) {
        equal(squareAt(layout, ...centre(layout, name)), name);
        equal(squareAt(layout, ...corner(layout, name)), name);
      }
    }
  }
});

test('no square is found on the frame', () => {
  for (const shape of BOARDS) {
    for (const layout of layouts(shape)) {
      const { x, y, cell, files, ranks } = layout;
      equal(squareAt(layout, x - 1, y), null);
      equal(squareAt(layout, x, y - 1), null);
      equal(squareAt(layout, x + files * cell, y), null);
      equal(squareAt(layout, x, y + ranks * cell), null);
    }
  }
});

test('a board leaves the frame free and has the largest whole squares that fit', () => {
  for (const shape of BOARDS) {
    const { x, y, cell, files, ranks } = fit(shape, 731, 640, 17, false, 2);
    ok(x >= 17 && y >= 17);
    ok(files * (cell + 1) > 731 - 34 || ranks * (cell + 1) > 640 - 34);
    equal(cell, Math.floor(cell));
  }
});

test('lines are read as they stand on the screen', () => {
  const shape = { files: 2, ranks: 2 };
  deepEqual(lines(shape, false), [
    ['a2', 'b2'],
    ['a1', 'b1'],
  ]);
  deepEqual(lines(shape, true), [
    ['b1', 'a1'],
    ['b2', 'a2'],
  ]);
});
