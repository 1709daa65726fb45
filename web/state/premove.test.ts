/** Moves that are entered in advance: which squares they stand for once the other side has moved. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import type { Move } from '../protocol.d.ts';
import { pathOf } from './path.ts';

const moves = (...texts: string[]) =>
  texts.map((text): Move => ({ text, path: text.split('-'), captured: [], crowns: false }));

test('the only move that ends on the square is meant, with all its jumps', () => {
  deepEqual(pathOf(moves('a1-c3-e5', 'a1-b2'), ['a1', 'e5']), ['a1', 'c3', 'e5']);
  deepEqual(pathOf(moves('a1-b2', 'c1-b2'), ['a1', 'b2']), ['a1', 'b2']);
});

test('of a move that goes on the first jump is entered', () => {
  deepEqual(pathOf(moves('a1-c3-e5', 'a1-c3-e1'), ['a1', 'c3']), ['a1', 'c3']);
});

test('where two ways lead to the square the piece is picked up, as where no square was chosen', () => {
  deepEqual(pathOf(moves('a1-b2'), ['a1']), ['a1']);
  deepEqual(pathOf(moves('a1-c3-e1', 'a1-c-e1'), ['a1', 'e1']), ['a1']);
});

test('a piece that cannot move, cannot come there or is gone enters nothing', () => {
  deepEqual(pathOf(moves('a1-b2'), ['a1', 'c3']), []);
  deepEqual(pathOf(moves('c1-b2'), ['a1']), []);
  deepEqual(pathOf(moves('c1-b2'), ['a1', 'b2']), []);
});
