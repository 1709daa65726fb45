/**
 * A second worker that searches the same position with the root moves in reverse order (lazy SMP). The two workers
 * exchange transposition table entries by messages, since plain hosts do not allow shared memory. The reply comes
 * from the first worker alone; the helper only makes it faster. Only games that gain by it use it (`helped`). It
 * starts from the files that the page has already fetched, follows the match, and runs only while the page is
 * visible. `build.py bench helper` measures the gain.
 */

import { type Engine, type Pending, share } from './client.ts';
import type { WorkerHandle } from './handle.ts';
import { CHANGES } from './requests.ts';

const MIN_CORES = 4; // with fewer cores, the helper would slow down the first worker and the drawing

/** The memory that the device must have, if it tells: a worker with a full transposition table takes up to 0.5 GB. */
const MIN_MEMORY_GB = 4;

const MAX_OWED_REPLIES = 6; // a helper with more unanswered requests than this counts as dead
const MAX_DEATHS = 2; // after this many deaths no helper is started any more

/** Gives the engine a helper, if the device has enough cores and memory. */
export function helper(engine: Engine) {
  const { hardwareConcurrency, deviceMemory = MIN_MEMORY_GB }: Navigator & { deviceMemory?: number } = navigator;
  if (hardwareConcurrency >= MIN_CORES && deviceMemory >= MIN_MEMORY_GB) engine.helper = new Helper(engine);
}

export class Helper {
  engine: Engine;
  spawned: WorkerHandle | null = null; // the worker, from its start
  handle: WorkerHandle | null = null; // the same worker, once it has the match
  owed: Set<number> = new Set(); // the ids of the requests that it has not answered
  deaths = 0;

  constructor(engine: Engine) {
    this.engine = engine;
    document.addEventListener('visibilitychange', () => document.hidden && this.end());
  }

  /** Whether there is a helper, or one can be started from the files that the page has fetched. */
  get canHelp() {
    return this.deaths < MAX_DEATHS && !document.hidden && this.engine.parts?.late !== undefined;
  }

  /** Searches a request here too. Starts the worker if there is none. */
  ask({ id, text }: Pending) {
    if (this.owed.size > MAX_OWED_REPLIES) this.die();
    else if (this.handle) {
      this.owed.add(id);
      this.handle.send(JSON.stringify({ ...JSON.parse(text), helps: true, progress: false, written: false }));
    } else if (!this.spawned && this.canHelp) this.begin();
  }

  send(text: string) {
    this.handle?.send(text);
  }

  hand(table: string, bytes: ArrayBuffer) {
    this.handle?.hand(table, bytes);
  }

  /** Starts the worker, and sends it the match and the requests that are still pending. */
  async begin() {
    const { engine } = this;
    const handle = engine.spawn();
    this.spawned = handle;
    handle.onCrash = () => this.die();
    const parts = await handle.ready.catch(() => null);
    if (this.spawned !== handle) return;
    if (!parts) return this.die();
    engine.replay(handle);
    handle.onreply = (text) => this.hear(JSON.parse(text));
    this.handle = handle;
    for (const asked of engine.pending.values()) if (asked.helped) this.ask(asked);
  }

  /** Passes table entries on while the first worker searches the same position: those of another game are wrong. */
  hear({ id, event, entries }: { id: number; event?: string; entries?: string }) {
    const { pending, handle } = this.engine;
    const isChanging = [...pending.values()].some(({ op }) => CHANGES.has(op));
    if (!event) this.owed.delete(id);
    else if (entries && pending.has(id) && !isChanging) handle?.send(share(entries));
  }

  /** The next search starts another worker. */
  end() {
    this.spawned?.end();
    this.spawned = this.handle = null;
    this.owed.clear();
  }

  /** The worker has crashed, or a part that it needs could not be fetched. */
  die() {
    this.end();
    this.deaths++;
  }
}
