/**
 * The rules' own thread: starts Python, hands each request to `saltus.bridge`, and posts what it answers.
 *
 * From the page come first `{ assets, base, parts, cache }`, `parts` only where another worker fetched them before,
 * `cache` as `fetch` takes it, then requests as JSON text, tables as `{ table: name, bytes }`, and `'ping'`. To the page
 * go `{ loaded: bytes }`, `{ ready: true, parts }` or `{ failed: message }`, then `{ replies: [JSON text, …] }`, and
 * `'pong'`, which says that this thread still turns.
 * Nothing but text crosses into Python and back.
 *
 * @import { Assets, Parts } from './engine.js'
 */

/** Bytes after which progress is told again: telling draws, while this thread could use the processor. */
const STEP = 500_000;

/** Seconds Python may search before messages are read again. */
const SLICE = 0.05;

/** The door to the rules: one call a message or a slice. Its answer begins with 1 while a search is running. */
const DOOR = `
def door():
    from saltus.bridge import Bridge
    bridge = Bridge()
    def knock(text):
        replies = bridge.work(${SLICE}) if text is None else bridge.receive(text)
        return "\\n".join(("1" if bridge.busy else "0", *replies))
    return knock
door()
`;

/**
 * Fetches, compiles and unpacks what Python begins with: here, where no drawing is in the way, and in this file,
 * because another would be asked for only when this one has come.
 */
class Supplies {
  /**
   * @param {{ wasm: string, library: string, rules: string }} assets whole addresses
   * @param {RequestCache} cache
   * @param {(loaded: number) => void} onprogress told the bytes so far
   */
  constructor({ wasm, library, rules }, cache, onprogress) {
    this.cache = cache;
    this.loaded = 0;
    this.told = 0;
    this.onprogress = onprogress;
    /** @type {Promise<Parts>} */
    this.parts = Promise.all([this.compile(wasm), this.unpack(library), this.unpack(rules)]).then((parts) => ({
      wasm: parts[0],
      library: parts[1],
      rules: parts[2],
    }));
    this.parts.catch(() => {});
  }

  /** @param {number} bytes */
  count(bytes) {
    this.loaded += bytes;
    if (this.loaded < this.told + STEP) return;
    this.told = this.loaded;
    this.onprogress(this.loaded);
  }

  /**
   * Compiles while the bytes arrive. That needs the server to call them by their name; where it does not, the name is
   * put right. A copy is counted, because only the answer itself lets the browser keep what it compiled.
   *
   * @param {string} address
   */
  async compile(address) {
    const { response, body } = await this.get(address);
    const type = response.headers.get('content-type');
    if (type !== 'application/wasm') {
      const plain = type === 'application/gzip' ? this.unpacked(body) : body;
      return WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
    }
    const reader = response.clone().body?.getReader();
    const count = async () => {
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        this.count(part.value.byteLength);
    };
    count().catch(() => {});
    return WebAssembly.compileStreaming(response);
  }

  /** @param {string} address */
  async unpack(address) {
    const { body } = await this.get(address);
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

  /** @param {string} address */
  async get(address) {
    const response = await fetch(address, { priority: 'high', cache: this.cache });
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
 * Starts Python. What it would fetch and compile is there already: for that long, it is given instead.
 *
 * @param {Assets} assets with whole addresses
 * @param {Promise<Parts>} parts
 * @returns {Promise<{ knock: (text?: string) => string, write: (name: string, content: Uint8Array) => void }>} the
 *   door, and what puts a file beside the rules
 */
async function start(assets, parts) {
  const [{ loadPyodide }, { default: createPyodideModule }, { wasm, library, rules }] = await Promise.all([
    /** @type {Promise<typeof import('pyodide')>} */ (import(assets.loader)),
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
  return { knock: python.runPython(DOOR), write };
}

/**
 * @param {Assets} assets with whole addresses
 * @param {Promise<Parts>} parts
 */
async function boot(assets, parts) {
  const { knock, write } = await start(assets, parts);
  const { port1, port2 } = new MessageChannel();
  let waiting = false;

  /** @param {string} [text] a request; without one, the next slice of the search */
  const step = (text) => {
    if (text === undefined) waiting = false;
    const [busy, ...replies] = knock(text).split('\n');
    if (replies.length) postMessage({ replies });
    if (busy === '1' && !waiting) {
      waiting = true;
      port2.postMessage(null);
    }
  };
  port1.onmessage = () => step();
  self.onmessage = ({ data }) => {
    if (data === 'ping') postMessage('pong');
    else if (data.table) write(`saltus/data/${data.table}.table`, new Uint8Array(data.bytes));
    else step(data);
  };
  postMessage({ ready: true, parts: await parts });
}

/**
 * The same with addresses that mean the same everywhere.
 *
 * @param {Assets} assets
 * @param {string} base what they are relative to
 * @returns {Assets}
 */
function absolute(assets, base) {
  const { runtime, loader, glue, wasm, library, rules } = assets;
  const whole = Object.entries({ runtime, loader, glue, wasm, library, rules }).map(([name, address]) => [
    name,
    new URL(address, base).href,
  ]);
  return { ...assets, ...Object.fromEntries(whole) };
}

self.onmessage = ({ data: { assets, base, parts, cache } }) => {
  const places = absolute(assets, base);
  const supplies = parts ?? new Supplies(places, cache, (loaded) => postMessage({ loaded })).parts;
  boot(places, Promise.resolve(supplies)).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
};
