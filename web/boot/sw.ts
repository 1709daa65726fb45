/**
 * The service worker: stores one whole version of the site, so that it opens offline, and never mixes the page of one
 * version with files of another. The build (`assemble` in `py/bundle/site.py`) puts `site` before this script: the
 * version, the files of every visit, those that are stored once they are fetched (`later`: large tables, and the rest of
 * the runtime, which `next-visit.ts` fetches), and all sizes, so that no damaged file is stored. The digests tell which
 * files are the same in two versions: these are taken over, whatever they are called.
 *
 * A new version is stored beside the old one and waits until the page sends `take over`, when the player chooses so; it
 * has the old one make way. If the browser has lost a stored file, it is fetched from the host. If the host no longer has
 * it either, the service worker is given up, so that the next visit gets the host's current version. What an open page may
 * still need is never deleted.
 */

type Site = {
  version: string;
  files: string[];
  later: string[];
  sizes: Record<string, number>;
  digests: Record<string, string>;
};

type Work = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Work & { request: Request; respondWith(answer: Promise<Response>): void } & {
  [Id in 'clientId' | 'replacesClientId' | 'resultingClientId']: string;
};

/** The scope of a service worker, as far as it is used here: the type checker takes it for a window. */
interface Scope {
  site: Site;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(which: object): Promise<{ id: string; url: string; focus(): Promise<unknown> }[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', hear: (event: Work) => void): void;
  addEventListener(kind: 'fetch', hear: (event: Asked) => void): void;
  addEventListener(kind: 'notificationclick', hear: (event: Work & { notification: Notification }) => void): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent) => void): void;
}

const scope = self as unknown as Scope;
const { version, files, later, sizes, digests } = scope.site;
const HOME = new URL('./', scope.location.href).href;
const PAGE = './';

/** Where each version has stored its digests. */
const DIGESTS = './digests.json';

/** The prefix of this site's caches: the host may have another copy of Saltus at another address. */
const PREFIX = `saltus ${HOME} `;
const OWN = PREFIX + version;

/**
 * Ends what is on its way from the host once a newer version takes over: until then the browser would have that wait, and
 * a slow download can take minutes. Whoever needs the file asks the newer version for it.
 */
const leaving = new AbortController();
const { signal } = leaving;
const download = (request: Request) => fetch(request, { signal });

/**
 * Stores the whole version. The page is fetched past every cache. The other files may come from the browser's cache,
 * since their names have hashes; a damaged copy is fetched again past it.
 */
async function keep() {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'reload' });
  const text = await page.clone().text();
  if (!isOwnPage(page, text)) throw new Error(`the page is not all of version ${version}: ${page.status}`);
  await cache.put(PAGE, page);
  const earlier = await storedBefore();
  await Promise.all(files.filter((file) => file !== PAGE).map((file) => keepFile(cache, file, earlier)));
  await Promise.all(later.map((file) => takeOver(cache, file, earlier).catch(() => false)));
  await cache.put(DIGESTS, new Response(JSON.stringify(digests)));
}

/** Finds a file of an earlier version by its digest. */
type Earlier = (digest: string) => Promise<Response | undefined>;

/** What the earlier versions have stored. */
async function storedBefore(): Promise<Earlier> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  const places: Map<string, [Cache, string]> = new Map();
  for (const name of names) {
    const cache = await caches.open(name);
    const list = await (await cache.match(DIGESTS))?.json();
    for (const [file, digest] of Object.entries<string>(list ?? {})) places.set(digest, [cache, file]);
  }
  return async (digest) => {
    const [cache, file] = places.get(digest) ?? [];
    return file === undefined ? undefined : cache?.match(file);
  };
}

/** Whether an earlier version had the same file, which is taken over. */
async function takeOver(cache: Cache, file: string, earlier: Earlier) {
  const same = await earlier(digests[file]);
  if (!same || !(await isWhole(same, file))) return false;
  // A new response has no address: a module would name others by that of the version before.
  await cache.put(file, new Response(same.body, same));
  return true;
}

