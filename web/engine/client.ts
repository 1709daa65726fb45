/**
 * Sends requests to the rules and returns promises of their replies. It starts the worker that runs Python, watches
 * it, and replaces it if it dies or stops answering; the new worker is sent the current match again. A worker starts on
 * the small runtime, and has the rest join when it is needed (`runtime/rest.ts`); after a crash, workers of this build
 * start on the whole one. `helper.ts` may add a second worker that searches the same position.
 */

import { savesData } from '../lib/capabilities.ts';
import { EngineError } from '../lib/engine-error.ts';
import { refetch } from '../lib/lazy.ts';
import { MAX_REQUEST_CHARS } from '../lib/limits.ts';
import { begin, pending } from '../lib/pending.ts';
import type { Op, Progress, ProtocolError, Replies, Requests } from '../protocol.d.ts';
import type { Helper } from './api.d.ts';
import { type Assets, type Parts, WorkerHandle } from './handle.ts';
import { BEGINNINGS, CHANGES, JOBS } from './requests.ts';
import { startWorker } from './start-worker.ts';
import { Tables } from './tables.ts';

/** A line of the worker: a reply, or an event before it. */
interface Message {
  id: number | null;
  ok?: boolean;
  event?: string;
  entries?: string;
  seed?: number | null;
  error: ProtocolError;
}

export interface Pending {
  id: number;
  op: string;
  text: string; // the request as JSON
  resolve(reply: unknown): void;
  reject(error: Error): void;
  onprogress?(event: unknown): void;
  helped: boolean | undefined; // whether a second worker searches it too
  tries: number; // how many times it has been sent to a worker
  waited: number; // seconds since it was last sent
  pinged: number; // the number of the first ping that was sent after it; 0 while there is none
  done: () => void; // cleans up, before it is resolved or rejected
}

const PING_SECONDS = 2; // a worker is pinged every this many seconds while a request waits for its reply

/** A replacement worker, which has most of what it needs, is given up after so long without a message at its start. */
const SPAWN_SECONDS = 30;

const RESERVED_CHARS = 200; // room for what is added to a request when it is sent again (a seed) or sent to the helper

/** A request that changes the match, so that it gives the same one when it is sent again: with the seed that was drawn. */
const repeatable = ({ op, text }: Pending, { seed }: { seed?: number | null }) =>
  op === 'new' ? JSON.stringify({ ...JSON.parse(text), seed }) : text;

/** The request that passes table entries on. Its id belongs to no pending request, so the reply is ignored. */
export const share = (entries = '') => JSON.stringify({ id: 'share', op: 'share', entries });

/** A worker, what it has told so far, and what has it load the rules, at the first call. */
export type StartedWorker = { worker: Worker; heard: Event[]; load: () => void };

/** Requests to the rules, for those who start no worker. */
export type Rules = Pick<Engine, 'request' | 'supply'>;

export class Engine {
  assets: Assets;
  game: string; // the one that the page opened with
  total: number; // the bytes to load at the start
  started: StartedWorker | null = null; // the worker that was started before there was an engine, until it is used
  handle: WorkerHandle | null = null;
  helper: Helper | null = null; // the helper, if the device has enough cores and memory
  parts: Partial<Parts> | undefined = undefined; // what a worker needs to start, once the first has fetched it
  needsWhole = false; // whether the rest of the runtime joins new workers before they start Python
  isProven = true; // whether this worker has answered a request since it took the place of another one
  pending: Map<number, Pending> = new Map(); // the requests without a reply by id, in the order they were made
  tables: Tables;
  jobs: ReadonlySet<string> = JOBS; // the requests that take time
  journal: string[] = []; // the requests that made the current match, as JSON
  isWhole = false; // whether the late modules have been requested
  last = 0; // the id of the last request
  lost: EngineError | null = null; // why there is no worker and none is starting; else null
  silence = 0; // seconds without a message while a reply is due
  giveUpSeconds = 7; // a worker that is silent for so long is replaced
  pings = 0; // the pings that were sent to this worker, and those that it has answered: in order, one by one
  pongs = 0;
  watch: ReturnType<typeof setInterval> | undefined = undefined; // watches the worker, if one is ready for requests
  onrestart: () => void = () => {}; // called when a replacement worker is ready and has the match
  onlost: (error: EngineError) => void = () => {}; // called when no replacement could be started
  oncrash: () => void = () => {}; // called when workers have begun to need the whole runtime

