/** The numbers of moves, also where the side that usually moves second made the first move. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { isSecondFirst, moveNumber, owed, piecesAtEnd, writtenNumber } from './tree.ts';

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

test('the pieces at the end of the game are counted from wherever the match stands', () => {
  const node = (node: number, parent: number, captured: string[], { main = true, chief = true } = {}) => {
    return { node, parent, ply: parent + 1, main, chief, move: { captured } };
  };
  const line = [node(1, 0, ['b2']), node(2, 1, []), node(3, 2, ['c3', 'd4'])];
  const match = (ply: number, rows: string[], history = line): any => ({ ply, rows, history });
  equal(piecesAtEnd(match(0, ['wwww', 'bb..'])), 3);
  equal(piecesAtEnd(match(3, ['ww..', 'b...'])), 3);
  const variation = [line[0], { ...line[1], main: false }, { ...line[2], main: false }];
  const away = node(4, 1, ['a1'], { chief: false });
  equal(piecesAtEnd(match(2, ['ww..', 'bb..'], [...variation, { ...away, ply: 2 }])), 3);
});

test('what is owed are the pieces by which the opponent is ahead in the captures just made', () => {
  const match = (...taken: number[]): any => ({
    node: taken.length,
    history: taken.map((n, at) => ({ node: at + 1, parent: at, move: { captured: Array(n).fill('c3') } })),
  });
  equal(owed(match()), 0);
  equal(owed(match(0, 1)), 1);
  equal(owed(match(1, 0)), 0);
  equal(owed(match(0, 1, 2, 1)), 0, 'two were taken for two');
  equal(owed(match(0, 1, 1, 1)), 1);
  equal(owed(match(0, 2, 3)), 1, 'of the one who took two, three have been taken');
});
