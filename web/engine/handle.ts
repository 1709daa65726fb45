/** The page's end of a worker that runs Python. `worker.ts` describes the messages. */

import { EngineError } from '../lib/engine-error.ts';

/** Where the build put things: addresses relative to the page, and their sizes. */
export interface Assets {
  web: string; // the folder of the page's own files; empty where they all stand in the page itself
  worker: string;
  runtime: string; // the folder of the Python runtime
  glue: string; // the runtime's JavaScript module
  wasm: string; // the small runtime
  rest: string; // the rest of the runtime (`runtime/rest.ts`); empty if the runtime is not split
  library: string; // the standard library
  rules: string; // the first pack: the modules of `saltus` that the first board needs
  late: string; // the second pack: the other modules of `saltus` (the late modules)
  weights: Record<string, string>; // addresses of the learned weights by game, without those of the first pack
  home: string; // where Python looks for packages
  lock: Record<string, string>; // the `info` of the runtime's lock file
  sizes: Record<string, number>; // in bytes, of each file that is loaded at the start, and of the weights by game
  lab: string; // the folder of the game lab's files; empty where there is none
  tables: Record<string, string>; // addresses of data tables (tablebases, opening books, puzzles) by name
  bytes: Record<string, number>; // the size of each table
  books: string[]; // the games that have a book of rules and lessons
}

/** What a worker needs to start Python. The page keeps it, so that a replacement worker needs no network. */
export interface Parts {
  wasm: WebAssembly.Module; // the small runtime
  rest?: WebAssembly.Module | undefined; // the rest of the runtime, once it has been fetched
  library: ArrayBuffer; // the standard library, a zip archive
  rules: ArrayBuffer; // the first pack, a tar archive
  weights?: ArrayBuffer | undefined; // those of the game that the page opened with, a tar archive, if it has any
  late?: ArrayBuffer | undefined; // the late modules and all weights, a tar archive, once they have been fetched
}

/** A worker from its start to its end. */
export class WorkerHandle {
  loaded = 0;
  onprogress: (loaded: number) => void = () => {};
  onreply: (text: string) => void = () => {};
  onsign: () => void = () => {}; // called on every message, as a sign of life
  onCrash: (message: string) => void = () => {}; // called when the worker has crashed
  onlate: (late: ArrayBuffer) => void = () => {}; // called when the late modules have been fetched
  onrest: (rest: WebAssembly.Module) => void = () => {}; // called when the worker has fetched the rest of the runtime
  onpong: (at: 'idle' | 'busy' | 'held') => void = () => {}; // called with what the worker is doing
  fail: (message: string, code?: string) => void = () => {}; // rejects `ready`
  rest: 'awaited' | 'missing' | WebAssembly.Module | null = null; // the rest of the runtime, as far as the worker has told
  hasCrashed = false; // whether the worker has ended by itself, for another reason than a missing rest
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
        } else if (data.failed) {
          this.hasCrashed ||= data.isCrash && this.rest !== 'missing';
          this.fail(data.failed, data.isBlocked ? 'no-webassembly' : undefined);
        } else if (data.rest) {
          this.rest = data.rest;
          if (data.rest === 'missing') this.die('A part of the runtime could not be loaded.');
          else if (data.rest !== 'awaited') this.onrest(data.rest);
        }
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        // An event without a message: the worker's own file could not be loaded.
        this.hasCrashed = Boolean(event.message);
        this.die(event.message || 'The program that knows the rules could not be loaded.');
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

  /** Ends a worker that is of no use any more: every later message of it is worthless. */
  die(message: string) {
    const { onCrash } = this;
    this.fail(message);
    this.end();
    onCrash(message);
  }

  end() {
    this.onreply = this.onprogress = this.onCrash = this.onsign = this.onpong = () => {};
    this.worker.terminate();
    this.fail('The worker was put away.');
  }
}
