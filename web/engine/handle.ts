/** The page's end of a worker that runs Python. `worker.ts` describes the messages. */

import { isSandboxed } from '../lib/capabilities.ts';
import { EngineError } from '../lib/engine-error.ts';

/** Where the build put things: addresses relative to the page, and their sizes. */
export interface Assets {
  worker: string;
  runtime: string; // the folder of the Python runtime
  glue: string; // the runtime's JavaScript module
  wasm: string; // the small runtime
  rest: string; // what the small runtime lacks of the whole one; empty if nothing
  library: string; // the standard library
  rules: string; // the first pack: the modules of `saltus` that the first board needs
  late: string; // the second pack: the other modules of `saltus` (the late modules)
  weights: Record<string, string>; // addresses of the learned weights by game, without those of the first pack
  modules: string[]; // the names of the late modules; weights count as the module `saltus.data.` and the game's key
  home: string; // where Python looks for packages
  lock: Record<string, string>; // the `info` of the runtime's lock file
  sizes: Record<string, number>; // in bytes, of each file that is loaded at the start, and of the weights by game
  tables: Record<string, string>; // addresses of data tables (tablebases, opening books, puzzles) by name
  bytes: Record<string, number>; // the size of each table
  books: string[]; // the games that have a book of rules and lessons
}

/** What a worker needs to start Python. The page keeps it, so that a replacement worker needs no network. */
export interface Parts {
  wasm: WebAssembly.Module; // the runtime
  library: ArrayBuffer; // the standard library, a zip archive
  rules: ArrayBuffer; // the first pack, a tar archive
  weights?: ArrayBuffer | undefined; // those of the game that the page opened with, a tar archive, if it has any
  late?: ArrayBuffer | undefined; // the late modules and all weights, a tar archive, once they have been fetched
}

/** Starts a worker. In a sandboxed frame, `globalThis.sandboxed` may know a way to do so. */
export function startWorker(address: string) {
  if (!isSandboxed()) return new Worker(address, { type: 'module' });
  return globalThis.sandboxed?.(address) ?? new Worker(address, { type: 'module' });
}

/** A worker from its start to its end. */
export class WorkerHandle {
  loaded = 0;
  onprogress: (loaded: number) => void = () => {};
  onreply: (text: string) => void = () => {};
  onsign: () => void = () => {}; // called on every message, as a sign of life
  ondeath: (message: string) => void = () => {}; // called when the worker has crashed
  onlate: (late: ArrayBuffer) => void = () => {}; // called when the late modules have been fetched
  onpong: (at: 'idle' | 'busy' | 'held') => void = () => {}; // called with what the worker is doing
  fail: (message: string, code?: string) => void = () => {}; // rejects `ready`
  isLacking = false; // whether the worker has ended because the small runtime lacks a function
  isRestored = false; // whether Python has been restored from a snapshot (`runtime/snapshot.ts`)
  worker: Worker;
  ready: Promise<Parts>; // resolves when Python has started

  /** `heard` are the messages that it sent before this handle existed. */
  constructor(worker: Worker, heard: Event[] = []) {
    this.worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.fail = (message, code = 'not-loaded') => reject(new EngineError({ code, message }));
      this.worker.onmessage = ({ data }) => {
        this.onsign();
        if (data.replies) data.replies.forEach(this.onreply);
        else if (data.loaded) {
          this.loaded = data.loaded;
          this.onprogress(this.loaded);
        } else if (data.late) this.onlate(data.late);
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

  send(text: string) {
    this.worker.postMessage(text);
  }

  hand(table: string, bytes: ArrayBuffer) {
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
