/** Two stores of progress as one: nothing is lost, and what went further wins. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { mergedStorage } from './library/backup-lines.ts';

function merged(here: Record<string, unknown>, there: Record<string, unknown>): Record<string, any> {
  const text = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
  const found = mergedStorage(text(here), text(there));
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, JSON.parse(value)]));
}

test('what is missing is added, and settings stay', () => {
  const found = merged({ settings: { theme: 'dark' } }, { settings: { theme: 'light' }, last: 'rock' });
  assert.deepEqual(found, { settings: { theme: 'dark' }, last: 'rock' });
});

test('finished games of both are listed, the latest first', () => {
  const here = { past: [{ id: 'b', when: 2, kept: true }] };
  const there = {
    past: [
      { id: 'c', when: 3 },
      { id: 'b', when: 2 },
      { id: 'a', when: 1 },
    ],
  };
  assert.deepEqual(
    merged(here, there).past.map(({ id, kept }: { id: string; kept?: boolean }) => [id, kept]),
    [
      ['c', undefined],
      ['b', true],
      ['a', undefined],
    ],
  );
});

test('of two tries at a puzzle the later one counts, and the best streak', () => {
  const puzzle = (when: number, solved: number) => ({
    box: 0,
    due: 0,
    when,
    solved,
    missed: 0,
  });
  const here = { puzzles: { games: { rock: { a: puzzle(5, 1), b: puzzle(9, 2) } }, streak: { now: 1, best: 7 } } };
  const there = {
    puzzles: { games: { rock: { a: puzzle(6, 2), b: puzzle(8, 1), c: puzzle(1, 1) } }, streak: { now: 2, best: 3 } },
  };
  const { games, streak } = merged(here, there).puzzles;
  assert.deepEqual(
    Object.entries<{ when: number }>(games.rock).map(([id, { when }]) => [id, when]),
    [
      ['a', 6],
      ['b', 9],
      ['c', 1],
    ],
  );
  assert.equal(streak.best, 7);
});

test('steps of a lesson that were done in either are done', () => {
  const found = merged({ 'lesson.rock': { at: 1, done: [0] } }, { 'lesson.rock': { at: 3, done: [0, 2] } });
  assert.deepEqual(found['lesson.rock'], { at: 3, done: [0, 2] });
});

test('the rating that more games have made stays', () => {
  const rated = (count: number) => ({ rating: 1000 + count, count });
  const here = { ratings: { games: { rock: rated(5), english: rated(1) }, puzzles: rated(3) } };
  const there = { ratings: { games: { english: rated(4), gambit: rated(2) }, puzzles: rated(2) } };
  const { games, puzzles } = merged(here, there).ratings;
  assert.deepEqual([games.rock.count, games.english.count, games.gambit.count, puzzles.count], [5, 4, 2, 3]);
});

test('what is no JSON in the backup is left out', () => {
  assert.deepEqual(mergedStorage({ last: '"rock"' }, { last: '{', met: 7, days: 'null' }), { last: '"rock"' });
});
