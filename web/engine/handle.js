/**
 * The page's end of a worker that runs Python: it starts the worker, sends it messages, and passes on those that come
 * back. `worker.js` describes the messages.
 */

import { isSandboxed } from '../lib/capabilities.js';
import { EngineError } from '../lib/engine-error.js';

/**
 * Where the build put things: addresses relative to the page, and their sizes.
 *
 * @typedef {object} Assets
 * @property {string} worker
 * @property {string} runtime the folder of the Python runtime
 * @property {string} glue the runtime's JavaScript module
 * @property {string} wasm the small runtime
 * @property {string} rest what the small runtime lacks of the whole one; empty if nothing
 * @property {string} library the standard library
 * @property {string} rules the first pack: the modules of `saltus` that the first board needs
 * @property {string} late the second pack: the other modules of `saltus` (the late modules)
 * @property {string[]} modules the names of the late modules
 * @property {string} home where Python looks for packages
 * @property {Record<string, string>} lock the `info` of the runtime's lock file
 * @property {Record<string, number>} sizes in bytes, of each file that is loaded at the start
 * @property {Record<string, string>} tables addresses of data tables (tablebases, opening books, puzzles) by name
 * @property {Record<string, number>} bytes the size of each table
 * @property {string[]} books the games that have a book of rules and lessons
 */

/**
 * What a worker needs to start Python. The page keeps it, so that a replacement worker needs no network.
 *
 * @typedef {object} Parts
 * @property {WebAssembly.Module} wasm the runtime
 * @property {ArrayBuffer} library the standard library, a zip archive
 * @property {ArrayBuffer} rules the first pack, a tar archive
 * @property {ArrayBuffer} [late] the late modules, a tar archive, once they have been fetched
 */

/**
 * Starts a worker. In a sandboxed frame, `globalThis.sandboxed` may know a way to do so.
 *
 * @param {string} address
 */
export function startWorker(address) {
  if (!isSandboxed()) return new Worker(address, { type: 'module' });
  return globalThis.sandboxed?.(address) ?? new Worker(address, { type: 'module' });
}

/** A worker from its start to its end. */
export class WorkerHandle {
  /** @param {Worker} worker @param {Event[]} heard messages that it sent before this handle existed */
  constructor(worker, heard = []) {
    this.loaded = 0;
    /** @type {(loaded: number) => void} */
    this.onprogress = () => {};
    /** @type {(text: string) => void} */
    this.onreply = () => {};
    /** Called on every message, as a sign of life. @type {() => void} */
    this.onsign = () => {};
    /** Called when the worker has crashed. @type {(message: string) => void} */
    this.ondeath = () => {};
    /** Called when the late modules have been fetched. @type {(late: ArrayBuffer) => void} */
    this.onlate = () => {};
    /** Called with what the worker is doing. @type {(at: 'idle' | 'busy' | 'held') => void} */
    this.onpong = () => {};
    /** Rejects `ready`. @type {(message: string, code?: string) => void} */
    this.fail = () => {};
    /** Whether the worker has ended because the small runtime lacks a function. */
    this.isLacking = false;
    /** Whether Python has been restored from a snapshot (`snapshot.js`). */
    this.isRestored = false;
    this.worker = worker;
    /** Resolves when Python has started. @type {Promise<Parts>} */
    this.ready = new Promise((resolve, reject) => {
      this.fail = (message, code = 'not-loaded') => reject(new EngineError({ code, message }));
      this.worker.onmessage = ({ data }) => {
        this.onsign();
        if (data.replies) data.replies.forEach(this.onreply);
        else if (data.loaded) this.progress(data.loaded);
        else if (data.late) this.onlate(data.late);
        else if (data.pong) this.onpong(data.pong);
        else if (data.ready) {
          this.isRestored = data.restored;
          resolve(data.parts);
        } else if (data.failed) this.fail(data.failed, data.isBlocked ? 'no-webassembly' : undefined);
        else if (data.lacking) this.lack();
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        const message = event.message || 'The program that knows the rules could not be loaded.';
        this.fail(message);
        this.ondeath(message);
      };
      for (const event of heard) worker.dispatchEvent(event);
    });
    this.ready.catch(() => {});
  }

  /** @param {number} loaded bytes */
  progress(loaded) {
    this.loaded = loaded;
    this.onprogress(loaded);
  }

  /** @param {string} text */
  send(text) {
    this.worker.postMessage(text);
  }

  /** @param {string} table @param {ArrayBuffer} bytes */
  hand(table, bytes) {
    this.worker.postMessage({ table, bytes });
  }

  /** Ends a worker whose runtime lacks a function: every later message of it is worthless. */
  lack() {
    const { ondeath } = this;
    this.isLacking = true;
    this.end();
    ondeath('The small runtime lacks a function.');
  }

  end() {
    this.onreply = this.ondeath = this.onsign = this.onpong = () => {};
    this.worker.terminate();
    this.fail('The worker was put away.');
  }
}
