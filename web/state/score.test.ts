/** Scores in figures and in words: both tell of the same size, for either side. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { figure, words } from './score.ts';

test('moves with the same figure have the same words, whichever side is ahead', () => {
  const how = { points: false, exact: false, scale: 60 };
  const told: Map<string, string> = new Map();
  for (let score = -400; score <= 400; score++) {
    const size = figure(score, how).replace(/[+−]/, '');
    const said = words(score, how);
    equal(told.get(size) ?? said, said, size);
    told.set(size, said);
  }
  equal(figure(-4, how), '0.0');
  equal(figure(-5, how), '−0.1');
});
