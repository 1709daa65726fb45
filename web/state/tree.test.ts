/** The numbers of moves, also where the side that usually moves second made the first move. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { isSecondFirst, moveNumber, writtenNumber } from './tree.ts';

test('two moves share a number', () => {
  deepEqual(
    [1, 2, 3, 4].map((ply) => writtenNumber(ply, false)),
    ['1.', '1…', '2.', '2…'],
  );
});

test('where the second side moved first, move 1 has only a second half', () => {
  deepEqual(
    [1, 2, 3].map((ply) => writtenNumber(ply, true)),
    ['1…', '2.', '2…'],
  );
  deepEqual(moveNumber(2, true), { number: 2, isFirst: true });
});

test('who moved first is read from the first move', () => {
  const match = (...sides: string[]): any => ({ history: sides.map((side) => ({ side })) });
  equal(isSecondFirst(match('w', 'b'), 'b'), true);
  equal(isSecondFirst(match('b', 'w'), 'b'), false);
  equal(isSecondFirst(match(), 'b'), false);
});
