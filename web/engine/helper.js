/**
 * A second worker that searches the same position with the root moves in reverse order (lazy SMP). The two workers
 * exchange transposition table entries by messages, since plain hosts do not allow shared memory. The reply comes
 * from the first worker alone; without the helper it is the same, only later.
 *
 * Only games that gain by it ask for it (`helped`). It starts from what the page has already fetched, follows the
 * match, and runs only while the page is visible. `build.py bench helper` measures its worth.
 *
 * @import { Engine, WorkerHandle, Pending } from './client.js'
 */

/** Cores from which one is to spare beside those that the first worker and the drawing need. */
const MIN_CORES = 4;

/** Gigabytes of memory, where the device tells: a worker with a full table takes up to half of one. */
const MIN_MEMORY_GB = 4;

/** A helper that owes more answers than this is taken for dead, and so often one may die. */
const MAX_OWED_ANSWERS = 6;
const MAX_DEATHS = 2;

/** Gives the rules a helper, where the device has room for it. @param {Engine} engine */
export function helper(engine) {
  /** @type {{ hardwareConcurrency: number, deviceMemory?: number }} */
  const { hardwareConcurrency, deviceMemory = MIN_MEMORY_GB } = navigator;
  if (hardwareConcurrency >= MIN_CORES && deviceMemory >= MIN_MEMORY_GB) engine.helper = new Helper(engine);
}

export class Helper {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** The worker from its start on. @type {WorkerHandle | null} */
    this.spawned = null;
    /** The same from when it knows the match. @type {WorkerHandle | null} */
    this.handle = null;
    /** The questions that it has not answered. @type {Set<number>} */
    this.owed = new Set();
    /** How often it has died. */
    this.deaths = 0;
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.end();
    });
  }

  /** Whether there is a helper, or one can be had from what the page keeps. */
  get canHelp() {
    return this.deaths < MAX_DEATHS && !document.hidden && this.engine.parts?.late !== undefined;
  }

  /** Has a question searched here too, once there is a worker for it. @param {Pending} asked */
  ask({ id, text }) {
    if (this.owed.size > MAX_OWED_ANSWERS) this.die();
    else if (this.handle) {
      this.owed.add(id);
      this.handle.send(JSON.stringify({ ...JSON.parse(text), helps: true, progress: false, written: false }));
    } else if (!this.spawned && this.canHelp) this.begin();
  }

  /** Ends the search: its question has been answered. */
  rest() {
    this.handle?.send('{"op":"stop"}');
  }

  /** @param {string} change of the match on the table */
  follow(change) {
    this.handle?.send(change);
  }

  /** @param {string} table @param {ArrayBuffer | null} bytes */
  hand(table, bytes) {
    this.handle?.hand(table, bytes);
  }

  /** @param {string} entries what the first worker has found out */
  learn(entries) {
    this.handle?.send(share(entries));
  }

  /** A worker that knows what the first one does at the moment when it is ready, and the questions that are still open. */
  async begin() {
    const { engine } = this;
    const handle = engine.spawn();
    this.spawned = handle;
    handle.ondeath = () => this.die();
    try {
      await handle.ready;
    } catch {
      if (this.spawned === handle) this.die();
    }
    if (this.spawned !== handle) return;
    engine.replay(handle);
    handle.onreply = (text) => this.hear(JSON.parse(text));
    this.handle = handle;
    for (const asked of engine.pending.values()) if (asked.helped) this.ask(asked);
  }

  /**
   * What is found comes to the first worker while it searches the same: what is known of one game is wrong in another.
   *
   * @param {{ id: number, event?: string, entries?: string }} message
   */
  hear({ id, event, entries }) {
    const { pending, handle, isChanging } = this.engine;
    if (!event) this.owed.delete(id);
    else if (entries && pending.has(id) && !isChanging) handle?.send(share(entries));
  }

  /** Puts the worker away, until the next question. */
  end() {
    this.spawned?.end();
    this.spawned = this.handle = null;
    this.owed.clear();
  }

  die() {
    this.end();
    this.deaths++;
  }
}

/** Its id is nobody's: whatever is answered is of no interest. @param {string} entries */
const share = (entries) => JSON.stringify({ id: 'share', op: 'share', entries });
