/**
 * What is on its way: each request, file or frame that will change the page counts here, by kind, until it has come. The page
 * is settled while nothing does, and no wait is due.
 */

/** `rules` and `server` are replies, `module` and `file` what is fetched or read, `device` what the browser does beside the page. */
type Kind = 'rules' | 'server' | 'database' | 'module' | 'file' | 'device' | 'frame' | 'view';

const counts: Map<Kind, number> = new Map();

const waits: Set<{ end: number }> = new Set(); // when each ends, in ms of `performance.now`

/** Counts something until what this returns is called. */
export function begin(kind: Kind): () => void {
  const count = (change: number) => counts.set(kind, (counts.get(kind) ?? 0) + change);
  count(1);
  let end = () => {
    end = () => {};
    count(-1);
  };
  return () => end();
}

/** Counts a promise until it is settled, and returns it. */
export function pending<Value>(kind: Kind, promise: Promise<Value>): Promise<Value> {
  const end = begin(kind);
  promise.then(end, end);
  return promise;
}

/** As `setTimeout`, for what changes the page in the end. Returns what calls it off. */
export function runAfter(ms: number, run: () => unknown): () => void {
  const wait = { end: performance.now() + ms };
  waits.add(wait);
  const timer = setTimeout(() => {
    waits.delete(wait);
    run();
  }, ms);
  return () => {
    waits.delete(wait);
    clearTimeout(timer);
  };
}

/** As `requestAnimationFrame`. Returns what calls it off. */
export function onFrame(run: (now: number) => unknown): () => void {
  const end = begin('frame');
  const frame = requestAnimationFrame((now) => {
    end();
    run(now);
  });
  return () => {
    end();
    cancelAnimationFrame(frame);
  };
}

const drawings: Set<() => void> = new Set(); // what is drawn before the next frame

/** Draws something before the next frame. Returns what calls it off. */
export function beforePaint(draw: () => unknown): () => void {
  const callOff = () => {
    end();
    cancelAnimationFrame(frame);
    drawings.delete(run);
  };
  const run = () => {
    callOff();
    draw();
  };
  const end = begin('view');
  const frame = requestAnimationFrame(run);
  drawings.add(run);
  return callOff;
}

/** Draws at once what is due before the next frame. */
function drawDue() {
  for (const run of drawings) run();
}

export const pause = (ms: number) => new Promise<void>((done) => void runAfter(Math.max(0, ms), done));

/** The kinds of what is on its way, and the milliseconds until the next wait ends: null if none is due. */
function underWay() {
  const ends = [...waits].map(({ end }) => end - performance.now());
  return {
    kinds: [...counts].flatMap(([kind, count]) => (count ? [kind] : [])),
    wait: ends.length ? Math.max(0, Math.min(...ends)) : null,
  };
}

// Read by whoever looks at the page from outside: `tests/support/settle.py`.
Object.assign(globalThis, { underWay, drawDue });
