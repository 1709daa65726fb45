/** When the page is drawn. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { Page } from './state.ts';

/** A page that notes the values it has drawn. */
function noting() {
  const page = new Page({ value: 0 } as any);
  const drawn: number[] = [];
  page.show((state) => drawn.push((state as any).value));
  const set = (value: number) =>
    page.change((state) => {
      (state as any).value = value;
    });
  return { page, drawn, set };
}

test('changes in one task are drawn once, after it', async () => {
  const { drawn, set } = noting();
  set(1);
  set(2);
  deepEqual(drawn, []);
  await null;
  deepEqual(drawn, [2]);
});

test('what is drawn at once is not drawn again', async () => {
  const { page, drawn, set } = noting();
  set(1);
  page.draw();
  await null;
  deepEqual(drawn, [1]);
  set(2);
  await null;
  deepEqual(drawn, [1, 2]);
});
