/** Fetches and unpacks what Python needs to start: a part of the worker's file, as another one would come later. */

import type { Assets, Parts } from '../handle.ts';
import type { Snapshot } from './snapshot.ts';
import { whole } from './whole.ts';

const PROGRESS_INTERVAL_MS = 250; // minimum time between progress messages; each one makes the page redraw

/** A response that starts sooner is from a cache or near: counting its bytes would take a twentieth of the start. */
const CACHED_RESPONSE_MS = 30;

const LATE_MODULES_TIMEOUT_MS = 30_000; // the download of the late modules fails after this time

/** What Python needs to start. It is fetched in the worker, so that it does not delay drawing. */
export class Supplies {
  assets: Assets;
  base: string;
  cache: RequestCache;
  loaded = 0;
  reported = performance.now(); // when progress was last reported, in ms
  onprogress: (loaded: number) => void;

  /** The assets have whole addresses; `base` is the page's, and `onprogress` hears of the bytes so far. */
  constructor(assets: Assets, base: string, cache: RequestCache, onprogress: (loaded: number) => void) {
    this.assets = assets;
    this.base = base;
    this.cache = cache;
    this.onprogress = onprogress;
  }

  /** `known` is what an earlier worker has fetched; a snapshot, if there is one, has the library and the rules. */
  async parts(known: Partial<Parts>, isWhole: boolean, snapshot: Promise<Snapshot | null>): Promise<Parts> {
    const { assets } = this;
    const runtime = known.wasm ?? (isWhole ? this.compileWhole() : this.compile(assets.wasm));
    // Both are awaited from the start: one that fails while the other is under way would be an unhandled rejection.
    const [wasm, { library, rules }] = await Promise.all([runtime, this.packs(known, snapshot)]);
    return { wasm, library, rules, late: known.late };
  }

  /** The standard library and the first pack: an earlier worker's, the snapshot's, or fetched. */
  private async packs(known: Partial<Parts>, snapshot: Promise<Snapshot | null>) {
    const found = known.library ? known : ((await snapshot) ?? {});
    const [library, rules] = await Promise.all([
      found.library ?? this.unpack(this.assets.library),
      found.rules ?? this.unpack(this.assets.rules),
    ]);
    return { library, rules };
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

  count(bytes: number) {
    this.loaded += bytes;
    if (performance.now() < this.reported + PROGRESS_INTERVAL_MS) return;
    this.reported = performance.now();
    this.onprogress(this.loaded);
  }

  /**
   * Compiles while the bytes arrive: they must come as `application/wasm`, which is corrected where the server says
   * otherwise. Those of a clone are counted: the browser caches compiled code only for the original response.
   */
  async compile(address: string) {
    const requested = performance.now();
    const { response, body } = await this.get(address);
    const type = response.headers.get('content-type');
    if (type !== 'application/wasm') {
      const plain = type === 'application/gzip' ? this.unpacked(body) : this.counted(body);
      return WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
    }
    if (performance.now() < requested + CACHED_RESPONSE_MS) return WebAssembly.compileStreaming(response);
    const copy = response.clone().body;
    const sink = new WritableStream({ write: (part: Uint8Array) => this.count(part.byteLength) });
    copy?.pipeTo(sink).catch(() => {});
    return WebAssembly.compileStreaming(response);
  }

  async compileWhole() {
    const { wasm, rest } = this.assets;
    return WebAssembly.compile(whole(...(await Promise.all([this.read(wasm), this.read(rest)]))));
  }

  /** The bytes of a part of the runtime, which the single file has packed. */
  async read(address: string) {
    const { response, body } = await this.get(address);
    const isPacked = response.headers.get('content-type') === 'application/gzip';
    return new Uint8Array(await new Response(isPacked ? this.unpacked(body) : this.counted(body)).arrayBuffer());
  }

  async unpack(address: string, signal?: AbortSignal) {
    const { body } = await this.get(address, signal);
    return new Response(this.unpacked(body)).arrayBuffer();
  }

  /** Decompresses a pack while it arrives: the browser does that faster than Python. */
  unpacked(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    return this.counted(body).pipeThrough(new DecompressionStream('gzip'));
  }

  /** Counts the bytes as they arrive. The page gives up a worker that starts without a message for a while. */
  counted(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    const transform = (part: Uint8Array, next: TransformStreamDefaultController) => {
      this.count(part.byteLength);
      next.enqueue(part);
    };
    return body.pipeThrough(new TransformStream({ transform }));
  }

  async get(address: string, signal?: AbortSignal) {
    const response = await fetch(address, { priority: 'high', cache: this.cache, signal });
    const { ok, body, status } = response;
    if (!ok || !body) throw new Error(`${address} could not be loaded (${status})`);
    return { response, body };
  }
}
