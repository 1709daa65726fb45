/**
 * Sends requests to the rules and returns promises of their replies. It starts the worker that runs Python, watches
 * it, and replaces it if it dies or stops answering; the new worker is sent the current match again. A worker starts on
 * the small runtime (`whole.js`); if it lacks a function, it is replaced in the same way by one on the whole runtime, and
 * so is every later worker. `helper.js` may add a second worker that searches the same position.
 *
 * `protocol.d.ts` has the types of requests and replies.
 *
 * @import { Op, Progress, ProtocolError, Replies, Requests } from '../protocol.d.ts'
 * @import { Assets, Parts } from './handle.js'
 */

import { EngineError } from '../lib/engine-error.js';
import { MAX_REQUEST_CHARS } from '../lib/limits.js';
import { refetch } from '../lib/refetch.js';
import { startWorker, WorkerHandle } from './handle.js';
import { BEGINNINGS, CHANGES, JOBS } from './requests.js';
import { Tables } from './tables.js';

/**
 * A line of the worker: a reply, or an event before it.
 *
 * @typedef {{ id: number | null, ok?: boolean, event?: string, entries?: string, seed?: number | null,
 *   error: ProtocolError }} Message
 */

/**
 * A request without a reply yet.
 *
 * @typedef {object} Pending
 * @property {number} id
 * @property {string} op
 * @property {string} text the request as JSON
 * @property {(reply: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((event: any) => void) | undefined} onprogress
 * @property {boolean | undefined} helped whether a second worker searches it too
 * @property {number} tries how many times it has been sent to a worker
 * @property {number} waited seconds since it was last sent
 * @property {number} pinged the number of the first ping that was sent after it; 0 while there is none
 * @property {() => void} done cleans up, before it is resolved or rejected
 */

/** A worker is pinged every this many seconds while a request waits for its reply. */
const PING_SECONDS = 2;

/** A worker that owes a reply and sends no message for this many seconds is replaced. */
const GIVE_UP_SECONDS = 7;

/**
 * A replacement worker is given up after this many seconds without a message while it starts. It already has all it needs
 * but its own script and, at times, a part of the runtime.
 */
const SPAWN_SECONDS = 30;

/** Room for what is added to a request when it is sent again (a seed) or sent to the helper. */
const RESERVED_CHARS = 200;

/**
 * A request that changes the match, in a form that gives the same match when it is sent again: if the starting position
 * was drawn at random, with its seed.
 *
 * @param {Pending} request
 * @param {{ seed?: number | null }} reply
 */
const repeatable = ({ op, text }, { seed }) => (op === 'new' ? JSON.stringify({ ...JSON.parse(text), seed }) : text);

/**
 * A second worker that searches the same position as the first: `helper.js`.
 *
 * @typedef {object} SearchHelper
 * @property {boolean} canHelp whether there is a second worker, or one can be started
 * @property {(asked: Pending) => void} ask sends it a search
 * @property {() => void} rest stops its search
 * @property {(change: string) => void} follow sends it a request that has changed the match
 * @property {(table: string, bytes: ArrayBuffer) => void} hand gives it a table
 * @property {(entries: string) => void} learn sends it transposition table entries of the first worker
 * @property {() => void} end terminates it
 */

export class Engine {
  /** @param {Assets} assets */
  constructor(assets) {
    this.assets = assets;
    /** The bytes to load at the start. */
    this.total = Object.values(assets.sizes).reduce((sum, bytes) => sum + bytes, 0);
    /** @type {WorkerHandle | null} */
    this.handle = null;
    /** The helper, if the device has enough cores and memory. @type {SearchHelper | null} */
    this.helper = null;
    /**
     * What a worker needs to start, once the first has fetched it; without the runtime if another one is needed.
     *
     * @type {Partial<Parts> | undefined}
     */
    this.parts = undefined;
    /** Whether new workers start on the whole runtime: the small one has lacked a function. */
    this.needsWhole = false;
    /** The requests without a reply by id, in the order they were made. @type {Map<number, Pending>} */
    this.pending = new Map();
    this.tables = new Tables(assets, (key, bytes) => this.hand(key, bytes));
    /** The requests that made the current match, as JSON. @type {string[]} */
    this.journal = [];
    /** Whether the late modules have been requested. */
    this.isWhole = false;
    /** The id of the last request. */
    this.last = 0;
    /** Why there is no worker and none is starting; else empty. */
    this.lost = '';
    this.lostCode = 'engine-lost';
    /** Seconds without a message while a reply is due. */
    this.silence = 0;
    /** The pings that were sent to this worker, and those that it has answered: in order, one by one. */
    this.pings = 0;
    this.pongs = 0;
    /**
     * The timer that watches the worker; undefined while no worker is ready for requests.
     *
     * @type {ReturnType<typeof setInterval> | undefined}
     */
    this.watch = undefined;
    /** Called when a replacement worker is ready and has the match. @type {() => void} */
    this.onrestart = () => {};
    /** Called when no replacement could be started. @type {(error: EngineError) => void} */
    this.onlost = () => {};
  }

