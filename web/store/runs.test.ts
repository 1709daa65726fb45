/** Runs of puzzles: what comes next, and that the best results stay. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { bestRun, inSet, keepRun, nextInRun, runs } from './schedule.ts';
import { write } from './store.ts';

/** 100 puzzles from level 0.5 to 10.4. */
const LIST = Array.from({ length: 100 }, (_, at) => ({
  puzzle: `p${at}`,
  level: 0.5 + at / 10,
  grade: 1 + Math.floor(at / 20),
  themes: [at % 2 ? 'shot' : 'crowning'],
}));

function played(list: typeof LIST, kind: 'streak' | 'rush', count: number) {
  const given: typeof LIST = [];
  for (let n = 0; n < count; n++) {
    const next = nextInRun(list, given, kind, () => ((n * 7) % 10) / 10);
    if (!next) break;
    given.push(next);
  }
  return given;
}

test('a run begins easy and is never easier than before', () => {
  for (const kind of ['streak', 'rush'] as const) {
    const given = played(LIST, kind, 20);
    ok(given[0].level <= 0.9, 'the first is among the easiest');
    for (const [at, one] of given.entries()) if (at) ok(one.level >= given[at - 1].level, `puzzle ${at}`);
    equal(new Set(given).size, 20);
  }
});

test('a streak grows harder sooner than a run against the clock', () => {
  const levels = (kind: 'streak' | 'rush') => played(LIST, kind, 20)[19].level;
  ok(levels('streak') > levels('rush'));
});

test('a run ends when all puzzles of its set have been given', () => {
  const small = inSet(LIST, { grade: 1, theme: 'shot' });
  equal(small.length, 10);
  const given = played(small, 'streak', 99);
  equal(given.length, 10);
  equal(new Set(given).size, 10);
});

test('puzzles of about the same level are drawn by chance', () => {
  const firsts = new Set([0, 0.5, 0.99].map((at) => nextInRun(LIST, [], 'streak', () => at)));
  equal(firsts.size, 3);
});

const RUN = { kind: 'streak' as const, game: 'rock', grade: 0, theme: '' };

test('the best result stays, and each set of puzzles has its own', () => {
  keepRun({ ...RUN, score: 4, when: 1 });
  keepRun({ ...RUN, score: 9, when: 2 });
  keepRun({ ...RUN, score: 6, when: 3 });
  keepRun({ ...RUN, theme: 'shot', score: 2, when: 4 });
  equal(bestRun(RUN), 9);
  equal(bestRun({ ...RUN, theme: 'shot' }), 2);
  equal(bestRun({ ...RUN, kind: 'rush' }), 0);
  deepEqual(
    runs().last.map(({ score }) => score),
    [2, 6, 9, 4],
  );
});

test('a run that goes on replaces its own result', () => {
  write('runs', null);
  for (const score of [1, 2, 3]) keepRun({ ...RUN, score, when: 7 });
  deepEqual(
    runs().last.map(({ score }) => score),
    [3],
  );
  equal(bestRun(RUN), 3);
});

test('only so many results are kept, but the best one always', () => {
  write('runs', null);
  keepRun({ ...RUN, score: 50, when: 1 });
  for (let when = 2; when < 150; when++) keepRun({ ...RUN, score: 1, when });
  equal(runs().last.length, 100);
  equal(bestRun(RUN), 50);
});

test('what is damaged in storage counts for nothing', () => {
  write('runs', { last: [{ kind: 'x' }, 3], best: { a: { kind: 'streak' } } });
  deepEqual(runs(), { last: [], best: {} });
});
