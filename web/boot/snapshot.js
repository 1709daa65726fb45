/**
 * Has a snapshot of Python's memory made for later visits: see `engine/snapshot.js`. A worker of its own makes it, from
 * what the page has fetched, so that no match is in it.
 *
 * @import { Engine } from '../engine/client.js'
 * @import { Page } from '../state/state.js'
 */

import { startWorker } from '../engine/handle.js';
import { isSandboxed } from '../lib/capabilities.js';

/** A visitor who is still here after this time may come again. */
const STAY_MS = 15_000;

/** While the rules are busy, it is tried again after this time. */
const RETRY_MS = 5_000;

/** The worker is given up after this time. */
const PATIENCE_MS = 60_000;

/**
 * Has a snapshot made once the visitor has stayed for a while and the rules are idle.
 *
 * @param {Engine} engine
 * @param {Page} page whose game it is made for
 */
export function snapshotLater(engine, page) {
  if (!isSandboxed() && location.protocol.startsWith('http')) wait(engine, page, STAY_MS);
}

/** @param {Engine} engine @param {Page} page @param {number} ms */
function wait(engine, page, ms) {
  setTimeout(() => {
    if (engine.parts?.wasm && engine.pending.size === 0) snapshot(engine, page.state.meta.key);
    else wait(engine, page, RETRY_MS);
  }, ms);
}

/**
 * Has a snapshot made, if there is none of this build.
 *
 * @param {Engine} engine
 * @param {string} game the game that a page asks for first
 * @returns {Promise<boolean>} whether there is one now
 */
export async function snapshot({ assets, parts, needsWhole }, game) {
  const worker = startWorker(assets.worker);
  const isMade = await new Promise((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS);
    worker.onmessage = ({ data: { ready, failed, lacking } }) => {
      if (ready || failed || lacking) resolve(Boolean(ready));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(false);
    };
    worker.postMessage({ assets, base: document.baseURI, parts, whole: needsWhole, makes: game });
  });
  worker.terminate();
  return isMade;
}
