/**
 * What the rules say of the computer's levels, by game. By itself, so that the first board needs no more of the ratings.
 */

import type { Meta } from './game.d.ts';

const ladders: Map<string, Meta['ladder']> = new Map();

/** Takes over what the rules say of the levels. */
export function learnLadders(games: Pick<Meta, 'key' | 'ladder'>[]) {
  for (const { key, ladder } of games) ladders.set(key, ladder);
}

/** The levels of a game, the weakest first. */
export const ladderOf = (game: string) => ladders.get(game);
