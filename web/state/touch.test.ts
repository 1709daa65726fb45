/** A touched piece must move. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { isOfPiece, touched } from './path.ts';
import { GAME } from './session.ts';

const state = (more: Record<string, unknown> = {}) =>
  ({
    settings: { touch: true },
    session: GAME,
    analysis: null,
    draft: ['c3'],
    pending: false,
    players: { w: 0, b: 4 },
    ...more,
  }) as any;

test('a piece that was picked up must move', () => {
  assert.equal(touched(state()), 'c3');
  assert.equal(touched(state({ draft: ['c3', 'e5'] })), 'c3');
  assert.equal(touched(state({ draft: [] })), null);
});

test('the setting is off unless chosen, and holds in games alone', () => {
  assert.equal(touched(state({ settings: { touch: false } })), null);
  for (const kind of ['lesson', 'puzzle', 'review', 'editor', 'exploration'])
    assert.equal(touched(state({ session: { kind, below: GAME } })), null);
  assert.equal(touched(state({ analysis: { lines: [] } })), null);
});

test('a typed move is recognised in both notations', () => {
  const moves = [
    { text: '22-18', path: ['c3', 'd4'] },
    { text: '23x7', path: ['e3', 'c5', 'e7'] },
  ];
  for (const typed of ['22-18', '22 18', 'c3-d4', 'C3 d4']) assert.ok(isOfPiece(moves, 'c3', typed), typed);
  for (const typed of ['23x7', 'e3xc5xe7', '22', 'undo', '']) assert.ok(!isOfPiece(moves, 'c3', typed), typed);
  assert.ok(isOfPiece(moves, 'e3', 'e3xc5xe7'));
});
