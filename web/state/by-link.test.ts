/** Links of one game in every order, seen by either player. */

import assert from 'node:assert/strict';
import test from 'node:test';
import type { Side } from '../protocol.d.ts';
import { known } from './by-link.ts';

const MOVES = ['b1-b3', 'a2-c2', 'c1-c4', 'h2-f2', 'd1-d3', 'h3-f3', 'e1-e4', 'a3-c3'];

/** The record after so many moves, with a variation that was taken back. */
function record(
  count: number,
  { seed = null, isTakenBack = false }: { seed?: number | null; isTakenBack?: boolean } = {},
) {
  const turns = MOVES.slice(0, count).map((move, parent) => ({ parent, path: move.split('-') }));
  const nodes = isTakenBack
    ? [
        { main: 2 },
        { parent: 0, path: ['g1', 'g3'] },
        ...turns.map(({ parent, path }) => ({ parent: parent && parent + 1, path })),
      ]
    : [{}, ...turns];
  return JSON.stringify({
    saltus: 1,
    game: 'rock',
    options: {},
    setup: 'standard',
    seed,
    rows: [],
    side: 'w',
    nodes,
  });
}

const kept = (own: Side, count: number, over = false) => ({
  record: record(count),
  players: own === 'w' ? { w: 0, b: -1 } : { w: -1, b: 0 },
  over,
});

const how = (count: number, turn: Side, ...all: ReturnType<typeof kept>[]) => known(record(count), turn, all)?.how;

test('the link that a player has sent awaits the friend', () => {
  assert.equal(how(1, 'b', kept('w', 1)), 'awaited');
  assert.equal(how(2, 'w', kept('b', 2)), 'awaited');
  // It was sent from another device.
  assert.equal(how(3, 'b', kept('w', 1)), 'awaited');
});

test('the answer of the friend goes on with the game', () => {
  assert.equal(how(2, 'w', kept('w', 1)), 'goes-on');
  assert.equal(how(3, 'b', kept('b', 2)), 'goes-on');
  assert.equal(how(3, 'b', kept('b', 3)), 'goes-on');
});

test('a link whose move has been answered is known', () => {
  assert.equal(how(1, 'b', kept('b', 2)), 'played');
  assert.equal(how(2, 'w', kept('w', 3)), 'played');
});

test('a link that is older than what this device has is known, whoever made it', () => {
  assert.equal(how(1, 'b', kept('b', 3)), 'newer');
  assert.equal(how(1, 'b', kept('w', 2)), 'newer');
  assert.equal(how(2, 'w', kept('w', 1), kept('w', 5)), 'newer');
});

test('other games are not taken for it', () => {
  assert.equal(how(1, 'b'), undefined);
  assert.equal(known(record(1, { seed: 7 }), 'b', [kept('b', 2)]), null);
  assert.equal(known('{', 'b', [kept('b', 2)]), null);
  assert.equal(how(1, 'b', { ...kept('b', 2), players: { w: 4, b: 0 } }), undefined);
  // One that is over begins alike; known again it is by more moves.
  assert.equal(how(1, 'b', kept('b', 8, true)), undefined);
  assert.equal(how(7, 'b', kept('b', 8, true)), 'played');
});

test('moves that were taken back are no part of it', () => {
  assert.equal(known(record(1, { isTakenBack: true }), 'b', [kept('w', 1)])?.how, 'awaited');
  assert.equal(known(record(1), 'b', [{ ...kept('b', 2), record: record(2, { isTakenBack: true }) }])?.how, 'played');
});
