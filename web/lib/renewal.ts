/**
 * Finds out whether the site has a newer version than the open page, whose files may then be gone: folders are named by
 * their contents. A page with a service worker has all its files, and hears of a newer version from that.
 */

import { pending } from './pending.ts';

const TIMEOUT_MS = 5_000;

let tell = () => {};

/** Calls back when a newer version is found. */
export function onRenewal(callback: () => void) {
  tell = callback;
}

/** Asks the host for the page, after something could not be loaded. Resolves to whether that names other scripts. */
export async function isRenewed(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!own) return false; // a page in one file
  const asked = fetch(location.href.split('#')[0], { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = asked.then((reply) => (reply.ok ? reply.text() : '')).catch(() => '');
  const html = await pending('file', text);
  // Not the page of another host that stands between, as a hotel's.
  const isFound = html.includes('id="assets"') && !html.includes(`"${own}"`);
  if (isFound) tell();
  return isFound;
}
