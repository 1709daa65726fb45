/** When the rest of the runtime is fetched that nothing has needed yet. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import type { Engine } from '../engine/client.ts';
import type { Page } from '../state/state.ts';
import { fetchRestLater } from './next-visit.ts';

let stay = () => {}; // ends the time after which a visitor has stayed
globalThis.setTimeout = ((run: () => void) => {
  stay = run;
}) as unknown as typeof setTimeout;

/** A visit: `reply` has the computer answer, `store` the service worker begin; `count` tells how often it was fetched. */
function visit(saveData: boolean) {
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { connection: { saveData } } });
  let count = 0;
  let [reply, store] = [() => {}, () => {}];
  const until = () => new Promise<void>((done) => (reply = done));
  const stored = new Promise<void>((done) => (store = done));
  const engine = { fetchRest: async () => void count++ };
  const end = fetchRestLater(engine as Engine, { until } as unknown as Page, stored);
  return { reply: () => reply(), store: () => store(), end, count: () => count };
}

/** Lets come what waits for nothing. */
async function breathe() {
  for (let step = 0; step < 9; step++) await null;
}

test('after the first reply it is fetched, once that will be stored', async () => {
  const { reply, store, end, count } = visit(false);
  reply();
  await breathe();
  equal(count(), 0);
  store();
  await end;
  equal(count(), 1);
});

test('it is fetched for a visitor who stays, and not before', async () => {
  const { store, end, count } = visit(false);
  store();
  await breathe();
  equal(count(), 0);
  stay();
  await end;
  equal(count(), 1);
});

test('who saves data does not download it beforehand', async () => {
  const { reply, store, end, count } = visit(true);
  reply();
  store();
  stay();
  await end;
  equal(count(), 0);
});
