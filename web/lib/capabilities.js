/**
 * Tells what the browser denies this page: where it came by plain http, is in a sandboxed frame, or was opened from a
 * file.
 */

/** Whether this is a frame in a sandbox: its origin is nobody's, and nothing can be kept. */
export const isSandboxed = () => origin === 'null' && location.protocol.startsWith('http');

/** What keeps the site for times without a network; null where there is none, or even to ask is forbidden. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** Why the page is not there without a network: a key among the texts. Empty where it is, or needs none. */
export function notOffline() {
  if (!location.protocol.startsWith('http')) return '';
  if (isSandboxed()) return 'settings.offline.sandbox';
  if (!isSecureContext) return 'settings.offline.insecure';
  return serviceWorkers() ? '' : 'settings.offline.none';
}
