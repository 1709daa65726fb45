/** Days, streaks, and what Today keeps of them. */

import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { env } from 'node:process';
import test from 'node:test';
import { dateOf, dayOf } from '../lib/date.ts';
import type { Days } from '../state/kept.ts';
import { boardOfDay, puzzleGame, streak, weekday, wholeDays, withBoard, withPuzzle } from './days.ts';

const none = (): Days => ({ puzzles: {}, boards: {} });
const solvedOn = (...days: number[]) =>
  days.reduce((all, day) => withPuzzle(all, day, 'rock', { solved: true }), none());

const game = (key: string, more: object = {}) =>
  ({ key, first: 'w', levels: 10, setups: [{ key: 'standard', seeded: false }], ...more }) as any;
const GAMES = [
  game('english', { first: 'b' }),
  game('gambit'),
  game('italian'),
  game('rock'),
  game('roman', {
    setups: [
      { key: 'random', seeded: true },
      { key: 'balanced', seeded: true },
    ],
  }),
];

test('a day begins at midnight where the player is, in any time zone', () => {
  const zone = env.TZ;
  for (const TZ of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    env.TZ = TZ;
    const late = dayOf(new Date(2026, 10, 22, 23, 59, 59));
    equal(dayOf(new Date(2026, 10, 22, 0, 0, 0)), late, TZ);
    equal(dayOf(new Date(2026, 10, 23, 0, 0, 0)), late + 1, TZ);
    equal(late, Date.UTC(2026, 10, 22) / 86_400_000, TZ);
    deepEqual([dateOf(late).getDate(), dateOf(late).getHours()], [22, 0], TZ);
  }
  env.TZ = 'Europe/Rome';
  // Clocks go forward on the night of 29 March 2026: that day has 23 hours, and is one day all the same.
  equal(dayOf(new Date(2026, 2, 30, 0, 0)) - dayOf(new Date(2026, 2, 29, 0, 0)), 1);
  if (zone === undefined) delete env.TZ;
  else env.TZ = zone;
});

test('a streak counts days in a row, and is not lost before the day is over', () => {
  deepEqual(streak(none(), 100), { now: 0, best: 0 });
  deepEqual(streak(solvedOn(98, 99, 100), 100), { now: 3, best: 3 });
  deepEqual(streak(solvedOn(98, 99), 100), { now: 2, best: 2 });
  deepEqual(streak(solvedOn(97, 98), 100), { now: 0, best: 2 });
});

test('a gap ends a streak, and the best one is remembered', () => {
  deepEqual(streak(solvedOn(90, 91, 92, 93, 96, 97), 97), { now: 2, best: 4 });
});

test('a puzzle that is solved after midnight counts for its own day', () => {
  const days = withPuzzle(solvedOn(98, 99), 100, 'gambit', { solved: true });
  equal(streak(days, 101).now, 3);
});

test('several puzzles on one day are one day, and tries without a solution are none', () => {
  const days = withPuzzle(solvedOn(100), 100, 'gambit', { solved: true });
  equal(streak(days, 100).now, 1);
  equal(streak(withPuzzle(days, 101, 'rock', { faults: 2 }), 101).now, 1);
});

test('after the solution nothing changes any more', () => {
  const first = withPuzzle(none(), 5, 'rock', { faults: 1, solved: true });
  deepEqual(withPuzzle(first, 5, 'rock', { faults: 9, solved: true }), first);
});

test('all games take their turns', () => {
  deepEqual(new Set([10, 11, 12, 13, 14].map((day) => puzzleGame(GAMES, day)?.key)).size, GAMES.length);
  equal(puzzleGame(GAMES, 10), puzzleGame(GAMES, 15));
  equal(puzzleGame([], 10), undefined);
});

test('the board of the day is the same for everyone, and the week grows harder', () => {
  const monday = dayOf(new Date(2026, 10, 23));
  equal(weekday(monday), 0);
  const levels = [0, 1, 2, 3, 4, 5, 6].map((more) => boardOfDay(GAMES, monday + more).level);
  deepEqual(levels, [2, 3, 4, 5, 6, 7, 8]);
  for (let day = monday; day < monday + 40; day++) {
    const board = boardOfDay(GAMES, day);
    notEqual(board.game, puzzleGame(GAMES, day));
    equal(board.seed, board.game.key === 'roman' ? day : undefined);
    deepEqual(board, boardOfDay(GAMES, day));
  }
  const sides = new Set(
    Array.from({ length: 40 }, (_, i) => `${boardOfDay(GAMES, i).game.key}${boardOfDay(GAMES, i).person}`),
  );
  equal(sides.size, 2 * GAMES.length);
});

test('what the store holds is taken as far as it is whole', () => {
  const days = withBoard(solvedOn(3, 4), 4, 'an-id');
  deepEqual(wholeDays(JSON.parse(JSON.stringify(days))), days);
  for (const kept of [null, 7, [], 'x', { puzzles: 3, boards: { 4: 7, x: 'y' } }]) deepEqual(wholeDays(kept), none());
  const odd = wholeDays({ puzzles: { 7: { rock: { faults: 'many', solved: true }, gambit: null }, no: {} } });
  deepEqual(odd.puzzles, { 7: { rock: { faults: 0, helped: false, solved: true } } });
});
