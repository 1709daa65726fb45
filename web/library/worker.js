/**
 * A second Python worker, for the library: reading a file or reviewing games does not keep the board waiting. It starts
 * from the files that the page has already fetched, and ends when it has had no work for a while.
 */

import { Engine } from '../engine/client.js';

/** It ends after this time without a request: Python takes memory. */
const IDLE_MS = 60_000;

/** The running worker, and how many are using it. @type {{ engine: Engine, users: number, timer: number } | null} */
let running = null;

/** Settles when the last `exclusive` work has ended. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Uses the library's worker. It is started if there is none.
 *
 * @template Result
 * @param {object} rules the page's own engine
 * @param {(engine: Engine) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withWorker(rules, work) {
  const main = /** @type {Engine} */ (rules);
  if (!running) {
    const engine = new Engine(main.assets);
    Object.assign(engine, { parts: main.parts, needsWhole: main.needsWhole, isWhole: true });
    // Requests wait until it has started; if it cannot, they fail.
    engine.start().catch(() => {});
    running = { engine, users: 0, timer: 0 };
  }
  const mine = running;
  clearTimeout(mine.timer);
  mine.users++;
  try {
    return await work(mine.engine);
  } finally {
    mine.users--;
    if (mine.engine.needsWhole && !main.needsWhole) main.takeWhole();
    if (!mine.users) mine.timer = window.setTimeout(() => end(mine), mine.engine.lost ? 0 : IDLE_MS);
  }
}

/** @param {NonNullable<typeof running>} which */
function end(which) {
  if (running === which) running = null;
  which.engine.close();
}

/**
 * Uses the worker's match, of which it has one: after all earlier such work.
 *
 * @template Result
 * @param {object} rules
 * @param {(engine: Engine) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export function exclusive(rules, work) {
  const found = last.then(() => withWorker(rules, work));
  last = found.catch(() => {});
  return found;
}
