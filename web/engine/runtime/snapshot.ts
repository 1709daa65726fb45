/**
 * Snapshots of Python's memory. Starting Python and importing the rules is most of what a later visit waits for; a worker
 * that starts from a snapshot copies the memory of one that has done both. A snapshot is made on the device after a visit
 * (`boot/next-visit.ts`) and stored in the browser's cache: it is never downloaded. It holds for one build, because
 * addresses in it point into the runtime's functions and data, and its modules are those of one version.
 *
 * Nothing in it may differ between visits. Python's hash seed is fixed (`worker.ts`), and the rules draw their random
 * seeds when they need them, from the browser.
 *
 * A snapshot has only the parts of the memory that have changed since the WebAssembly began: the rest is zero, or the
 * WebAssembly's own data. Parts that it changes before it starts Python belong to the snapshot too, as they may be random.
 * It is an ArrayBuffer: 32-bit numbers, the lowest byte first (`HEADER`), then where each part begins and ends, then their
 * bytes, the references, the library and the rules.
 */

import type { Assets, Parts } from '../handle.ts';

/** How many numbers begin a snapshot: the bytes of the memory, the number of its parts, and the bytes of the others. */
const HEADER = 5;
const UINT32_BYTES = 4;

const PIECE_BYTES = 4096; // the memory is compared in pieces of this many bytes

/** What is used here of Pyodide's inner object, and of the runtime that it belongs to. */
interface Inner {
  config: { jsglobals: unknown };
  public_api: unknown;
  serializeHiwireState(): unknown;
  getExpectedKeys(): unknown[];
  restoreSnapshot(): unknown;
}
export type Runtime = { API: Inner; HEAPU8: Uint8Array };

/**
 * What Python's memory refers to in JavaScript, by number: nothing, the global object, and Pyodide's own. The build's
 * stand-ins for Pyodide's modules refer to no more.
 */
const references = (api: Inner) => [null, api.config.jsglobals, api.public_api, null];

const wordsOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new Uint32Array(buffer, byteOffset, length / UINT32_BYTES);

/** Where each changed part of a memory begins and ends. Each `earlier` one may have been smaller: it is zero beyond. */
function changed(memory: Uint8Array, earlier: Uint8Array[]) {
  const words = wordsOf(memory);
  const others = earlier.map(wordsOf);
  const step = PIECE_BYTES / UINT32_BYTES;
  const found: [number, number][] = [];
  for (let from = 0; from < words.length; from += step) {
    let at = from;
    while (at < from + step && others.every((other) => words[at] === (other[at] ?? 0))) at++;
    if (at === from + step) continue;
    const begin = from * UINT32_BYTES;
    const last = found.at(-1);
    if (last?.[1] === begin) last[1] += PIECE_BYTES;
    else found.push([begin, begin + PIECE_BYTES]);
  }
  return found;
}

/**
 * Takes a snapshot of a Python that is not running anything. `unstarted` is the memory as the WebAssembly began with it,
 * and as it was before Python was started.
 */
export function taken(runtime: Runtime, { library, rules }: Parts, unstarted: Uint8Array[]): ArrayBuffer {
  const { API, HEAPU8: memory } = runtime;
  API.getExpectedKeys = () => references(API);
  const state = new TextEncoder().encode(JSON.stringify(API.serializeHiwireState()));
  const pieces = changed(memory, unstarted);
  const contents = [...pieces.map(([begin, end]) => memory.subarray(begin, end)), state, library, rules];
  const sizes = [memory.length, pieces.length, state.length, library.byteLength, rules.byteLength];
  const numbers = [...sizes, ...pieces.flat()];
  const made = new Uint8Array(contents.reduce((sum, one) => sum + one.byteLength, numbers.length * UINT32_BYTES));
  const view = new DataView(made.buffer);
  for (const [nth, number] of numbers.entries()) view.setUint32(nth * UINT32_BYTES, number, true);
  let at = numbers.length * UINT32_BYTES;
  for (const content of contents) {
    made.set(content instanceof Uint8Array ? content : new Uint8Array(content), at);
    at += content.byteLength;
  }
  return made.buffer;
}

export class Snapshot {
  size: number; // the bytes of the memory
  pieces: [number, Uint8Array][] = []; // where each part of the memory begins, and its bytes
  state: unknown; // of Pyodide's references, as its own snapshots have it
  library: ArrayBuffer;
  rules: ArrayBuffer;

  /** Throws an error if the snapshot is not whole. */
  constructor(buffer: ArrayBuffer) {
    const view = new DataView(buffer);
    const number = (nth: number) => view.getUint32(nth * UINT32_BYTES, true);
    const [size, count, state, library, rules] = [0, 1, 2, 3, 4].map(number);
    this.size = size;
    let at = (HEADER + 2 * count) * UINT32_BYTES;
    const next = (bytes: number) => {
      at += bytes;
      return buffer.slice(at - bytes, at);
    };
    for (let nth = HEADER; nth < HEADER + 2 * count; nth += 2) {
      const [begin, end] = [number(nth), number(nth + 1)];
      this.pieces.push([begin, new Uint8Array(buffer, at, end - begin)]);
      at += end - begin;
    }
    this.state = JSON.parse(new TextDecoder().decode(next(state)));
    this.library = next(library);
    this.rules = next(rules);
    if (at !== buffer.byteLength) throw new Error('The snapshot is not whole.');
  }

  /** Has a new runtime take over the memory, where it would start Python. */
  restore({ API, HEAPU8 }: Runtime) {
    if (HEAPU8.length !== this.size) throw new Error('The snapshot is of another size.');
    API.getExpectedKeys = () => references(API);
    API.restoreSnapshot = () => {
      for (const [begin, bytes] of this.pieces) HEAPU8.set(bytes, begin);
      return this.state;
    };
  }
}

/** The cache that stores this site's snapshots. Throws an error where storage is blocked. */
const store = (base: string) => caches.open(`saltus memory ${new URL('./', base).href}`);

/** The name of this build's snapshot; the assets have whole addresses. */
const name = ({ rules, runtime }: Assets) => `${rules}?memory=${encodeURIComponent(runtime)}`;

/** Stores a snapshot in place of those of other builds. */
export async function keep(assets: Assets, base: string, snapshot: ArrayBuffer) {
  await forget(base);
  const cache = await store(base);
  await cache.put(name(assets), new Response(snapshot));
}

export const isStored = async (assets: Assets, base: string) =>
  Boolean(await (await store(base)).match(name(assets)));

export async function forget(base: string) {
  const cache = await store(base);
  for (const one of await cache.keys()) await cache.delete(one);
}

/** The snapshot of this build, if there is one. Rejects where it is not whole, or storage is blocked. */
export async function stored(assets: Assets, base: string): Promise<Snapshot | null> {
  const found = await (await store(base)).match(name(assets));
  return found ? new Snapshot(await found.arrayBuffer()) : null;
}
