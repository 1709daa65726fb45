/**
 * The rules' own thread: loads Python, hands each request to `saltus.bridge`, and posts what it answers.
 *
 * From the page come first `{ boot: Places }`, then requests as JSON text, and `'ping'`. To the page go
 * `{ loaded }` (bytes so far), `{ ready: true }` or `{ failed: message }`, then `{ replies: [JSON text, …] }`, and
 * `'pong'`, which says that this thread still turns. Nothing but text crosses into Python and back.
 *
 * All files are asked for at once, before the runtime knows that it wants them; its own requests for them are
 * answered from here.
 *
 * @import { Places } from './engine.js'
 */

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

let loaded = 0;

/** @param {number} bytes */
function tell(bytes) {
  loaded += bytes;
  postMessage({ loaded });
}

/**
 * Asks for a file.
 *
 * @param {string} url
 */
async function get(url) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} could not be loaded (${response.status})`);
  return { response, body: response.body };
}

/**
 * A file that the build packed. It is unpacked while it arrives, by the browser: Python would take longer.
 *
 * @param {string} url
 */
async function unpacked(url) {
  const { body } = await get(url);
  /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
  const counter = new TransformStream({
    transform(part, next) {
      tell(part.byteLength);
      next.enqueue(part);
    },
  });
  return new Response(body.pipeThrough(counter).pipeThrough(new DecompressionStream('gzip')));
}

/**
 * WebAssembly, to be compiled while it arrives. That needs the server to call it by its name; where it does not, its
 * name is put right. A copy is counted, because only the answer itself lets the browser keep what it compiled.
 *
 * @param {string} url
 */
async function program(url) {
  const { response, body } = await get(url);
  if (response.headers.get('content-type') !== 'application/wasm') {
    return new Response(body, { headers: { 'content-type': 'application/wasm' } });
  }
  const reader = response.clone().body?.getReader();
  const count = async () => {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) tell(part.value.byteLength);
  };
  count().catch(() => {});
  return response;
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
 * Loads the runtime and the rules.
 *
 * @param {Places} places
 * @returns {Promise<(text?: string) => string>} the door
 */
async function load(places) {
  const early = new Map([
    [places.wasm, program(places.wasm)],
    [places.library, unpacked(places.library)],
  ]);
  const network = globalThis.fetch;
  globalThis.fetch = (input, init) => early.get(String(input)) ?? network(input, init);
  const [{ loadPyodide }, { default: createPyodideModule }, rules] = await Promise.all([
    /** @type {Promise<typeof import('pyodide')>} */ (import(places.loader)),
    import(places.glue),
    unpacked(places.rules).then((response) => response.arrayBuffer()),
    ...early.values(),
  ]);
  const python = await loadPyodide({
    indexURL: places.runtime,
    stdLibURL: places.library,
    lockFileContents: JSON.stringify({ info: places.lock, packages: {} }),
    createPyodideModule,
    env: { HOME: '/', PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
  });
  globalThis.fetch = network;
  for (const { name, content } of entries(new Uint8Array(rules))) {
    const path = `${places.home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, content);
  }
  return python.runPython(DOOR);
}

/** @param {Places} places */
async function boot(places) {
  const knock = await load(places);
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
  self.onmessage = ({ data }) => (data === 'ping' ? postMessage('pong') : step(data));
  postMessage({ ready: true });
}

self.onmessage = ({ data }) => {
  boot(data.boot).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
};
