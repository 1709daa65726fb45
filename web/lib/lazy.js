/**
 * Loads modules on demand, and retries those that failed. A browser remembers a module that it could not read by its
 * address, and may cache the damaged bytes; so a retry fetches it past the cache, and imports it by another address.
 */

import { refetchModule } from './refetch.js';

/** How long one may be on its way, in ms, before whoever waits is told that it does not come. */
const TIMEOUT_MS = 20_000;

/** What has come or is on its way, by path. @type {Map<string, Promise<any>>} */
const asked = new Map();

/** How often each did not come. @type {Map<string, number>} */
const missed = new Map();

/** A part of the page that did not come. */
export class MissingPart extends Error {
  /** @param {string} path @param {unknown} cause */
  constructor(path, cause) {
    super(`${path} did not come, or came damaged`, { cause });
    this.code = 'missing-part';
  }
}

/**
 * A module of this site.
 *
 * @template Module
 * @param {string} path from `web/`
 * @param {() => Promise<Module>} first imports it, the first time
 * @param {ImportCallOptions} how it is imported
 * @returns {Promise<Module>} rejected with a `MissingPart`
 */
export function lazy(path, first, how = {}) {
  const known = asked.get(path);
  if (known) return known;
  const module = inTime(missed.has(path) ? again(path, how) : first()).catch((error) => {
    asked.delete(path);
    if (missed.has(path)) unhealed(error);
    missed.set(path, (missed.get(path) ?? 0) + 1);
    throw new MissingPart(path, error);
  });
  asked.set(path, module);
  return module;
}

/** @param {string} path @param {ImportCallOptions} how @returns {Promise<any>} */
async function again(path, how) {
  const { href } = new URL(`../${path}`, import.meta.url);
  await refetchModule(href);
  return import(`${href}?retry=${missed.get(path)}`, how);
}

/**
 * What this module imports may be what came damaged: that keeps its address, and only a new page reads it anew.
 *
 * @param {unknown} error of a second try
 */
function unhealed(error) {
  if (error instanceof SyntaxError) globalThis.incomplete?.();
}

/**
 * @template Module
 * @param {Promise<Module>} module
 * @returns {Promise<Module>}
 */
function inTime(module) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('it took too long')), TIMEOUT_MS);
  });
  return /** @type {Promise<Module>} */ (Promise.race([module, late])).finally(() => clearTimeout(timer));
}
