/** What a review knows while it is being made: great losses between two positions that are counted, and nothing else. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { goodMoves, known, mistakes } from './known.ts';

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

test('the eight costliest mistakes of both sides are listed, in the order of the game', () => {
  const costs = [0.3, 0.25, 0.5, 0.24, 0.6, 0.23, 0.4, 0.22, 0.9, 0.21];
  const turns = costs.map((loss, at) => ({ side: at % 2 ? 'w' : 'b', ply: at + 1, mark: '??', loss })) as any;
  const plies = (...sides: ('w' | 'b')[][]) => mistakes({ turns }, ...sides).map(({ ply }) => ply);
  deepEqual(plies(), [1, 2, 3, 4, 5, 6, 7, 9]);
  deepEqual(plies(['w']), [2, 4, 6]);
});

test('only ? and ?? are mistakes', () => {
  const turns = ['?!', '?', '', '??'].map((mark, at) => ({ side: 'b', ply: at + 1, mark, loss: 0.1 })) as any;
  deepEqual(
    mistakes({ turns }).map(({ ply }) => ply),
    [2, 4],
  );
});
