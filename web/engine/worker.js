/**
 * The worker that runs Python: it passes each request to `saltus.protocol.worker`, and posts the replies.
 *
 * The page's first message is `{ assets, base, parts, cache, whole }`: `parts` as far as an earlier worker has fetched
 * them, `cache` as an option of `fetch`, `whole` if the runtime must have all its functions. Then it sends requests as JSON text, tables as `{ table: name, bytes }`, `'complete'` to load the
 * late modules (those that the first board does not need), and `'ping'`.
 *
 * The worker sends `{ loaded: bytes }`, then `{ ready: true, parts }` or `{ failed: message }`, then
 * `{ replies: [JSON text, …] }`, `{ late: bytes }` when it has fetched the late modules, and `{ pong }` with its state:
 * `'idle'`, `'busy'` with a search, or `'held'` until the late modules arrive. At an idle pong, every earlier request has
 * been answered. Its last message may be `{ lacking: true }`: it has called a function that the small runtime lacks, and is
 * of no use any more. Only text passes between JavaScript and Python.
 *
 * @import { Assets, Parts } from './client.js'
 */

import { loadPyodide } from 'pyodide';
import { Supplies } from './supplies.js';
import { isStub } from './whole.js';

/**
 * The files of a tar archive.
 *
 * @param {Uint8Array} archive
 */
function* entries(archive) {
  const text = (/** @type {number} */ from, /** @type {number} */ length) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; archive[at]; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    yield { name: text(at, 100), content: archive.subarray(at + 512, at + 512 + size) };
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

/**
 * `saltus.protocol.worker`.
 *
 * @typedef {{ handle: (text?: string, missing?: string) => string, complete: () => void, prepare: () => void }} Rules
 */

/**
 * Starts Python. Its loader would fetch and compile the parts itself: while it runs, `fetch` and `instantiateStreaming`
 * are replaced by functions that return the parts.
 *
 * @param {Assets} assets with whole addresses
 * @param {Promise<Parts>} parts
 * @returns {Promise<{ rules: Rules, write: (name: string, content: Uint8Array) => void }>} `write` writes a file into
 *   Python's library folder
 */
async function start(assets, parts) {
  const [{ default: createPyodideModule }, { wasm, library, rules }] = await Promise.all([
    import(assets.glue),
    parts,
  ]);
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (input) => new Response(String(input) === assets.library ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const python = await loadPyodide({
    indexURL: assets.runtime,
    stdLibURL: assets.library,
    lockFileContents: JSON.stringify({ info: assets.lock, packages: {} }),
    createPyodideModule,
    env: { HOME: '/', PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
  });
  globalThis.fetch = fetch;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  const write = (/** @type {string} */ name, /** @type {Uint8Array} */ content) => {
    const path = `${assets.home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, content);
  };
  for (const { name, content } of entries(new Uint8Array(rules))) write(name, content);
  const PythonWorker = python.runPython('from saltus.protocol.worker import Worker; Worker');
  return { rules: PythonWorker(assets.modules.join(' ')), write };
}

/**
 * @param {Supplies} supplies
 * @param {Promise<Parts>} parts
 */
async function boot(supplies, parts) {
  const { rules, write } = await start(supplies.assets, parts);
  const { port1, port2 } = new MessageChannel();
  /** Whether the next slice of a search has been scheduled. */
  let isSearching = false;
  /** Whether the late modules are installed. */
  let isWhole = false;
  /** The tables that wait for the late modules. @type {{ table: string, bytes: ArrayBuffer }[]} */
  const tables = [];
  /** The requests that wait for the late modules, in order; null if none does. @type {(string | undefined)[] | null} */
  let held = null;
  /** Resolves to '' when the late modules are installed, else to an error message. @type {Promise<string> | null} */
  let loading = null;

  /** @param {ArrayBuffer} late */
  const install = (late) => {
    for (const { name, content } of entries(new Uint8Array(late))) write(name, content);
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
  const fetchLate = async () => {
    try {
      const late = await supplies.late();
      install(late);
      postMessage({ late });
      return '';
    } catch (error) {
      if (isStub(error)) throw error; // `reportStubs` hears of it
      loading = null;
      return String(error instanceof Error ? error.message : error);
    }
  };
  /** Loads the late modules once. Resolves to an error message, or ''. */
  const complete = () => {
    loading ??= isWhole ? Promise.resolve('') : fetchLate();
    return loading;
  };
  /** Stores a table, once the late modules that read it are installed. @param {{ table: string, bytes: ArrayBuffer }} it */
  const put = (it) => {
    if (isWhole) write(`saltus/data/${it.table}.table`, new Uint8Array(it.bytes));
    else tables.push(it);
  };

  /** @param {string} [text] a request; without one, the next slice of the search */
  const step = (text, missing = '') => {
    const output = rules.handle(text, missing);
    if (!output) return void hold(text);
    const [busy, ...replies] = output.split('\n');
    if (replies.length) postMessage({ replies });
    if (busy === '1' && !isSearching) {
      isSearching = true;
      port2.postMessage(null);
    }
  };
  /** Holds a request until the late modules arrive, and all later ones too: the order is kept. @param {string} [text] */
  const hold = async (text) => {
    held = [text];
    const missing = await complete();
    const texts = held;
    held = null;
    for (const one of texts) take(one, missing);
  };
  /** @param {string} [text] */
  const take = (text, missing = '') => {
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
  const { late, ...first } = await parts;
  if (late) install(late);
  postMessage({ ready: true, parts: { ...first, late } });
}

/**
 * The assets with absolute addresses: a worker resolves relative ones against its own address.
 *
 * @param {Assets} assets
 * @param {string} base the page's address
 * @returns {Assets}
 */
function absolute(assets, base) {
  const { runtime, glue, wasm, rest, library, rules, late } = assets;
  const whole = Object.entries({ runtime, glue, wasm, rest, library, rules, late }).map(([name, address]) => [
    name,
    new URL(address, base).href,
  ]);
  return { ...assets, ...Object.fromEntries(whole) };
}

/** Tells the page that a function was called that the small runtime lacks. */
const lack = () => postMessage({ lacking: true });

/** Has every trap of a stub reported, wherever it happens: in a message's handler or in a promise. */
function reportStubs() {
  /** @param {Event} event @param {unknown} error */
  const hear = (event, error) => {
    if (!isStub(error)) return;
    event.preventDefault(); // it is no crash
    lack();
  };
  self.addEventListener('error', (event) => hear(event, event.error));
  self.addEventListener('unhandledrejection', (event) => hear(event, event.reason));
}

self.onmessage = ({ data: { assets, base, parts, cache, whole } }) => {
  const isSmall = Boolean(assets.rest) && !whole;
  if (isSmall) reportStubs();
  const supplies = new Supplies(absolute(assets, base), cache, (loaded) => postMessage({ loaded }));
  boot(supplies, supplies.parts(parts ?? {}, Boolean(whole))).catch((error) => {
    if (isSmall && isStub(error)) lack();
    else postMessage({ failed: String(error?.message ?? error) });
  });
};
