/** Has a worker without a match make a snapshot of Python (`engine/runtime/snapshot.ts`) for later visits. */

import type { Engine } from '../engine/client.ts';
import { startWorker } from '../engine/handle.ts';
import { isSandboxed } from '../lib/capabilities.ts';
import type { Page } from '../state/state.ts';

const STAY_MS = 15_000; // a visitor who is still here after this time may come again
const RETRY_MS = 5_000; // while the rules are busy, it is tried again after this time
const PATIENCE_MS = 60_000; // the worker is given up after this time

/** Has a snapshot made for the page's game once the visitor has stayed for a while and the rules are idle. */
export function snapshotLater(engine: Engine, page: Page, ms: number = STAY_MS) {
  if (isSandboxed() || !location.protocol.startsWith('http')) return;
  setTimeout(() => {
    if (engine.parts?.wasm && engine.pending.size === 0) snapshot(engine, page.state.meta.key);
    else snapshotLater(engine, page, RETRY_MS);
  }, ms);
}

/** Has a snapshot made for a game, if there is none of this build. Resolves to whether there is one now. */
export async function snapshot({ assets, parts, needsWhole }: Engine, game: string): Promise<boolean> {
  const worker = startWorker(assets.worker);
  const isMade = await new Promise<boolean>((resolve) => {
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
