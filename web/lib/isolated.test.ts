/** Names from right to left beside others. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { isolated } from './isolated.ts';

test('a name from right to left keeps what stands beside it in its place', () => {
  equal(isolated('Ada'), 'Ada');
  equal(isolated(''), '');
  equal(isolated('Ильин'), 'Ильин');
  for (const name of ['דנה', 'ليلى', 'Dana דנה', 'ܐܒܐ']) equal(isolated(name), `\u2068${name}\u2069`);
});
