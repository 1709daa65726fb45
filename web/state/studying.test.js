/**
 * When a game is being played: then nothing is reviewed in the background.
 */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { isPlaying } from './studying.js';

/** A game that has begun and waits for the player. @param {Record<string, unknown>} change */
const state = (change = {}) =>
  /** @type {any} */ ({
    mode: { kind: 'play' },
    match: { ply: 3, outcome: null },
    panel: null,
    thinking: null,
    turn: null,
    analysis: null,
    ...change,
  });

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
  for (const change of [{ turn: { since: 0, seen: 0 } }, { thinking: { side: 'w' } }, { analysis: {} }]) {
    equal(isPlaying(state({ panel: 'puzzles', ...change })), true);
  }
});

test('nobody plays a game during a puzzle', () => {
  equal(isPlaying(state({ mode: { kind: 'puzzle' } })), false);
});
