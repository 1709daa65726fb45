/** The archive of finished games. Each record is stored by itself, to be opened without reading the others. */

import type { Side } from '../protocol.d.ts';
import type { Aid, ArchivedGame } from '../state/kept.ts';
import { added, archivedGames, drop, write } from './store.ts';

const MAX_ARCHIVED_GAMES = 200;

export const KINDS = ['won', 'drawn', 'lost'] as const;

export type Results = Record<(typeof KINDS)[number], number>;

/** The results against one opponent; those of games that are not rated stand apart. */
export type Tally = Results & { unrated: Results };

/** Before each side has made so many moves, a game that is given up says nothing about the players. */
export const MIN_RATED_MOVES = 5;

const GIVEN_UP = ['resignation', 'agreement', 'flag']; // how a game ends that is not played to its end

type Ending = Pick<ArchivedGame, 'aid' | 'rated' | 'reason' | 'plies'>;

/** Why a game is not rated, makes no opponent beaten and is counted apart: help, or an end in the opening (`short`). */
export function whyUnrated({ aid, rated, reason, plies }: Ending): Aid | 'short' | undefined {
  if (rated) return undefined;
  return aid ?? (GIVEN_UP.includes(reason) && plies < 2 * MIN_RATED_MOVES ? 'short' : undefined);
}

/**
 * Archives a finished game. If it is there already (it was taken back and finished again), the new ending replaces the
 * old one, but for the rating the first one counts, unless it was an end in the opening.
 */
export function keep(game: ArchivedGame, record: string) {
  const before = archivedGames().find(({ id }) => id === game.id);
  const first = before && whyUnrated(before) !== 'short' && { aid: before.aid, rated: before.rated };
  const others = archivedGames().filter(({ id }) => id !== game.id);
  const list = added({ ...game, ...first }, others, MAX_ARCHIVED_GAMES);
  for (const { id } of others) if (!list.some((game) => game.id === id)) drop(`past.${id}`);
  write(`past.${game.id}`, record);
  write('past', list);
}

/** Notes which games are in the library now. One that has another ending since is not. */
export function noteKept(kept: ArchivedGame[]) {
  const list = archivedGames();
  for (const game of list) game.kept ||= kept.some(({ id, when }) => id === game.id && when === game.when);
  write('past', list);
}

/** The person's side in a game against the computer; null for any other game. */
export function person({ players: { w, b } }: ArchivedGame): Side | null {
  if (w === 0 && b > 0) return 'w';
  return b === 0 && w > 0 ? 'b' : null;
}

export const levelOf = ({ players: { w, b } }: ArchivedGame) => Math.max(w, b);

/** The person's result against the computer: 1, 0 or -1; null for any other game. */
export function score(game: ArchivedGame) {
  const side = person(game);
  if (!side) return null;
  return game.winner === 'draw' ? 0 : game.winner === side ? 1 : -1;
}

/** The kind of a result of 1, 0 or -1. */
export const kindOf = (points: number): keyof Results => (points > 0 ? 'won' : points < 0 ? 'lost' : 'drawn');

const none = (): Results => ({ won: 0, drawn: 0, lost: 0 });

const ratedOf = (games: ArchivedGame[]) => games.filter((game) => !whyUnrated(game));

/** Wins, draws and losses against each level of the computer. */
export function tally(games: ArchivedGame[]) {
  const levels: Map<number, Tally> = new Map();
  for (const game of games) {
    const own = score(game);
    if (own === null) continue;
    const level = levelOf(game);
    const sum = levels.get(level) ?? { ...none(), unrated: none() };
    (whyUnrated(game) ? sum.unrated : sum)[kindOf(own)]++;
    levels.set(level, sum);
  }
  return new Map([...levels].sort(([a], [b]) => a - b));
}

export function sumOf(tallies: Iterable<Tally>): Tally {
  const sum = { ...none(), unrated: none() };
  for (const part of tallies) {
    for (const kind of KINDS) {
      sum[kind] += part[kind];
      sum.unrated[kind] += part.unrated[kind];
    }
  }
  return sum;
}

export const countOf = ({ won, drawn, lost }: Results) => won + drawn + lost;

/** The longest winning streak in rated games, of games with the latest first. */
export function bestStreak(games: ArchivedGame[]) {
  let best = 0;
  let run = 0;
  for (const own of ratedOf(games)
    .flatMap((game) => score(game) ?? [])
    .reverse()) {
    run = own > 0 ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return best;
}
