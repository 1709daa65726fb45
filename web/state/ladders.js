/**
 * What the rules say of the computer's levels, by game. By itself, so that the first board needs no more of the ratings.
 *
 * @import { Meta } from '../types.d.ts'
 */

/** @type {Map<string, Meta['ladder']>} */
const ladders = new Map();

/** Takes over what the rules say of the levels. @param {Pick<Meta, 'key' | 'ladder'>[]} games */
export function learnLadders(games) {
  for (const { key, ladder } of games) ladders.set(key, ladder);
}

/** The levels of a game, the weakest first. @param {string} game */
export const ladderOf = (game) => ladders.get(game);
