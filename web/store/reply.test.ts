/** The reply that the rules gave at an earlier visit stands for them only if it is whole, and about this match. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { loadReply, PREFIX } from './store.ts';

const MOVE = { path: ['b6', 'a5'], captured: [], text: '9-13' };
const MATCH = {
  game: 'english',
  record: 'a record',
  rows: ['..', 'w.'],
  moves: [MOVE],
  history: [{ move: MOVE, node: 1, parent: 0, ply: 1 }],
  claims: [],
  counters: [],
  options: {},
  side: 'w',
  node: 1,
  ply: 1,
};
const SAVED = { record: 'a record', rows: ['..', 'w.'] } as unknown as Parameters<typeof loadReply>[1];

/** Whether a reply that was stored so is used. */
function isUsed(match: object, version = 'this') {
  const text = JSON.stringify({ version, match });
  (globalThis as any).localStorage = { getItem: (name: string) => (name === `${PREFIX}reply.english` ? text : null) };
  return loadReply({ key: 'english' }, SAVED, 'this') !== null;
}

test('a reply about the saved match is used, and none of another version or match, nor a damaged one', () => {
  equal(isUsed(MATCH), true);
  equal(isUsed(MATCH, 'another'), false);
  const others = [
    { game: 'rock' },
    { record: 'another' },
    { rows: ['..', '.w'] },
    { moves: [{ path: 7 }] },
    { history: null },
    { side: 'x' },
  ];
  for (const change of others) equal(isUsed({ ...MATCH, ...change }), false, JSON.stringify(change));
});
