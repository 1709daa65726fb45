/**
 * The clocks between two answers of the rules: they say what was left when the turn began, the page counts on.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { State } from './state.js'
 */

/**
 * No page is so busy, and none that is not seen so seldom woken (once a minute), that as many ms pass between two looks
 * at the clocks: the device has slept.
 */
const SLEEP_MS = 90_000;

/** To be called again and again: time that the device slept through is nobody's. @param {State} state */
export function tick({ turn }) {
  if (!turn) return;
  const now = performance.now();
  if (now - turn.seen > SLEEP_MS) turn.since += now - turn.seen;
  turn.seen = now;
}

/** Seconds since the side to move began to think. @param {State} state */
export const spent = ({ turn }) => (turn ? (performance.now() - turn.since) / 1000 : 0);

/**
 * What is left on a clock, in seconds; null where there are no clocks.
 *
 * @param {State} state
 * @param {Side} side
 */
export function left(state, side) {
  const { match } = state;
  if (!match?.clock) return null;
  const running = match.side === side && !match.outcome;
  return Math.max(0, match.clock[side] - (running ? spent(state) : 0));
}

/** The side whose flag has just fallen, if any. @param {State} state */
export function fallen(state) {
  const { match, pending, turn } = state;
  if (!match?.clock || match.outcome || pending || !turn) return null;
  return left(state, match.side) === 0 ? match.side : null;
}
