/** What the board is used for: one session at a time, with what it covers; and leaving one never ends another. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import * as sessions from './session.ts';

const { GAME, cover, editOf, explore, hasTakenBack, homeOf, isTried, lessonOf, play, puzzleOf, uncover } = sessions;

const LESSON: any = { kind: 'lesson', lesson: { state: 'open' } };
const EDIT: any = { rows: [] };

/** A game against the computer. */
const state = (more: object = {}): any => ({ session: GAME, players: { w: 0, b: 4 }, analysis: null, ...more });

const data = (now: any) => [lessonOf, puzzleOf, editOf].map((of) => of(now));

test('a session has its own data, and none of another', () => {
  const now = state();
  deepEqual(data(now), [null, null, null]);
  cover(now, { kind: 'editor', edit: EDIT });
  deepEqual(data(now), [null, null, EDIT]);
  now.session = LESSON;
  deepEqual(data(now), [LESSON.lesson, null, null]);
});

test('what a review or the editor covers comes back, unless another session has begun meanwhile', () => {
  const now = state();
  explore(now, true);
  const { session } = now;
  cover(now, { kind: 'review' });
  uncover(now, 'editor');
  equal(now.session.kind, 'review');
  cover(now, { kind: 'editor', edit: EDIT });
  uncover(now, 'editor');
  equal(now.session, session);
});

test('moves are tried out in the place of a computer, and beyond any game', () => {
  const [now, persons] = [state(), state({ players: { w: 0, b: 0 } })];
  for (const one of [now, persons]) explore(one, true);
  deepEqual([now, persons].map(isTried), [true, false]);
  for (const one of [now, persons]) explore(one, false, { home: 3 });
  deepEqual([now, persons].map(homeOf), [3, 3]);
  for (const one of [now, persons]) explore(one, false, { home: null });
  deepEqual([now, persons].map(isTried), [false, false]);
  const analysed = state({ analysis: {} });
  explore(analysed, false);
  const watched = state({ analysis: {}, players: { w: 4, b: 4 } });
  explore(watched, false);
  deepEqual([analysed, watched].map(isTried), [true, false]);
});

test('the game goes on below its review, and in no lesson', () => {
  const now = state();
  explore(now, false, { home: 3, tookBack: true });
  cover(now, { kind: 'review' });
  play(now);
  deepEqual([now.session.kind, homeOf(now), hasTakenBack(now)], ['review', null, true]);
  const learning = state({ session: LESSON });
  explore(learning, true, { home: 3 });
  equal(learning.session, LESSON);
});
