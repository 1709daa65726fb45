/**
 * What the page says of the opponents: the share of moves that one misses, in a simple fraction.
 */

import { deepEqual, ok } from 'node:assert/strict';
import test from 'node:test';
import { inWords, tables } from './opponents.js';

test('a share is told as a simple fraction', () => {
  deepEqual(inWords(25), { n: 1, of: 4 });
  deepEqual(inWords(55), { n: 1, of: 2 });
  deepEqual(inWords(88), { n: 9, of: 10 });
  deepEqual(inWords(12), { n: 1, of: 8 });
  deepEqual(inWords(1), { n: 1, of: 100 });
});

test('no opponent’s share is told more than five percent off', () => {
  for (const [, blind] of Object.values(tables.SIGHTS).flat()) {
    const { n, of } = inWords(blind);
    ok(Math.abs((100 * n) / of - blind) <= 5, String(blind));
  }
});
