/** The service worker deletes no version that an open page may need, and fetches nothing that an earlier one has stored. */

import { deepEqual, equal, rejects } from 'node:assert/strict';
import test from 'node:test';

const HOME = 'https://example.org/saltus/';
const names = (...versions: string[]) => versions.map((version) => `saltus ${HOME} ${version}`);

/** The stored versions, the oldest first. */
let stored: string[] = [];
/** The open pages. */
let open: { id: string; url: string; focus?: () => void }[] = [];
let isRegistered = true;
/** What each version has stored, by its name and the file's. */
const kept: Record<string, Record<string, Response>> = {};
/** What the host has, and what it was asked for. */
const host: Record<string, Response> = {};
const fetched: string[] = [];
/** The pages that a notification has led to. */
const led: string[] = [];
const handlers: Record<string, (event: any) => void> = {};

Object.assign(globalThis, {
  self: {
    site: {
      version: '9',
      files: ['./', 'assets/web-9/a.js', 'assets/web-9/b.js'],
      later: ['assets/tables-9/large.table', 'assets/tables-9/other.table'],
      sizes: { 'assets/web-9/a.js': 5, 'assets/tables-9/large.table': 5 },
      digests: {
        'assets/web-9/a.js': 'same',
        'assets/web-9/b.js': 'new',
        'assets/tables-9/large.table': 'table',
        'assets/tables-9/other.table': 'another',
      },
    },
    location: { href: `${HOME}sw.js` },
    addEventListener: (kind: string, handler: () => void) => {
      handlers[kind] = handler;
    },
    clients: { matchAll: async () => open, claim: async () => {}, openWindow: async (url: string) => led.push(url) },
    registration: {
      unregister: async () => {
        isRegistered = false;
      },
    },
  },
  caches: {
    keys: async () => stored,
    open: async (name: string) => ({
      match: async (file: string) => kept[name]?.[file]?.clone(),
      put: async (file: string, response: Response) => {
        kept[name] ??= {};
        kept[name][file] = response;
      },
    }),
    match: async () => undefined,
    delete: async (name: string) => {
      stored = stored.filter((one) => one !== name);
    },
  },
  fetch: async (file: string | { url: string }) => {
    const address = typeof file === 'string' ? file : file.url;
    fetched.push(address);
    return host[address]?.clone() ?? new Response('', { status: 404 });
  },
});
/** It is a script, not a module. */
const script = './sw.js';
await import(script);

/** Lets the service worker handle an event to its end, and returns the text of what it answers. */
async function send(kind: string, fields: Record<string, unknown> = {}) {
  const waited: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const respondWith = (given: Promise<Response>) => {
    answer = given;
  };
  handlers[kind]({ waitUntil: (work: Promise<unknown>) => waited.push(work), respondWith, ...fields });
  const text = await answer?.then((response) => response.text());
  await Promise.all(waited);
  return text;
}

/** What is answered to the page's request for a file of the host; undefined if that is left to the browser. */
const ask = (path: string) =>
  send('fetch', { request: { url: HOME + path, method: 'GET', mode: 'cors', cache: 'default' } });

const visit = (ids: Record<string, unknown>) =>
  send('fetch', { request: { url: HOME, method: 'GET', mode: 'navigate', cache: 'default' }, ...ids });

test('while a page is open, a new version deletes none, however old', async () => {
  stored = names('1', '5', '8', '9');
  open = [{ id: 'old', url: `${HOME}#game=rock` }];
  await send('activate');
  deepEqual(stored, names('1', '5', '8', '9'));
  open = [...open, { id: 'new', url: HOME }];
  await visit({ resultingClientId: 'new' });
  deepEqual(stored, names('1', '5', '8', '9'));
});

