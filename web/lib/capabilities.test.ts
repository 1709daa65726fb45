/** What the settings say that a browser refuses. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { refused } from './capabilities.ts';

/** Changes what the browser has, as far as these keys are about it. */
const browser = (has: object) => {
  const usual = { origin: 'https://example.org', isSecureContext: true, location: { protocol: 'https:' } };
  const storage = { localStorage: {}, indexedDB: {}, AudioContext: class {} };
  Object.assign(globalThis, usual, storage, has);
};

test('why a page does not work offline is said, and nothing where it does', () => {
  const device = { serviceWorker: {} };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: device });
  browser({});
  deepEqual(refused(), []);
  browser({ isSecureContext: false });
  deepEqual(refused(), ['settings.offline.insecure']);
  browser({ origin: 'null' });
  deepEqual(refused(), ['settings.offline.sandbox']);
  browser({ location: { protocol: 'file:' }, origin: 'null' });
  deepEqual(refused(), []);
  Object.assign(device, { serviceWorker: undefined });
  browser({});
  deepEqual(refused(), ['settings.offline.none']);
});
