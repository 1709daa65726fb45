/**
 * Loads modules on demand, and retries those that failed. A browser remembers by address that a module failed, and may
 * cache the damaged bytes, so a retry fetches the module past the cache and imports it from another address.
 */

import { pending } from './pending.ts';
import { isRenewed } from './renewal.ts';

const TIMEOUT_MS = 20_000; // loading a module, and fetching it again, fail after this time

const modules: Map<string, Promise<unknown>> = new Map(); // the modules that are loaded or being loaded, by path

const failures: Map<string, number> = new Map(); // how often each path failed

/** The export of a module that `load` imports; the build adds its path to `import()`. Rejects with `missing-part`, or `renewed`. */
export function lazy<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const begun = load() as Promise<Module> & { path: string };
  // Nobody awaits it where an earlier attempt has failed: this one fails, too.
  begun.catch(() => {});
  return lazyAt(begun.path, name, () => begun);
}

/** The same by its path from `web/`; `first` imports it first. Without the export, a valid module was cut off. */
export async function lazyAt<Module, Name extends keyof Module>(
  path: string,
  name: Name,
  first: () => Promise<Module>,
  how: ImportCallOptions = {},
) {
  const begun = () => pending('module', Promise.race([failures.has(path) ? retry(path, how) : first(), tooLate()]));
  const known = modules.get(path) ?? begun();
  modules.set(path, known);
  try {
    const module = (await known) as Module;
    if (module[name] === undefined) throw new TypeError(`no export ${String(name)}`);
    return module[name];
  } catch (error) {
    // Of the callers that waited for the same attempt only the first counts it.
    if (modules.get(path) === known) {
      modules.delete(path);
      failures.set(path, (failures.get(path) ?? 0) + 1);
    }
    const missing = new Error(`${path} could not be loaded, or is damaged`, { cause: error });
    throw Object.assign(missing, { code: (await isRenewed()) ? 'renewed' : 'missing-part' });
  }
}

/** Imports a module again. If it fails though the host has it, what it imports is damaged: only a reload helps. */
async function retry(path: string, how: ImportCallOptions) {
  const { href } = new URL(`../${path}`, import.meta.url);
  const isThere = await refetch(href);
  try {
    return await import(`${href}?retry=${failures.get(path)}`, how);
  } catch (error) {
    if (isThere) globalThis.incomplete?.();
    throw error;
  }
}

/** Fetches a file past the cache, which would keep a damaged one forever, and says whether the host has it. */
export function refetch(address: string) {
  const reply = fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const whole = reply.then(async (response) => (await response.arrayBuffer()) && response.ok).catch(() => false);
  return pending('file', whole);
}

const tooLate = () => new Promise((_, reject) => setTimeout(() => reject(new Error('it took too long')), TIMEOUT_MS));