test('where no other page is open, the previous version stays, and older ones go', async () => {
  stored = [...names('1', '5', '8', '9'), 'saltus https://example.org/other/ 1'];
  open = [
    { id: 'stranger', url: 'https://example.org/other/' },
    { id: 'before', url: HOME },
    { id: 'new', url: HOME },
  ];
  await visit({ resultingClientId: 'new', replacesClientId: 'before' });
  deepEqual(stored, [...names('8', '9'), 'saltus https://example.org/other/ 1']);
});

test('a version whose files are lost is given up, but what is left of it stays for the page', async () => {
  stored = names('8', '9');
  open = [{ id: 'old', url: HOME }];
  await ask('assets/web-9/a.js');
  equal(isRegistered, false);
  deepEqual(stored, names('8', '9'));
});

test('a notification leads to the page that showed it, or opens that again', async () => {
  const address = `${HOME}#online=game.token`;
  const notification = { data: address, close: () => {} };
  open = [
    { id: 'other', url: HOME, focus: () => led.push('other') },
    { id: 'game', url: address, focus: () => led.push('game') },
  ];
  await send('notificationclick', { notification });
  open = [];
  await send('notificationclick', { notification });
  deepEqual(led, ['game', address]);
});

test('a new version fetches what has changed, and takes over what has another name alone', async () => {
  const [earlier, own] = names('8', '9');
  stored = [earlier];
  const digests = { 'assets/web-8/a.js': 'same', 'assets/web-8/b.js': 'old', 'assets/tables-8/large.table': 'table' };
  kept[earlier] = {
    './digests.json': Response.json(digests),
    'assets/web-8/a.js': new Response('first'),
    'assets/web-8/b.js': new Response('gone'),
    'assets/tables-8/large.table': new Response('table'),
  };
  host['./'] = new Response('<a href="assets/web-9/a.js" id="whole">');
  host['assets/web-9/b.js'] = new Response('second');
  fetched.length = 0;
  await send('install');
  deepEqual(fetched, ['./', 'assets/web-9/b.js']);
  const texts = Object.entries(kept[own]).map(async ([file, response]) => [file, await response.text()]);
  deepEqual(Object.fromEntries(await Promise.all(texts)), {
    './': '<a href="assets/web-9/a.js" id="whole">',
    'assets/web-9/a.js': 'first',
    'assets/web-9/b.js': 'second',
    'assets/tables-9/large.table': 'table',
    './digests.json': JSON.stringify((self as unknown as { site: { digests: object } }).site.digests),
  });
});

test('what an earlier version has stored damaged, or before digests were stored, is fetched', async () => {
  const [earliest, earlier] = names('7', '8');
  stored = [earliest, earlier];
  kept[earliest] = { 'assets/web-7/a.js': new Response('first') };
  kept[earlier] = { './digests.json': Response.json({ 'assets/web-8/a.js': 'same' }) };
  for (const file of [new Response('fir'), undefined]) {
    if (file) kept[earlier]['assets/web-8/a.js'] = file;
    else delete kept[earlier]['assets/web-8/a.js'];
    host['assets/web-9/a.js'] = new Response('first');
    fetched.length = 0;
    await send('install');
    deepEqual(fetched.sort(), ['./', 'assets/web-9/a.js', 'assets/web-9/b.js']);
  }
});

test('the page of another version, as during an update of the host, is not kept', async () => {
  stored = [];
  host['./'] = new Response('<a href="assets/web-10/a.js" id="whole">');
  await rejects(send('install'), /not all of version 9/);
});

test('a table is stored once it is fetched, and answered from there', async () => {
  const table = 'assets/tables-9/large.table';
  const [own] = names('9');
  kept[own] = {};
  host[HOME + table] = new Response('whole');
  fetched.length = 0;
  deepEqual([await ask(table), await ask(table)], ['whole', 'whole']);
  deepEqual(fetched, [HOME + table]);
});

test('other sites on the same host are left alone', async () => {
  equal(await ask('other/'), undefined);
  equal(await ask('index.txt'), undefined);
});
