/**
 * Sends requests to the rules and returns promises of their replies. It starts the worker that runs Python, watches
 * it, and replaces it where it dies or stops answering; the new worker is told the match on the board. `helper.js`
 * may have a second worker search beside it.
 *
 * `protocol.d.ts` has the types of requests and replies.
 *
 * @import { Op, Progress, ProtocolError, Replies, Requests } from '../protocol.d.ts'
 */

import { isSandboxed } from '../lib/capabilities.js';
import { EngineError } from '../lib/engine-error.js';
import { MAX_REQUEST_CHARS } from '../lib/limits.js';
import { refetch } from '../lib/refetch.js';
import { BEGINNINGS, CHANGES, JOBS } from './requests.js';

/**
 * Where the build put things: addresses relative to the page, and how many bytes are behind each.
 *
 * @typedef {object} Assets
 * @property {string} worker
 * @property {string} runtime the folder of the Python runtime
 * @property {string} glue
 * @property {string} wasm
 * @property {string} library the standard library
 * @property {string} rules the package `saltus`, as far as the first board needs it
 * @property {string} late what else of it the rules need
 * @property {string[]} modules what is in that
 * @property {string} home where Python looks for packages
 * @property {Record<string, string>} lock which runtime this is
 * @property {Record<string, number>} sizes
 * @property {Record<string, string>} tables by name, what is known for certain
 * @property {Record<string, number>} bytes of each table
 * @property {string[]} books the games that have a book of rules and lessons
 */

/**
 * What Python begins with. The page keeps it for a worker that takes over, which asks the network for nothing.
 *
 * @typedef {object} Parts
 * @property {WebAssembly.Module} wasm the runtime
 * @property {ArrayBuffer} library the standard library, a zip archive
 * @property {ArrayBuffer} rules the package `saltus`, a tar archive
 * @property {ArrayBuffer} [late] the rest of it, once it is there
 */

/**
 * A line of the worker: a reply, or an event before it.
 *
 * @typedef {{ id: number | null, ok?: boolean, event?: string, entries?: string, seed?: number | null,
 *   error: ProtocolError }} Message
 */

/**
 * @typedef {object} Pending
 * @property {number} id
 * @property {string} op
 * @property {string} text
 * @property {(reply: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((event: any) => void) | undefined} onprogress
 * @property {boolean | undefined} helped whether a second worker has a part in it
 * @property {number} tries how often it was put to a worker
 * @property {number} waited for so many seconds since it was last put
 * @property {boolean} doubted whether the worker was asked after it whether it is there
 * @property {() => void} done
 */

/** Seconds of silence after which a worker that owes an answer is asked whether it is there, and is given up. */
const DOUBT_SECONDS = 2;
const GIVE_UP_SECONDS = 7;

/** Seconds that a worker may take to begin where another has died: it has all it needs but its own script. */
const SPAWN_SECONDS = 30;

/** Seconds that a table may be on its way without a byte coming. */
const STALL_SECONDS = 20;

/** What a request may still grow by: where it is said again, with a seed; where a helper is asked, too. */
const MARGIN_CHARS = 200;

/**
 * A change of the match in such words that they make the same match wherever they are said: where a beginning was drawn,
 * with the number that drew it.
 *
 * @param {Pending} change
 * @param {{ seed?: number | null }} state what became of it
 */
const settled = ({ op, text }, { seed }) => (op === 'new' ? JSON.stringify({ ...JSON.parse(text), seed }) : text);

/**
 * Starts a worker.
 *
 * @param {string} address
 */
function hire(address) {
  if (!isSandboxed()) return new Worker(address, { type: 'module' });
  return globalThis.sandboxed?.(address) ?? new Worker(address, { type: 'module' });
}

/**
 * What has a second worker search beside the first one: `helper.js`.
 *
 * @typedef {object} SearchHelper
 * @property {boolean} canHelp whether there is a second worker, or one can be had
 * @property {(asked: Pending) => void} ask has a request searched there too
 * @property {() => void} rest ends that search
 * @property {(change: string) => void} follow changes the match there too
 * @property {(table: string, bytes: ArrayBuffer | null) => void} hand gives it a tablebase
 * @property {(entries: string) => void} learn tells it what the first worker has found
 * @property {() => void} end puts the second worker away
 */

