/**
 * The worker that runs Python: it passes each request to `saltus.protocol.worker`, and posts the replies.
 *
 * The page's first message is `{ assets, base, parts, cache, whole, game, makes }`: `parts` as far as an earlier worker has
 * fetched them, `cache` as an option of `fetch`, `whole` if the runtime must have all its functions, `game` the one that
 * is played first, `makes` if the worker is only to make a snapshot of Python's memory for it. Then it sends requests as
 * JSON text, tables as `{ table: name, bytes }`, `'complete'` to load the late modules (those that the first board does not
 * need) and the weights of all games, and `'ping'`.
 *
 * The worker sends `{ loaded: bytes }`, then `{ ready: true, parts, restored }` or `{ failed: message, isBlocked }`, then
 * `{ replies: [JSON text, …] }`, `{ late: bytes }` when it has fetched the late modules, and `{ pong }` with its state:
 * `'idle'`, `'busy'` with a search, or `'held'` until late modules or weights arrive. At an idle pong, every earlier
 * request has been answered. Its last message may be `{ lacking: true }`: it has called a function that the small runtime
 * lacks, and is of no use any more. Only text passes between JavaScript and Python.
 */

import { loadPyodide } from 'pyodide';
import type { Assets, Parts } from './handle.ts';
import { forget, isStored, keep, type Runtime, type Snapshot, stored, taken } from './runtime/snapshot.ts';
import { type Supplies, suppliesOf } from './runtime/supplies.ts';
import { hasWebAssembly, isStub } from './runtime/whole.ts';

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
async function start(assets: Assets, parts: Promise<Parts>, snapshot: Stored, unstarted?: Uint8Array[]) {
  const [glue, { wasm, library, rules, weights }, memory] = await Promise.all([import(assets.glue), parts, snapshot]);
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (input) => new Response(String(input) === assets.library ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    unstarted?.push(new Uint8Array((instance.exports.memory as WebAssembly.Memory).buffer).slice());
    return { module: wasm, instance };
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

/** Starts Python as fast as this device can. */
async function startFast({ assets, base }: Supplies, fetchParts: FetchParts) {
  const from = async (snapshot: Stored) => {
    const parts = fetchParts(snapshot);
    return { ...(await start(assets, parts, snapshot)), parts: await parts, restored: Boolean(await snapshot) };
  };
  const snapshot = stored(assets, base).catch(() => null);
  try {
    return await from(snapshot);
  } catch (error) {
    if (isStub(error) || !(await snapshot)) throw error;
    await forget(base);
    return from(Promise.resolve(null));
  }
}

/** Makes a snapshot of Python's memory with all that a page asks for first, if there is none of this build. */
async function makeSnapshot({ assets, base }: Supplies, fetchParts: FetchParts, game: string) {
  if (await isStored(assets, base)) return;
  const none = Promise.resolve(null);
  const parts = fetchParts(none);
  const unstarted: Uint8Array[] = [];
  const { python } = await start(assets, parts, none, unstarted);
  python.runPython('from saltus.protocol.worker import rehearse; rehearse')(game);
  await keep(assets, base, taken((python as unknown as { _module: Runtime })._module, await parts, unstarted));
}

/** Starts Python, and answers the page's messages. */
async function boot(supplies: Supplies, fetchParts: FetchParts) {
  const { python, write, install, parts, restored } = await startFast(supplies, fetchParts);
  const rules: Rules = python.runPython('from saltus.protocol.worker import Worker; Worker')(
    supplies.assets.modules.join(' '),
  );
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
      if (isStub(error)) throw error; // `reportStubs` hears of it
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
  /** Loads what a request lacks: where it is the weights of a game, these alone. */
  const supply = (name: string) => {
    const game = name.replace('saltus.data.', '');
    return game in supplies.assets.weights ? load(supplies.weights(game), install) : complete();
  };
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
    } else take(data);
  };
  const { late, ...first } = parts;
  if (late) installLate(late);
  postMessage({ ready: true, parts: { ...first, late }, restored });
}

/** The assets with absolute addresses: a worker resolves relative ones against its own, instead of the page's. */
function absolute(assets: Assets, base: string): Assets {
  const { runtime, glue, wasm, rest, library, rules, late } = assets;
  const addresses = Object.entries({ runtime, glue, wasm, rest, library, rules, late });
  const whole = addresses.map(([name, address]) => [name, new URL(address, base).href]);
  return { ...assets, ...Object.fromEntries(whole) };
}

const lack = () => postMessage({ lacking: true });

/** Has every trap of a stub reported, wherever it happens: in a message's handler or in a promise. */
function reportStubs() {
  const hear = (event: Event, error: unknown) => {
    if (!isStub(error)) return;
    event.preventDefault(); // it is no crash
    lack();
  };
  self.addEventListener('error', (event) => hear(event, event.error));
  self.addEventListener('unhandledrejection', (event) => hear(event, event.reason));
}

self.onmessage = ({ data: { assets, base, parts, cache, whole, game, makes } }) => {
  const isSmall = Boolean(assets.rest) && !whole;
  if (isSmall) reportStubs();
  const supplies = suppliesOf(absolute(assets, base), base, cache, (loaded) => postMessage({ loaded }));
  const fetchParts: FetchParts = (snapshot) => supplies.parts(parts ?? {}, game, Boolean(whole), snapshot);
  const done = makes
    ? makeSnapshot(supplies, fetchParts, game).then(() => postMessage({ ready: true }))
    : boot(supplies, fetchParts);
  done.catch((error) => {
    if (isSmall && isStub(error)) lack();
    else postMessage({ failed: String(error?.message ?? error), isBlocked: !hasWebAssembly() });
  });
};
