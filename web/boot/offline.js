/**
 * Registers the service worker, which stores the site for offline use, and shows when there is a newer version. If that
 * is not possible (a page from a file, a frame with blocked storage, a full disk) the page works without it.
 */

import { serviceWorkers } from '../lib/capabilities.js';
import { byId } from '../lib/dom.js';

/** Registers the service worker. Called last, so that nothing waits for it. */
export async function offline() {
  const container = serviceWorkers();
  if (!container || !location.protocol.startsWith('http')) return;
  try {
    const registration = await container.register('sw.js', { updateViaCache: 'none' });
    watch(registration);
  } catch {
    // The page works without it.
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
      // Another tab may have activated it already.
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
