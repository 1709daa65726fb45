/** When the page is drawn. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { Page } from './state.js';

/** A page that notes the values it has drawn. */
function noting() {
  const page = new Page(/** @type {any} */ ({ value: 0 }));
  /** @type {number[]} */
  const drawn = [];
  page.show((state) => drawn.push(/** @type {any} */ (state).value));
  const set = (/** @type {number} */ value) =>
    page.change((state) => {
      /** @type {any} */ (state).value = value;
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
