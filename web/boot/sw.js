/**
 * The service worker: keeps a whole version of the site, so that it opens without a network, and never shows one
 * version's page with another's files. The build puts `site` before this: the version, all files that every visit may
 * need, those that are kept only once somebody has needed them, and how many bytes each has: what came cut off, or what
 * came in the place of a file, is never kept.
 *
 * A new version is fetched beside the old one and waits until the page says `take over`, which a person decides. Where
 * the browser has lost a part of what was kept, the host is asked for it; where the host has it no longer either, all of
 * it is given up, so that the next visit gets what the host has now.
 */

/** @type {{ version: string, files: string[], later: string[], sizes: Record<string, number> }} */
const { version, files, later, sizes } = /** @type {any} */ (self).site;

/** @type {any} the scope of a service worker, which the type checker takes for a window */
const scope = self;
const HOME = new URL('./', scope.location.href).href;
const PAGE = './';

/** Of this site alone: another one on the same host may be a Saltus too. */
const PREFIX = `saltus ${HOME} `;
const OWN = PREFIX + version;

/**
 * Fetches the page past every cache, and everything else as it comes: a name that holds a hash cannot be out of date.
 * What lies damaged in the browser's cache is fetched past it, too.
 */
async function keep() {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'reload' });
  const text = await page.clone().text();
  if (!isOwnPage(page, text)) throw new Error(`the page is not all of version ${version}: ${page.status}`);
  await cache.put(PAGE, page);
  await Promise.all(files.filter((file) => file !== PAGE).map((file) => keepFile(cache, file)));
}

/**
 * Whether this is the whole page of this version: while a host is just being changed, it may be that of another.
 *
 * @param {Response} page
 * @param {string} text
 */
function isOwnPage(page, text) {
  const own = [...files, ...later];
  const folders = text.match(/\bassets\/[^/"]+\//g) ?? [];
  const isStrange = folders.some((folder) => !own.some((file) => file.startsWith(folder)));
  return page.ok && !isStrange && text.includes('id="whole"');
}

/** @param {Response} response @param {string} file */
async function isWhole(response, file) {
  if (!response.ok) return false;
  const { byteLength } = await response.clone().arrayBuffer();
  return byteLength === (sizes[file] ?? byteLength);
}

/** @param {Cache} cache @param {string} file */
async function keepFile(cache, file) {
  for (const how of /** @type {RequestCache[]} */ (['default', 'reload'])) {
    const response = await fetch(file, { cache: how });
    if (await isWhole(response, file)) return cache.put(file, response);
  }
  throw new Error(`${file} did not come whole`);
}

scope.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(keep());
});

/** The version before stays for the pages that are still open with it: its files have other names than ours. */
scope.addEventListener('activate', (/** @type {any} */ event) => {
  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

/**
 * A file of the site: as this version has it, or the version before, or the host.
 *
 * @param {Request} request
 * @param {string} file
 */
async function answer(request, file) {
  const cache = await caches.open(OWN);
  if (request.cache === 'reload') return anew(request, file, cache);
  const own = await cache.match(file);
  if (own) return own;
  const older = file === PAGE ? undefined : await caches.match(request);
  if (older && later.includes(file)) await cache.put(file, older.clone()).catch(() => {});
  if (older) return older;
  const response = await fetch(request);
  if (later.includes(file)) {
    if (await isWhole(response, file)) await cache.put(file, response.clone()).catch(() => {});
  } else if (file !== PAGE && files.includes(file)) {
    if (await isWhole(response, file)) await cache.put(file, response.clone()).catch(() => {});
    else if (!response.ok) await giveUp();
  }
  return response;
}

/**
 * A file as the host has it now: the page asks so for what came damaged. What is whole takes the place of what was kept.
 *
 * @param {Request} request
 * @param {string} file
 * @param {Cache} cache
 */
async function anew(request, file, cache) {
  const response = await fetch(request);
  const isGood = file === PAGE ? isOwnPage(response, await response.clone().text()) : await isWhole(response, file);
  if (isGood && [...files, ...later].includes(file)) await cache.put(file, response.clone()).catch(() => {});
  else if (response.status === 404 && files.includes(file)) await giveUp();
  return response;
}

/** The host has another version now: the next visit gets that. */
const giveUp = () => Promise.all([caches.delete(OWN), scope.registration.unregister()]);

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.method !== 'GET' || !address.startsWith(HOME)) return;
  const file = address.slice(HOME.length).replace(/^(index\.html)?$/, PAGE);
  if (file === PAGE || file.startsWith('assets/')) {
    event.respondWith(answer(request, file).catch(() => fetch(request)));
  }
});

scope.addEventListener('message', (/** @type {any} */ { data }) => {
  if (data === 'take over') scope.skipWaiting();
});
