/**
 * How strong the computer's ten levels are in each game, and how they play.
 *
 * `tests/web/test_ladder.py` compares the strengths with the measured ones, and the ways of playing with the levels of
 * the engine.
 */

import { START_RATING } from './rating.js';

/** The level that a newcomer meets. Its rating is the one that a player starts with. */
export const NEWCOMER_LEVEL = 4;

/**
 * How much stronger each level is than the first, in rating points, and the 95 % margins of that: the table in
 * `py/docs/figures.md`. Ratings of different games cannot be compared: each game has a ladder of its own.
 *
 * @type {Record<string, { above: number[], margins: number[] }>}
 */
const STRENGTHS = {
  english: {
    above: [0, 255, 625, 1032, 1340, 1707, 1978, 2206, 2430, 2624],
    margins: [0, 69, 87, 124, 129, 157, 156, 166, 167, 169],
  },
  italian: {
    above: [0, 446, 785, 1264, 1522, 1916, 2165, 2438, 2615, 2813],
    margins: [0, 108, 126, 169, 176, 191, 198, 203, 194, 202],
  },
  roman: {
    above: [0, 164, 277, 475, 616, 749, 883, 962, 1028, 1140],
    margins: [0, 22, 33, 43, 49, 54, 61, 68, 71, 75],
  },
  rock: {
    above: [0, 230, 421, 631, 851, 1124, 1319, 1521, 1746, 2022],
    margins: [0, 59, 81, 99, 115, 132, 143, 154, 165, 177],
  },
  gambit: {
    above: [0, 129, 163, 318, 434, 514, 582, 662, 730, 878],
    margins: [0, 89, 117, 142, 169, 192, 205, 215, 221, 223],
  },
};

/** In a normal distribution, 95 % lie within so many standard deviations. */
const DEVIATIONS_IN_MARGIN = 1.96;

/** No opponent's rating is taken for surer than this. */
const MIN_DEVIATION = 30;

/**
 * What each level below the last sees: how many moves ahead, how many of 100 quiet moves it overlooks, and by how many
 * pieces (in Gambit, points) it may misjudge a position.
 *
 * @typedef {{ depth: number, blind: number, error: number }} Sight
 */

/** @type {Record<string, [number, number, number][]>} */
const SIGHTS = {
  draughts: [
    [1, 25, 60],
    [1, 55, 130],
    [1, 30, 60],
    [2, 25, 50],
    [3, 25, 46],
    [3, 12, 24],
    [4, 8, 16],
    [5, 3, 8],
    [7, 2, 5],
  ],
  roman: [
    [1, 25, 60],
    [1, 88, 300],
    [1, 81, 258],
    [1, 69, 195],
    [1, 56, 138],
    [2, 54, 115],
    [2, 39, 77],
    [2, 26, 52],
    [2, 16, 37],
  ],
  rock: [
    [1, 60, 180],
    [1, 48, 130],
    [1, 36, 80],
    [1, 20, 40],
    [2, 29, 48],
    [3, 22, 34],
    [3, 11, 18],
    [4, 15, 22],
    [4, 1, 2],
  ],
  gambit: [
    [1, 0, 800],
    [1, 0, 200],
    [2, 0, 600],
    [2, 0, 250],
    [3, 0, 250],
    [3, 0, 40],
    [4, 0, 500],
    [5, 0, 600],
    [5, 0, 60],
  ],
};

/** Games whose levels see alike. @type {Record<string, string>} */
const SEES_AS = { english: 'draughts', italian: 'draughts', roman: 'roman', rock: 'rock', gambit: 'gambit' };

/**
 * How strong a level is, on the scale of a player's own rating in that game; null where that was never measured.
 *
 * @param {string} game
 * @param {number} level
 */
export function opponentRating(game, level) {
  const strengths = STRENGTHS[game];
  const above = strengths?.above[level - 1];
  if (above === undefined) return null;
  const deviation = Math.max(MIN_DEVIATION, strengths.margins[level - 1] / DEVIATIONS_IN_MARGIN);
  return { rating: START_RATING + above - strengths.above[NEWCOMER_LEVEL - 1], deviation };
}

/**
 * What a level sees; null for the last, which has no handicap.
 *
 * @param {string} game
 * @param {number} level
 * @returns {Sight | null}
 */
export function opponentSight(game, level) {
  const sight = SIGHTS[SEES_AS[game] ?? 'draughts'][level - 1];
  return sight ? { depth: sight[0], blind: sight[1], error: sight[2] / 100 } : null;
}

/** Simple fractions: a share is told as the nearest of them. @type {[number, number][]} */
const FRACTIONS = [
  ...[100, 50, 30, 25, 20, 15, 12, 10, 8, 7, 6, 5].map((of) => /** @type {[number, number]} */ ([1, of])),
  [1, 4],
  [1, 3],
  [2, 5],
  [1, 2],
  [3, 5],
  [2, 3],
  [3, 4],
  [4, 5],
  [9, 10],
];

/**
 * A share as people say it: 25 of 100 is 1 in 4.
 *
 * @param {number} percent
 * @returns {{ n: number, of: number }}
 */
export function inWords(percent) {
  const away = (/** @type {[number, number]} */ [n, of]) => Math.abs((100 * n) / of - percent);
  const [n, of] = FRACTIONS.reduce((best, one) => (away(one) < away(best) ? one : best));
  return { n, of };
}

/** The lists above, for the test that compares them. */
export const tables = { STRENGTHS, SIGHTS, SEES_AS };

/**
 * The level to play next, by the one rule of the whole page: the one nearest in strength to the player, the lower of two; if
 * it was beaten, the next stronger one that was not, else the last. After a win it is stronger than the last opponent, after
 * a loss it is not.
 *
 * @param {string} game
 * @param {number} levels
 * @param {number} rating the player's
 * @param {(level: number) => boolean} isBeaten
 * @param {{ level: number, points: number } | null} last the last rated game: 1 for a win, 0 for a draw, -1 for a loss
 */
export function nextOpponent(game, levels, rating, isBeaten, last) {
  const away = (/** @type {number} */ level) =>
    Math.abs((opponentRating(game, level)?.rating ?? START_RATING + 200 * (level - NEWCOMER_LEVEL)) - rating);
  let next = 1;
  for (let level = 2; level <= levels; level++) if (away(level) < away(next)) next = level;
  if (last && last.points > 0) next = Math.min(levels, Math.max(next, last.level + 1));
  while (next < levels && isBeaten(next)) next++;
  return last && last.points < 0 ? Math.min(next, last.level) : next;
}
