/**
 * The rules' own thread: starts Python, hands each request to `saltus.bridge`, and posts what it answers.
 *
 * From the page come first `{ places }`, then `{ parts }` when they have been fetched, then requests as JSON text, and
 * `'ping'`. To the page go `{ ready: true }` or `{ failed: message }`, then `{ replies: [JSON text, …] }`, and `'pong'`,
 * which says that this thread still turns. Nothing but text crosses into Python and back.
 *
 * @import { Places } from './engine.js'
 * @import { Parts } from './supplies.js'
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
 * @param {Places} places
 * @param {Promise<Parts>} supplies
 * @returns {Promise<(text?: string) => string>} the door
 */
async function start(places, supplies) {
  const [{ loadPyodide }, { default: createPyodideModule }, { wasm, library, rules }] = await Promise.all([
    /** @type {Promise<typeof import('pyodide')>} */ (import(places.loader)),
    import(places.glue),
    supplies,
  ]);
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (input) => new Response(String(input) === places.library ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const python = await loadPyodide({
    indexURL: places.runtime,
    stdLibURL: places.library,
    lockFileContents: JSON.stringify({ info: places.lock, packages: {} }),
    createPyodideModule,
    env: { HOME: '/', PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
  });
  globalThis.fetch = fetch;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  for (const { name, content } of entries(new Uint8Array(rules))) {
    const path = `${places.home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, content);
  }
  return python.runPython(DOOR);
}

/**
 * @param {Places} places
 * @param {Promise<Parts>} supplies
 */
async function boot(places, supplies) {
  const knock = await start(places, supplies);
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

self.onmessage = ({ data: { places } }) => {
  const supplies = new Promise((resolve) => {
    self.onmessage = ({ data: { parts } }) => resolve(parts);
  });
  boot(places, supplies).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
};
