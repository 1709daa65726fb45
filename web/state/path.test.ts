/** Entering a move square by square: what each square does to the draft. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import * as turn from './path.ts';

/** Two chains that end on the same square, and one that does not. */
const SQUARE = ['c3 e5 g7', 'c3 a5 c7', 'c3 e5 c7'];
/** A king that ends where it began. */
const ROUND = ['d4 f6 d8 b6 d4'];
/** A chain that may end after each jump. */
const OPTIONAL = ['a2 a4', 'a2 a4 c2', 'a2 a4 c2 e4'];
const STEPS = ['b6 a5', 'b6 c5', 'd6 c5', 'd6 e5'];

/** What the square does: the new draft, `play` and the path, `ask`, or `refuse` and the path. */
function enter(paths: string[], draft: string, square: string) {
  const moves = paths.map((path) => ({ path: path.split(' '), captured: [], crowns: false, text: path }));
  const entry = turn.enter(moves, draft ? draft.split(' ') : [], square);
  switch (entry.kind) {
    case 'play':
      return `play ${entry.move.text}`;
    case 'refuse':
      return `refuse ${entry.path.join(' ')}`;
    case 'draft':
      return entry.draft.join(' ');
    default:
      return entry.kind;
  }
}

test('a piece is taken up, exchanged and put down', () => {
  equal(enter(STEPS, '', 'b6'), 'b6');
  equal(enter(STEPS, 'b6', 'd6'), 'd6');
  equal(enter(STEPS, 'b6', 'b6'), '');
});

test('the last square of the only turn plays it', () => {
  equal(enter(STEPS, 'b6', 'a5'), 'play b6 a5');
});

test('one tap takes a piece off, or places one', () => {
  equal(enter(['d4', 'c3'], '', 'd4'), 'play d4');
  equal(enter(['d4', 'd4 f4'], '', 'd4'), 'd4');
  equal(enter(['d4', 'd4 f4'], 'd4', 'd4'), 'play d4');
  equal(enter(['d4', 'd4 f4'], 'd4', 'f4'), 'play d4 f4');
});

test('a destination plays the only turn that ends there', () => {
  equal(enter(STEPS, '', 'a5'), 'play b6 a5');
  equal(enter(STEPS, '', 'c5'), 'refuse c5');
  equal(enter(SQUARE, 'c3', 'g7'), 'play c3 e5 g7');
});

test('a chain is entered jump by jump', () => {
  equal(enter(SQUARE, 'c3', 'e5'), 'c3 e5');
  equal(enter(SQUARE, 'c3 e5', 'c7'), 'play c3 e5 c7');
});

test('a square that two paths end on asks which', () => {
  equal(enter(SQUARE, 'c3', 'c7'), 'ask');
});

test('a chain that may end waits to be ended', () => {
  equal(enter(OPTIONAL, 'a2', 'a4'), 'a2 a4');
  equal(enter(OPTIONAL, 'a2 a4', 'a4'), 'play a2 a4');
  equal(enter(OPTIONAL, 'a2 a4', 'c2'), 'a2 a4 c2');
  equal(enter(OPTIONAL, 'a2 a4 c2', 'e4'), 'play a2 a4 c2 e4');
});

test('a piece may come back to its own square', () => {
  equal(enter(ROUND, 'd4 f6 d8 b6', 'd4'), 'play d4 f6 d8 b6 d4');
});

test('half a chain that must go on is not put down', () => {
  equal(enter(SQUARE, 'c3 e5', 'e5'), 'c3 e5');
});

test('any other square is refused with the whole path', () => {
  equal(enter(STEPS, 'b6', 'f4'), 'refuse b6 f4');
  equal(enter(STEPS, '', 'f4'), 'refuse f4');
});
