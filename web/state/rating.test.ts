/** The rating: its steps, its limits, and what is not rated. */

import { deepEqual, ok, equal as same } from 'node:assert/strict';
import test from 'node:test';
import { START_DEVIATION, unrated } from './kept.ts';
import {
  expected,
  isProvisional,
  learnLadders,
  MIN_RATING,
  opponentRating,
  puzzleRating,
  rate,
  TREND_RESULTS,
  wantedPuzzle,
  wholeRating,
} from './rating.ts';

const DAY_MS = 86_400_000;
const equal = { rating: 1200, deviation: 40 };
const close = (a: number, b: number, within = 0.01) => ok(Math.abs(a - b) < within, `${a} is not ${b}`);

test('the chances of the worked example in the paper', () => {
  close(expected(1500, { rating: 1400, deviation: 30 }), 0.639, 0.001);
  close(expected(1500, { rating: 1550, deviation: 100 }), 0.432, 0.001);
  close(expected(1500, { rating: 1700, deviation: 300 }), 0.303, 0.001);
});

test('one result moves a rating as the formulas of the paper say', () => {
  const before = { ...unrated(), rating: 1500, deviation: 200 };
  const after = rate(before, { rating: 1400, deviation: 30 }, 1, 0);
  close(after.rating, 1563.43, 0.05);
  close(after.deviation, 175.2, 0.05);
});

test('a win raises, a loss lowers, a draw against an equal leaves the rating', () => {
  ok(rate(unrated(), equal, 1, 1).rating > 1200);
  ok(rate(unrated(), equal, 0, 1).rating < 1200);
  close(rate(unrated(), equal, 0.5, 1).rating, 1200);
});

test('a win against a stronger opponent counts for more', () => {
  const strong = rate(unrated(), { rating: 1500, deviation: 40 }, 1, 1).rating;
  const weak = rate(unrated(), { rating: 900, deviation: 40 }, 1, 1).rating;
  ok(strong > weak && weak > 1200);
});

test('results make a rating sure, years without one make it a guess again', () => {
  let now = unrated();
  ok(isProvisional(now));
  for (let i = 0; i < 20; i++) now = rate(now, equal, i % 2, i * DAY_MS);
  ok(!isProvisional(now));
  ok(now.best > 0);
  const later = rate(now, equal, 1, now.when + 3000 * DAY_MS);
  const soon = rate(now, equal, 1, now.when + DAY_MS);
  ok(later.rating - now.rating > 2 * (soon.rating - now.rating));
  ok(later.deviation <= START_DEVIATION);
});

test('no rating falls below the least one', () => {
  let now = unrated();
  for (let i = 0; i < 200; i++) now = rate(now, { rating: MIN_RATING, deviation: 40 }, 0, i);
  same(now.rating, MIN_RATING);
  same(wholeRating({ ...now, rating: -64 }).rating, MIN_RATING);
  learnLadders([
    { key: 'steep', ladder: [0, 300, 900, 1264].map((above) => ({ strength: { above, margin: 9 }, sight: null })) },
  ]);
  deepEqual(
    [1, 2, 4].map((level) => opponentRating('steep', level)?.rating),
    [MIN_RATING, 236, 1200],
  );
});

test('a rating finds the strength of the player, from either side', () => {
  for (const strength of [700, 2000]) {
    let now = unrated();
    for (let i = 0; i < 400; i++) {
      const opponent = { rating: 500 + ((i * 210) % 2100), deviation: 40 };
      now = rate(now, opponent, expected(strength, opponent), i);
    }
    close(now.rating, strength, 25);
  }
});

test('the chart has the last results', () => {
  let now = unrated();
  for (let i = 0; i < TREND_RESULTS + 5; i++) now = rate(now, equal, 1, i);
  same(now.trend.length, TREND_RESULTS);
  same(now.trend.at(-1), Math.round(now.rating));
  same(now.count, TREND_RESULTS + 5);
});

test('puzzles begin with the easiest, and rise up to the rating of the player', () => {
  const after = (count: number, rating: number = unrated().rating) => wantedPuzzle({ count, rating });
  same(after(0), puzzleRating(0.5));
  ok(after(0) < after(1) && after(1) < after(5));
  same(after(100), unrated().rating);
  same(after(100, 2000), 2000);
  same(after(3, 500), 500);
});

test('what is not whole in the store counts as nothing', () => {
  for (const kept of [null, 7, 'x', {}, { ...unrated(), rating: 'many' }, { ...unrated(), trend: 3 }])
    deepEqual(wholeRating(kept), unrated());
  const kept = rate(unrated(), equal, 1, 1);
  deepEqual(wholeRating(JSON.parse(JSON.stringify(kept))), kept);
});
