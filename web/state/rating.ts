/**
 * Glicko ratings, one result at a time (Mark Glickman, "The Glicko system", 1995). A rating says how strong a player
 * is, its deviation how sure that is: of true strengths, 95 % lie within two deviations.
 */

import { fits, number } from '../lib/shape.ts';

/** What a player starts with: the rating of level 4, which a newcomer meets, and little certainty. */
export const START_RATING = 1200;
export const START_DEVIATION = 300;

const MIN_DEVIATION = 80; // however much is known, a rating stays able to move: about 20 points for a win among equals
export const FIRST_GAMES = 5; // the first games find the rating, in large steps: their changes are not shown

const PROVISIONAL_DEVIATION = 120; // above this deviation a rating is shown as provisional

/** In two years without a game, the least deviation grows back to the first one. */
const FORGOTTEN_AFTER_DAYS = 730;
const DAY_MS = 86_400_000;
const GROWTH_PER_DAY = (START_DEVIATION ** 2 - MIN_DEVIATION ** 2) / FORGOTTEN_AFTER_DAYS;

const Q = Math.LN10 / 400; // Glicko's constant: a difference of 400 points means ten to one
export const TREND_RESULTS = 30; // how many of the last results are kept for the chart

export interface Rated {
  rating: number;
  deviation: number; // as of the last result
  count: number; // of the results so far
  best: number; // the highest rating since it stopped being provisional; 0 before that
  when: number; // the last result was, in ms since 1970; 0 for none
  trend: number[]; // the ratings after the last results, the oldest first
}

const RATED = { rating: number, deviation: number, count: number, best: number, when: number, trend: Array.isArray };

export const unrated = (): Rated => {
  return { rating: START_RATING, deviation: START_DEVIATION, count: 0, best: 0, when: 0, trend: [] };
};

type Opponent = { rating: number; deviation: number };

/** How much less an opponent says whose own rating is uncertain. */
const weight = (deviation: number) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** The points to be expected of a game, from 0 to 1. */
export const expected = (rating: number, opponent: Opponent) =>
  1 / (1 + 10 ** ((-weight(opponent.deviation) * (rating - opponent.rating)) / 400));

/** The deviation after the time without a result until `when`, in ms since 1970. */
function grown({ deviation, when: last }: Rated, when: number) {
  const days = last ? Math.max(0, when - last) / DAY_MS : 0;
  return Math.min(START_DEVIATION, Math.sqrt(deviation ** 2 + GROWTH_PER_DAY * days));
}

/** The rating after one more result: 1 point for a win, 0.5 for a draw, 0 for a loss. `when` is in ms since 1970. */
export function rate(before: Rated, opponent: Opponent, points: number, when: number): Rated {
  const deviation = grown(before, when);
  const g = weight(opponent.deviation);
  const e = expected(before.rating, opponent);
  const precision = 1 / deviation ** 2 + Q ** 2 * g ** 2 * e * (1 - e);
  const rating = before.rating + (Q / precision) * g * (points - e);
  const after = Math.max(MIN_DEVIATION, 1 / Math.sqrt(precision));
  return {
    rating,
    deviation: after,
    count: before.count + 1,
    best: after > PROVISIONAL_DEVIATION ? 0 : Math.max(before.best, Math.round(rating)),
    when: Math.max(when, before.when),
    trend: [...before.trend, Math.round(rating)].slice(-TREND_RESULTS),
  };
}

/** Whether a rating is still little more than a guess. */
export const isProvisional = ({ deviation }: Rated) => deviation > PROVISIONAL_DEVIATION;

/** A rating from the store, or that of someone who has none where it is not whole. */
export function wholeRating(kept: unknown): Rated {
  if (!fits<Rated>(kept, RATED)) return unrated();
  return { ...kept, trend: kept.trend.filter(number).slice(-TREND_RESULTS) };
}
