import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { why } from './why.js';

/** Moves by their texts: `x` takes a piece for each time it stands there, `K` crowns. @param {string} texts */
const moves = (texts) =>
  texts.split(' ').map((text) => ({
    text,
    path: [],
    captured: /** @type {string[]} */ (Array(text.split('x').length - 1).fill('c3')),
    crowns: text.endsWith('K'),
  }));

/** @param {string} texts @param {number} asked @param {string[]} themes */
const told = (texts, asked, themes) => why({ line: moves(texts), asked, side: 'w', themes });

test('a line that gives one piece and takes two wins one', () => {
  deepEqual(told('9-13 18x9 6x13x22', 1, ['shot']), { key: 'puzzle.why.gains', line: '18x9 6x13x22', n: 1 });
});

test('without a gain, a king is what it wins', () => {
  equal(told('9-13 18-15 6-1K', 1, ['crowning'])?.key, 'puzzle.why.crowns');
});

test('the opponent’s king is no reason', () => {
  equal(told('9-13 18-15K 6-1', 1, ['quiet'])?.key, 'puzzle.why.line');
});

test('where pieces are not what counts, the line is all that is said', () => {
  equal(told('c1-c3 a1-a2 c3xc5', 1, ['connection'])?.key, 'puzzle.why.line');
});

test('a solution that ends with the line needs no more words', () => {
  equal(told('9-13 18x9 6x13', 3, ['shot']), null);
});
