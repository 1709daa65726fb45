/** Scores in figures and in words: both tell of the same size, for either side. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { cost, figure, turned, words } from './score.ts';

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

test('where it is proved, results and margins are told, not chances', () => {
  equal(turned([300, 100], 'w', true), 'analysis.points → review.by');
  equal(turned([0, -100], 'b', true), 'review.drawn → analysis.points');
  equal(turned([0, -999_990], 'w', false), 'review.drawn → review.won');
  equal(turned([999_990, 999_980], 'b', false), 'review.won');
  equal(cost('Inaccuracy', { loss: 0.1, proved: [300, 100] }, 'w', true), 'review.cost-points');
  equal(cost('Blunder', { loss: 0.5, proved: [0, -999_990] }, 'w', false), 'Blunder. review.drawn → review.won.');
  equal(cost('Inaccuracy', { loss: 0.1 }, 'w', true), 'review.cost');
});
