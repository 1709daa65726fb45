/** What a turn uses of the clock: everything that passes counts for a person, and only the search for the computer. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { fallen, left, lowFinder, restored, saved, since, spent, start, startedBefore, tick } from './clock.ts';
import type { Turn } from './game.d.ts';
import { GAME } from './session.ts';

let steady = 5000;
let device = 1_800_000_000_000;
const seen = { hidden: false };
(globalThis as any).document = seen;
performance.now = () => steady;
Date.now = () => device;

/**
 * Time passes.
 *
 * @param byDevice where the device's clock is set, or the steady one stops
 */
function pass(seconds: number, byDevice: number = seconds) {
  steady += seconds * 1000;
  device += byDevice * 1000;
}

const MOVES = ['b1-b3', 'a2-c2', 'b3-b5'];

/** A match with three minutes for each side, after so many moves. */
const match = (ply: number, more: Record<string, unknown> = {}) => ({
  clock: { w: 180, b: 180, increment: 2, initial: 180 },
  side: ply % 2 ? 'w' : 'b',
  ply,
  node: ply,
  history: MOVES.map((move, at) => ({
    node: at + 1,
    parent: at,
    ply: at + 1,
    chief: true,
    move: { path: move.split('-') },
  })),
  outcome: null,
  end: null,
  can_redo: ply < MOVES.length,
  ...more,
});

/** After moves were taken back. */
const BACK = { ...GAME, tookBack: true };

const begun = (more: Record<string, unknown> = {}): any => {
  const state = {
    match: match(3),
    session: GAME,
    players: { w: 0, b: 0 },
    thinking: null,
    pending: false,
    timing: { turns: {}, steady: 0, device: 0 },
    ...more,
  };
  start(state as any);
  return state;
};

/** Puts another position on the board. */
function show(state: any, change: Record<string, unknown>) {
  tick(state);
  Object.assign(state, change);
  start(state);
}

/**
 * The same match on a page that is opened again.
 *
 * @param away what passes meanwhile
 */
function reopened(state: any, away: () => void) {
  const kept = JSON.parse(JSON.stringify(saved(state)));
  away();
  steady = 40;
  return begun({ players: state.players, timing: restored(kept, state.players) });
}

test('a turn uses the time that passes, and only the side to move', () => {
  const state = begun();
  pass(8);
  deepEqual([spent(state), left(state, 'w'), left(state, 'b')], [8, 172, 180]);
});

test('while another position is looked at, the clock that runs on is shown', () => {
  let state = begun();
  pass(8);
  show(state, { match: match(1, { clock: { w: 90, b: 90 } }) });
  pass(2);
  deepEqual([left(state, 'w'), left(state, 'b')], [170, 180]);
  state = reopened(state, () => pass(0, 5));
  show(state, { match: match(1, { clock: { w: 90, b: 90 } }) });
  deepEqual([left(state, 'w'), left(state, 'b')], [165, 180]);
});

test('the first move is free', () => {
  const state = begun({ match: match(0) });
  pass(8);
  equal(spent(state), 0);
});

test('a page that is reloaded or closed gives no time back', () => {
  let state = begun();
  pass(8);
  state = reopened(state, () => pass(0, 2));
  equal(left(state, 'w'), 170);
  pass(3);
  equal(left(state, 'w'), 167);
  equal(fallen(state), null);
  state = reopened(state, () => pass(0, 3600));
  equal(left(state, 'w'), 0);
  equal(fallen(state), 'w');
});

/** The page runs: it ticks ten times a second. */
function run(state: any, seconds: number) {
  for (let at = 0; at < 10 * seconds; at++) {
    pass(0.1);
    tick(state);
  }
}

/** The page is hidden, or seen again; the event that tells it has it tick. */
function hide(state: any, hidden: boolean) {
  seen.hidden = hidden;
  tick(state);
}

test('a page that is frozen uses time', () => {
  const state = begun();
  pass(20);
  equal(left(state, 'w'), 160);
  pass(159.9);
  equal(fallen(state), null);
  pass(0.1);
  equal(fallen(state), 'w');
});

test('a device that sleeps uses time where the steady clock stops, too: the page is hidden before, or runs on late', () => {
  const state = begun();
  run(state, 20);
  hide(state, true);
  pass(0.1, 60);
  hide(state, false);
  equal(Math.round(spent(state)), 80);
  pass(0.8, 30);
  equal(Math.round(spent(state)), 110);
  hide(state, true);
  for (let at = 0; at < 5; at++) {
    pass(1);
    tick(state);
  }
  pass(0.1, 600);
  tick(state);
  seen.hidden = false;
  equal(fallen(state), 'w');
});

