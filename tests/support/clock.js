/**
 * The clock of a page under test: it stands, until `testClock.advance` moves it. Timers, frames and dates follow it; what
 * the browser does beside the page (workers, requests, the database) takes its own time. A reload goes on from there.
 */
addEventListener('DOMContentLoaded', () => {
  const live = document.getElementById('live');
  globalThis.spoken = [];
  const hear = () => live.textContent && globalThis.spoken.push(live.textContent);
  if (live) new MutationObserver(hear).observe(live, { childList: true, characterData: true, subtree: true });
});

(() => {
  const FRAME_MS = 16;
  const PATIENCE_MS = 60_000;
  const LONG_FRAME_MS = 100; // a page that is hidden draws none
  const KEPT = 'test-clock';
  const REPLACED = { kinds: ['page'], wait: null }; // another page is on its way, or the rest of this one
  const native = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    requestAnimationFrame: requestAnimationFrame.bind(globalThis),
    cancelAnimationFrame: cancelAnimationFrame.bind(globalThis),
    requestIdleCallback: globalThis.requestIdleCallback?.bind(globalThis),
    cancelIdleCallback: globalThis.cancelIdleCallback?.bind(globalThis),
    performance: { now: performance.now.bind(performance) },
    Intl,
    Date,
  };
  globalThis.__pwClock = { builtins: native }; // by these Playwright's own waiting goes on

  const kept = () => {
    try {
      return Number(sessionStorage.getItem(KEPT));
    } catch {
      return 0; // the test has blocked it
    }
  };
  const keep = (ms) => {
    try {
      sessionStorage.setItem(KEPT, ms);
    } catch {}
  };

  const earlier = kept(); // how far earlier documents of this tab have moved it
  const began = native.Date.now() + earlier;
  let passed = 0; // in ms
  let last = 0;
  let shifted = 0; // how far the device's date was set, in ms
  const timers = new Map(); // those that are set, in their order: { due, every, run }

  const set = (run, ms, every, given = []) => {
    const delay = Math.max(0, Number(ms) || 0);
    timers.set(++last, { due: passed + delay, every: every ? Math.max(1, delay) : 0, run: () => run(...given) });
    return last;
  };
  const unset = (id) => void timers.delete(id);
  const ticking = (run) => (typeof run === 'function' ? run : () => globalThis.eval(run));
  const untilFrame = () => FRAME_MS - (passed % FRAME_MS);

  globalThis.setTimeout = (run, ms, ...given) => set(ticking(run), ms, false, given);
  globalThis.setInterval = (run, ms, ...given) => set(ticking(run), ms, true, given);
  globalThis.clearTimeout = globalThis.clearInterval = unset;
  globalThis.requestAnimationFrame = (run) => set(() => run(performance.now()), untilFrame(), false);
  globalThis.cancelAnimationFrame = unset;
  if (native.requestIdleCallback) {
    const deadline = { didTimeout: false, timeRemaining: () => 50 };
    globalThis.requestIdleCallback = (run) => set(() => run(deadline), 1, false);
    globalThis.cancelIdleCallback = unset;
  }
  const base = native.performance.now();
  Object.defineProperty(Performance.prototype, 'now', { configurable: true, writable: true, value: () => base + passed });
  globalThis.Date = class extends native.Date {
    constructor(...given) {
      super(...(given.length ? given : [began + passed + shifted]));
    }
    static now() {
      return Math.floor(began + passed + shifted);
    }
  };

  /** Lets what has come of a timer go on as far as it does without the clock. */
  const breathe = () => new Promise((done) => native.setTimeout(done));

  /** As `breathe`, while the browser draws: between two frames it encodes a picture, else only after seven seconds. */
  const drawFrame = () =>
    new Promise((done) => {
      native.requestAnimationFrame(done);
      native.setTimeout(done, LONG_FRAME_MS);
    });

  const isBusy = () => globalThis.underWay?.().kinds.some((kind) => !['frame', 'view'].includes(kind));

  let isPainted = false; // whether views were drawn, and the time of a frame has not passed since then
  const paint = () => {
    if (!globalThis.underWay?.().kinds.includes('view') || !globalThis.drawDue) return;
    globalThis.drawDue();
    isPainted = true;
  };
  // Views are drawn also where a test waits for nothing.
  native.setInterval(paint, FRAME_MS);

  /** What is on its way to the page, also before its modules have run, or where they never do: then it tells of that later. */
  const onItsWay = () => {
    const known = globalThis.underWay?.() ?? { kinds: [], wait: null };
    if (document.readyState === 'loading' || document.querySelector('#reload:disabled')) return REPLACED;
    const isBegun = !document.getElementById('assets') || 'begun' in document.documentElement.dataset;
    if (isBegun || known.kinds.length || document.getElementById('unloaded')) return known;
    if (document.readyState !== 'complete') return REPLACED;
    const ends = [...timers.values()].map(({ due }) => due - passed);
    return { kinds: [], wait: ends.length ? Math.min(...ends) : null };
  };

  globalThis.testClock = {
    /**
     * Resolves once the browser has told the page of its new size or mode, which it does before it next draws. A frame that
     * is not shown draws nothing.
     */
    told: () => new Promise((done) => (innerWidth ? native.requestAnimationFrame(() => done()) : done())),

    /** What a script of the test gives. If it waits, the clock goes on meanwhile, as far as the page waits for nothing else. */
    during(begin) {
      const value = begin();
      if (!(value instanceof Promise)) return value;
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      value.then(end, end);
      const limit = native.performance.now() + PATIENCE_MS;
      const go = async () => {
        for (await breathe(); !isDone; await breathe()) {
          if (native.performance.now() > limit) throw new Error('the script of the test never ends');
          if (!isBusy()) await this.advance(FRAME_MS);
        }
        return value;
      };
      return go();
    },

    /** Moves the clock by so many ms: each timer that is due runs at its time, and what it began goes on before the next. */
    async advance(ms) {
      const end = passed + ms;
      for (;;) {
        const [id, timer] = [...timers].reduce((one, other) => (other[1].due < one[1].due ? other : one), [
          0,
          { due: Number.POSITIVE_INFINITY },
        ]);
        if (timer.due > end) break;
        passed = Math.max(passed, timer.due);
        if (timer.every) timer.due += timer.every;
        else timers.delete(id);
        timer.run();
        await breathe();
      }
      passed = end;
      keep(earlier + passed);
    },

    /**
     * Resolves once nothing is on its way: it moves the clock from one wait to the next, or if not `endsWaits` leaves them.
     * Resolves to how many ms later the next one ends, 0 if there is none. Rejects if it takes longer than `patience` ms.
     * What is `lacked`, a kind of what is on its way, is not waited for.
     */
    async settle(endsWaits, patience, lacked) {
      const limit = native.performance.now() + patience;
      let isIdle = false; // as it was when it was last looked: an event may have been on its way nevertheless
      for (;;) {
        const { kinds, wait } = onItsWay();
        const due = kinds.filter((kind) => kind !== lacked);
        if (native.performance.now() > limit) throw new Error(`never settled: ${[...kinds, wait ?? ''].join(' ')}`);
        const wasIdle = isIdle;
        isIdle = due.length === 0;
        paint();
        if (kinds.includes('frame') || isPainted) {
          isPainted = false;
          await this.advance(FRAME_MS);
        } else if (due.length) await (due.includes('device') ? drawFrame() : breathe());
        else if (!wasIdle) await breathe();
        else if (wait === null || !endsWaits) return wait ?? 0;
        else {
          await this.advance(wait);
          isIdle = false;
        }
      }
    },

    /** Jumps ahead, as a device that slept: what was due meanwhile runs once. */
    async skip(ms) {
      passed += ms;
      for (const [id, timer] of [...timers]) {
        if (timer.due > passed || !timers.has(id)) continue;
        if (timer.every) timer.due = passed + timer.every;
        else timers.delete(id);
        timer.run();
        await breathe();
      }
      keep(earlier + passed);
    },

    /** Sets the date of the device, and no other clock, by so many ms. */
    set(ms) {
      shifted += ms;
    },
  };
})();
