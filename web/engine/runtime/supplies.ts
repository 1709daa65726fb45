/** Fetches and unpacks what Python needs to start: a part of the worker's file, as another one would come later. */

import type { Assets, Parts } from '../handle.ts';
import type { Snapshot } from './snapshot.ts';

const PROGRESS_INTERVAL_MS = 250; // minimum time between progress messages; each one makes the page redraw

/** A response that starts sooner is from a cache or near: counting its bytes would take a twentieth of the start. */
const CACHED_RESPONSE_MS = 30;

const LATE_TIMEOUT_MS = 30_000; // a download after the start, such as the late modules, fails after this time

/** What the page hears: how many bytes have come, and what is known of the rest of the runtime. */
export type Said = { loaded: number } | { rest: 'awaited' | 'missing' | WebAssembly.Module };

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

export type Supplies = ReturnType<typeof suppliesOf>;

/** What the page gives the worker of the game lab, in whose frame nothing can be fetched. */
export interface Given {
  files: Record<string, ArrayBuffer>; // all that it needs, by address
  memory: number; // how many bytes Python may take
}

/**
 * What Python needs to start. It is fetched in the worker, so that it does not delay drawing. The assets have whole
 * addresses; `base` is the page's. `rest` is the rest of the runtime, if an earlier worker has it; `isWhole` is whether it
 * joins before Python starts; in the frame of the game lab, `lab` has all files.
 */
export function suppliesOf(
  assets: Assets,
  base: string,
  rest: WebAssembly.Module | undefined,
  isWhole: boolean,
  cache: RequestCache,
  lab: Given | undefined,
  say: (said: Said) => void,
) {
  let loaded = 0;
  let reported = performance.now(); // when progress was last reported, in ms

  const count = (bytes: number) => {
    loaded += bytes;
    if (performance.now() < reported + PROGRESS_INTERVAL_MS) return;
    reported = performance.now();
    say({ loaded });
  };

  const get = async (address: string, how: RequestInit = {}) => {
    const fetched = () => fetch(address, { priority: 'high', cache, ...how });
    const response = lab ? new Response(lab.files[address]) : await fetched();
    const { ok, body, status } = response;
    if (!ok || !body) throw new Error(`${address} could not be loaded (${status})`);
    return { response, body, type: response.headers.get('content-type') };
  };

  /** Counts the bytes as they arrive. The page gives up a worker that starts without a message for a while. */
  const counted = (body: Body) => {
    const transform = (part: Uint8Array, next: TransformStreamDefaultController) => {
      count(part.byteLength);
      next.enqueue(part);
    };
    return body.pipeThrough(new TransformStream({ transform }));
  };

  /** Decompresses a pack while it arrives: the browser does that faster than Python. */
  const unpacked = (body: Body) => counted(body).pipeThrough(new DecompressionStream('gzip'));

  const unpack = async (address: string, how?: RequestInit) =>
    new Response(unpacked((await get(address, how)).body)).arrayBuffer();

  /**
   * Compiles while the bytes arrive: they must come as `application/wasm`, which is corrected where the server says
   * otherwise, or the single file has packed them. Those of a clone are counted: the browser caches compiled code only for
   * the original response. They are not if the response starts within `fastMs`.
   */
  const compile = async (address: string, fastMs: number) => {
    const requested = performance.now();
    const { response, body, type } = await get(address);
    if (type !== 'application/wasm') {
      const plain = type === 'application/gzip' ? unpacked(body) : counted(body);
      return WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
    }
    if (performance.now() < requested + fastMs) return WebAssembly.compileStreaming(response);
    const copy = response.clone().body;
    const sink = new WritableStream({ write: (part: Uint8Array) => count(part.byteLength) });
    copy?.pipeTo(sink).catch(() => {});
    return WebAssembly.compileStreaming(response);
  };

  /** The rest of the runtime, fetched while Python waits for it: no other message is heard meanwhile. */
  const fetchRest = (address: string) => {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    request.timeout = LATE_TIMEOUT_MS;
    request.send();
    if (request.status !== 200) throw new Error(`${address} could not be loaded (${request.status})`);
    return new WebAssembly.Module(request.response);
  };

  const fetchRestTwice = () => {
    try {
      return fetchRest(assets.rest);
    } catch {
      return fetchRest(`${assets.rest}?again`); // past the browser's cache, which may hold a damaged file
    }
  };

  const weightsAt = (game: string) => new URL(assets.weights[game], base).href;

  /** Archives for later, as one. After a failure, the next try bypasses the browser's cache: it may hold a damaged file. */
  const later = (addresses: string[]) => {
    const signal = AbortSignal.timeout(LATE_TIMEOUT_MS);
    return Promise.all(addresses.map((one) => unpack(one, { signal })))
      .then((archives) => new Blob(archives).arrayBuffer())
      .catch((error) => {
        cache = 'reload';
        throw error;
      });
  };

  /** The standard library and the first pack: an earlier worker's, the snapshot's, or fetched. */
  const packs = async (known: Partial<Parts>, snapshot: Promise<Snapshot | null>) => {
    const found = known.library ? known : ((await snapshot) ?? {});
    const [library, rules] = await Promise.all([
      found.library ?? unpack(assets.library),
      found.rules ?? unpack(assets.rules),
    ]);
    return { library, rules };
  };

  /** Whether the rest comes before the start. The single file cannot unpack it while Python waits. */
  const takesRest = assets.rest !== '' && (isWhole || assets.rest.startsWith('data:'));

  return {
    assets,
    base,
    isWhole,
    lab,

    /** Whether the rest joins before Python starts; without a network the small runtime has to do. */
    joinsFirst: () => isWhole && rest !== undefined,

    /** `known` is what an earlier worker has fetched; a snapshot, if there is one, has the library and the rules. */
    async parts(known: Partial<Parts>, game: string, snapshot: Promise<Snapshot | null>) {
      const own = known.weights ?? (game in assets.weights ? unpack(weightsAt(game)) : undefined);
      // All are awaited from the start: one that fails while another is under way would be an unhandled rejection.
      const [wasm, { library, rules }, weights, joining] = await Promise.all([
        known.wasm ?? compile(assets.wasm, CACHED_RESPONSE_MS),
        packs(known, snapshot),
        own,
        rest ?? (takesRest ? compile(assets.rest, 0).catch(() => undefined) : undefined),
      ]);
      rest ??= joining;
      return { wasm, library, rules, weights, late: known.late, rest };
    },

    /** The rest of the runtime. Throws an error where it cannot be had, and the worker is of no use any more. */
    rest() {
      if (rest) return rest;
      say({ rest: 'awaited' });
      try {
        rest = fetchRestTwice();
      } catch (error) {
        say({ rest: 'missing' });
        throw error;
      }
      say({ rest });
      return rest;
    },

    /** Takes the rest of the runtime, which the page has fetched. */
    take(module: WebAssembly.Module) {
      rest = module;
    },

    weights: (game: string) => later([weightsAt(game)]).catch(() => later([weightsAt(game)])),

    /** The late modules, and the weights of all games; in the game lab also its own modules. */
    late: () =>
      later([assets.late, ...Object.keys(assets.weights).map(weightsAt), ...(lab ? [`${assets.lab}lab.pack`] : [])]),
  };
}
