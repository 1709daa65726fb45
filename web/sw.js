/**
 * The service worker: keeps a whole version of the site, so that it opens without a network, and never shows one
 * version's page with another's files. The build puts `site` before this: the version, and all files of it.
 *
 * A new version is fetched beside the old one and waits until the page says `take over`, which a person decides.
 */

/** @type {{ version: string, files: string[] }} */
const { version, files } = /** @type {any} */ (self).site;

/** @type {any} the scope of a service worker, which the type checker takes for a window */
const scope = self;
const PREFIX = 'saltus-';
const OWN = PREFIX + version;

scope.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(OWN).then((cache) => cache.addAll(files)));
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

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const home = new URL('./', scope.location.href).href;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  const answer = async () => {
    const cache = await caches.open(OWN);
    const own = request.mode === 'navigate' ? await cache.match('./') : await cache.match(request);
    return own ?? (await caches.match(request)) ?? fetch(request);
  };
  event.respondWith(answer().catch(() => fetch(request)));
});

scope.addEventListener('message', (/** @type {any} */ { data }) => {
  if (data === 'take over') scope.skipWaiting();
});