  constructor(assets: Assets, game = '') {
    this.assets = assets;
    this.game = game;
    const { wasm, library, rules, [game]: weights = 0 } = assets.sizes;
    this.total = wasm + library + rules + weights;
    this.tables = new Tables(assets, (key, bytes) => this.hand(key, bytes));
  }

  /** Loads the rules. May be called again after it failed. `onprogress` hears of the bytes so far and in all. */
  async start(onprogress: (loaded: number, total: number) => void = () => {}) {
    this.retire();
    this.isProven = true;
    if (!('WebAssembly' in globalThis)) {
      const error = new EngineError({ code: 'no-webassembly', message: 'There is no WebAssembly.' });
      this.lose(error);
      throw error;
    }
    // The browser's cache may hold a damaged file, and `new Worker` and `import` have no option to bypass the cache.
    if (this.lost) await Promise.all([this.assets.worker, this.assets.glue].map(refetch));
    const handle = this.spawn();
    handle.onprogress = (loaded) => onprogress(Math.min(loaded, this.total), this.total);
    handle.onprogress(handle.loaded);
    await this.attach(handle);
    // The late modules load in the background; their progress would look like another start.
    if (this.handle) this.handle.onprogress = () => {};
    onprogress(this.total, this.total);
  }

  /**
   * Sends a request to the rules, or queues it until there is a worker. Rejects with an `EngineError`. `signal` stops a
   * search, which then replies with its result so far; if `shared`, the helper may search too; of one that is `endless` nobody
   * waits for more than its first news.
   */
  request<O extends Op>(
    op: O,
    fields: Requests[O],
    how: {
      signal?: AbortSignal;
      onprogress?: (event: Progress[O]) => void;
      shared?: boolean;
      endless?: boolean;
    } = {},
  ): Promise<Replies[O]> {
    const { signal, onprogress, shared, endless } = how;
    const id = ++this.last;
    const helped = shared && this.helper?.canHelp;
    const text = JSON.stringify({ ...fields, ...(helped && { shares: true }), id, op });
    return new Promise((resolve, reject) => {
      if (this.lost) return reject(this.lost);
      if (text.length > MAX_REQUEST_CHARS - RESERVED_CHARS) return reject(tooLarge(text.length));
      const stop = () => this.request('stop', {}).catch(() => {});
      const end = endless && !onprogress ? () => {} : begin('rules');
      const tell = (event: Progress[O]) => {
        onprogress?.(event);
        if (endless) end();
      };
      const done = () => {
        end();
        this.pending.delete(id);
        if (helped) this.helper?.send('{"op":"stop"}');
        signal?.removeEventListener('abort', stop);
      };
      const counts = { tries: 0, waited: 0, pinged: 0 };
      this.pending.set(id, { id, op, text, resolve, reject, onprogress: tell, helped, done, ...counts });
      if (this.watch !== undefined) this.send(id);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop);
    });
  }

  /** Fetches a table for the rules, which use it from their next request on: see `Tables.supply`. */
  supply = (key: string) => this.tables.supply(key);

  /** Gives the workers a table. */
  hand(key: string, bytes: ArrayBuffer) {
    if (this.watch !== undefined) this.handle?.hand(key, bytes);
    this.helper?.hand(key, bytes);
  }

  /** Has the worker fetch the late modules in the background. A request that needs them sooner fetches them and waits. */
  complete() {
    this.isWhole = true;
    this.handle?.send('complete');
  }

  /**
   * Fetches the rest of the runtime, before it is needed. The page does it, since a page is under the service worker from
   * its first visit on, which stores what passes through it.
   */
  async fetchRest() {
    if (!this.assets.rest || this.parts?.rest) return;
    const response = await fetch(this.assets.rest, { priority: 'low' });
    if (!response.ok) throw new Error(`${this.assets.rest} could not be loaded (${response.status})`);
    this.takeRest(await WebAssembly.compile(await response.arrayBuffer()));
  }

  takeRest(rest: WebAssembly.Module) {
    if (this.parts) this.parts.rest = rest;
    for (const handle of [this.handle, this.helper?.spawned]) handle?.worker.postMessage({ rest });
  }

  /** Terminates the worker and rejects the pending requests. */
  close() {
    this.retire();
    this.lose(lossOf('The rules were put away.'));
  }

  /** A starting worker: the one that the page began with, or a new one. */
  spawn() {
    const { started } = this;
    this.started = null;
    if (started) {
      started.load();
      return new WorkerHandle(started.worker, started.heard);
    }
    const worker = startWorker(this.assets.worker);
    // After a failure, bypass the browser's cache: it may hold a damaged file.
    const cache = this.lost ? 'reload' : 'default';
    const { assets, parts, needsWhole, game } = this;
    worker.postMessage({ assets, base: document.baseURI, parts, cache, whole: needsWhole, game });
    return new WorkerHandle(worker);
  }

  /** Has new workers start on the whole runtime, and without a snapshot: one of both may be why a worker has crashed. */
  takeWhole() {
    this.needsWhole = true;
    this.oncrash();
  }

  /** Waits for a worker to start, sends it the match and the pending requests, and watches it. */
  async attach(handle: WorkerHandle): Promise<void> {
    this.handle = handle;
    this.lost = null;
    try {
      this.parts = await pending('rules', handle.ready);
    } catch (error) {
      handle.end();
      // If another worker has been started meanwhile, the pending requests wait for that one.
      if (this.handle !== handle) throw error;
      if (handle.hasCrashed && !this.needsWhole) {
        this.takeWhole();
        const next = this.spawn();
        next.onprogress = handle.onprogress;
        return this.attach(next);
      }
      const isBlocked = error instanceof EngineError && error.code === 'no-webassembly';
      this.lose(isBlocked ? error : lossOf(error));
      throw error;
    }
    this.watch = setInterval(() => this.tick(), 1000);
    this.silence = 0;
    this.pings = this.pongs = 0;
    handle.onlate = (late) => Object.assign(this.parts ?? {}, { late });
    handle.onrest = (rest) => Object.assign(this.parts ?? {}, { rest });
    this.replay(handle);
    for (const id of this.pending.keys()) this.send(id);
    handle.onreply = (text) => this.hear(JSON.parse(text));
    handle.onsign = () => {
      this.silence = 0;
    };
    handle.onpong = (at) => this.miss(at);
    handle.onCrash = (message) => this.replace(message);
  }

  /** Brings a new worker up to date: the late modules, the tables and the match. */
  replay(handle: WorkerHandle) {
    if (this.isWhole) handle.send('complete');
    for (const [key, bytes] of this.tables.bytes) handle.hand(key, bytes);
    for (const text of this.journal) handle.send(text);
  }

  send(id: number) {
    const asked = this.pending.get(id);
    if (!asked) return;
    Object.assign(asked, { tries: asked.tries + 1, waited: 0, pinged: 0 });
    this.handle?.send(asked.text);
    if (asked.helped) this.helper?.ask(asked);
  }

  retire() {
    clearInterval(this.watch);
    this.watch = undefined;
    this.handle?.end();
    this.helper?.end();
  }

  hear(message: Message) {
    // An error without an id means that the bridge could not read the request. All requests are valid JSON, so it was
    // too long: reject the longest.
    const longest = () => [...this.pending.values()].sort((one, other) => other.text.length - one.text.length)[0];
    const asked = message.id === null ? !message.ok && longest() : this.pending.get(message.id);
    if (!asked) return;
    if (message.event === 'share') return this.helper?.send(share(message.entries));
    if (message.event) return asked.onprogress?.(message);
    asked.done();
    this.isProven = true;
    if (!message.ok) return asked.reject(new EngineError(message.error));
    if (BEGINNINGS.has(asked.op)) this.journal = [];
    if (CHANGES.has(asked.op)) {
      const change = repeatable(asked, message);
      this.journal.push(change);
      this.helper?.send(change);
    }
    asked.resolve(message);
  }

  /** Watches the worker, once a second. It counts ticks, not time: a laptop's sleep is no silence. */
  tick() {
    if (this.handle?.rest === 'awaited') return;
    const open = [...this.pending.values()];
    this.silence = open.length ? this.silence + 1 : 0;
    for (const asked of open) asked.waited++;
    if (open.some(({ waited }) => waited % PING_SECONDS === 0)) {
      this.pings++;
      for (const asked of open) asked.pinged ||= this.pings;
      this.handle?.send('ping');
    }
    if (this.silence >= this.giveUpSeconds) this.replace('The rules did not answer in time.');
  }

  /**
   * Handles a pong: rejects the requests whose replies were lost. The worker handles messages in order, so it has
   * answered every request sent before the ping that is not a search; if it is idle, the searches too. Of a request sent
   * after that ping it says nothing, even if a later ping is on its way by now.
   */
  miss(at: 'idle' | 'busy' | 'held') {
    this.pongs++;
    if (at === 'held') return;
    const isLost = ({ op, pinged }: Pending) =>
      pinged > 0 && pinged <= this.pongs && (at === 'idle' || !this.jobs.has(op));
    this.refuse(isLost, new EngineError({ code: 'unanswered', message: 'The rules gave no answer.' }));
  }

  /**
   * Replaces a worker that is of no use. A request that was pending at two crashes is not sent a third time, and one that
   * needs a part which could not be fetched fails at once. A worker that ends while it is given the match has no successor.
   */
  async replace(reason: string) {
    const { rest, hasCrashed } = this.handle ?? {};
    const endsReplay = !this.isProven && this.pending.size === 0;
    const loss = rest === 'missing' ? missing(reason) : lossOf(reason);
    if (hasCrashed && !this.needsWhole) this.takeWhole();
    this.retire();
    this.isProven = false;
    if (endsReplay) {
      this.lose(loss);
      return this.onlost(loss);
    }
    this.refuse((asked) => rest === 'missing' || asked.tries > 1, loss);
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
      if (this.handle && !this.lost) return;
      const loss = lossOf(this.lost ?? error);
      this.lose(loss);
      return this.onlost(loss);
    } finally {
      clearTimeout(timer);
    }
    this.onrestart();
  }

  /** Records that there is no worker, and rejects all pending requests. */
  lose(loss: EngineError) {
    this.lost = loss;
    this.handle = null;
    this.refuse(() => true, loss);
  }

  refuse(which: (asked: Pending) => boolean, error: EngineError) {
    for (const asked of [...this.pending.values()].filter(which)) {
      asked.done();
      asked.reject(error);
    }
  }
}

const lossOf = (reason: unknown) =>
  new EngineError({ code: 'engine-lost', message: reason instanceof Error ? reason.message : String(reason) });

/** A part that is not on this device and could not be fetched. Who saves data has not stored it beforehand. */
function missing(message: string) {
  const said = savesData() ? { key: 'error.not-stored', values: {} } : undefined;
  return new EngineError({ code: 'not-loaded', message, said });
}

function tooLarge(length: number) {
  const [n, most] = [length, MAX_REQUEST_CHARS - RESERVED_CHARS].map((count) => count.toLocaleString());
  const said = { key: 'share.long', values: { n: most } };
  return new EngineError({ code: 'too-large', message: `${n} characters are too many: at most ${most} fit.`, said });
}
