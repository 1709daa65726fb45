/**
 * Glicko ratings, one result at a time (Mark Glickman, "The Glicko system", 1995). A rating says how strong a player
 * is, its deviation how sure that is: of true strengths, 95 % lie within two deviations.
 */

/** What a player starts with: the rating of level 4, which a newcomer meets, and little certainty. */
export const START_RATING = 1200;
export const START_DEVIATION = 300;

/** However much is known, a rating stays able to move: about 20 points for a win among equals. */
const MIN_DEVIATION = 80;

/** The first games find the rating, in large steps: their changes are not shown. */
export const FIRST_GAMES = 5;

/** Above this deviation a rating is shown as provisional. */
export const PROVISIONAL_DEVIATION = 120;

/** In two years without a game, the least deviation grows back to the first one. */
const FORGOTTEN_AFTER_DAYS = 730;
const DAY_MS = 86_400_000;
const GROWTH_PER_DAY = (START_DEVIATION ** 2 - MIN_DEVIATION ** 2) / FORGOTTEN_AFTER_DAYS;

/** Glicko's constant: a difference of 400 points means ten to one. */
const Q = Math.LN10 / 400;

/** How many of the last results are kept for the chart. */
export const TREND_RESULTS = 30;

/**
 * @typedef {object} Rated
 * @property {number} rating
 * @property {number} deviation as of the last result
 * @property {number} count of the results so far
 * @property {number} best the highest rating since it stopped being provisional; 0 before that
 * @property {number} when the last result was, in ms since 1970; 0 for none
 * @property {number[]} trend the ratings after the last results, the oldest first
 */

/** @returns {Rated} */
export const unrated = () => ({
  rating: START_RATING,
  deviation: START_DEVIATION,
  count: 0,
  best: 0,
  when: 0,
  trend: [],
});

/** How much less an opponent says whose own rating is uncertain. @param {number} deviation */
const weight = (deviation) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/**
 * The points to be expected of a game, from 0 to 1.
 *
 * @param {number} rating
 * @param {{ rating: number, deviation: number }} opponent
 */
export const expected = (rating, opponent) =>
  1 / (1 + 10 ** ((-weight(opponent.deviation) * (rating - opponent.rating)) / 400));

/** The deviation after so long without a result. @param {Rated} rated @param {number} when in ms since 1970 */
function grown({ deviation, when: last }, when) {
  const days = last ? Math.max(0, when - last) / DAY_MS : 0;
  return Math.min(START_DEVIATION, Math.sqrt(deviation ** 2 + GROWTH_PER_DAY * days));
}

/**
 * The rating after one more result.
 *
 * @param {Rated} before
 * @param {{ rating: number, deviation: number }} opponent
 * @param {number} points 1 for a win, 0.5 for a draw, 0 for a loss
 * @param {number} when in ms since 1970
 * @returns {Rated}
 */
export function rate(before, opponent, points, when) {
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

/** Whether a rating is still little more than a guess. @param {Rated} rated */
export const isProvisional = ({ deviation }) => deviation > PROVISIONAL_DEVIATION;

/**
 * A rating from the store, or that of someone who has none where it is not whole.
 *
 * @param {any} kept
 * @returns {Rated}
 */
export function wholeRating(kept) {
  const numbers = ['rating', 'deviation', 'count', 'best', 'when'];
  if (!kept || !numbers.every((name) => Number.isFinite(kept[name])) || !Array.isArray(kept.trend)) return unrated();
  const { rating, deviation, count, best, when } = kept;
  return { rating, deviation, count, best, when, trend: kept.trend.filter(Number.isFinite).slice(-TREND_RESULTS) };
}
