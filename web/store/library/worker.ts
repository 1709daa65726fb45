/** A second Python worker, for the library: reading a file or reviewing games does not keep the board waiting. */

import { Engine } from '../../engine/client.ts';

const IDLE_MS = 60_000; // it ends after this time without a request: Python takes memory

/** The running worker, and how many are using it. */
let running: { engine: Engine; users: number; timer: number } | null = null;

let last: Promise<unknown> = Promise.resolve(); // settles when the last `exclusive` work has ended

/** Uses the library's worker, which is started if there is none. `rules` is the page's own engine. */
export async function withWorker<Result>(rules: object, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const main = rules as Engine;
  if (!running) {
    const engine = new Engine(main.assets);
    const { parts, needsWhole, oncrash } = main;
    Object.assign(engine, { parts, needsWhole, oncrash, isWhole: true });
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
    if (!mine.users) mine.timer = window.setTimeout(() => end(mine), mine.engine.lost ? 0 : IDLE_MS);
  }
}

function end(which: NonNullable<typeof running>) {
  if (running === which) running = null;
  which.engine.close();
}

/** Uses the worker's match, of which it has one: after all earlier such work. */
export function exclusive<Result>(rules: object, work: (engine: Engine) => Promise<Result>) {
  const result = last.then(() => withWorker(rules, work));
  last = result.catch(() => {});
  return result;
}
