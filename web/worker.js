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

/**
 * Counts the bytes of an answer as they arrive.
 *
 * @param {Response} response
 */
async function count(response) {
  const reader = response.clone().body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    loaded += part.value.byteLength;
    postMessage({ loaded });
  }
}

/**
 * @param {string} url
 * @returns {Promise<Response>}
 */
async function get(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status})`);
  count(response).catch(() => {});
  return response;
}

/**
 * WebAssembly is compiled while it arrives only if the server calls it by its name; it is told so where it did not.
 *
 * @param {Response} response
 */
function asWasm(response) {
  const type = response.headers.get('content-type');
  return type === 'application/wasm'
    ? response
    : new Response(response.body, {
        headers: { 'content-type': 'application/wasm' },
      });
}

/**
 * Loads the runtime and the rules.
 *
 * @param {Places} places
 * @returns {Promise<(text?: string) => string>} the door
 */
async function load(places) {
  const early = new Map([
    [places.wasm, get(places.wasm).then(asWasm)],
    [places.library, get(places.library)],
  ]);
  const network = globalThis.fetch;
  globalThis.fetch = (input, init) => early.get(String(input)) ?? network(input, init);
  const [{ loadPyodide }, { default: createPyodideModule }, rules] = await Promise.all([
    /** @type {Promise<typeof import('pyodide')>} */ (import(places.loader)),
    import(places.glue),
    get(places.rules).then((response) => response.arrayBuffer()),
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
  python.unpackArchive(rules, 'zip', { extractDir: places.home });
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
  onmessage = ({ data }) => (data === 'ping' ? postMessage('pong') : step(data));
  postMessage({ ready: true });
}

onmessage = ({ data }) => {
  boot(data.boot).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
};
