/**
 * What the browser allows this page: less over plain http, in a sandboxed frame, in a frame of another site, when opened from
 * a file, or where the visitor blocks cookies. What is refused may be missing, or throw when it is named or made: so it is
 * asked for here, when it is used, and is null where it is refused. `refused` says in the settings what that is.
 */

import { ifPossible } from './attempt.ts';
import { once } from './once.ts';

/** Whether this is a sandboxed frame: it has an opaque origin and no storage. */
export const isSandboxed = () => origin === 'null' && location.protocol.startsWith('http');

/** The browser's service workers, or null if there are none. Some frames throw even on access. */
export const serviceWorkers = () => ifPossible(() => navigator.serviceWorker ?? null, null);

/** A channel to the other tabs. */
export const openChannel = (name: string) => ifPossible(() => new BroadcastChannel(name), null);

export const openAudio = () => ifPossible(() => new AudioContext(), null);

export const notifications = () => ifPossible(() => Notification ?? null, null);

/** Asks whether notifications may be shown. */
export async function mayNotify() {
  try {
    return (await notifications()?.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

export const canFillScreen = () => ifPossible(() => document.fullscreenEnabled, false);

/** The key of the text that says why the page does not work offline; empty if it does. */
function notOffline() {
  if (!location.protocol.startsWith('http')) return '';
  if (isSandboxed()) return 'settings.offline.sandbox';
  if (!isSecureContext) return 'settings.offline.insecure';
  return serviceWorkers() ? '' : 'settings.offline.none';
}

/** Whether the visitor asks for little to be downloaded. */
export const savesData = () =>
  ifPossible(
    () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ?? false,
    false,
  );

/**
 * Asks the browser, once, not to delete what this page keeps when room is short. Some ask the player: so it is asked for when
 * something is kept that would be missed.
 */
export const keepForGood = once(() => {
  ifPossible(() => navigator.storage.persist().catch(() => {}), null);
});

/** Whether the device can be felt: others have the function, and do nothing. */
export const canVibrate = () =>
  ifPossible(() => Boolean(navigator.vibrate) && matchMedia('(pointer: coarse)').matches, false);

export const vibrate = (ms: number) => canVibrate() && ifPossible(() => navigator.vibrate(ms), false);

/** Whether this page may store anything at all. */
export const mayStore = () => isSandboxed() || ifPossible(() => Boolean(localStorage), false);

/** The keys of the texts that say what this browser refuses. */
export const refused = () =>
  [
    mayStore() ? '' : 'settings.refused.storage',
    isSandboxed() || ifPossible(() => indexedDB, null) ? '' : 'settings.refused.library',
    ifPossible(() => AudioContext, null) ? '' : 'settings.refused.sound',
    notOffline(),
  ].filter(Boolean);