/** Whether this is the whole page of this version. During an update of the host it may be that of another version. */
function isOwnPage(page: Response, text: string) {
  const own = [...files, ...later];
  const folders = text.match(/\bassets\/[^/"]+\//g) ?? [];
  const isStrange = folders.some((folder) => !own.some((file) => file.startsWith(folder)));
  return page.ok && !isStrange && text.includes('id="whole"');
}

async function isWhole(response: Response, file: string) {
  if (!response.ok) return false;
  const { byteLength } = await response.clone().arrayBuffer();
  return byteLength === (sizes[file] ?? byteLength);
}

async function keepFile(cache: Cache, file: string, earlier: Earlier) {
  if (await takeOver(cache, file, earlier)) return;
  for (const how of ['default', 'reload'] as RequestCache[]) {
    const response = await fetch(file, { cache: how });
    if (await isWhole(response, file)) return cache.put(file, response);
  }
  throw new Error(`${file} arrived damaged`);
}

scope.addEventListener('install', (event) => event.waitUntil(keep()));

scope.addEventListener('activate', (event) => event.waitUntil(tidy([]).then(() => scope.clients.claim())));

/**
 * Deletes older versions, but for the previous one, to which the browser may go back. While any page is open nothing is
 * deleted: nobody knows with which version it was opened. `own` has the ids of a page that is being opened, and of the
 * one that it replaces.
 */
async function tidy(own: string[]) {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some(({ id, url }) => url.startsWith(HOME) && !own.includes(id))) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Responds with a file of the site: from this version, the previous one, or the host. */
async function answer(event: Asked, file: string) {
  const { request } = event;
  const cache = await caches.open(OWN);
  if (request.cache === 'reload') return anew(event, file, cache);
  const own = await cache.match(file);
  if (own) return own;
  const older = file === PAGE ? undefined : await caches.match(request);
  if (older && later.includes(file)) await cache.put(file, older.clone()).catch(() => {});
  if (older) return older;
  const response = await download(request);
  if (!response.ok && file !== PAGE && files.includes(file)) await giveUp();
  return passOn(event, file, cache, response);
}

/**
 * Responds with a file from the host: the page requests files with `reload` that arrived damaged. An intact file replaces
 * the stored one. The page gives up a table that stalls, too: it may have been stored since then. Its size is all that
 * the page checks, so a table of the right size is not fetched again.
 */
async function anew(event: Asked, file: string, cache: Cache) {
  const own = file.endsWith('.table') && (await cache.match(file));
  if (own && (await isWhole(own, file))) return own;
  const response = await download(event.request);
  if (response.status === 404 && files.includes(file)) await giveUp();
  if (file === PAGE && isOwnPage(response, await response.clone().text()))
    await cache.put(file, response.clone()).catch(() => {});
  return passOn(event, file, cache, response);
}

/**
 * Passes a response on while it arrives, since the page gives up a download without a byte, and stores the file if it is
 * whole. The response ends only after that: the page may reload at once, and must not get the damaged file again.
 */
function passOn(event: Asked, file: string, cache: Cache, response: Response) {
  if (!response.ok || !response.body || !(file in sizes)) return response;
  const copy = response.clone();
  const store = async () => {
    if (await isWhole(copy, file)) await cache.put(file, copy);
  };
  const stored = store().catch(() => {});
  event.waitUntil(stored);
  return new Response(response.body.pipeThrough(new TransformStream({ flush: () => stored }), { signal }), response);
}

/** Gives up this version, as the host has another one: the next visit gets that. Open pages go on with this one. */
const giveUp = () => scope.registration.unregister();

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.method !== 'GET' || !address.startsWith(HOME)) return;
  const file = address.slice(HOME.length).replace(/^(index\.html)?$/, PAGE);
  if (file === PAGE || file.startsWith('assets/')) {
    event.respondWith(answer(event, file).catch(() => download(request)));
    if (request.mode === 'navigate')
      event.waitUntil(tidy([event.resultingClientId, event.replacesClientId, event.clientId]));
  }
});

scope.addEventListener('message', ({ data }) => {
  if (data === 'make way') leaving.abort();
  if (data !== 'take over') return;
  scope.skipWaiting();
  scope.registration.active?.postMessage('make way');
});

/** A notification leads to the page that showed it, or opens it again. */
scope.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const lead = async () => {
    const open = await scope.clients.matchAll({ type: 'window' });
    const page = open.find(({ url }) => url === notification.data);
    return page ? page.focus() : scope.clients.openWindow(notification.data);
  };
  event.waitUntil(lead());
});
