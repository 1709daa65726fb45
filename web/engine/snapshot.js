/**
 * Snapshots of Python's memory. Starting Python and importing the rules is most of what a later visit waits for; a worker
 * that starts from a snapshot copies the memory of one that has done both. A snapshot is made on the device after a visit
 * (`boot/snapshot.js`) and stored in the browser's cache: it is never downloaded. It holds for one build, because
 * addresses in it point into the runtime's functions and data, and its modules are those of one version.
 *
 * Nothing in it may differ between visits. Python's hash seed is fixed (`worker.js`), and the rules draw their random
 * seeds when they need them, from the browser.
 *
 * A snapshot is an ArrayBuffer: 32-bit numbers, the lowest byte first (`HEADER`), then where the parts of the memory
 * begin that are not zero and how long each is, then their bytes, the references, the library and the rules.
 *
 * @import { Assets, Parts } from './client.js'
 */

/** How many numbers begin a snapshot: the bytes of the memory, the number of its parts, and the bytes of the others. */
const HEADER = 5;
const UINT32_BYTES = 4;

/** The memory is looked at in pieces of this many bytes: those that are zero are left out. */
const PIECE_BYTES = 4096;

/**
 * What Python's memory refers to in JavaScript, by number: nothing, the global object, and Pyodide's own. The build's
 * stand-ins for Pyodide's modules refer to no more.
 *
 * @param {any} api Pyodide's inner object
 */
const references = (api) => [null, api.config.jsglobals, api.public_api, null];

/**
 * The parts of the memory that are not zero: where each begins and ends.
 *
 * @param {Uint8Array} memory
 */
function filled(memory) {
  const words = new BigUint64Array(
    memory.buffer,
    memory.byteOffset,
    memory.length / BigUint64Array.BYTES_PER_ELEMENT,
  );
  const step = PIECE_BYTES / BigUint64Array.BYTES_PER_ELEMENT;
  /** @type {[number, number][]} */
  const found = [];
  for (let at = 0; at < words.length; at += step) {
    if (words.subarray(at, at + step).every((word) => !word)) continue;
    const begin = at * BigUint64Array.BYTES_PER_ELEMENT;
    const last = found.at(-1);
    if (last?.[1] === begin) last[1] += PIECE_BYTES;
    else found.push([begin, begin + PIECE_BYTES]);
  }
  return found;
}

/**
 * Takes a snapshot of a Python that is not running anything.
 *
 * @param {any} python what `loadPyodide` has returned
 * @param {Parts} parts
 * @returns {ArrayBuffer}
 */
export function taken(python, { library, rules }) {
  const api = python._api;
  api.getExpectedKeys = () => references(api);
  const state = new TextEncoder().encode(JSON.stringify(api.serializeHiwireState()));
  /** @type {Uint8Array} */
  const memory = python._module.HEAPU8;
  const pieces = filled(memory);
  const contents = [...pieces.map(([begin, end]) => memory.subarray(begin, end)), state, library, rules];
  const numbers = [
    memory.length,
    pieces.length,
    state.length,
    library.byteLength,
    rules.byteLength,
    ...pieces.flat(),
  ];
  const made = new Uint8Array(contents.reduce((sum, one) => sum + one.byteLength, numbers.length * UINT32_BYTES));
  const view = new DataView(made.buffer);
  numbers.forEach((number, nth) => {
    view.setUint32(nth * UINT32_BYTES, number, true);
  });
  let at = numbers.length * UINT32_BYTES;
  for (const content of contents) {
    made.set(content instanceof Uint8Array ? content : new Uint8Array(content), at);
    at += content.byteLength;
  }
  return made.buffer;
}

/** A stored snapshot. */
export class Snapshot {
  /** Throws an error if the snapshot is not whole. @param {ArrayBuffer} buffer */
  constructor(buffer) {
    const view = new DataView(buffer);
    const number = (/** @type {number} */ nth) => view.getUint32(nth * UINT32_BYTES, true);
    const [size, count, state, library, rules] = [0, 1, 2, 3, 4].map(number);
    /** The bytes of the memory. */
    this.size = size;
    /** Where each part of the memory begins, and its bytes. @type {[number, Uint8Array][]} */
    this.pieces = [];
    let at = (HEADER + 2 * count) * UINT32_BYTES;
    const next = (/** @type {number} */ bytes) => {
      at += bytes;
      return buffer.slice(at - bytes, at);
    };
    for (let nth = HEADER; nth < HEADER + 2 * count; nth += 2) {
      const [begin, end] = [number(nth), number(nth + 1)];
      this.pieces.push([begin, new Uint8Array(buffer, at, end - begin)]);
      at += end - begin;
    }
    /** The state of Pyodide's references, as its own snapshots have it. */
    this.state = JSON.parse(new TextDecoder().decode(next(state)));
    this.library = next(library);
    this.rules = next(rules);
    if (at !== buffer.byteLength) throw new Error('The snapshot is not whole.');
  }

  /**
   * Has a new runtime take over the memory, where it would start Python.
   *
   * @param {any} runtime
   */
  restore({ API, HEAPU8 }) {
    if (HEAPU8.length !== this.size) throw new Error('The snapshot is of another size.');
    API.getExpectedKeys = () => references(API);
    API.restoreSnapshot = () => {
      let at = 0;
      for (const [begin, bytes] of this.pieces) {
        HEAPU8.fill(0, at, begin);
        HEAPU8.set(bytes, begin);
        at = begin + bytes.length;
      }
      HEAPU8.fill(0, at);
      return this.state;
    };
  }
}

/**
 * The snapshots of this site: the cache that stores them. Throws an error where storage is blocked.
 *
 * @param {string} base the page's address
 */
const store = (base) => caches.open(`saltus memory ${new URL('./', base).href}`);

/** The name of this build's snapshot. @param {Assets} assets with whole addresses */
const name = ({ rules, runtime }) => `${rules}?memory=${encodeURIComponent(runtime)}`;

/**
 * Stores a snapshot in place of those of other builds.
 *
 * @param {Assets} assets @param {string} base @param {ArrayBuffer} snapshot
 */
export async function keep(assets, base, snapshot) {
  await forget(base);
  const cache = await store(base);
  await cache.put(name(assets), new Response(snapshot));
}

/** Whether there is a snapshot of this build. @param {Assets} assets @param {string} base */
export const isStored = async (assets, base) => Boolean(await (await store(base)).match(name(assets)));

/** Deletes the snapshot. @param {string} base */
export async function forget(base) {
  const cache = await store(base);
  for (const one of await cache.keys()) await cache.delete(one);
}

/**
 * The snapshot of this build, if there is one that is whole.
 *
 * @param {Assets} assets @param {string} base
 * @returns {Promise<Snapshot | null>}
 */
export async function stored(assets, base) {
  try {
    const found = await (await store(base)).match(name(assets));
    return found ? new Snapshot(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
