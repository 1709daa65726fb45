/** What is on its way. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { begin, pause, pending, runAfter } from './pending.ts';

const { underWay } = globalThis as unknown as { underWay: () => { kinds: string[]; wait: number | null } };

test('what is on its way is counted by kind until it has come, however it ends', async () => {
  deepEqual(underWay(), { kinds: [], wait: null });
  const [one, other] = [begin('rules'), begin('rules')];
  one();
  one();
  deepEqual(underWay().kinds, ['rules']);
  other();
  deepEqual(underWay().kinds, []);
  const lost = pending('file', Promise.reject(new Error('lost')));
  deepEqual(underWay().kinds, ['file']);
  await lost.catch(() => {});
  deepEqual(underWay().kinds, []);
});

test('the next wait is told, until it has ended or is called off', async () => {
  let count = 0;
  const callOff = runAfter(60_000, () => count++);
  const soon = pause(5);
  const { wait } = underWay();
  deepEqual([wait !== null && wait <= 5, count], [true, 0]);
  await soon;
  deepEqual((underWay().wait ?? 0) > 5, true);
  callOff();
  deepEqual([underWay().wait, count], [null, 0]);
});
