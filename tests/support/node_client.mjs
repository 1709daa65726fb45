/**
 * The page's client of the rules under Node, against `python3 -m saltus bridge` in place of the worker.
 *
 * Reads one line for each script: JSON `{ script, given }`. The script is the body of an asynchronous function that gets
 * `engine`, `given` and `load(name)`, which imports a module of web/. Writes one line: JSON `{ value }` or `{ error }`.
 *
 *     node node_client.mjs WEB PYTHON TABLES        the folders of the page and of the tables, and the Python to run
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [WEB, PYTHON, TABLES] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${WEB}/${name}`).href);
const { JOBS } = await load('engine/requests.js');

class ErrorEvent extends Event {
  constructor(type, { message = '', ...how } = {}) {
    super(type, how);
    this.message = message;
  }
}

/** Speaks as `web/engine/worker.js` does, and has the bridge answer. The bridge reads the tables itself. */
class BridgeWorker extends EventTarget {
  #bridge = spawn(PYTHON, ['-m', 'saltus', 'bridge'], { stdio: ['pipe', 'pipe', 'inherit'] });
  /** The ids without a reply, by whether they are searches. */
  #open = { searches: new Set(), others: new Set() };
  /** The pings without a pong, each with the ids that are to be answered before it. */
  #pings = [];

  constructor() {
    super();
    for (const type of ['message', 'error']) this.addEventListener(type, (event) => this[`on${type}`]?.(event));
    createInterface({ input: this.#bridge.stdout }).on('line', (line) => this.#answer(line));
    // Who is put away, or is gone with the test, has nothing more to say.
    this.#bridge.stdin.on('error', () => {});
  }

  postMessage(said) {
    if (said.assets) setTimeout(() => this.#say({ ready: true, parts: { ...said.parts }, restored: false }));
    else if (said === 'complete') setTimeout(() => this.#say({ late: new ArrayBuffer(1) }));
    else if (said === 'ping') {
      this.#pings.push(new Set(this.#open.others));
      this.#pong();
    } else if (typeof said === 'string') {
      const { id, op } = JSON.parse(said);
      (JOBS.has(op) ? this.#open.searches : this.#open.others).add(id);
      this.#bridge.stdin.write(`${said}\n`);
    }
  }

  terminate() {
    this.#bridge.kill('SIGKILL');
    this.#say = () => {};
  }

  #say = (data) => this.dispatchEvent(new MessageEvent('message', { data }));

  #answer(line) {
    const { id, event } = JSON.parse(line);
    this.#say({ replies: [line] });
    if (event) return;
    for (const ids of [...Object.values(this.#open), ...this.#pings]) ids.delete(id);
    this.#pong();
  }

  /** Answers the pings for which nothing is awaited any more. */
  #pong() {
    while (this.#pings[0]?.size === 0) {
      this.#pings.shift();
      const pong = this.#open.searches.size ? 'busy' : 'idle';
      setTimeout(() => this.#say({ pong }));
    }
  }
}

/** Files of this machine have no answer from Node's own `fetch`. */
const fetched = async (address) => new Response(readFileSync(new URL(address)));

const document = Object.assign(new EventTarget(), { baseURI: pathToFileURL(`${WEB}/`).href, hidden: false });
const device = { hardwareConcurrency: 2, deviceMemory: 8 };
Object.assign(globalThis, { window: globalThis, document, ErrorEvent, Worker: BridgeWorker, fetch: fetched });
Object.assign(globalThis, { origin: 'http://localhost', location: new URL('http://localhost/') });
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: device });

const tables = readdirSync(TABLES).filter((name) => name.endsWith('.table'));
const named = (value) => Object.fromEntries(tables.map((name) => [name.replace('.table', ''), value(`${TABLES}/${name}`)]));
const assets = {
  worker: 'worker.js',
  glue: 'glue.mjs',
  sizes: { wasm: 1 },
  tables: named((path) => pathToFileURL(path).href),
  bytes: named((path) => statSync(path).size),
};

const { Engine } = await load('engine/client.js');
const engine = new Engine(assets);
await engine.start();

const AsyncFunction = (async () => {}).constructor;
for await (const line of createInterface({ input: process.stdin })) {
  const { script, given } = JSON.parse(line);
  const answer = await new AsyncFunction('engine', 'given', 'load', script)(engine, given, load).then(
    (value) => ({ value }),
    (error) => ({ error: `${error.stack}` }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
engine.close();
process.exit();
