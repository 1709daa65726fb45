/**
 * Glicko ratings, one result at a time (Mark Glickman, "The Glicko system", 1995): how strong a player is, with a
 * deviation that 95 % of true strengths lie within twice. The computer's levels are on the same scale.
 */

import { t } from '../lib/i18n.ts';
import { fits, number } from '../lib/shape.ts';
import type { Sight } from '../protocol.d.ts';
import type { Meta } from './game.d.ts';
import { type Rated, START_DEVIATION, START_RATING, unrated } from './kept.ts';
import { FIRST_LEVEL } from './state.ts';

export const MIN_RATING = 100; // of players and opponents: less would say nothing, and could be negative
const MIN_DEVIATION = 80; // however much is known, a rating stays able to move: about 20 points for a win among equals
export const FIRST_GAMES = 5; // the first games find the rating, in large steps: their changes are not shown

const PROVISIONAL_DEVIATION = 120; // above this deviation a rating is shown as provisional

/** In two years without a game, the least deviation grows back to the first one. */
const FORGOTTEN_AFTER_DAYS = 730;
const DAY_MS = 86_400_000;
const GROWTH_PER_DAY = (START_DEVIATION ** 2 - MIN_DEVIATION ** 2) / FORGOTTEN_AFTER_DAYS;

const Q = Math.LN10 / 400; // Glicko's constant: a difference of 400 points means ten to one
export const TREND_RESULTS = 30; // how many of the last results are kept for the chart

const RATED = { rating: number, deviation: number, count: number, best: number, when: number, trend: Array.isArray };

type Opponent = { rating: number; deviation: number };

/** How much less an opponent says whose own rating is uncertain. */
const weight = (deviation: number) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** The points to be expected of a game, from 0 to 1. */
export const expected = (rating: number, opponent: Opponent) =>
  1 / (1 + 10 ** ((-weight(opponent.deviation) * (rating - opponent.rating)) / 400));

/** Whether what a game did to the rating is shown: not of the first ones. Those of earlier versions have no number. */
export const isChangeShown = ({ number = 0 }: { number?: number }) => number > FIRST_GAMES;

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
  const rating = Math.max(MIN_RATING, before.rating + (Q / precision) * g * (points - e));
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
export const isProvisional = ({ deviation }: Pick<Rated, 'deviation'>) => deviation > PROVISIONAL_DEVIATION;

/** A rating from the store, or that of someone who has none where it is not whole. */
export function wholeRating(kept: unknown): Rated {
  if (!fits<Rated>(kept, RATED)) return unrated();
  return {
    ...kept,
    rating: Math.max(MIN_RATING, kept.rating),
    trend: kept.trend.filter(number).slice(-TREND_RESULTS),
  };
}

export const START_LEVEL = 4; // the level whose rating a player starts with: it ties the ladders to the scale of the ratings

const DEVIATIONS_IN_MARGIN = 1.96; // in a normal distribution, 95 % lie within so many standard deviations
const MIN_OPPONENT_DEVIATION = 30; // no opponent's rating is taken for surer than this

/** What the rules say of the computer's levels, by game, the weakest first. */
const ladders: Map<string, Meta['ladder']> = new Map();

export function learnLadders(games: Pick<Meta, 'key' | 'ladder'>[]) {
  for (const { key, ladder } of games) ladders.set(key, ladder);
}

/** How strong a level is, on the scale of a player's own rating in that game; null where that was never measured. */
export function opponentRating(game: string, level: number) {
  const ladder = ladders.get(game);
  const strength = ladder?.[level - 1]?.strength;
  const start = ladder?.[START_LEVEL - 1]?.strength;
  if (!strength || !start) return null;
  const deviation = Math.max(MIN_OPPONENT_DEVIATION, strength.margin / DEVIATIONS_IN_MARGIN);
  return { rating: Math.max(MIN_RATING, START_RATING + strength.above - start.above), deviation };
}

/**
 * How strong an opponent a puzzle is taken for, by the level of the computer that solves it half of the time. That level
 * is measured; that all games share one scale of so many points a level is a decision, as their ladders differ.
 */
const POINTS_PER_LEVEL = 170;

/** The rating of a puzzle of a level, 0.5 to 10.5. */
export const puzzleRating = (level: number) => Math.round(START_RATING + POINTS_PER_LEVEL * (level - START_LEVEL));

const EASIEST_PUZZLE = 0.5; // the level of a puzzle that every level solves
const RISE_POINTS = 60; // the puzzles that are proposed first get harder by this from one to the next

/** The rating that the next puzzle should have: that of the easiest ones at first, then rising up to the player's own. */
export const wantedPuzzle = ({ rating, count }: Pick<Rated, 'rating' | 'count'>) =>
  Math.min(rating, puzzleRating(EASIEST_PUZZLE) + RISE_POINTS * count);

/** How a level plays: how far it sees, and what it fails to see. */
export function manner(meta: Meta, level: number) {
  const sight = meta.ladder[level - 1]?.sight;
  if (!sight) return t('opponent.full');
  return `${t('opponent.depth', { n: sight.depth })}; ${t(`opponent.slips.${slips(sight)}`)}`;
}

/** In a game without moves to overlook (`blindness`), positions are misjudged, by hundredths of a point. */
function slips({ blindness, noise, exchanges }: Sight) {
  if (!exchanges) return 'exchanges';
  const how = (measure: number, often: number, sometimes: number) =>
    measure >= often ? 'often' : measure >= sometimes ? 'sometimes' : 'rarely';
  return blindness ? how(blindness, 40, 15) : `points-${how(noise, 400, 100)}`;
}

/**
 * The level to play next, by the one rule of the whole page: the one nearest in strength to the player, the lower of two; if
 * it was beaten, the next stronger one that was not, else the last. After a win it is stronger than the last opponent, after
 * a loss weaker. While the rating is little more than a guess it is no stronger than that: a newcomer climbs from the first
 * level by one a win. `last` is the last game that was rated or lost, with 1 point for a win, 0 for a draw and -1 for a loss.
 */
export function nextOpponent(
  game: string,
  levels: number,
  player: Pick<Rated, 'rating' | 'deviation'>,
  isBeaten: (level: number) => boolean,
  last: { level: number; points: number } | null,
) {
  const away = (level: number) =>
    Math.abs((opponentRating(game, level)?.rating ?? START_RATING + 200 * (level - START_LEVEL)) - player.rating);
  let next = 1;
  for (let level = 2; level <= levels; level++) if (away(level) < away(next)) next = level;
  if (isProvisional(player)) next = Math.min(next, last?.level ?? FIRST_LEVEL);
  if (last && last.points > 0) next = Math.min(levels, Math.max(next, last.level + 1));
  while (next < levels && isBeaten(next)) next++;
  return last && last.points < 0 ? Math.max(1, Math.min(next, last.level - 1)) : next;
}
