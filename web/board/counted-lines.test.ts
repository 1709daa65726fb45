/** What the lines through a piece count, and where that leads. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { countedWays } from './counted-lines.ts';
import { pieces } from './geometry.ts';

const BOARD = { files: 8, ranks: 8 };

const ways = (rows: string[], from: string, next: string[] = []) =>
  Object.fromEntries(
    countedWays(BOARD, pieces(rows), from, new Set(next)).map((way) => [way.target, [way.count, way.legal]]),
  );

const START = ['.wwwwww.', ...Array(6).fill('b......b'), '.wwwwww.'];

test('from the first position a corner piece counts its rank, its file and both diagonals', () => {
  deepEqual(ways(START, 'b1', ['b3', 'd3', 'h1']), {
    b3: [2, true],
    d3: [2, true],
    h1: [6, true],
  });
});

test('a line counts the pieces of both sides from edge to edge, beyond what stands between too', () => {
  const rows = ['........', '........', '........', 'b.w.b..w', '........', '........', '........', '........'];
  deepEqual(ways(rows, 'c5', []), {
    g5: [4, false],
    c6: [1, false],
    c4: [1, false],
    d6: [1, false],
    b4: [1, false],
    d4: [1, false],
    b6: [1, false],
  });
});

test('a way that leads off the board is left out, one that is not legal is marked', () => {
  const rows = ['........', '........', '........', '........', '........', '........', '........', 'wb......'];
  deepEqual(ways(rows, 'a1', ['a2', 'b2']), { c1: [2, false], a2: [1, true], b2: [1, true] });
});
