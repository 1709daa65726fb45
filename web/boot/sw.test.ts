/** The service worker deletes no version that an open page may need. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';

const HOME = 'https://example.org/saltus/';
const names = (...versions: string[]) => versions.map((version) => `saltus ${HOME} ${version}`);

/** The stored versions, the oldest first. */
let stored: string[] = [];
/** The open pages. */
let open: { id: string; url: string; focus?: () => void }[] = [];
let isRegistered = true;
/** The pages that a notification has led to. */
const led: string[] = [];
const handlers: Record<string, (event: any) => void> = {};

Object.assign(globalThis, {
  self: {
    site: { version: '9', files: ['./', 'assets/a.js'], later: [], sizes: {} },
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
    open: async () => ({ match: async () => undefined, put: async () => {} }),
    match: async () => undefined,
    delete: async (name: string) => {
      stored = stored.filter((one) => one !== name);
    },
  },
  fetch: async () => new Response('', { status: 404 }),
});
/** It is a script, not a module. */
const script = './sw.js';
await import(script);

/** Lets the service worker handle an event to its end. */
async function send(kind: string, fields: Record<string, unknown> = {}) {
  const waited: Promise<unknown>[] = [];
  const wait = (work: Promise<unknown>) => waited.push(work);
  handlers[kind]({ waitUntil: wait, respondWith: wait, ...fields });
  await Promise.all(waited);
}

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
  await send('fetch', { request: { url: `${HOME}assets/a.js`, method: 'GET', mode: 'cors', cache: 'default' } });
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
