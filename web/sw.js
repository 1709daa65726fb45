/**
 * The service worker: keeps a whole version of the site, so that it opens without a network, and never shows one
 * version's page with another's files. The build puts `site` before this: the version, all files that every visit may
 * need, and those that are kept only once somebody has needed them.
 *
 * A new version is fetched beside the old one and waits until the page says `take over`, which a person decides. Where
 * the browser has lost a part of what was kept, the host is asked for it; where the host has it no longer either, all of
 * it is given up, so that the next visit gets what the host has now.
 */

/** @type {{ version: string, files: string[], later: string[] }} */
const { version, files, later } = /** @type {any} */ (self).site;

/** @type {any} the scope of a service worker, which the type checker takes for a window */
const scope = self;
const HOME = new URL('./', scope.location.href).href;
const PAGE = './';

/** Of this site alone: another one on the same host may be a Saltus too. */
const PREFIX = `saltus ${HOME} `;
const OWN = PREFIX + version;

/**
 * Fetches the page past every cache, and everything else as it comes: a name that holds a hash cannot be out of date.
 * A page that came from another version of the site, because the host is just being changed, is not kept.
 */
async function keep() {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'reload' });
  const folders = (await page.clone().text()).match(/\bassets\/[^/"]+\//g) ?? [];
  const own = [...files, ...later];
  const strange = folders.find((folder) => !own.some((file) => file.startsWith(folder)));
  if (!page.ok || strange) throw new Error(`the page is not of version ${version}: ${strange ?? page.status}`);
  await cache.put(PAGE, page);
  await cache.addAll(files.filter((file) => file !== PAGE));
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
  const own = await cache.match(file);
  if (own) return own;
  const older = file === PAGE ? undefined : await caches.match(request);
  if (older && later.includes(file)) await cache.put(file, older.clone()).catch(() => {});
  if (older) return older;
  const response = await fetch(request);
  if (later.includes(file)) {
    if (response.ok) await cache.put(file, response.clone()).catch(() => {});
  } else if (file !== PAGE && files.includes(file)) {
    if (response.ok) await cache.put(file, response.clone()).catch(() => {});
    else await Promise.all([caches.delete(OWN), scope.registration.unregister()]);
  }
  return response;
}

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
