/** Why a solution is the only one, from its moves alone, and what refutes another. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { refutes, toQuiet, why } from './why.ts';

/** Moves by their texts: `x` takes a piece for each time it stands there, `K` crowns. */
const moves = (texts: string) =>
  texts.split(' ').map((text) => ({
    text,
    path: [],
    captured: Array(text.split('x').length - 1).fill('c3') as string[],
    crowns: text.endsWith('K'),
  }));

const told = (texts: string, themes: string[], goal: 'win' | 'hold' | 'points' = 'win', by = 0) =>
  why({ line: moves(texts) as any, goal, by, themes });

test('what is given up comes first, and what is won for it', () => {
  deepEqual(told('9-13 18x9 6x13x22', ['shot']), { key: 'gives', n: 1, won: 2 });
  deepEqual(told('9-13 18x9 6x13x22', ['sacrifice']), { key: 'gives', n: 1, won: 2 });
  equal(told('9-13 18x9 6-1K', ['breakthrough']).key, 'gives-king');
});

test('pieces that are won for none, or in another kind of puzzle, are a gain', () => {
  deepEqual(told('9-13 18-15 6x13x22', ['shot']), { key: 'gains', n: 2, won: 2 });
  deepEqual(told('9-13 18x9 6x13x22', ['crowning']), { key: 'gains', n: 1, won: 2 });
  deepEqual(told('13-18 22x13 9x18x27', []), { key: 'gains', n: 1, won: 2 });
});

test('without a gain, a king is what it wins', () => {
  equal(told('9-13 18-15 6-1K', ['crowning']).key, 'crowns');
});

test('the opponent’s king is no reason', () => {
  equal(told('9-13 18-15K 6-1', []).key, 'win');
});

test('where pieces are not what counts, none are counted', () => {
  equal(told('c1-c3 a1-a2 c3xc5', ['single']).key, 'win');
  equal(told('c1-c3 a1-a2 c3xc5', ['connection', 'capture']).key, 'connects');
  equal(told('18-22 21-25 22x29', ['block']).key, 'blocks');
});

test('what is not to be won is told by what every other move does', () => {
  equal(told('d4xb2 a1-a2 c3-c4', ['escape', 'sacrifice'], 'hold').key, 'hold');
  deepEqual(told('h2xh4 f1xh3', ['island'], 'points', 3), { key: 'points', n: 3, won: 1 });
});

test('a line that is cut goes on to the end of an exchange', () => {
  const line = [0, 1, 1, 0, 1].map((taken) => ({ captured: Array(taken).fill('c3') }) as any);
  equal(toQuiet(line, 1).length, 3);
  equal(toQuiet(line, 3).length, 3);
  equal(toQuiet(line, 4).length, 5);
  equal(toQuiet(line, 9).length, 5);
});

/** Without a language the key of the text stands for it. */
const refuted = (goal: 'better' | 'win', reply: string, line: string = '25-22 4-8') =>
  refutes({ side: 'w', goal, themes: [], line: moves(line) } as any, '26-22', {
    moves: reply ? moves(reply) : [],
    why: '',
  });

test('a reply that wins a piece refutes a move, and a mere trade does not', () => {
  equal(refuted('better', '15x24 28-19'), 'puzzle.refuted.takes');
  equal(refuted('better', '15x24 28x19 11-15'), '');
  equal(refuted('better', '15x24'), '', 'it may be taken back');
  equal(refuted('better', '15x24x31 28x19 11-15'), 'puzzle.refuted.takes');
  equal(refuted('win', '15x24 28x19 11-15'), 'puzzle.refuted.win');
});

test('a reply that the better move gets, too, refutes nothing', () => {
  equal(refuted('better', '4-8'), '');
  equal(refuted('better', '3-8'), 'puzzle.refuted.better');
  equal(refuted('better', '3-8', '25-22'), 'puzzle.refuted.better');
  equal(refuted('better', ''), '');
});
