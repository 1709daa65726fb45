/** The rules of somebody's own game: an `Engine` whose worker is in a frame of its own, and which is not started again. */

import { Engine } from '../../engine/client.ts';
import { type Assets, WorkerHandle } from '../../engine/handle.ts';
import { JOBS } from '../../engine/requests.ts';
import type { Given } from '../../engine/runtime/supplies.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { pending } from '../../lib/pending.ts';
import type { Board, Game, Said } from '../../protocol.d.ts';
import { Sandbox } from './sandbox.ts';

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

/** The requests that only this worker answers (`py/saltus/lab/worker.py`): what each sends, and gets, at first so far. */
export interface LabRequests {
  source: [{ text: string }, { game: Game }];
  examine: [{ game: string; positions: number; seed: number }, Examined];
  measure: [{ game: string; games: number; seed: number }, Measured];
  retrace: [{ texts: string[] }, object];
}

const whole = (address: string) => new URL(address, document.baseURI).href;

/** Fetches a file of the page. */
export async function fetched(address: string, kind: 'json' | 'arrayBuffer') {
  const read = fetch(whole(address)).then((response) => (response.ok ? response[kind]() : null));
  const found = await pending('file', read).catch(() => null);
  if (!found) throw new EngineError({ code: 'not-loaded', message: `${address} could not be loaded.` });
  return found;
}

/** Fetches all that a worker needs. */
export async function fetchLab(assets: Assets): Promise<Given> {
  const { worker, glue, wasm, rest, library, rules, late, weights, lab } = assets;
  const addresses = [worker, glue, wasm, rest, library, rules, late, ...Object.values(weights), `${lab}lab.pack`];
  const bytes = async (address: string) => [whole(address), await fetched(address, 'arrayBuffer')];
  const files = await Promise.all(addresses.filter(Boolean).map(bytes));
  return { files: Object.fromEntries(files), memory: MAX_MEMORY_BYTES };
}

export class LabEngine extends Engine {
  lab: Given;
  source = ''; // of its game
  left: string[] = []; // what it was given to do when it was lost, as JSON: its game, its match, and what has no reply
  override jobs: ReadonlySet<string> = new Set([...JOBS, 'examine', 'measure', 'retrace']);
  override giveUpSeconds = 5;

  constructor(assets: Assets, lab: Given) {
    super(assets);
    this.lab = lab;
  }

  override spawn() {
    const { assets, lab } = this;
    const sandbox = new Sandbox(whole(`${assets.lab}frame.html`), lab.files[whole(assets.worker)]);
    const handle = new WorkerHandle(sandbox as unknown as Worker);
    sandbox.postMessage({ assets, base: document.baseURI, whole: true, lab });
    return handle;
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
  ): Promise<LabRequests[Name][1]> {
    const { signal, ...others } = how;
    signal?.addEventListener('abort', () => void this.request('stop', { of: op } as never).catch(() => {}));
    return this.request(op as never, fields as never, { endless: true, ...others } as never) as Promise<never>;
  }
}
