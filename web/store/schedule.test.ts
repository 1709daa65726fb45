/** Which puzzle comes next, and what is kept of a try. `tests/client/test_schedule.py` has the rules answer. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { puzzleRating } from '../state/rating.ts';
import { inOrder, memory, remember } from './schedule.ts';

const LIST = [1, 3, 5, 7, 9].map((level) => ({ puzzle: `p${level}`, level }));
const NOW = 1_800_000_000_000;

const order = (how: Parameters<typeof inOrder>[2], kept = {}) =>
  inOrder(LIST, kept, { now: NOW, ...how }).map(({ puzzle }) => puzzle);

test('new puzzles come in their order, and with a rating the closest first', () => {
  deepEqual(order({}), ['p1', 'p3', 'p5', 'p7', 'p9']);
  deepEqual(order({ rating: puzzleRating(7) + 10 }), ['p7', 'p9', 'p5', 'p3', 'p1']);
});

test('what is due comes before what fits best, and the last puzzle at the end', () => {
  const kept = { p1: { box: 0, due: NOW - 1, when: 1, solved: 0, missed: 1 } };
  deepEqual(order({ rating: puzzleRating(9) }, kept)[0], 'p1');
  equal(order({ but: 'p1' }, kept).at(-1), 'p1');
});

test('a try in a run is kept but does not touch the streak', async () => {
  const rules: any = {
    request: async (_: string, { clean, now, progress = {} }: any) => ({
      progress: { solved: 0, missed: 0, ...progress, box: clean ? null : 0, due: now, when: now },
    }),
  };
  ok(await remember(rules, 'rock', 'a', true, NOW));
  ok(await remember(rules, 'rock', 'b', false, NOW, false));
  ok(!(await remember(rules, 'rock', 'b', false, NOW, false)));
  const { games, streak } = memory();
  equal(streak.now, 1);
  equal(games.rock.b.box, 0);
});
