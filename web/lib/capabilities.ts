/** What the browser allows this page: less over plain http, in a sandboxed frame, or when opened from a file. */

import { ifPossible } from './attempt.ts';
import { once } from './once.ts';

/** Whether this is a sandboxed frame: it has an opaque origin and no storage. */
export const isSandboxed = () => origin === 'null' && location.protocol.startsWith('http');

/** The browser's service workers, or null if there are none. Some frames throw even on access. */
export const serviceWorkers = () => ifPossible(() => navigator.serviceWorker ?? null, null);

/** The key of the text that says why the page does not work offline; empty if it does. */
export function notOffline() {
  if (!location.protocol.startsWith('http')) return '';
  if (isSandboxed()) return 'settings.offline.sandbox';
  if (!isSecureContext) return 'settings.offline.insecure';
  return serviceWorkers() ? '' : 'settings.offline.none';
}

/**
 * Asks the browser, once, not to delete what this page keeps when room is short. Some ask the player: so it is asked for when
 * something is kept that would be missed.
 */
export const keepForGood = once(() => {
  ifPossible(() => navigator.storage.persist().catch(() => {}), null);
});

/** Whether the device can be felt: others have the function, and do nothing. */
export const canVibrate = () => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
