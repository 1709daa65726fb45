/** The page's mode: one at a time, and leaving one never ends another. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import * as modes from './mode.ts';

const LESSON: any = { kind: 'lesson', lesson: { state: 'open' } };
const EDIT: any = { kind: 'edit', edit: { rows: [] } };

/** @param state what the accessors return */
const data = (state: modes.WithMode) => [modes.lessonOf, modes.puzzleOf, modes.editOf].map((of) => of(state));

test('a mode has its own data, and none of another', () => {
  const state: modes.WithMode = { mode: modes.PLAY };
  deepEqual(data(state), [null, null, null]);
  state.mode = LESSON;
  deepEqual(data(state), [LESSON.lesson, null, null]);
  state.mode = EDIT;
  deepEqual(data(state), [null, null, EDIT.edit]);
});

test('leaving returns to play, unless another mode was entered meanwhile', () => {
  const state: modes.WithMode = { mode: LESSON };
  modes.leaveMode(state, 'edit');
  equal(state.mode, LESSON);
  modes.leaveMode(state, 'lesson');
  equal(state.mode.kind, 'play');
});
