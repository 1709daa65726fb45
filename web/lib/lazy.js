/**
 * Loads modules on demand, and retries those that failed. A browser remembers by address that a module failed, and may
 * cache the damaged bytes, so a retry fetches the module past the cache and imports it from another address.
 */

import { refetchModule } from './refetch.js';

/** Loading a module fails after this time. */
const TIMEOUT_MS = 20_000;

/** The modules that are loaded or being loaded, by path. @type {Map<string, Promise<any>>} */
const modules = new Map();

/** The number of failures of each path. @type {Map<string, number>} */
const failures = new Map();

/** A module or a file of the page could not be loaded. */
export class MissingPart extends Error {
  /** @param {string} path @param {unknown} cause */
  constructor(path, cause) {
    super(`${path} could not be loaded, or is damaged`, { cause });
    this.code = 'missing-part';
  }
}

/**
 * Loads a module of this site.
 *
 * @template Module
 * @template {keyof Module} Name
 * @param {() => Promise<Module>} load imports it. The build writes its `path` onto what each `import()` returns
 * @param {Name} name of the export that is wanted
 * @returns {Promise<Module[Name]>} the export; rejected with a `MissingPart`
 */
export function lazy(load, name) {
  const begun = /** @type {Promise<Module> & { path: string }} */ (load());
  // Nobody awaits it where an earlier attempt has failed: this one fails, too.
  begun.catch(() => {});
  return lazyAt(begun.path, name, () => begun);
}

/**
 * The same by its path. A module that lacks the export was cut off, even if what is left of it is valid.
 *
 * @template Module
 * @template {keyof Module} Name
 * @param {string} path from `web/`
 * @param {Name} name of the export that is wanted
 * @param {() => Promise<Module>} first imports it at the first attempt
 * @param {ImportCallOptions} how it is imported
 * @returns {Promise<Module[Name]>} the export; rejected with a `MissingPart`
 */
export async function lazyAt(path, name, first, how = {}) {
  const known = modules.get(path) ?? withTimeout(failures.has(path) ? retry(path, how) : first());
  modules.set(path, known);
  try {
    const module = await known;
    if (module[name] === undefined) throw new TypeError(`no export ${String(name)}`);
    return module[name];
  } catch (error) {
    // Of the callers that waited for the same attempt only the first counts it.
    if (modules.get(path) === known) {
      modules.delete(path);
      if (failures.has(path)) reportDamage(error);
      failures.set(path, (failures.get(path) ?? 0) + 1);
    }
    throw new MissingPart(path, error);
  }
}

/** @param {string} path @param {ImportCallOptions} how @returns {Promise<any>} */
async function retry(path, how) {
  const { href } = new URL(`../${path}`, import.meta.url);
  await refetchModule(href);
  return import(`${href}?retry=${failures.get(path)}`, how);
}

/**
 * Tells the player to reload after a syntax error in a retry: then a module that this one imports is damaged. Its address
 * stays the same, so only a new page can load it again.
 *
 * @param {unknown} error of a retry
 */
function reportDamage(error) {
  if (error instanceof SyntaxError) globalThis.incomplete?.();
}

/**
 * @template Module
 * @param {Promise<Module>} module
 * @returns {Promise<Module>}
 */
function withTimeout(module) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('it took too long')), TIMEOUT_MS);
  });
  return /** @type {Promise<Module>} */ (Promise.race([module, late])).finally(() => clearTimeout(timer));
}