/** A worker from its start to its end. */
export class WorkerHandle {
  /** @param {Worker} worker @param {Event[]} heard what it has said already */
  constructor(worker, heard = []) {
    this.loaded = 0;
    /** @type {(loaded: number) => void} */
    this.onprogress = () => {};
    /** @type {(text: string) => void} */
    this.onreply = () => {};
    /** @type {() => void} */
    this.onsign = () => {};
    /** @type {(message: string) => void} */
    this.ondeath = () => {};
    /** @type {(late: ArrayBuffer) => void} */
    this.onlate = () => {};
    /** @type {(at: 'idle' | 'busy' | 'held') => void} */
    this.onpong = () => {};
    /** @type {(message: string) => void} */
    this.fail = () => {};
    this.worker = worker;
    /** @type {Promise<Parts>} */
    this.ready = new Promise((resolve, reject) => {
      this.fail = (message) => reject(new EngineError({ code: 'not-loaded', message }));
      this.worker.onmessage = ({ data }) => {
        this.onsign();
        if (data.replies) data.replies.forEach(this.onreply);
        else if (data.loaded) this.progress(data.loaded);
        else if (data.late) this.onlate(data.late);
        else if (data.pong) this.onpong(data.pong);
        else if (data.ready) resolve(data.parts);
        else if (data.failed) this.fail(data.failed);
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

  /** @param {string} table @param {ArrayBuffer | null} bytes null while they are on their way */
  hand(table, bytes) {
    if (bytes) this.worker.postMessage({ table, bytes });
  }

  end() {
    this.onreply = this.ondeath = this.onsign = this.onpong = () => {};
    this.worker.terminate();
    this.fail('The worker was put away.');
  }
}

export class Engine {
  /** @param {Assets} assets */
  constructor(assets) {
    this.assets = assets;
    this.total = Object.values(assets.sizes).reduce((sum, bytes) => sum + bytes, 0);
    /** @type {WorkerHandle | null} */
    this.handle = null;
    /** What has a second worker search, where the device can have one. @type {SearchHelper | null} */
    this.helper = null;
    /** What workers begin with, once one has fetched it. @type {Parts | undefined} */
    this.parts = undefined;
    /** Questions without an answer, in the order they were asked. @type {Map<number, Pending>} */
    this.pending = new Map();
    /** By name, tables; null while one is on its way. @type {Map<string, ArrayBuffer | null>} */
    this.tables = new Map();
    /** The tables that did not come when they were asked for last. @type {Set<string>} */
    this.missed = new Set();
    /** What made the match on the table, as it was said. @type {string[]} */
    this.journal = [];
    /** Whether the modules that the first board can do without were asked for. */
    this.isWhole = false;
    this.last = 0;
    /** Why there is no worker and none on its way; empty while there is. */
    this.lost = '';
    this.silence = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.watch = undefined;
    /** Called when a new worker had to take over and knows the match again. @type {() => void} */
    this.onrestart = () => {};
    /** Called when none could take over. @type {(error: EngineError) => void} */
    this.onlost = () => {};
  }

  /**
   * Loads the rules. May be called again after it failed.
   *
   * @param {(loaded: number, total: number) => void} onprogress told the bytes so far and in all
   */
  async start(onprogress = () => {}) {
    this.retire();
    // What came damaged may lie in the browser's cache, which the address of a worker or a module cannot be told to pass.
    if (this.lost) await refetch([this.assets.worker, this.assets.glue]);
    const handle = this.spawn();
    handle.onprogress = (loaded) => onprogress(Math.min(loaded, this.total), this.total);
    handle.onprogress(handle.loaded);
    await this.attach(handle);
    // What comes later is not waited for: told now, it would look like another start.
    handle.onprogress = () => {};
    onprogress(this.total, this.total);
  }

  /**
   * Puts a question to the rules.
   *
   * @template {Op} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {{ signal?: AbortSignal, onprogress?: (event: Progress[O]) => void, shared?: boolean }} [how] `signal` stops a
   *   search, which then answers with what it has; a helper may have a part in one that is `shared`
   * @returns {Promise<Replies[O]>} the reply; rejected with an `EngineError`
   */
  request(op, fields, { signal, onprogress, shared } = {}) {
    const id = ++this.last;
    const helped = shared && this.helper?.canHelp;
    const text = JSON.stringify({ ...fields, ...(helped && { shares: true }), id, op });
    return new Promise((resolve, reject) => {
      if (this.lost) {
        reject(new EngineError({ code: 'engine-lost', message: this.lost }));
        return;
      }
      if (text.length > MAX_REQUEST_CHARS - MARGIN_CHARS) {
        reject(tooLarge(text.length));
        return;
      }
      const stop = () => this.request('stop', {}).catch(() => {});
      const done = () => {
        this.pending.delete(id);
        if (helped) this.helper?.rest();
        signal?.removeEventListener('abort', stop);
      };
      this.pending.set(id, {
        id,
        op,
        text,
        resolve,
        reject,
        onprogress,
        helped,
        done,
        tries: 0,
        waited: 0,
        doubted: false,
      });
      if (this.watch !== undefined) this.send(id);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop);
    });
  }

  /**
   * Fetches a table, if there is one of this name, and hands it to the rules: what they are asked from then on, they
   * know for certain where the table does. If it does not come, they go on without, and it may be asked for again.
   *
   * @param {string} key
   * @returns {Promise<boolean>} whether it has come just now
   */
  async supply(key) {
    const address = this.assets.tables[key];
    if (!address || this.tables.has(key)) return false;
    this.tables.set(key, null);
    try {
      // What came damaged may lie in the browser's cache.
      const bytes = await download(address, this.missed.has(key) ? 'reload' : 'default');
      if (bytes.byteLength !== this.assets.bytes[key]) throw new Error(`${address} is not what it should be`);
      this.tables.set(key, bytes);
      this.missed.delete(key);
      this.hand(key);
      return true;
    } catch {
      this.tables.delete(key);
      this.missed.add(key);
      return false;
    }
  }

  /** Asks once more for every table that is here, past whoever may want to keep it. */
  pass() {
    for (const key of this.tables.keys()) fetch(this.assets.tables[key]).catch(() => {});
  }

  /** Gives the workers a table. @param {string} key */
  hand(key) {
    const bytes = this.tables.get(key) ?? null;
    if (this.watch !== undefined) this.handle?.hand(key, bytes);
    this.helper?.hand(key, bytes);
  }

  /**
   * Has the worker fetch the modules that the first board can do without. A question that needs them does so itself, and
   * waits for them.
   */
  complete() {
    this.isWhole = true;
    this.handle?.send('complete');
  }

  /** Ends the worker; questions without an answer are rejected. */
  close() {
    this.retire();
    this.lose('The rules were put away.');
  }

  /** A worker on its way: the one that `early.js` started, or a new one. */
  spawn() {
    const { early } = globalThis;
    globalThis.early = undefined;
    if (early) return new WorkerHandle(early.worker, early.heard);
    const worker = hire(this.assets.worker);
    // What came damaged may lie in the browser's cache: it is fetched anew.
    const cache = this.lost ? 'reload' : 'default';
    worker.postMessage({ assets: this.assets, base: document.baseURI, parts: this.parts, cache });
    return new WorkerHandle(worker);
  }

  // -- the worker that lives ---------------------------------------------------------------------------

  /**
   * Waits for a worker, tells it the match on the table and the questions that are open, and watches it.
   *
   * @param {WorkerHandle} handle
   */
  async attach(handle) {
    this.handle = handle;
    this.lost = '';
    try {
      this.parts = await handle.ready;
    } catch (error) {
      handle.end();
      // Where another was started meanwhile, nothing is lost.
      if (this.handle === handle) this.lose(error instanceof Error ? error.message : String(error));
      throw error;
    }
    this.watch = setInterval(() => this.tick(), 1000);
    this.silence = 0;
    handle.onlate = (late) => {
      if (this.parts) this.parts.late = late;
    };
    this.replay(handle);
    for (const id of this.pending.keys()) this.send(id);
    handle.onreply = (text) => this.hear(JSON.parse(text));
    handle.onsign = () => {
      this.silence = 0;
    };
    handle.onpong = (at) => this.miss(at);
    handle.ondeath = (message) => this.replace(message);
  }

  /** Tells a worker that has just come what is known, and the match on the table. @param {WorkerHandle} handle */
  replay(handle) {
    if (this.isWhole) handle.send('complete');
    for (const [key, bytes] of this.tables) handle.hand(key, bytes);
    for (const text of this.journal) handle.send(text);
  }

  /** @param {number} id */
  send(id) {
    const asked = this.pending.get(id);
    if (!asked) return;
    asked.tries++;
    asked.waited = 0;
    asked.doubted = false;
    this.handle?.send(asked.text);
    if (asked.helped) this.helper?.ask(asked);
  }

  /** Whether another match, or another position, may stand on the table when all is answered. */
  get isChanging() {
    return [...this.pending.values()].some(({ op }) => CHANGES.has(op));
  }

  /** Lets the worker go, and with it the one that helped it. */
  retire() {
    clearInterval(this.watch);
    this.watch = undefined;
    this.handle?.end();
    this.helper?.end();
  }

  /** @param {Message} message */
  hear(message) {
    // Only what could not be read at all is refused without an id. All are JSON, so it is the longest.
    const asked = message.id === null ? !message.ok && this.longest() : this.pending.get(message.id);
    if (!asked) return;
    if (message.event === 'share') {
      this.helper?.learn(message.entries ?? '');
      return;
    }
    if (message.event) {
      asked.onprogress?.(message);
      return;
    }
    asked.done();
    if (!message.ok) {
      asked.reject(new EngineError(message.error));
      return;
    }
    if (BEGINNINGS.has(asked.op)) this.journal = [];
    if (CHANGES.has(asked.op)) {
      const change = settled(asked, message);
      this.journal.push(change);
      this.helper?.follow(change);
    }
    asked.resolve(message);
  }

  /** The open question that takes the most characters. @returns {Pending | undefined} */
  longest() {
    return [...this.pending.values()].sort((one, other) => other.text.length - one.text.length)[0];
  }

  /**
   * Counted in ticks rather than by the clock, so that a laptop's sleep is not taken for silence.
   */
  tick() {
    const open = [...this.pending.values()];
    if (open.length === 0) this.silence = 0;
    else this.silence++;
    for (const asked of open) asked.waited++;
    if (open.some(({ waited }) => waited % DOUBT_SECONDS === 0)) {
      for (const asked of open) asked.doubted = true;
      this.handle?.send('ping');
    }
    if (this.silence >= GIVE_UP_SECONDS) this.replace('The rules did not answer in time.');
  }

  /**
   * A worker that was asked whether it is there has answered every quick question before it, and all of them where it is
   * at nothing: an answer that has not come by then never will.
   *
   * @param {'idle' | 'busy' | 'held'} at
   */
  miss(at) {
    if (at === 'held') return;
    const message = 'The rules gave no answer.';
    const isMissed = (/** @type {Pending} */ { op, doubted }) => doubted && (at === 'idle' || !JOBS.has(op));
    this.refuse(isMissed, message, 'unanswered');
  }

  /**
   * Replaces a worker that died or hangs. A request that has killed two workers is rejected instead of retried.
   *
   * @param {string} reason
   */
  async replace(reason) {
    this.retire();
    this.refuse((asked) => asked.tries > 1, reason);
    let late = 0;
    try {
      const handle = this.spawn();
      late = window.setTimeout(() => handle.fail('The worker did not start in time.'), SPAWN_SECONDS * 1000);
      handle.onsign = () => clearTimeout(late);
      await this.attach(handle);
    } catch (error) {
      // Someone may have asked for yet another one, which is on its way.
      if (this.handle && this.lost === '') return;
      this.lose(this.lost || String(error instanceof Error ? error.message : error));
      this.onlost(new EngineError({ code: 'engine-lost', message: this.lost }));
      return;
    } finally {
      clearTimeout(late);
    }
    this.onrestart();
  }

  /** There is no worker any more. @param {string} reason */
  lose(reason) {
    this.lost = reason;
    this.handle = null;
    this.refuse(() => true, reason);
  }

  /** @param {(asked: Pending) => boolean} which @param {string} message @param {string} code */
  refuse(which, message, code = 'engine-lost') {
    for (const asked of [...this.pending.values()].filter(which)) {
      asked.done();
      asked.reject(new EngineError({ code, message }));
    }
  }
}

/** @param {number} length of a request, in characters */
function tooLarge(length) {
  const [n, most] = [length, MAX_REQUEST_CHARS - MARGIN_CHARS].map((count) => count.toLocaleString());
  const said = { key: 'share.long', values: { n: most } };
  return new EngineError({ code: 'too-large', message: `${n} characters are too many: at most ${most} fit.`, said });
}

/**
 * What is behind an address. Rejected where nothing comes for a while.
 *
 * @param {string} address
 * @param {RequestCache} cache
 */
async function download(address, cache) {
  const stalled = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => stalled.abort(), STALL_SECONDS * 1000);
  };
  try {
    wait();
    const response = await fetch(address, { cache, signal: stalled.signal });
    if (!response.ok || !response.body) throw new Error(`${address} could not be loaded (${response.status})`);
    const told = response.body.pipeThrough(
      new TransformStream({
        transform(part, next) {
          wait();
          next.enqueue(part);
        },
      }),
    );
    return await new Response(told).arrayBuffer();
  } finally {
    clearTimeout(timer);
  }
}
