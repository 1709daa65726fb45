/**
 * The worker that runs Python: it passes each request to `saltus.protocol.worker`, and posts the replies.
 *
 * The page's first message is `{ assets, base, parts, cache }`: `parts` if an earlier worker has fetched them, `cache` as
 * an option of `fetch`. Then it sends requests as JSON text, tables as `{ table: name, bytes }`, `'complete'` to load the
 * late modules (those that the first board does not need), and `'ping'`.
 *
 * The worker sends `{ loaded: bytes }`, then `{ ready: true, parts }` or `{ failed: message }`, then
 * `{ replies: [JSON text, …] }`, `{ late: bytes }` when it has fetched the late modules, and `{ pong }` with its state:
 * `'idle'`, `'busy'` with a search, or `'held'` until the late modules arrive. At an idle pong, every earlier request has
 * been answered. Only text passes between JavaScript and Python.
 *
 * @import { Assets, Parts } from './client.js'
 */

import { loadPyodide } from 'pyodide';

/** Minimum time between progress messages; each one makes the page redraw. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * A response that starts sooner comes from the browser's cache or from a near server. Its bytes are not counted: it
 * arrives before a player could read the progress, and counting takes a twentieth of the start-up time.
 */
const CACHED_RESPONSE_MS = 30;

/** The download of the late modules fails after this time. */
const LATE_MODULES_TIMEOUT_MS = 30_000;

/**
 * Fetches, compiles and unpacks what Python needs to start. This runs in the worker, so that it does not delay drawing,
 * and is part of the worker's file, because another file would be requested only after this one has arrived.
 */
class Supplies {
  /**
   * @param {Assets} assets with whole addresses
   * @param {RequestCache} cache
   * @param {(loaded: number) => void} onprogress called with the bytes so far
   */
  constructor(assets, cache, onprogress) {
    this.assets = assets;
    this.cache = cache;
    this.loaded = 0;
    /** When progress was last reported, in ms. */
    this.reported = performance.now();
    this.onprogress = onprogress;
  }

  /** @returns {Promise<Parts>} */
  async parts() {
    const { wasm, library, rules } = this.assets;
    const [compiled, ...unpacked] = await Promise.all([this.compile(wasm), this.unpack(library), this.unpack(rules)]);
    return { wasm: compiled, library: unpacked[0], rules: unpacked[1] };
  }

  /** The late modules. After a failure, the next try bypasses the browser's cache: it may hold a damaged file. */
  async late() {
    try {
      return await this.unpack(this.assets.late, AbortSignal.timeout(LATE_MODULES_TIMEOUT_MS));
    } catch (error) {
      this.cache = 'reload';
      throw error;
    }
  }

  /** @param {number} bytes */
  count(bytes) {
    this.loaded += bytes;
    if (performance.now() < this.reported + PROGRESS_INTERVAL_MS) return;
    this.reported = performance.now();
    this.onprogress(this.loaded);
  }

  /**
   * Compiles while the bytes arrive. `compileStreaming` requires the content type `application/wasm`; if the server sends
   * another one, it is corrected. The bytes of a clone are counted, because the browser caches the compiled code only
   * for the original response.
   *
   * @param {string} address
   */
  async compile(address) {
    const requested = performance.now();
    const { response, body } = await this.get(address);
    const type = response.headers.get('content-type');
    if (type !== 'application/wasm') {
      const plain = type === 'application/gzip' ? this.unpacked(body) : body;
      return WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
    }
    if (performance.now() < requested + CACHED_RESPONSE_MS) return WebAssembly.compileStreaming(response);
    const reader = response.clone().body?.getReader();
    const count = async () => {
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        this.count(part.value.byteLength);
    };
    count().catch(() => {});
    return WebAssembly.compileStreaming(response);
  }

  /**
   * @param {string} address
   * @param {AbortSignal} [signal]
   */
  async unpack(address, signal) {
    const { body } = await this.get(address, signal);
    return new Response(this.unpacked(body)).arrayBuffer();
  }

  /**
   * Decompresses a pack while it arrives: the browser does that faster than Python.
   *
   * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
   */
  unpacked(body) {
    /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
    const counter = new TransformStream({
      transform: (part, next) => {
        this.count(part.byteLength);
        next.enqueue(part);
      },
    });
    return body.pipeThrough(counter).pipeThrough(new DecompressionStream('gzip'));
  }

  /**
   * @param {string} address
   * @param {AbortSignal} [signal]
   */
  async get(address, signal) {
    const response = await fetch(address, { priority: 'high', cache: this.cache, signal });
    const { ok, body, status } = response;
    if (!ok || !body) throw new Error(`${address} could not be loaded (${status})`);
    return { response, body };
  }
}

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
  const { runtime, glue, wasm, library, rules, late } = assets;
  const whole = Object.entries({ runtime, glue, wasm, library, rules, late }).map(([name, address]) => [
    name,
    new URL(address, base).href,
  ]);
  return { ...assets, ...Object.fromEntries(whole) };
}

self.onmessage = ({ data: { assets, base, parts, cache } }) => {
  const supplies = new Supplies(absolute(assets, base), cache, (loaded) => postMessage({ loaded }));
  boot(supplies, Promise.resolve(parts ?? supplies.parts())).catch((error) =>
    postMessage({ failed: String(error?.message ?? error) }),
  );
};
