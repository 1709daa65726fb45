/** How strong the computer's levels are on the scale of the player's own rating, and which is to be played next. */

import type { Meta } from './game.d.ts';
import { START_RATING } from './rating.ts';

export const NEWCOMER_LEVEL = 4; // the level that a newcomer meets. Its rating is the one that a player starts with

const DEVIATIONS_IN_MARGIN = 1.96; // in a normal distribution, 95 % lie within so many standard deviations
const MIN_DEVIATION = 30; // no opponent's rating is taken for surer than this

/** What the rules say of the computer's levels, by game, the weakest first. */
const ladders: Map<string, Meta['ladder']> = new Map();

export function learnLadders(games: Pick<Meta, 'key' | 'ladder'>[]) {
  for (const { key, ladder } of games) ladders.set(key, ladder);
}

/** How strong a level is, on the scale of a player's own rating in that game; null where that was never measured. */
export function opponentRating(game: string, level: number) {
  const ladder = ladders.get(game);
  const strength = ladder?.[level - 1]?.strength;
  const newcomer = ladder?.[NEWCOMER_LEVEL - 1]?.strength;
  if (!strength || !newcomer) return null;
  const deviation = Math.max(MIN_DEVIATION, strength.margin / DEVIATIONS_IN_MARGIN);
  return { rating: START_RATING + strength.above - newcomer.above, deviation };
}

/** Simple fractions: a share is told as the nearest of them. */
const FRACTIONS = '1/100 1/50 1/30 1/25 1/20 1/15 1/12 1/10 1/8 1/7 1/6 1/5 1/4 1/3 2/5 1/2 3/5 2/3 3/4 4/5 9/10'
  .split(' ')
  .map((fraction) => fraction.split('/').map(Number));

/** A share as people say it: 25 of 100 is 1 in 4. */
export function inWords(percent: number): { n: number; of: number } {
  const away = ([n, of]: number[]) => Math.abs((100 * n) / of - percent);
  const [n, of] = FRACTIONS.reduce((best, one) => (away(one) < away(best) ? one : best));
  return { n, of };
}

/**
 * The level to play next, by the one rule of the whole page: the one nearest in strength to the player, the lower of two; if
 * it was beaten, the next stronger one that was not, else the last. After a win it is stronger than the last opponent, after
 * a loss it is not. `last` is the last rated game, with 1 point for a win, 0 for a draw and -1 for a loss.
 */
export function nextOpponent(
  game: string,
  levels: number,
  rating: number,
  isBeaten: (level: number) => boolean,
  last: { level: number; points: number } | null,
) {
  const away = (level: number) =>
    Math.abs((opponentRating(game, level)?.rating ?? START_RATING + 200 * (level - NEWCOMER_LEVEL)) - rating);
  let next = 1;
  for (let level = 2; level <= levels; level++) if (away(level) < away(next)) next = level;
  if (last && last.points > 0) next = Math.min(levels, Math.max(next, last.level + 1));
  while (next < levels && isBeaten(next)) next++;
  return last && last.points < 0 ? Math.min(next, last.level) : next;
}