test('a device’s clock that is set while the page runs is no time, in either direction', () => {
  for (const jump of [600, -600, 86_400, -86_400, 5]) {
    const state = begun();
    run(state, 20);
    pass(0.1, jump);
    run(state, 10);
    equal(Math.round(spent(state)), 30, `${jump}`);
    equal(fallen(state), null);
    // It goes on by the new time, and is saved by it.
    const away = reopened(state, () => pass(0, 5));
    equal(Math.round(spent(away)), 35, `${jump}`);
  }
});

test('a device that sleeps in a set-back hour uses at least the time that the page was awake', () => {
  const state = begun();
  hide(state, true);
  pass(3, -3600);
  hide(state, false);
  equal(spent(state), 3);
});

test('a flag is told once, and not while a move is on its way', () => {
  const state = begun({ pending: true });
  pass(200);
  equal(fallen(state), null);
  state.pending = false;
  equal(fallen(state), 'w');
  equal(fallen(state), null);
});

test('a device whose clock is set back uses time as before, open or closed', () => {
  let state = begun();
  pass(8, -3600);
  equal(spent(state), 8);
  state = reopened(state, () => pass(0, -86_400));
  equal(spent(state), 8);
  pass(4);
  equal(spent(state), 12);
});

test('small steps of the device’s clock add up to nothing', () => {
  const state = begun();
  for (let at = 0; at < 100; at++) {
    pass(0.1, at % 2 ? 0.3 : 0);
    tick(state);
  }
  equal(Math.round(spent(state)), 10);
});

test('draw offers, looks at other positions and moves that are tried give no time back', () => {
  const state = begun();
  pass(8);
  show(state, { match: match(3, { offer: 'w' }) });
  equal(spent(state), 8);
  show(state, { match: match(1) });
  pass(5);
  equal(fallen(state), null);
  show(state, { match: match(3) });
  equal(spent(state), 13);
  const history = [...match(3).history, { node: 4, parent: 3, ply: 4, chief: false, move: { path: ['c2', 'c4'] } }];
  show(state, { match: match(4, { history, node: 4 }) });
  pass(2);
  show(state, { match: match(3) });
  equal(spent(state), 15);
});

test('nobody loses on time by looking back', () => {
  const state = begun();
  show(state, { match: match(1) });
  pass(500);
  equal(fallen(state), null);
  show(state, { match: match(3) });
  equal(fallen(state), 'w');
  const over = { outcome: { reason: 'resign' }, end: { node: 3, reason: 'resign' } };
  const ended = begun({ match: match(3, over) });
  show(ended, { match: match(1, { end: over.end }) });
  pass(500);
  deepEqual([fallen(ended), left(ended, 'w')], [null, 180]);
});

test('a move that is taken back begins its turn anew, and the turn after it goes on when it comes again', () => {
  const state = begun();
  pass(8);
  show(state, { match: match(2), session: BACK });
  pass(4);
  equal(left(state, 'b'), 176);
  show(state, { match: match(3) });
  equal(left(state, 'w'), 168);
  show(state, { match: match(2) });
  equal(left(state, 'b'), 180);
  pass(180);
  equal(fallen(state), 'b');
});

test('an ending that is taken back gives no time back, but a fallen flag does', () => {
  const state = begun();
  pass(8);
  show(state, { match: match(3, { outcome: { reason: 'resign' }, end: { node: 3 } }) });
  pass(50);
  show(state, { match: match(3, { end: { node: 3 }, can_redo: true }), session: BACK });
  equal(spent(state), 8);
  show(state, { match: match(3, { outcome: { reason: 'flag' }, end: { node: 3 } }) });
  show(state, { match: match(3, { end: { node: 3 }, can_redo: true }) });
  equal(spent(state), 0);
});

test('a game that is put aside keeps what was used, and its clock stands', () => {
  const state = begun();
  pass(8);
  for (const kind of ['puzzle', 'lesson', 'editor']) {
    tick(state);
    state.session = { kind, below: GAME };
    pass(50);
    tick(state);
    state.session = GAME;
  }
  equal(spent(state), 8);
  const aside = saved(state, true);
  pass(3600);
  equal(since(aside), 0);
  equal(spent(begun({ timing: restored(aside, state.players) })), 8);
});

