/**
 * Fetches files past the browser's cache. The build's files are cached forever, because their names change with their
 * contents, so a damaged file, or a network's sign-in page in its place, would stay in the cache.
 */

/** Refetching ends after this time, finished or not. */
const TIMEOUT_MS = 20_000;

/** The relative addresses that a module imports statically. */
const IMPORTS = /^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]/gm;

/** Fetches files again, so that the browser's cache holds the host's version. Never rejects. */
export async function refetch(addresses: string[]) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await Promise.allSettled([...new Set(addresses)].map((address) => anew(address, signal)));
}

/**
 * Fetches a module and all its imports again, except those in `page.js`, which contains this function and is intact.
 */
export async function refetchModule(address: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const seen = new Set([new URL('page.js', import.meta.url).href]);
  const fetchAll = async (one: string) => {
    if (seen.has(one)) return;
    seen.add(one);
    const text = await anew(one, signal).catch(() => '');
    await Promise.all([...text.matchAll(IMPORTS)].map(([, path]) => fetchAll(new URL(path, one).href)));
  };
  await fetchAll(address);
}

const anew = async (address: string, signal: AbortSignal) =>
  (await fetch(address, { cache: 'reload', signal })).text();
