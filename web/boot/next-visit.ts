/**
 * What the next visit gains by this one: the service worker, which stores the site for offline use and shows when there
 * is a newer version, and a snapshot of Python (`engine/runtime/snapshot.ts`), which a worker without a match makes. If
 * that is not possible (a page from a file, a frame with blocked storage, a full disk) the page works without them.
 */

import type { Engine } from '../engine/client.ts';
import { startWorker } from '../engine/start-worker.ts';
import { isSandboxed, savesData, serviceWorkers } from '../lib/capabilities.ts';
import { pending } from '../lib/pending.ts';
import type { Page } from '../state/state.ts';

const STAY_MS = 15_000; // a visitor who is still here after this time has come to stay, or may come again
const RETRY_MS = 5_000; // while the rules are busy, it is tried again after this time
const PATIENCE_MS = 60_000; // the worker is given up after this time

/** Registers the service worker, last of all. Resolves once it stores what the page fetches; at once if there is none. */
export async function offline(page: Page) {
  const container = serviceWorkers();
  if (!container || !location.protocol.startsWith('http')) return;
  // The page works without it.
  const register = async () => container.register('sw.js', { updateViaCache: 'none' });
  const registration = await register().catch(() => null);
  if (!registration) return;
  watch(container, registration, page);
  if (!container.controller) {
    await new Promise((done) => container.addEventListener('controllerchange', done, { once: true }));
  }
}

/**
 * Fetches the rest of the runtime, so that the first function that is needed of it costs no pause, and none where there is
 * no network. Visitors who leave again, and those who save data, do not download it.
 */
export async function fetchRestLater(engine: Engine, page: Page, stored: Promise<void>) {
  if (savesData()) return;
  const stays = new Promise((done) => setTimeout(done, STAY_MS));
  await Promise.race([stays, page.until(({ match }) => (match?.ply ?? 0) > 1)]);
  await stored;
  await engine.fetchRest().catch(() => {}); // who needs it will ask for it again
}

function watch(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration, page: Page) {
  const announce = () => {
    if (!registration.waiting || !container.controller) return;
    const renew = () => {
      // Another tab may have activated it already, or an even newer one may wait.
      if (!registration.waiting) return location.reload();
      container.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting.postMessage('take over');
    };
    page.set({ renew });
  };
  announce();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
}

/** Has a snapshot made for the page's game once the visitor has stayed for a while and the rules are idle. */
export function snapshotLater(engine: Engine, page: Page, ms: number = STAY_MS) {
  if (isSandboxed() || engine.needsWhole || !location.protocol.startsWith('http')) return;
  setTimeout(() => {
    if (engine.parts?.wasm && engine.pending.size === 0) snapshot(engine, page.state.meta.key);
    else snapshotLater(engine, page, RETRY_MS);
  }, ms);
}

/** Has a snapshot made for a game, if there is none of this build. Resolves to whether there is one now. */
export async function snapshot({ assets, parts }: Engine, game: string): Promise<boolean> {
  const worker = startWorker(assets.worker);
  const outcome = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS);
    worker.onmessage = ({ data: { ready, failed } }) => {
      if (ready || failed) resolve(Boolean(ready));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(false);
    };
    const own = { ...parts, weights: undefined }; // those are of the game that the page opened with
    worker.postMessage({ assets, base: document.baseURI, parts: own, game, makes: true });
  });
  const isMade = await pending('device', outcome);
  worker.terminate();
  return isMade;
}
