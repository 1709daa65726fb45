/** When a game is being played: then nothing is reviewed in the background. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { isPlaying } from './playing.ts';
import { GAME } from './session.ts';

/** A game that has begun and waits for the player. */
const state = (change: Record<string, unknown> = {}) =>
  ({
    session: GAME,
    players: { w: 0, b: 4 },
    match: { ply: 3, outcome: null },
    panel: null,
    thinking: null,
    timing: { turns: {} },
    analysis: null,
    ...change,
  }) as any;

test('a game that goes on is being played, whichever panel but the puzzles is open', () => {
  equal(isPlaying(state()), true);
  equal(isPlaying(state({ panel: 'settings' })), true);
  equal(isPlaying(state({ panel: 'puzzles' })), false);
});

test('a game that has not begun or has ended is not', () => {
  equal(isPlaying(state({ match: { ply: 0, outcome: null } })), false);
  equal(isPlaying(state({ match: { ply: 9, outcome: { winner: 'w' } } })), false);
  equal(isPlaying(state({ match: null })), false);
});

test('a clock that runs, and a search for the board, come first anywhere', () => {
  const match = { ply: 1, node: 1, history: [{ parent: 0, move: { path: ['b1', 'b3'] } }], clock: {}, outcome: null };
  const timing = { turns: { 'b1-b3': { side: 'w', used: 0 } } };
  for (const change of [{ match, timing }, { thinking: { side: 'w' } }, { analysis: {} }]) {
    equal(isPlaying(state({ panel: 'puzzles', ...change })), true);
  }
});

test('nobody plays a game during a puzzle', () => {
  equal(isPlaying(state({ session: { kind: 'puzzle' } })), false);
});
