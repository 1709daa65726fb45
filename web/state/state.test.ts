/** When effects are called, and when the page is drawn. */

import { deepEqual, throws } from 'node:assert/strict';
import test from 'node:test';
import { everything, Page, type State } from './state.ts';

let last = 0;
const frames: Map<number, () => void> = new Map();
Object.assign(globalThis, {
  requestAnimationFrame(run: () => void) {
    frames.set(++last, run);
    return last;
  },
  cancelAnimationFrame: (number: number) => frames.delete(number),
});

/** What the page does before it paints. */
function paint() {
  const due = [...frames.values()];
  frames.clear();
  for (const run of due) run();
}

type Values = { value: number; other: number };
const valueIn = (state: State) => (state as unknown as Values).value;

/** A page with two values, and what its views and effects have noted. */
function noting() {
  const page = new Page({ value: 0, other: 0 } as unknown as State);
  const noted: string[] = [];
  const note = (kind: string) => (value: number) => void noted.push(`${kind} ${value}`);
  const set = (values: Partial<Values>) => page.set(values as Partial<State>);
  /** What was noted since it was last looked at. */
  const taken = () => noted.splice(0);
  return { page, note, set, taken };
}

test('effects are called after the task, and views once a frame, if what they select has changed', async () => {
  const { page, note, set, taken } = noting();
  page.view(valueIn, note('view'));
  page.effect(valueIn, note('effect'));
  deepEqual(taken(), []);
  await null;
  deepEqual(taken(), ['effect 0']);
  paint();
  deepEqual(taken(), ['view 0']);
  set({ value: 1 });
  set({ value: 2 });
  await null;
  set({ value: 3 });
  await null;
  deepEqual(taken(), ['effect 2', 'effect 3']);
  paint();
  paint();
  deepEqual(taken(), ['view 3']);
  set({ other: 1 });
  await null;
  paint();
  deepEqual(taken(), []);
});

test('a list is compared by its items, and the state itself has changed with every change', async () => {
  const { page, set, taken, note } = noting();
  page.effect(
    (state) => [valueIn(state)],
    ([value]) => note('list')(value),
  );
  page.effect(everything, () => note('all')(0));
  await null;
  taken();
  set({ other: 1 });
  await null;
  deepEqual(taken(), ['all 0']);
  set({ value: 1 });
  await null;
  deepEqual(taken(), ['list 1', 'all 0']);
});

test('what an effect returns undoes it, before its next run and at its end', async () => {
  const { page, set, taken, note } = noting();
  const end = page.effect(valueIn, (value) => {
    note('run')(value);
    return () => note('undo')(value);
  });
  await null;
  set({ value: 1 });
  await null;
  end();
  end();
  set({ value: 2 });
  await null;
  deepEqual(taken(), ['run 0', 'undo 0', 'run 1', 'undo 1']);
});

test('what follows from an effect is drawn with it', async () => {
  const { page, set, taken, note } = noting();
  page.view(valueIn, note('view'));
  page.effect(valueIn, (value) => value === 1 && set({ value: 2 }));
  page.draw();
  set({ value: 1 });
  page.draw();
  deepEqual(taken(), ['view 0', 'view 2']);
  paint();
  await null;
  deepEqual(taken(), []);
});

test('a view that writes into the state fails', () => {
  const { page, set } = noting();
  page.view(everything, () => set({ value: 1 }));
  throws(() => page.draw(), /a view writes/);
});

test('a promise is kept once something holds', async () => {
  const { page, set } = noting();
  const held = page.until((state) => valueIn(state) > 1);
  set({ value: 1 });
  await null;
  set({ value: 2 });
  await held;
});
