/**
 * Registers the service worker, which keeps the site for offline use, and tells when there is a newer version. Where
 * that is not possible (a page from a file, a frame with blocked storage, a full disk) the page works without.
 */

import { serviceWorkers } from '../lib/capabilities.js';
import { byId } from '../lib/dom.js';

/** Called when all else is there: no board waits for it. */
export async function offline() {
  const keeper = serviceWorkers();
  if (!keeper || !location.protocol.startsWith('http')) return;
  try {
    const registration = await keeper.register('sw.js', { updateViaCache: 'none' });
    watch(registration);
  } catch {
    // Kept nowhere: the next visit fetches again what the browser's own cache has not.
  }
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const { serviceWorker } = navigator;
  const announce = () => {
    const next = registration.waiting;
    if (!next || !serviceWorker.controller) return;
    const renew = byId('renew');
    renew.hidden = false;
    renew.onclick = () => {
      // Another tab may have let it in already.
      if (registration.waiting !== next) return location.reload();
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      next.postMessage('take over');
    };
  };
  announce();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
}
