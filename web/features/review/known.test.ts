/** What a review knows while it is being made: great losses between two positions that are counted, and nothing else. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { goodMoves, known, lessons } from './known.ts';

const move = { path: ['b6', 'c5'], captured: [], crowns: false, text: '9-14' };
const history = [1, 2, 3, 4].map((ply) => {
  return { node: ply, parent: ply - 1, ply, side: ply % 2 ? 'b' : 'w', move, chief: true, main: true };
});
const marked = (chances: (number | null)[]) =>
  known({ history } as any, { chances, found: null }).turns.flatMap(({ ply, mark }) =>
    mark ? [`${ply}${mark}`] : [],
  );

test('a great loss of either side is a blunder, a gain and a small loss are none', () => {
  deepEqual(marked([0.5, 0.8, 0.5, 0.5, 0.45]), ['1??', '2??']);
});

test('no move that leaves an even game even is a blunder', () => {
  deepEqual(marked([0.36, 0.64, 0.36, 0.66]), ['3??']);
});

test('a move is marked once the positions before and after it are counted', () => {
  deepEqual(marked([null, null, 0.9, 0.9, 0.2]), ['4??']);
  deepEqual(marked([]), []);
});

test('what has been found takes the place of it', () => {
  const found: any = { chances: [], turns: [], moments: [] };
  equal(known({ history } as any, { chances: [0.5, 0.9], found }), found);
});

test('good moves are those that lost nothing, of the moves with a choice', () => {
  const turn = (side: string, good: boolean, free = true) => ({ side, good, free, mark: '' }) as any;
  const turns = [turn('w', true), turn('b', false), turn('w', false), turn('b', true, false), turn('w', true)];
  deepEqual(goodMoves(turns, 'w'), { n: 2, count: 3 });
  deepEqual(goodMoves(turns, 'b'), { n: 0, count: 1 });
});

/** The plies that are practised of moves, all Black's: each a mark, and what it cost. */
function practised(...moves: [mark: string, loss: number][]) {
  const turns = moves.map(([mark, loss], at) => ({ side: 'b', ply: at + 1, mark, loss })) as any;
  return lessons({ turns }, ['b']).map(({ ply }) => ply);
}

test('the eight costliest mistakes are practised, in the order of the game', () => {
  const costs = [0.3, 0.25, 0.5, 0.24, 0.6, 0.23, 0.4, 0.22, 0.9, 0.21];
  deepEqual(practised(...costs.map((loss): [string, number] => ['??', loss])), [1, 2, 3, 4, 5, 6, 7, 9]);
  deepEqual(practised(['?!', 0.1], ['?', 0.13], ['', 0]), [2]);
});
