/**
 * What the days have in store: which game's puzzle and board belong to a day, what was done about them, and how many days
 * in a row a puzzle of the day was solved. A day is a number from `lib/date.ts`, of the player's own calendar.
 */

import type { Rules } from '../engine/client.ts';
import { dateOf, today } from '../lib/date.ts';
import { stars } from '../lib/glyphs.ts';
import { dateLocale, gameName, t } from '../lib/i18n.ts';
import { fields, isObject, mapped, number, recordOf, text } from '../lib/shape.ts';
import type { Meta } from '../state/game.d.ts';
import type { Day, Days, Kept } from '../state/kept.ts';
import { other } from '../state/state.ts';
import { read, write } from './store.ts';

const MAX_DAYS = 800; // how many days are remembered: a streak is not counted beyond them

/** Levels of the opponents of the board of the day, from Monday to Sunday: the week grows harder. */
const LEVELS_OF_WEEK = [2, 3, 4, 5, 6, 7, 8];

const FIRST_WEEKDAY = 3; // 1 January 1970 was a Thursday, the fourth day of the week

/** Where a day is in turns of so many. */
const turnOf = (day: number, count: number) => ((day % count) + count) % count;

/** The position in the week, Monday being 0. */
export const weekday = (day: number) => turnOf(day + FIRST_WEEKDAY, 7);

/** Whose puzzle is the puzzle of the day: all games that have puzzles take their turns. */
export const puzzleGame = <Game extends { key: string }>(games: Game[], day: number): Game | undefined =>
  games[turnOf(day, games.length)];

/**
 * The board of the day: a game other than that of the puzzle, against an opponent that is stronger the later in the
 * week. What a game has of set-ups or three-move openings is drawn by the day, so that everyone begins alike.
 */
export function boardOfDay(games: Meta[], day: number) {
  const game = games[turnOf(day + 2, games.length)];
  const setup = game.setups[Math.floor(day / games.length) % game.setups.length];
  return {
    game,
    level: Math.min(game.levels, LEVELS_OF_WEEK[weekday(day)]),
    person: Math.floor(day / games.length) % 2 ? other(game.first) : game.first,
    setup: setup.key,
    seed: setup.seeded ? day : undefined,
  };
}

export const isSolved = (puzzles: Day | undefined) => Object.values(puzzles ?? {}).some((puzzle) => puzzle.solved);

/** Days in a row with a puzzle of the day solved, until today or, while it is open, yesterday; and the most ever. */
export function streak({ puzzles }: Days, today: number) {
  const days = Object.keys(puzzles).filter((day) => isSolved(puzzles[day]));
  const solved = new Set(days.map(Number));
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

/** The days with one more thing known about a day's puzzle. What is tried after the first solution changes nothing. */
export function withPuzzle(days: Days, day: number, game: string, change: Partial<Day[string]>): Days {
  const before = days.puzzles[day]?.[game] ?? { faults: 0, helped: false, solved: false };
  if (before.solved) return days;
  const puzzles = { ...days.puzzles[day], [game]: { ...before, ...change } };
  return { ...days, puzzles: latest({ ...days.puzzles, [day]: puzzles }) };
}

const latest = <Value>(byDay: Record<string, Value>): Record<string, Value> => {
  const entries = Object.entries(byDay).sort(([a], [b]) => Number(a) - Number(b));
  return Object.fromEntries(entries.slice(-MAX_DAYS));
};

export const withBoard = (days: Days, day: number, id: string): Days => {
  return { ...days, boards: latest({ ...days.boards, [day]: id }) };
};

/** The days as the store has them; what is not whole is left out. */
export function wholeDays(stored: unknown): Days {
  const { puzzles, boards } = fields(stored);
  const byDay = <Value>(kept: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(kept).filter(([day]) => /^\d{1,6}$/.test(day)));
  const whole = ({ faults, helped, solved }: Record<string, unknown>) => ({
    faults: number(faults) ? faults : 0,
    helped: helped === true,
    solved: solved === true,
  });
  const objects = (kept: unknown) => recordOf<Record<string, unknown>>(kept, isObject);
  return {
    puzzles: byDay(mapped(objects(puzzles), (games) => mapped(objects(games), whole))),
    boards: byDay(recordOf<string>(boards, text)),
  };
}

export const days = (): Days => wholeDays(read('days'));

export const notePuzzle = (day: number, game: string, change: Partial<Day[string]>) =>
  write('days', withPuzzle(days(), day, game, change));

export const noteBoard = (day: number, id: string) => write('days', withBoard(days(), day, id));

/** How the board of a day ended, once it has. */
export const boardResult = ({ days: { boards }, games }: Kept, day: number) =>
  games.find(({ id }) => id === boards[day]);

/** How a puzzle of the day stands, as a key of a text and its number. */
export function standing(done: Day[string] | undefined) {
  if (!done) return { key: 'today.mark.new', n: 0 };
  if (!done.solved) return { key: 'today.mark.open', n: 0 };
  if (done.helped) return { key: 'today.mark.helped', n: 0 };
  return done.faults ? { key: 'today.mark.tries', n: done.faults + 1 } : { key: 'today.mark.first', n: 1 };
}

export const written = (day: number, style: 'medium' | 'full' = 'medium') =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: style }).format(dateOf(day));

const MAX_SQUARES = 8; // how many wrong tries are drawn one by one

/** What is told of a solved puzzle: when, which game, how hard, how many tries, and the streak. */
export function resultText(meta: { key: string; name: string }, grade: number, day: number) {
  const all = days();
  const done = all.puzzles[day]?.[meta.key];
  const { key, n } = standing(done);
  const squares =
    '🟥'.repeat(Math.min(MAX_SQUARES, done?.faults ?? 0)) + (done?.solved ? (done.helped ? '🟨' : '🟩') : '⬜');
  const { now } = streak(all, Math.max(day, today()));
  const puzzle = t('today.text.puzzle', { game: gameName(meta), stars: stars(grade) });
  const lines = [t('today.text', { date: written(day) }), puzzle, `${squares} ${t(key, { n })}`];
  if (now > 1) lines.push(t('today.streak', { n: now }));
  if (location.protocol.startsWith('http')) lines.push(`${location.origin}${location.pathname}#panel=today`);
  return lines.join('\n');
}

/** The number of the three-move opening of a day. */
export async function ballotOfDay(rules: Rules, meta: Meta, day: number) {
  if (!meta.ballots) return undefined;
  const { ballots } = await rules.request('ballots', { game: meta.key });
  const deck = ballots.filter(({ deck }: { deck: boolean }) => deck);
  return deck.length ? deck[day % deck.length].number : undefined;
}
