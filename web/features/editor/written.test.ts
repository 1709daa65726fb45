/** The text of a position, whether the rules allow it or not. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { written } from './written.ts';

test('squares are named by their numbers, kings by a K, also where there are too many', () => {
  const meta = { numbered: true, squares: ['b4', 'd4', 'a3', 'c3', 'b2', 'd2', 'a1', 'c1'] };
  equal(written(meta, ['.w.B', 'b...', '...W', 'w...'], 'b'), 'B:W1,K6,7:BK2,3');
  equal(written(meta, ['....', '....', '....', '....'], 'w'), 'W:W:B');
});

test('other boards are written by rows, with numbers for empty squares', () => {
  const meta = { numbered: false, squares: [] };
  equal(written(meta, ['w..b', '....', 'wwww', '...b'], 'w'), 'w2b/4/wwww/3b w');
});
