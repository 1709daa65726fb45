/**
 * Fetches files past the browser's cache. The build's files are cached for good, because their names change with
 * their contents; a damaged one, or a network's sign-in page in its place, would stay there.
 */

/** How long it may take, in ms. Whoever waits for it then goes on without. */
const TIMEOUT_MS = 20_000;

/** What a module imports, directly: relative addresses. */
const IMPORTS = /^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]/gm;

/**
 * Has the browser fetch files anew, so that its cache holds what the host has. Never fails.
 *
 * @param {string[]} addresses
 */
export async function refetch(addresses) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await Promise.allSettled([...new Set(addresses)].map((address) => anew(address, signal)));
}

/**
 * The same with a module and all that it imports, but what `page.js` has: without that, nobody would ask.
 *
 * @param {string} address
 */
export async function refetchModule(address) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const seen = new Set([new URL('page.js', import.meta.url).href]);
  /** @param {string} one */
  const fetchAll = async (one) => {
    if (seen.has(one)) return;
    seen.add(one);
    const text = await anew(one, signal).catch(() => '');
    await Promise.all([...text.matchAll(IMPORTS)].map(([, path]) => fetchAll(new URL(path, one).href)));
  };
  await fetchAll(address);
}

/** @param {string} address @param {AbortSignal} signal */
const anew = async (address, signal) => (await fetch(address, { cache: 'reload', signal })).text();