test('the computer uses what it searches, and nothing while it is paused or the page is away', () => {
  let state = begun({ players: { w: 4, b: 0 } });
  pass(100);
  equal(spent(state), 0);
  state.thinking = { side: 'w', purpose: 'move' };
  for (let at = 0; at < 5; at++) {
    pass(0.1);
    tick(state);
  }
  equal(spent(state), 0.5);
  pass(3600);
  equal(spent(state), 1.5);
  tick(state);
  state.thinking = null;
  pass(60);
  state = reopened(state, () => pass(0, 3600));
  equal(spent(state), 1.5);
  equal(fallen(state), null);
});

test('a person’s clock is told of once below thirty seconds and once below ten, in each game', () => {
  const state = begun({ match: match(2, { can_redo: false }) });
  const low = lowFinder();
  const found = () => low(state, 'one');
  pass(150);
  equal(found(), null, 'thirty are left');
  pass(0.1);
  deepEqual([found(), found()], [30, null]);
  show(state, { match: match(3, { clock: { w: 31, b: 31.9, increment: 2, initial: 180 } }) });
  equal(found(), null, 'the other person’s clock');
  pass(2);
  deepEqual([found(), found()], [30, null], 'of two people at one device each is told');
  pass(20);
  deepEqual([found(), found()], [10, null]);
  // The increment lifts it above: it falls below a second time.
  show(state, { match: match(3, { clock: { w: 31, b: 31, increment: 2, initial: 180 } }) });
  equal(found(), null);
  equal(low(state, 'two'), 10, 'another game, and one message for both');
});

test('a clock that is not a person’s, stands or begins as low is not told of', () => {
  const after = (more: Record<string, unknown>, seconds: number) => {
    const state = begun(more);
    pass(seconds);
    return lowFinder()(state, 'one');
  };
  equal(after({ players: { w: 4, b: 0 }, thinking: { side: 'w', purpose: 'move' } }, 175), null);
  equal(after({ players: { w: -1, b: 0 } }, 175), null);
  equal(after({ match: match(3, { clock: null }) }, 175), null);
  equal(after({ match: match(3, { outcome: { reason: 'resignation' }, end: { node: 3 } }) }, 175), null);
  const short = { match: match(3, { clock: { w: 20, b: 20, increment: 0, initial: 20 } }) };
  equal(after(short, 5), null);
  equal(after(short, 12), 10);
});

test('of a game on a server, which does not tell how much there was at first, only what is crossed is told', () => {
  const low = lowFinder();
  const online = { seat: 'w', clock: { w: 25, b: 25, running: 'w' }, toldAt: performance.now(), isOver: false };
  const state = begun({ match: match(3, { clock: null }), players: { w: 0, b: -1 }, online });
  const found = (game: string) => low(state, game);
  equal(found('one'), null, 'it was below thirty when the page saw it first');
  pass(14);
  equal(found('one'), null);
  pass(2);
  deepEqual([found('one'), found('one')], [10, null]);
  equal(found('two'), null, 'another game that is low already');
});

test('a friend’s clock does not run here', () => {
  const state = begun({ players: { w: -1, b: 0 } });
  pass(3600);
  equal(left(state, 'w'), 180);
  equal(fallen(reopened(state, () => pass(0, 3600))), null);
});

test('a move that was on its way when the page was closed has begun the next turn then', () => {
  const kept = { turns: {}, at: device };
  pass(0, 90);
  const state = begun();
  startedBefore(state, since(kept));
  equal(left(state, 'w'), 90);
  const computer = begun({ players: { w: 4, b: 0 } });
  startedBefore(computer, since(kept));
  equal(left(computer, 'w'), 180);
});

test('damaged times in the storage count as none', () => {
  const players = { w: 0, b: 0 };
  const damaged = [null, { turns: null }, { turns: { a: null, b: { side: 'x', used: 5 } } }, { turns: 7, at: 'now' }];
  for (const kept of damaged) deepEqual(restored(kept as any, players).turns, {});
  const whole: Turn = { side: 'w', used: 5, falls: false };
  const kept = { turns: { a: whole, b: { ...whole, used: -5 } }, at: device + 1e9 };
  deepEqual(restored(kept, players).turns, { a: whole });
});
