/**
 * The player's own ratings, kept in this browser only: one a game against its opponents, and one for puzzles. A game
 * counts once, when it first ends: its summary says so (`ArchivedGame.rated`). Games of earlier visits count the
 * first time that the ratings are asked for, a puzzle the first time that it is tried.
 */

import { t } from '../lib/i18n.ts';
import { fields, mapped } from '../lib/shape.ts';
import type { Meta } from '../state/game.d.ts';
import { type ArchivedGame, type Kept, type Rated, type Ratings, unrated } from '../state/kept.ts';
import { nextOpponent, opponentRating, puzzleRating, rate, wholeRating } from '../state/rating.ts';
import { levelOf, score, tally, whyUnrated } from './archive.ts';
import { archivedGames, read, write } from './store.ts';

const PUZZLE_DEVIATION = 60;

/** What counts for the puzzle rating, in words. */
export const ratedPuzzles = () => t('rating.how.puzzles', { low: puzzleRating(1), high: puzzleRating(10) });

function load(): Ratings {
  const { games, puzzles } = fields(read('ratings'));
  return { games: mapped(fields(games), wholeRating), puzzles: wholeRating(puzzles) };
}

/** The opponent in a game that counts: the computer, alone against the player, without help. */
const opponentIn = (game: ArchivedGame) =>
  score(game) === null || whyUnrated(game) ? null : opponentRating(game.game, levelOf(game));

/** Ratings by game after some more games, the last first. Those that count for the first time are marked. */
export function counted(before: Record<string, Rated>, list: ArchivedGame[]) {
  const games = { ...before };
  let isChanged = false;
  for (const game of [...list].reverse()) {
    const opponent = game.rated ? null : opponentIn(game);
    if (!opponent) continue;
    const last = games[game.game] ?? unrated();
    const next = rate(last, opponent, ((score(game) ?? 0) + 1) / 2, game.when);
    games[game.game] = next;
    const rating = Math.round(next.rating);
    game.rated = { rating, change: rating - Math.round(last.rating), number: next.count };
    isChanged = true;
  }
  return { games, isChanged };
}

/** The ratings, with all games that have ended by now: those that count for the first time are saved as counted. */
export function ratings(): Ratings {
  const { games: before, puzzles } = load();
  const list = archivedGames();
  const { games, isChanged } = counted(before, list);
  if (isChanged) {
    write('ratings', { games, puzzles });
    write('past', list);
  }
  return { games, puzzles };
}

/** The opponent to play next in a game, by all that was played. */
export function proposedOpponent({ key, levels }: Pick<Meta, 'key' | 'levels'>, kept: Kept) {
  const rated = kept.ratings.games[key] ?? unrated();
  const games = kept.games.filter((game) => game.game === key && score(game) !== null);
  const results = tally(games);
  // A loss says enough where it is not rated; a win with help does not.
  const last = games.find((game) => !whyUnrated(game) || score(game) === -1);
  const latest = last ? { level: levelOf(last), points: score(last) ?? 0 } : null;
  return nextOpponent(key, levels, rated, (level) => Boolean(results.get(level)?.won), latest);
}

/** Counts the first try at a puzzle of a level; `isSolved`: without a wrong move and without help. */
export function ratePuzzle(level: number, isSolved: boolean, when: number = Date.now()) {
  const { games, puzzles } = load();
  const opponent = { rating: puzzleRating(level), deviation: PUZZLE_DEVIATION };
  write('ratings', { games, puzzles: rate(puzzles, opponent, isSolved ? 1 : 0, when) });
}
