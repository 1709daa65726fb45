/** The rows after moves, without asking the rules. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { after } from './geometry.ts';

const step = (path: string, captured: string[] = [], crowns = false) => ({ path: path.split(' '), captured, crowns });

test('a piece goes from the first square of its path to the last, and what it captured is gone', () => {
  deepEqual(after(['...', '.b.', 'w..'], [step('a1 c3', ['b2'])], 'w'), ['..w', '...', '...']);
  deepEqual(after(['...', 'w..'], [step('a1 a2', [], true)], 'w'), ['W..', '...']);
});

test('a piece may end where it began, or where it has captured', () => {
  deepEqual(after(['.b.', 'W..'], [step('a1 a1', ['b2'])], 'w'), ['...', 'W..']);
  deepEqual(after(['.b.', 'W..'], [step('a1 b2', ['b2'])], 'w'), ['.W.', '...']);
});

test('a move of one square takes a piece off, or places one of the side to move', () => {
  deepEqual(after(['wb', 'bw'], [step('a1')], 'b'), ['wb', '.w']);
  deepEqual(after(['..', '..'], [step('a1'), step('b1'), step('a2', [], true)], 'b'), ['B.', 'bw']);
});
