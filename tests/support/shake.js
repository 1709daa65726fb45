/**
 * Disorder on purpose, from a seed: what a worker of the rules says (replies, and that it failed), each message and answer of
 * a server, and each answer of the database comes late by a time of its own, that of one sender in its order. Run in each
 * document, after `clock.js`.
 */
(seed, longest) => {
  const { setTimeout, performance } = globalThis.__pwClock?.builtins ?? globalThis;
  let state = seed;
  /** Mulberry32: https://github.com/bryc/code/blob/master/jshash/PRNGs.md. */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const late = () => longest * random() ** 2; // in ms; most come soon
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  const before = new WeakMap(); // until when what came from a sender is on its way

  /** Has what such objects hear come late. */
  const delay = (kind, name) => {
    const { get, set } = Object.getOwnPropertyDescriptor(kind.prototype, name);
    const hearing = new WeakMap(); // what hears now: it may be another than when the message came
    Object.defineProperty(kind.prototype, name, {
      configurable: true,
      get,
      set(hear) {
        hearing.set(this, hear);
        const heard = function (event) {
          if (!event.isTrusted) return hear.call(this, event); // it came before, and is told once more
          event.preventDefault(); // later is too late for that
          const told = (before.get(this) ?? Promise.resolve())
            .then(() => pause(late()))
            .then(() => hearing.get(this)?.call(this, event));
          before.set(this, told.catch((error) => setTimeout(() => { throw error; })));
        };
        set.call(this, hear && heard);
      },
    });
  };
  delay(Worker, 'onmessage');
  delay(Worker, 'onerror');
  delay(WebSocket, 'onmessage');

  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    const reply = await fetch.apply(globalThis, given);
    await pause(late());
    return reply;
  };

  // A transaction lives while requests follow each other: these keep it alive until the answer is told.
  const hold = (request, count) => {
    let isTold = false;
    request.addEventListener('success', (event) => {
      if (isTold) return;
      event.stopImmediatePropagation();
      const end = performance.now() + late() / 25; // an import asks hundreds of times
      const wait = () => {
        if (performance.now() < end) {
          count.call(request.source).addEventListener('success', wait);
          return;
        }
        isTold = true;
        request.dispatchEvent(new Event('success'));
      };
      wait();
    });
    return request;
  };
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    const { count } = prototype;
    for (const name of ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'put', 'add', 'delete', 'openCursor']) {
      const ask = prototype[name];
      if (!ask) continue;
      prototype[name] = function (...given) {
        return hold(ask.apply(this, given), count);
      };
    }
  }
}
