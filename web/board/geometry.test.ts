/** The places of squares on the canvas, on boards of every shape and from both sides. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { cellOf, centre, corner, fileOf, fit, lines, pieces, rankOf, rowsOf, square, squareAt } from './geometry.ts';

const BOARDS = [
  { files: 8, ranks: 8 },
  { files: 4, ranks: 8 },
  { files: 12, ranks: 10 },
];

interface Shape {
  files: number;
  ranks: number;
}

/** Each way in which a board can lie on the screen. */
const VIEWS = [false, true].flatMap((turned) => [false, true].map((upright) => ({ turned, upright })));

/** The same board in each view, on a canvas that is wider than it needs. */
const layouts = (shape: Shape) => VIEWS.map((view) => fit(shape, 731, 640, 17, view, 2));

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
  deepEqual(
    rowsOf({ files: 3, ranks: 2 }, (name) => (['a1', 'c2'].includes(name) ? 'w' : '.')),
    ['..w', 'w..'],
  );
});

test('every square is found at its middle and at its corner', () => {
  for (const shape of BOARDS) {
    for (const layout of layouts(shape)) {
      for (const name of lines(shape, { turned: false }).flat()) {
        equal(squareAt(layout, ...centre(layout, name)), name);
        equal(squareAt(layout, ...corner(layout, name)), name);
      }
    }
  }
});

test('no square is found on the frame', () => {
  for (const shape of BOARDS) {
    for (const layout of layouts(shape)) {
      const { x, y, cell, columns, rows } = layout;
      equal(squareAt(layout, x - 1, y), null);
      equal(squareAt(layout, x, y - 1), null);
      equal(squareAt(layout, x + columns * cell, y), null);
      equal(squareAt(layout, x, y + rows * cell), null);
    }
  }
});

test('a board leaves the frame free and has the largest whole squares that fit', () => {
  for (const shape of BOARDS) {
    for (const { x, y, cell, columns, rows } of layouts(shape)) {
      ok(x >= 17 && y >= 17);
      ok(columns * (cell + 1) > 731 - 34 || rows * (cell + 1) > 640 - 34);
      equal(cell, Math.floor(cell));
    }
  }
});

test('lines are read as they stand on the screen', () => {
  const shape = { files: 3, ranks: 2 };
  deepEqual(lines(shape, { turned: false }), [
    ['a2', 'b2', 'c2'],
    ['a1', 'b1', 'c1'],
  ]);
  deepEqual(lines(shape, { turned: true }), [
    ['c1', 'b1', 'a1'],
    ['c2', 'b2', 'a2'],
  ]);
});

test('upright, the files run down the screen and the ranks across it', () => {
  const shape = { files: 3, ranks: 2 };
  deepEqual(lines(shape, { turned: false, upright: true }), [
    ['a1', 'a2'],
    ['b1', 'b2'],
    ['c1', 'c2'],
  ]);
  deepEqual(lines(shape, { turned: true, upright: true }), [
    ['c2', 'c1'],
    ['b2', 'b1'],
    ['a2', 'a1'],
  ]);
});

test('an upright board turned by a quarter stays the same board: no view mirrors it', () => {
  const shape = { files: 8, ranks: 4 };
  for (const layout of layouts(shape)) {
    const [ax, ay] = cellOf(layout, 'a1');
    const [bx, by] = cellOf(layout, 'b1');
    const [cx, cy] = cellOf(layout, 'a2');
    equal((bx - ax) * (cy - ay) - (by - ay) * (cx - ax), -1);
  }
});
