/**
 * The worker that runs Python: it passes each request to `saltus.protocol.worker`, and posts the replies.
 *
 * The page's first message is `{ assets, base, parts, cache, whole, game, makes }`: `parts` as far as an earlier worker has
 * fetched them, `cache` as an option of `fetch`, `whole` if the rest of the runtime joins before Python starts, `game` the
 * one that is played first, `makes` if the worker is only to make a snapshot of Python's memory for it, `lab` if it is that of
 * the game lab. Then it sends requests as JSON text, tables as `{ table: name, bytes }`, the rest of the runtime as
 * `{ rest: module }`, `'complete'` to load the late modules (those that the first board does not need) and the weights of all
 * games, and `'ping'`.
 *
 * The worker sends `{ loaded: bytes }`, then `{ ready: true, parts, restored }` or `{ failed: message, isBlocked, isCrash }`,
 * then `{ replies: [JSON text, …] }`, `{ late: bytes }` when it has fetched the late modules, and `{ pong }` with its state:
 * `'idle'`, `'busy'` with a search, or `'held'` until late modules or weights arrive. At an idle pong, every earlier
 * request has been answered. `{ rest }` is `'awaited'` while it fetches the rest of the runtime and hears nothing, then the
 * module; or `'missing'`, and then it is of no use any more. Only text passes between JavaScript and Python.
 */

import { loadPyodide } from 'pyodide';
import type { Assets, Parts } from './handle.ts';
import { joinable } from './runtime/rest.ts';
import { forget, isStored, keep, type Runtime, type Snapshot, stored, taken } from './runtime/snapshot.ts';
import { type Given, type Said, type Supplies, suppliesOf } from './runtime/supplies.ts';

