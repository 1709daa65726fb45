/** The next opponent, and its rating. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { unrated } from './kept.ts';
import { learnLadders, nextOpponent, opponentRating, rate } from './rating.ts';

const ABOVE = [0, 255, 625, 1032, 1340, 1707, 1978, 2206, 2430, 2624];
learnLadders([
  { key: 'english', ladder: ABOVE.map((above) => ({ strength: { above, margin: 100 }, sight: null })) },
  { key: 'unmeasured', ladder: ABOVE.map(() => ({ strength: null, sight: null })) },
]);

const next = (
  rating: number | ReturnType<typeof unrated>,
  beaten: number[] = [],
  last: { level: number; points: number } | null = null,
  game = 'english',
  levels = 10,
) => {
  const player = typeof rating === 'number' ? { rating, deviation: 80 } : rating;
  return nextOpponent(game, levels, player, (level) => beaten.includes(level), last);
};

/** The rating after some results against level 4. */
const after = (...points: number[]) =>
  points.reduce(
    (now, one, i) => rate(now, opponentRating('english', 4) ?? { rating: 0, deviation: 0 }, one, i),
    unrated(),
  ).rating;

test('a newcomer meets level 2 in every game, and climbs by one level a win', () => {
  for (const game of ['english', 'unmeasured', 'unknown']) {
    equal(next(unrated(), [], null, game), 2);
    equal(next(unrated(), [2], { level: 2, points: 1 }, game), 3);
    equal(next(unrated(), [2, 3], { level: 3, points: 1 }, game), 4);
    equal(next(unrated(), [], { level: 2, points: 0 }, game), 2);
    equal(next(unrated(), [], { level: 2, points: -1 }, game), 1);
  }
  let now = unrated();
  for (let level = 2; level < 6; level++) {
    now = rate(now, opponentRating('english', level) ?? { rating: 0, deviation: 0 }, 1, level);
    equal(next(now, [2, 3, 4, 5].slice(0, level - 1), { level, points: 1 }), level + 1);
  }
});

test('after a win the next stronger opponent comes, after a loss an easier one', () => {
  equal(next(after(1), [4], { level: 4, points: 1 }), 5);
  equal(next(after(0), [], { level: 4, points: -1 }), 3);
  equal(next(after(0, 0, 0, 0), [], { level: 4, points: -1 }), 3);
  equal(next(700, [], { level: 1, points: -1 }), 1);
});

test('a beaten opponent is followed by the next one that was not beaten', () => {
  equal(next(1200, [4, 5, 7]), 6);
  equal(next(1200, [1, 2, 3, 4]), 5);
  equal(next(1500, [4]), 5);
});

test('weaker opponents that were never met are not proposed to a strong player', () => {
  equal(next(1900, [4, 5]), 6);
});

test('whoever has beaten all meets the last', () => {
  equal(next(5000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 10);
  equal(next(700, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 10);
  equal(next(1200, [3], null, 'english', 3), 3);
});

test('a win is followed by a stronger opponent, a loss by a weaker one', () => {
  equal(next(1490, [7], { level: 7, points: 1 }), 8);
  equal(next(1490, [7], { level: 8, points: -1 }), 5);
  equal(next(1490, [4], { level: 3, points: -1 }), 2);
  equal(next(1490, [4], { level: 3, points: 0 }), 5);
});
