/**
 * What the days have in store: which game's puzzle and board belong to a day, and how many days in a row a puzzle of
 * the day was solved. A day is a number from `lib/seed.ts`, of the player's own calendar.
 */

import type { Loose } from '../lib/loose.d.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import type { Day, Days } from '../state/kept.ts';

/** How many days are remembered: a streak is not counted beyond them. */
const MAX_DAYS = 800;

/** Levels of the opponents of the board of the day, from Monday to Sunday: the week grows harder. */
const LEVELS_OF_WEEK = [2, 3, 4, 5, 6, 7, 8];

/** 1 January 1970 was a Thursday, the fourth day of the week. */
const FIRST_WEEKDAY = 3;

/** The position in the week, Monday being 0. */
export const weekday = (day: number) => (((day + FIRST_WEEKDAY) % 7) + 7) % 7;

/**
 * Whose puzzle is the puzzle of the day: all games take their turns.
 *
 * @param games that have puzzles
 */
export const puzzleGame = <Game extends { key: string }>(games: Game[], day: number): Game | undefined =>
  games[((day % games.length) + games.length) % games.length];

/**
 * The board of the day: a game other than that of the puzzle, against an opponent that is stronger the later in the
 * week. What a game has of set-ups or three-move openings is drawn by the day, so that everyone begins alike.
 */
export function boardOfDay(
  games: Meta[],
  day: number,
): { game: Meta; level: number; person: Side; setup: string; seed: number | undefined } {
  const game = games[(((day + 2) % games.length) + games.length) % games.length];
  const setup = game.setups[Math.floor(day / games.length) % game.setups.length];
  return {
    game,
    level: Math.min(game.levels, LEVELS_OF_WEEK[weekday(day)]),
    person: Math.floor(day / games.length) % 2 ? (game.first === 'w' ? 'b' : 'w') : game.first,
    setup: setup.key,
    seed: setup.seeded ? day : undefined,
  };
}

/** Whether any puzzle of a day was solved. */
export const isSolved = (puzzles: Day | undefined) => Object.values(puzzles ?? {}).some((one) => one.solved);

/**
 * Days in a row on which a puzzle of the day was solved: until today, or until yesterday while today's is still to be
 * solved; and the most there ever were.
 */
export function streak({ puzzles }: Days, today: number) {
  const solved = new Set(
    Object.keys(puzzles)
      .filter((day) => isSolved(puzzles[day]))
      .map(Number),
  );
  let now = 0;
  for (let day = solved.has(today) ? today : today - 1; solved.has(day); day--) now++;
  let best = 0;
  for (const day of solved) {
    if (solved.has(day - 1)) continue;
    let length = 1;
    while (solved.has(day + length)) length++;
    best = Math.max(best, length);
  }
  return { now, best };
}

/**
 * The days with one more thing known about a puzzle. The first solution counts: what is tried after it changes nothing.
 *
 * @param day of the puzzle, on whichever day it is solved
 */
export function withPuzzle(days: Days, day: number, game: string, change: Partial<Day[string]>): Days {
  const before = days.puzzles[day]?.[game] ?? { faults: 0, helped: false, solved: false };
  if (before.solved) return days;
  const puzzles = { ...days.puzzles, [day]: { ...days.puzzles[day], [game]: { ...before, ...change } } };
  return { ...days, puzzles: latest(puzzles) };
}

const latest = <Value>(byDay: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(byDay)
      .sort(([a], [b]) => Number(a) - Number(b))
      .slice(-MAX_DAYS),
  );

/** The days with the board of a day begun. */
export const withBoard = (days: Days, day: number, id: string): Days => ({
  ...days,
  boards: latest({ ...days.boards, [day]: id }),
});

/** The days as the store has them; what is not whole is left out. */
export function wholeDays(stored: unknown): Days {
  const kept = stored as Loose<Days>;
  const isDay = (day: string) => /^\d{1,6}$/.test(day);
  const days: Days = { puzzles: {}, boards: {} };
  for (const [day, games] of Object.entries(kept?.puzzles ?? {})) {
    if (!isDay(day) || !games || typeof games !== 'object') continue;
    days.puzzles[day] = Object.fromEntries(
      Object.entries(games)
        .filter(
          (entry): entry is [string, Loose<Day[string]> & object] =>
            Boolean(entry[1]) && typeof entry[1] === 'object',
        )
        .map(([game, one]) => [
          game,
          {
            faults: Number.isFinite(one.faults) ? Number(one.faults) : 0,
            helped: one.helped === true,
            solved: one.solved === true,
          },
        ]),
    );
  }
  for (const [day, id] of Object.entries(kept?.boards ?? {})) {
    if (isDay(day) && typeof id === 'string') days.boards[day] = id;
  }
  return days;
}