  /**
   * Loads the rules. May be called again after it failed.
   *
   * @param {(loaded: number, total: number) => void} onprogress called with the bytes so far and in all
   */
  async start(onprogress = () => {}) {
    this.retire();
    if (!('WebAssembly' in globalThis)) {
      const error = new EngineError({ code: 'no-webassembly', message: 'There is no WebAssembly.' });
      this.lose(error.message, error.code);
      throw error;
    }
    // The browser's cache may hold a damaged file, and `new Worker` and `import` have no option to bypass the cache.
    if (this.lost) await refetch([this.assets.worker, this.assets.glue]);
    const handle = this.spawn();
    handle.onprogress = (loaded) => onprogress(Math.min(loaded, this.total), this.total);
    handle.onprogress(handle.loaded);
    await this.attach(handle);
    // The late modules load in the background; their progress would look like another start.
    if (this.handle) this.handle.onprogress = () => {};
    onprogress(this.total, this.total);
  }

  /**
   * Sends a request to the rules, or queues it until there is a worker.
   *
   * @template {Op} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {{ signal?: AbortSignal, onprogress?: (event: Progress[O]) => void, shared?: boolean }} [how] `signal` stops a
   *   search, which then replies with its result so far; if `shared`, the helper may search too
   * @returns {Promise<Replies[O]>} the reply; rejected with an `EngineError`
   */
  request(op, fields, { signal, onprogress, shared } = {}) {
    const id = ++this.last;
    const helped = shared && this.helper?.canHelp;
    const text = JSON.stringify({ ...fields, ...(helped && { shares: true }), id, op });
    return new Promise((resolve, reject) => {
      if (this.lost) {
        reject(new EngineError({ code: this.lostCode, message: this.lost }));
        return;
      }
      if (text.length > MAX_REQUEST_CHARS - RESERVED_CHARS) {
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
        pinged: 0,
      });
      if (this.watch !== undefined) this.send(id);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop);
    });
  }

  /**
   * Fetches a table, if there is one of this name, and gives it to the rules, which use it from their next request on.
   * While it is on its way for another call, this one waits for it. If the download fails, the rules work without it,
   * and `supply` may be called again.
   *
   * @param {string} key
   * @returns {Promise<boolean>} whether this call has fetched it
   */
  supply(key) {
    return this.tables.supply(key);
  }

  /** Gives the workers a table. @param {string} key @param {ArrayBuffer} bytes */
  hand(key, bytes) {
    if (this.watch !== undefined) this.handle?.hand(key, bytes);
    this.helper?.hand(key, bytes);
  }

  /**
   * Has the worker fetch the late modules in the background. A request that needs them sooner fetches them and waits.
   */
  complete() {
    this.isWhole = true;
    this.handle?.send('complete');
  }

  /** Terminates the worker and rejects the pending requests. */
  close() {
    this.retire();
    this.lose('The rules were put away.');
  }

  /** A starting worker: the one that `early.js` has started, or a new one. */
  spawn() {
    const { early } = globalThis;
    globalThis.early = undefined;
    if (early) return new WorkerHandle(early.worker, early.heard);
    const worker = startWorker(this.assets.worker);
    // After a failure, bypass the browser's cache: it may hold a damaged file.
    const cache = this.lost ? 'reload' : 'default';
    const { assets, parts, needsWhole } = this;
    worker.postMessage({ assets, base: document.baseURI, parts, cache, whole: needsWhole });
    return new WorkerHandle(worker);
  }

  /** Has new workers start on the whole runtime. */
  takeWhole() {
    this.needsWhole = true;
    if (this.parts) this.parts = { ...this.parts, wasm: undefined };
  }

  // -- the running worker ------------------------------------------------------------------------------

  /**
   * Waits for a worker to start, sends it the match and the pending requests, and watches it.
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
      if (this.handle === handle && handle.isLacking) return this.attachWhole(handle.onprogress);
      // If another worker has been started meanwhile, the pending requests wait for that one.
      const isBlocked = error instanceof EngineError && error.code === 'no-webassembly';
      if (this.handle === handle)
        this.lose(error instanceof Error ? error.message : String(error), isBlocked ? error.code : undefined);
      throw error;
    }
    this.watch = setInterval(() => this.tick(), 1000);
    this.silence = 0;
    this.pings = this.pongs = 0;
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

  /**
   * Starts a worker on the whole runtime instead of one that has failed to start.
   *
   * @param {(loaded: number) => void} onprogress
   * @returns {Promise<void>}
   */
  attachWhole(onprogress) {
    this.takeWhole();
    const handle = this.spawn();
    handle.onprogress = onprogress;
    return this.attach(handle);
  }

  /** Brings a new worker up to date: the late modules, the tables and the match. @param {WorkerHandle} handle */
  replay(handle) {
    if (this.isWhole) handle.send('complete');
    for (const [key, bytes] of this.tables.bytes) handle.hand(key, bytes);
    for (const text of this.journal) handle.send(text);
  }

  /** @param {number} id */
  send(id) {
    const asked = this.pending.get(id);
    if (!asked) return;
    asked.tries++;
    asked.waited = 0;
    asked.pinged = 0;
    this.handle?.send(asked.text);
    if (asked.helped) this.helper?.ask(asked);
  }

  /** Whether a pending request may change the match. */
  get isChanging() {
    return [...this.pending.values()].some(({ op }) => CHANGES.has(op));
  }

  /** Terminates the worker and its helper. */
  retire() {
    clearInterval(this.watch);
    this.watch = undefined;
    this.handle?.end();
    this.helper?.end();
  }

  /** Handles a reply or a progress message. @param {Message} message */
  hear(message) {
    // An error without an id means that the bridge could not read the request. All requests are valid JSON, so it was
    // too long: reject the longest.
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
      const change = repeatable(asked, message);
      this.journal.push(change);
      this.helper?.follow(change);
    }
    asked.resolve(message);
  }

  /** The pending request with the most characters. @returns {Pending | undefined} */
  longest() {
    return [...this.pending.values()].sort((one, other) => other.text.length - one.text.length)[0];
  }

  /**
   * Watches the worker, once a second. It counts ticks instead of reading the clock, so that a laptop's sleep is not
   * mistaken for a silent worker.
   */
  tick() {
    const open = [...this.pending.values()];
    if (open.length === 0) this.silence = 0;
    else this.silence++;
    for (const asked of open) asked.waited++;
    if (open.some(({ waited }) => waited % PING_SECONDS === 0)) {
      this.pings++;
      for (const asked of open) asked.pinged ||= this.pings;
      this.handle?.send('ping');
    }
    if (this.silence >= GIVE_UP_SECONDS) this.replace('The rules did not answer in time.');
  }

  /**
   * Handles a pong: rejects the requests whose replies were lost. The worker handles messages in order, so it has
   * answered every request sent before the ping that is not a search; if it is idle, the searches too. Of a request sent
   * after that ping it says nothing, even if a later ping is on its way by now.
   *
   * @param {'idle' | 'busy' | 'held'} at
   */
  miss(at) {
    this.pongs++;
    if (at === 'held') return;
    const message = 'The rules gave no answer.';
    const isLost = (/** @type {Pending} */ { op, pinged }) =>
      pinged > 0 && pinged <= this.pongs && (at === 'idle' || !JOBS.has(op));
    this.refuse(isLost, message, 'unanswered');
  }

  /**
   * Replaces a worker that crashed, hangs, or lacks a function. A request that was pending at two crashes is rejected
   * instead of sent a third time: it may be the cause.
   *
   * @param {string} reason
   */
  async replace(reason) {
    if (this.handle?.isLacking) {
      this.takeWhole();
      for (const asked of this.pending.values()) asked.tries--;
    }
    this.retire();
    this.refuse((asked) => asked.tries > 1, reason);
    let timer = 0;
    try {
      const handle = this.spawn();
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => handle.fail('The worker did not start in time.'), SPAWN_SECONDS * 1000);
      };
      wait();
      handle.onsign = wait;
      await this.attach(handle);
    } catch (error) {
      // `start` may have been called meanwhile: then another worker is starting.
      if (this.handle && this.lost === '') return;
      this.lose(this.lost || String(error instanceof Error ? error.message : error));
      this.onlost(new EngineError({ code: 'engine-lost', message: this.lost }));
      return;
    } finally {
      clearTimeout(timer);
    }
    this.onrestart();
  }

  /** Records that there is no worker, and rejects all pending requests. @param {string} reason @param {string} code */
  lose(reason, code = 'engine-lost') {
    this.lost = reason;
    this.lostCode = code;
    this.handle = null;
    this.refuse(() => true, reason, code);
  }

  /**
   * Rejects the pending requests for which `which` is true.
   *
   * @param {(asked: Pending) => boolean} which
   * @param {string} message
   * @param {string} code
   */
  refuse(which, message, code = 'engine-lost') {
    for (const asked of [...this.pending.values()].filter(which)) {
      asked.done();
      asked.reject(new EngineError({ code, message }));
    }
  }
}

/** The error for a request that is too long. @param {number} length in characters */
function tooLarge(length) {
  const [n, most] = [length, MAX_REQUEST_CHARS - RESERVED_CHARS].map((count) => count.toLocaleString());
  const said = { key: 'share.long', values: { n: most } };
  return new EngineError({ code: 'too-large', message: `${n} characters are too many: at most ${most} fit.`, said });
}
