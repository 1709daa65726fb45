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

import { BridgedWorker } from './bridged.mjs';

const [WEB, PYTHON, TABLES] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${WEB}/${name}`).href);
const { JOBS } = await load('engine/requests.js');

class ErrorEvent extends Event {
  constructor(type, { message = '', ...how } = {}) {
    super(type, how);
    this.message = message;
  }
}

/** A worker whose bridge is a process of its own, which reads the tables itself. */
class BridgeWorker extends EventTarget {
  #bridge = spawn(PYTHON, ['-m', 'saltus', 'bridge'], { stdio: ['pipe', 'pipe', 'inherit'] });
  #isEnded = false;
  #worker = new BridgedWorker(JOBS, {
    say: (data) => setImmediate(() => this.#isEnded || this.dispatchEvent(new MessageEvent('message', { data }))),
    ask: (line) => this.#bridge.stdin.write(`${line}\n`),
    hand: () => {},
  });

  constructor() {
    super();
    for (const type of ['message', 'error']) this.addEventListener(type, (event) => this[`on${type}`]?.(event));
    createInterface({ input: this.#bridge.stdout }).on('line', (line) => this.#worker.answer(line));
    // Who is put away, or is gone with the test, has nothing more to say.
    this.#bridge.stdin.on('error', () => {});
  }

  postMessage(said) {
    this.#worker.hear(said);
  }

  terminate() {
    this.#bridge.kill('SIGKILL');
    this.#isEnded = true;
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
