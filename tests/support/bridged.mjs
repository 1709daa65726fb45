/**
 * Speaks to the page's client as `web/engine/worker.ts` does, and has a bridge (`python3 -m saltus bridge`) answer in
 * place of Pyodide. `node_client.mjs` and `native_worker.js` carry what is said.
 */
export class BridgedWorker {
  /** The ids without a reply, by whether they are searches. */
  #open = { searches: new Set(), others: new Set() };
  /** The pings without a pong, each with the ids that are to be answered before it. */
  #pings = [];

  /**
   * `jobs` are the requests that take time. `say` tells the client something, `ask` the bridge a line, and `hand` tells
   * it of a table that the page has fetched.
   */
  constructor(jobs, { say, ask, hand }) {
    Object.assign(this, { jobs, say, ask, hand });
  }

  /** Takes a message of the client. */
  hear(said) {
    if (said.assets) this.say({ ready: true, parts: { ...said.parts }, restored: false });
    else if (said.table) this.hand(said.table);
    else if (said.rest) return; // of no use here
    else if (said === 'complete') this.say({ late: new ArrayBuffer(1) });
    else if (said === 'ping') {
      this.#pings.push(new Set(this.#open.others));
      this.#pong();
    } else {
      const { id, op } = JSON.parse(said);
      (this.jobs.has(op) ? this.#open.searches : this.#open.others).add(id);
      this.ask(said);
    }
  }

  /** Takes a line of the bridge. */
  answer(line) {
    const { id, event } = JSON.parse(line);
    this.say({ replies: [line] });
    if (event) return;
    for (const ids of [...Object.values(this.#open), ...this.#pings]) ids.delete(id);
    this.#pong();
  }

  /** Answers the pings for which nothing is awaited any more. */
  #pong() {
    while (this.#pings[0]?.size === 0) {
      this.#pings.shift();
      this.say({ pong: this.#open.searches.size ? 'busy' : 'idle' });
    }
  }
}
