/**
 * The clocks. The rules send the time left at the start of a move; the page counts down from there.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { State } from './state.js'
 */

/**
 * If more time passes between two ticks, the device has slept: even a busy page ticks more often, and one in the
 * background at least once a minute.
 */
const SLEEP_MS = 90_000;

/** Called regularly. Time during which the device slept counts for neither side. @param {State} state */
export function tick({ turn }) {
  if (!turn) return;
  const now = performance.now();
  if (now - turn.seen > SLEEP_MS) turn.since += now - turn.seen;
  turn.seen = now;
}

/** The seconds that the side to move has used for this move. @param {State} state */
export const spent = ({ turn }) => (turn ? (performance.now() - turn.since) / 1000 : 0);

/**
 * The seconds left on a side's clock; null if the match has no clocks.
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

/** The side whose time has run out, if any. @param {State} state */
export function fallen(state) {
  const { match, pending, turn } = state;
  if (!match?.clock || match.outcome || pending || !turn) return null;
  return left(state, match.side) === 0 ? match.side : null;
}
