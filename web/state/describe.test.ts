/** What is said of a game that has ended. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { reason, score } from './describe.ts';
import { recordedName } from './state.ts';

const outcome = (key: string, text: string, values: Record<string, string> = {}) =>
  ({ winner: 'w', reason: 'record', text, said: { key, values } }) as any;

test('a record without a reason gives none, and one with a reason gives its own', () => {
  equal(reason(outcome('end.record-win', 'White wins.', { winner: 'White' })), '');
  equal(reason(outcome('end.record-draw', 'Draw.')), '');
  equal(reason(outcome('end.record-win-why', 'White wins: Abandoned', { why: 'Abandoned' })), 'Abandoned');
  equal(reason(outcome('end.record-draw-why', 'Draw: Time forfeit', { why: 'Time forfeit' })), 'Time forfeit');
  // Without a language the keys of the texts stand for them.
  deepEqual(score(outcome('end.record-win', 'White wins.')), ['result.wins', '']);
});

test('the record names the players where two people play', () => {
  const match = { names: { w: 'Ada' } } as any;
  equal(recordedName({ match, players: { w: 0, b: 0 } }, 'w'), 'Ada');
  equal(recordedName({ match, players: { w: 0, b: 0 } }, 'b'), '');
  equal(recordedName({ match, players: { w: 0, b: 4 } }, 'w'), '');
  equal(recordedName({ match: null, players: { w: 0, b: 0 } }, 'w'), '');
});
