/**
 * What a worker needs to begin: the runtime's WebAssembly, the standard library and the rules. The page fetches,
 * compiles and unpacks them once, while the worker is still on its way; a worker that takes over gets the same, and
 * asks the network for nothing.
 *
 * @typedef {object} Parts
 * @property {WebAssembly.Module} wasm
 * @property {ArrayBuffer} library
 * @property {ArrayBuffer} rules
 */

export class Supplies {
  /** @param {{ wasm: string, library: string, rules: string }} places whole addresses */
  constructor({ wasm, library, rules }) {
    /** Bytes so far. */
    this.loaded = 0;
    /** @type {(loaded: number) => void} */
    this.onprogress = () => {};
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
    this.onprogress(this.loaded);
  }

  /**
   * Compiles while the bytes arrive. That needs the server to call them by their name; where it does not, the name is
   * put right. A copy is counted, because only the answer itself lets the browser keep what it compiled.
   *
   * @param {string} url
   */
  async compile(url) {
    const { response, body } = await get(url);
    if (response.headers.get('content-type') !== 'application/wasm') {
      return WebAssembly.compileStreaming(new Response(body, { headers: { 'content-type': 'application/wasm' } }));
    }
    const reader = response.clone().body?.getReader();
    const count = async () => {
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        this.count(part.value.byteLength);
    };
    count().catch(() => {});
    return WebAssembly.compileStreaming(response);
  }

  /**
   * Unpacks what the build packed while it arrives: the browser does that quicker than Python.
   *
   * @param {string} url
   */
  async unpack(url) {
    const { body } = await get(url);
    /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
    const counter = new TransformStream({
      transform: (part, next) => {
        this.count(part.byteLength);
        next.enqueue(part);
      },
    });
    const plain = body.pipeThrough(counter).pipeThrough(new DecompressionStream('gzip'));
    return new Response(plain).arrayBuffer();
  }
}

/** @param {string} url */
async function get(url) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} could not be loaded (${response.status})`);
  return { response, body: response.body };
}