/** The files of a tar archive; none if there is no archive. */
function* entries(packed: ArrayBuffer = new ArrayBuffer()) {
  const archive = new Uint8Array(packed);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; archive[at]; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    yield { name: text(at, 100), content: archive.subarray(at + 512, at + 512 + size) };
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

const PAGE_BYTES = 65_536; // of WebAssembly's memory

type Stored = Promise<Snapshot | null>;

/** Fetches what Python needs to start, as far as the snapshot lacks it. */
type FetchParts = (snapshot: Stored) => Promise<Parts>;

/** `saltus.protocol.worker`. */
type Rules = { handle: (text?: string, missing?: string) => string; complete: () => void; prepare: () => void };

/**
 * Starts Python, or restores it from a snapshot. Its loader would fetch and compile the parts itself: while it runs,
 * `fetch` and `instantiateStreaming` return the parts. `unstarted` gets the memory as the WebAssembly begins with it
 * and as it is before Python is started; `write` writes a file into Python's library folder, `install` all of an archive.
 */
async function start(supplies: Supplies, parts: Promise<Parts>, snapshot: Stored, unstarted?: Uint8Array[]) {
  const { assets } = supplies;
  const [glue, { wasm, library, rules, weights }, memory] = await Promise.all([import(assets.glue), parts, snapshot]);
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (input) => new Response(String(input) === assets.library ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    const exports = joinable(instance, imports ?? {}, supplies.rest, supplies.joinsFirst());
    const own = exports.memory as WebAssembly.Memory;
    limit(own, supplies.lab?.memory ?? Infinity);
    unstarted?.push(new Uint8Array(own.buffer).slice());
    // One of a smaller memory is refused when it is restored: an error here would be heard by nobody.
    const lacking = (memory?.size ?? 0) - own.buffer.byteLength;
    if (lacking > 0) own.grow(lacking / PAGE_BYTES);
    return { module: wasm, instance: { exports } };
  };
  try {
    const python = await loadPyodide({
      indexURL: assets.runtime,
      stdLibURL: assets.library,
      lockFileContents: JSON.stringify({ info: assets.lock, packages: {} }),
      createPyodideModule: async (settings) => {
        const onRuntimeInitialized = function (this: Runtime) {
          unstarted?.push(this.HEAPU8.slice());
        };
        const runtime = await glue.default(Object.assign(settings, { onRuntimeInitialized }));
        memory?.restore(runtime);
        return runtime;
      },
      ...(memory && { _loadSnapshot: new Uint8Array() }),
      env: { HOME: '/', PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
    });
    const write = (name: string, content: Uint8Array) => {
      const path = `${assets.home}/${name}`;
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      python.FS.writeFile(path, content);
    };
    const install = (archive?: ArrayBuffer) => {
      for (const { name, content } of entries(archive)) write(name, content);
    };
    install(rules);
    install(weights);
    return { python, write, install };
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Has a memory grow up to so many bytes and no further: Python then hears that there is no more. */
function limit(memory: WebAssembly.Memory, bytes: number) {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages: number) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('That is too much memory.');
    return grow(pages);
  };
}

const NO_SNAPSHOT: Stored = Promise.resolve(null);

/** Starts Python as fast as this device can; after a crash without a snapshot, which may be at fault. */
async function startFast(supplies: Supplies, fetchParts: FetchParts) {
  const { assets, base, isWhole } = supplies;
  const from = async (snapshot: Stored) => {
    const parts = fetchParts(snapshot);
    return { ...(await start(supplies, parts, snapshot)), parts: await parts, restored: Boolean(await snapshot) };
  };
  const snapshot = isWhole ? NO_SNAPSHOT : stored(assets, base).catch(() => null);
  try {
    return await from(snapshot);
  } catch (error) {
    if (!(await snapshot)) throw error;
    await forget(base);
    return from(NO_SNAPSHOT);
  }
}

/** Makes a snapshot of Python's memory with all that a page asks for first, if there is none of this build. */
async function makeSnapshot(supplies: Supplies, fetchParts: FetchParts, game: string) {
  const { assets, base } = supplies;
  if (await isStored(assets, base)) return;
  const parts = fetchParts(NO_SNAPSHOT);
  const unstarted: Uint8Array[] = [];
  const { python } = await start(supplies, parts, NO_SNAPSHOT, unstarted);
  python.runPython('from saltus.protocol.worker import rehearse; rehearse')(game);
  await keep(assets, base, taken((python as unknown as { _module: Runtime })._module, await parts, unstarted));
}

/** Starts Python, and answers the page's messages. */
async function boot(supplies: Supplies, fetchParts: FetchParts) {
  const { python, write, install, parts, restored } = await startFast(supplies, fetchParts);
  const late = supplies.lab ? await supplies.late() : parts.late;
  if (supplies.lab) install(late);
  const worker = supplies.lab
    ? 'saltus.lab.worker import LabWorker as Worker'
    : 'saltus.protocol.worker import Worker';
  const rules: Rules = python.runPython(`from ${worker}; Worker`)(Object.keys(supplies.assets.weights).join(' '));
  const { port1, port2 } = new MessageChannel();
  let isSearching = false; // whether the next slice of a search has been scheduled
  let isWhole = false; // whether the late modules are installed
  const tables: { table: string; bytes: ArrayBuffer }[] = []; // the tables that wait for the late modules
  let held: (string | undefined)[] | null = null; // the requests that wait for something late, in order; null if none does
  let loading: Promise<string> | null = null; // '' when the late modules are installed, else an error message

  const installLate = (late: ArrayBuffer) => {
    install(late);
    rules.complete();
    isWhole = true;
    for (const table of tables) put(table);
    prepare();
  };
  /** Lets Python import what later requests will need. */
  const prepare = () => {
    rules.prepare();
    take();
  };
  /** Installs what is fetched. Resolves to an error message, or ''. */
  const load = async (fetched: Promise<ArrayBuffer>, how: (archive: ArrayBuffer) => void) => {
    try {
      how(await fetched);
      return '';
    } catch (error) {
      return String(error instanceof Error ? error.message : error);
    }
  };
  /** Loads the late modules and all weights once. */
  const complete = async () => {
    if (isWhole) return '';
    loading ??= load(supplies.late(), (late) => {
      installLate(late);
      postMessage({ late });
    });
    const missing = await loading;
    if (missing) loading = null;
    return missing;
  };
  /** Loads what a request lacks: the weights of a game alone, or all that is late. */
  const supply = (need: string) =>
    need in supplies.assets.weights ? load(supplies.weights(need), install) : complete();
  /** Stores a table, once the late modules that read it are installed. */
  const put = (it: { table: string; bytes: ArrayBuffer }) => {
    if (isWhole) write(`saltus/data/${it.table}.table`, new Uint8Array(it.bytes));
    else tables.push(it);
  };

  /** Handles a request; without one, the next slice of the search. */
  const step = (text?: string, missing = '') => {
    const [busy, ...replies] = rules.handle(text, missing).split('\n');
    if (!busy) return void hold(replies[0], text);
    if (replies.length) postMessage({ replies });
    if (busy === '1' && !isSearching) {
      isSearching = true;
      port2.postMessage(null);
    }
  };
  /** Holds a request until what it lacks arrives, and all later ones too: the order is kept. */
  const hold = async (lacked: string, text?: string) => {
    held = [text];
    const missing = await supply(lacked);
    const texts = held;
    held = null;
    for (const one of texts) take(one, missing);
  };
  const take = (text?: string, missing = '') => {
    if (held) held.push(text);
    else step(text, missing);
  };
  port1.onmessage = () => {
    isSearching = false;
    take();
  };
  self.onmessage = ({ data }) => {
    if (data === 'ping') postMessage({ pong: held ? 'held' : isSearching ? 'busy' : 'idle' });
    else if (data === 'complete') complete();
    else if (data.table) {
      put(data);
      if (isWhole) prepare();
    } else if (data.rest) supplies.take(data.rest);
    else take(data);
  };
  if (late) installLate(late);
  postMessage({ ready: true, parts: supplies.lab ? null : parts, restored });
}

/** The shortest WebAssembly module: its mark and its version. */
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Whether WebAssembly runs here. Lockdown Mode takes it away; a policy of a site or of an organisation forbids it. */
function hasWebAssembly() {
  // The worker's file shares no module with the page's.
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** The assets with absolute addresses: a worker resolves relative ones against its own, instead of the page's. */
function absolute(assets: Assets, base: string): Assets {
  const { runtime, glue, wasm, rest, library, rules, late, lab } = assets;
  const addresses = Object.entries({ runtime, glue, wasm, rest, library, rules, late, lab });
  const absolute = addresses.map(([name, address]) => [name, address && new URL(address, base).href]);
  return { ...assets, ...Object.fromEntries(absolute) };
}

/** The page's first message. */
interface Start {
  assets: Assets;
  base: string;
  parts?: Partial<Parts>;
  cache: RequestCache;
  whole?: boolean;
  game: string;
  makes?: boolean;
  lab?: Given;
}

self.onmessage = ({ data }) => begin(data);

function fail(error: unknown) {
  const isCrash = 'WebAssembly' in self && error instanceof WebAssembly.RuntimeError;
  postMessage({ failed: String((error as Error)?.message ?? error), isBlocked: !hasWebAssembly(), isCrash });
}

function begin({ assets: given, base, parts = {}, cache, whole = false, game, makes, lab }: Start) {
  const tell = (said: Said) => postMessage(said);
  const assets = absolute(given, base);
  // A module is not fetched by this script: it needs an address even where its bytes are here.
  if (lab) assets.glue = URL.createObjectURL(new Blob([lab.files[assets.glue]], { type: 'text/javascript' }));
  const supplies = suppliesOf(assets, base, parts.rest, whole, cache, lab, tell);
  const fetchParts: FetchParts = (snapshot) => supplies.parts(parts, game, snapshot);
  // The page may have fetched it before Python has started; nothing else comes so soon.
  self.onmessage = ({ data }) => supplies.take(data.rest);
  const done = makes
    ? makeSnapshot(supplies, fetchParts, game).then(() => postMessage({ ready: true }))
    : boot(supplies, fetchParts);
  done.catch(fail);
}
