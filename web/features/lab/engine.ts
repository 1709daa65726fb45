/** The rules of somebody's own game: an `Engine` whose worker is in a frame of its own, and which is not started again. */

import { Engine } from '../../engine/client.ts';
import { type Assets, WorkerHandle } from '../../engine/handle.ts';
import { JOBS } from '../../engine/requests.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { pending } from '../../lib/pending.ts';
import type { Board, Game, Said } from '../../protocol.d.ts';
import { Sandbox } from './sandbox.ts';

const GIVE_UP_SECONDS = 5; // a program that answers nothing for so long does not come to an end

/** The most memory that Python may take, in bytes: the rules themselves, with all that a search keeps, take a third of it. */
const MAX_MEMORY_BYTES = 512 << 20;

export interface Tally {
  wins: number; // of the side that moves first
  losses: number;
  draws: number;
  share: number; // the points of the side that moves first, by game
  margin: number; // half the width of the 95 % confidence interval of `share`
}

export const gamesOf = ({ wins, draws, losses }: Tally) => wins + draws + losses;

/** What games of the computer with itself were like. */
export interface Measured {
  results: Tally;
  length: number; // the mean number of plies
  choices: number; // the mean number of legal moves
  lead_changes: number; // a mean by game
  openings: Record<string, Tally>; // by first move
}

/** How far the contract has been examined, and what breaks it. */
export interface Examined {
  checked: number; // positions
  broken?: (Said & { board: Board | null }) | null;
}

/** The requests that only this worker answers (`py/saltus/lab/worker.py`): what each sends, is told meanwhile, and gets. */
interface LabRequests {
  source: [{ text: string }, never, { game: Game }];
  examine: [{ game: string; positions: number; seed: number }, Examined, Examined];
  measure: [{ game: string; games: number; seed: number }, Measured, Measured];
  retrace: [{ texts: string[] }, never, object];
}

/** What a lab's worker starts with: as bytes, since a compiled module cannot go to another origin. */
interface Bytes {
  code: string; // the worker's module
  glue: string; // the runtime's
  parts: Record<'wasm' | 'rest' | 'library' | 'rules' | 'late' | 'lab', ArrayBuffer | undefined>;
}

let fetched: Promise<Bytes> | null = null;

/** Fetches all that a worker needs, once. */
function fetchBytes(assets: Assets): Promise<Bytes> {
  const get = async (address: string) => {
    const response = await fetch(new URL(address, document.baseURI));
    if (!response.ok) throw new EngineError({ code: 'not-loaded', message: `${address} could not be loaded.` });
    return response;
  };
  const bytes = async (address: string) => (await get(address)).arrayBuffer();
  const unpacked = async (addresses: string[]) => {
    const bodies = await Promise.all(addresses.map(get));
    const parts = bodies.map(({ body }) =>
      new Response(body?.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
    );
    return new Blob(await Promise.all(parts)).arrayBuffer();
  };
  const text = async (address: string) => (await get(address)).text();
  const all = async () => {
    const { worker, glue, wasm, rest, library, rules, late, weights, lab } = assets;
    const [code, glueText, ...parts] = await Promise.all([
      text(worker),
      text(glue),
      bytes(wasm),
      rest ? bytes(rest) : undefined,
      unpacked([library]),
      unpacked([rules]),
      unpacked([late, ...Object.values(weights)]),
      unpacked([`${lab}lab.pack`]),
    ]);
    const names = ['wasm', 'rest', 'library', 'rules', 'late', 'lab'];
    return { code, glue: glueText, parts: Object.fromEntries(names.map((name, at) => [name, parts[at]])) } as Bytes;
  };
  fetched ??= pending('file', all()).catch((error) => {
    fetched = null;
    throw error;
  });
  return fetched;
}

export class LabEngine extends Engine {
  private bytes: Bytes | null = null;
  source = ''; // of its game
  left: string[] = []; // what it was given to do when it was lost, as JSON: its game, its match, and what has no reply
  override jobs: ReadonlySet<string> = new Set([...JOBS, 'examine', 'measure', 'retrace']);

  override async start() {
    this.bytes = await fetchBytes(this.assets);
    await super.start();
  }

  override spawn() {
    if (!this.bytes) throw new Error('the lab was not fetched');
    const { code, glue, parts } = this.bytes;
    const sandbox = new Sandbox(new URL(`${this.assets.lab}frame.html`, document.baseURI).href, code);
    const handle = new WorkerHandle(sandbox as unknown as Worker);
    sandbox.postMessage({ assets: this.assets, base: document.baseURI, glue, parts, memory: MAX_MEMORY_BYTES });
    return handle;
  }

  override tick() {
    super.tick();
    if (this.silence > GIVE_UP_SECONDS) this.replace('');
  }

  /** Ends it: what has stopped the program once would stop it again. */
  override async replace(_: string) {
    const loads = JSON.stringify({ id: 0, op: 'source', text: this.source });
    this.left = [loads, ...this.journal, ...[...this.pending.values()].map(({ text }) => text)];
    this.close();
    this.onlost(new EngineError({ code: 'engine-lost', message: '' }));
  }

  /** Has it know the game of a text. */
  load(text: string) {
    this.source = text;
    return this.ask('source', { text }, { endless: false });
  }

  /**
   * One of the requests that only this worker knows. `signal` ends it with what it has found so far. Unless it is told otherwise,
   * it is one for whose end nobody waits.
   */
  ask<Name extends keyof LabRequests>(
    op: Name,
    fields: LabRequests[Name][0],
    how: { signal?: AbortSignal; onprogress?: (told: LabRequests[Name][1]) => void; endless?: boolean } = {},
  ): Promise<LabRequests[Name][2]> {
    const { signal, ...others } = how;
    signal?.addEventListener('abort', () => void this.request('stop', { of: op } as never).catch(() => {}));
    return this.request(op as never, fields as never, { endless: true, ...others } as never) as Promise<never>;
  }
}
