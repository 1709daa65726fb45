/**
 * Has a snapshot of Python's memory made for the next visit: see `engine/snapshot.js`. Another worker makes it, from the
 * files that the page has fetched, so that no game is in it.
 *
 * @import { Engine } from '../engine/client.js'
 */

import { startWorker } from '../engine/client.js';
import { isSandboxed } from '../lib/capabilities.js';

/** A visitor who is still here after this time may come again. */
const STAY_MS = 15_000;

/** While the rules are busy, it is tried again after this time. */
const RETRY_MS = 5_000;

/** The worker is given up after this time. */
const PATIENCE_MS = 60_000;

/** @param {Engine} engine */
export function snapshots(engine) {
  if (!isSandboxed() && location.protocol.startsWith('http')) setTimeout(() => make(engine), STAY_MS);
}

/** @param {Engine} engine */
function make(engine) {
  const { assets, parts, needsWhole } = engine;
  if (!parts?.late || engine.pending.size > 0) return void setTimeout(() => make(engine), RETRY_MS);
  const worker = startWorker(assets.worker);
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const timer = setTimeout(end, PATIENCE_MS);
  worker.onmessage = ({ data: { ready, failed, lacking } }) => {
    if (ready || failed || lacking) end();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end();
  };
  worker.postMessage({ assets, base: document.baseURI, parts, whole: needsWhole, makes: true });
}
