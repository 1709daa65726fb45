/**
 * The rules' own thread: starts Python, hands each request to `saltus.protocol.worker`, and posts what it answers.
 *
 * From the page come first `{ assets, base, parts, cache }`, `parts` only where another worker fetched them before,
 * `cache` as `fetch` takes it, then requests as JSON text, tables as `{ table: name, bytes }`, `'complete'`, which asks
 * for the modules that the first board can do without, and `'ping'`. To the page go `{ loaded: bytes }`,
 * `{ ready: true, parts }` or `{ failed: message }`, then `{ replies: [JSON text, …] }`, `{ late: bytes }`, the part that
 * comes later, and `{ pong }`, which says that this thread still turns and what it is at: `'idle'`, `'busy'` with a
 * search, or `'held'` until the late modules have come. Whatever was asked before an idle pong has been answered.
 * Nothing but text crosses into Python and back.
 *
 * @import { Assets, Parts } from './client.js'
 */

import { loadPyodide } from 'pyodide';

/** Minimum time between progress messages; each one makes the page redraw. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * An answer that begins sooner, in ms, comes from near by or from what the browser keeps: it is here before anybody could
 * read how far it has come, and to count it would take a twentieth of a start.
 */
const CACHED_ANSWER_MS = 30;

/** How long the late modules may be on their way, in ms, before whoever waits for them is told that they do not come. */
const LATE_MODULES_TIMEOUT_MS = 30_000;

/**
 * Fetches, compiles and unpacks what Python begins with: here, where no drawing is in the way, and in this file,
 * because another would be asked for only when this one has come.
 */
class Supplies {
  /**
   * @param {Assets} assets with whole addresses
   * @param {RequestCache} cache
   * @param {(loaded: number) => void} onprogress told the bytes so far
   */
  constructor(assets, cache, onprogress) {
    this.assets = assets;
    this.cache = cache;
    this.loaded = 0;
    this.told = performance.now();
    this.onprogress = onprogress;
  }

  /** @returns {Promise<Parts>} */
  async parts() {
    const { wasm, library, rules } = this.assets;
    const [compiled, ...unpacked] = await Promise.all([this.compile(wasm), this.unpack(library), this.unpack(rules)]);
    return { wasm: compiled, library: unpacked[0], rules: unpacked[1] };
  }

  /** The late modules. What came damaged may lie in the browser's cache: the next time they are fetched anew. */
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
    if (performance.now() < this.told + PROGRESS_INTERVAL_MS) return;
    this.told = performance.now();
    this.onprogress(this.loaded);
  }

  /**
   * Compiles while the bytes arrive. That needs the server to call them by their name; where it does not, the name is
   * put right. A copy is counted, because only the answer itself lets the browser keep what it compiled.
   *
   * @param {string} address
   */
  async compile(address) {
    const asked = performance.now();
    const { response, body } = await this.get(address);
    const type = response.headers.get('content-type');
    if (type !== 'application/wasm') {
      const plain = type === 'application/gzip' ? this.unpacked(body) : body;
      return WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
    }
    if (performance.now() < asked + CACHED_ANSWER_MS) return WebAssembly.compileStreaming(response);
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
   * What the build packed, unpacked while it arrives: the browser does that quicker than Python.
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
 * Starts Python. What it would fetch and compile is there already: for that long, it is given instead.
 *
 * @param {Assets} assets with whole addresses
 * @param {Promise<Parts>} parts
 * @returns {Promise<{ rules: Rules, write: (name: string, content: Uint8Array) => void }>} and what puts a file beside the
 *   rules
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
  let waiting = false;
  /** Whether the late modules are there, and the tables that wait for them. */
  let isWhole = false;
  /** @type {{ table: string, bytes: ArrayBuffer }[]} */
  const tables = [];
  /** What waits for the late modules, in its order; null while nothing does. @type {(string | undefined)[] | null} */
  let held = null;
  /** The late modules on their way. @type {Promise<string> | null} */
  let coming = null;

  /** @param {ArrayBuffer} late */
  const install = (late) => {
    for (const { name, content } of entries(new Uint8Array(late))) write(name, content);
    rules.complete();
    isWhole = true;
    for (const table of tables) put(table);
    prepare();
  };
  /** Has Python get ready, while nobody asks it anything, for what will be asked. */
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
      coming = null;
      return String(error instanceof Error ? error.message : error);
    }
  };
  /** Has all modules there, and says what is wrong where that cannot be. */
  const whole = () => {
    coming ??= isWhole ? Promise.resolve('') : fetchLate();
    return coming;
  };
  /** A table is read by late modules: it is there only when they are. @param {{ table: string, bytes: ArrayBuffer }} it */
  const put = (it) => {
    if (isWhole) write(`saltus/data/${it.table}.table`, new Uint8Array(it.bytes));
    else tables.push(it);
  };

  /** @param {string} [text] a request; without one, the next slice of the search */
  const step = (text, missing = '') => {
    const said = rules.handle(text, missing);
    if (!said) return void hold(text);
    const [busy, ...replies] = said.split('\n');
    if (replies.length) postMessage({ replies });
    if (busy === '1' && !waiting) {
      waiting = true;
      port2.postMessage(null);
    }
  };
  /** Whatever comes after a request that waits, waits too. @param {string} [text] */
  const hold = async (text) => {
    held = [text];
    const missing = await whole();
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
    waiting = false;
    take();
  };
  self.onmessage = ({ data }) => {
    if (data === 'ping') postMessage({ pong: held ? 'held' : waiting ? 'busy' : 'idle' });
    else if (data === 'complete') whole();
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
 * The same with addresses that mean the same everywhere.
 *
 * @param {Assets} assets
 * @param {string} base what they are relative to
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
  const begun = Promise.resolve(parts ?? supplies.parts());
  boot(supplies, begun).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
};
