/**
 * The clocks. The rules send the time left at the start of each turn; the page measures the turn that is being made.
 *
 * A person's clock runs until the move is made: also while the page is hidden, frozen, loading or closed, and while the
 * device sleeps. So what a turn has used is autosaved with the match, by the moves that led to it, and is there again
 * after a look at other positions. It stands while the game is put aside: for another match or game, a lesson, a puzzle
 * or the editor. The computer's clock runs while it searches. A friend's clock does not run here.
 */

import { isSide } from '../lib/shape.ts';
import type { Side } from '../protocol.d.ts';
import type { Match, SavedTiming, Timing, Turn } from './game.d.ts';
import { onlineLeft } from './online.ts';
import { ownSide } from './result.ts';
import { isGameOnBoard, rights } from './rights.ts';
import { hasTakenBack } from './session.ts';
import type { State } from './state.ts';
import { isMain } from './tree.ts';

/**
 * The device's clock can be set, the steady one cannot; but in most browsers the steady one stands while the device sleeps. So
 * where the device's is ahead, either it was set, and no time has passed, or the device has slept, and that time has. By the
 * two clocks alone these are the same. What differs is that a page that sleeps does not run: it is hidden before, as a phone's
 * is, or a laptop's whose lid is closed; or, where it stays in sight, its timers come late even by the steady clock, because
 * programs are stopped well before the machine is, and go on well after it. A page that is in sight and ticks as ever has not
 * slept. While it is hidden, the two cannot be told apart, and the device's clock counts, as it does while the page is closed.
 */
const AHEAD_MS = 1000; // a difference that is smaller is neither

/** A page that runs ticks ten times a second: after a longer time it was stopped. */
const MAX_TICK_MS = 500;

/** The longest that the computer searches between two ticks. If more time passes, the page or the device has slept. */
const MAX_SEARCH_TICK_MS = 1000;

const timing = (turns: Timing['turns'] = {}): Timing => {
  return { turns, steady: performance.now(), device: Date.now(), hidden: globalThis.document?.hidden === true };
};

/** By match: they are asked for at every tick, and those of one match stay the same. */
const lines: WeakMap<Match, string> = new WeakMap();

/** The moves that led to the position on the board. */
function line(match: Match) {
  const known = lines.get(match);
  if (known !== undefined) return known;
  const moves = [];
  for (let { node } = match; node; node = match.history[node - 1].parent) {
    moves.unshift(match.history[node - 1].move.path.join('-'));
  }
  const moveText = moves.join(' ');
  lines.set(match, moveText);
  return moveText;
}

/** The turn that is being made on the board, if it is timed. */
const turnOf = ({ match, timing: { turns } }: State): Turn | undefined =>
  match?.clock && !match.outcome ? turns[line(match)] : undefined;

/** Whether time passes for the game. */
const passes = (state: State) => rights(state).clock === 'runs';

/** The turn whose clock is shown: while another position is looked at that of the game, which runs on. */
function shown(state: State) {
  const here = turnOf(state);
  if (here?.falls || !passes(state)) return here;
  return Object.values(state.timing.turns).findLast((turn) => turn.falls && turn.clock) ?? here;
}

/** Whether a clock runs for the position on the board. */
export const runs = (state: State) => passes(state) && turnOf(state) !== undefined;

/** The time from one tick to the next: while the page was awake, and in all, with what the device has slept. */
function between(before: Timing, now: Timing) {
  const awake = Math.max(0, now.steady - before.steady);
  const byDevice = now.device - before.device;
  const mayHaveSlept = before.hidden || now.hidden || awake > MAX_TICK_MS;
  return { awake, passed: mayHaveSlept && byDevice > awake + AHEAD_MS ? byDevice : awake };
}

/** Brings the used time up to date. Called regularly, and before the match or the search changes. */
export function tick(state: State) {
  const { turns } = state.timing;
  const now = timing(turns);
  const { awake, passed } = between(state.timing, now);
  state.timing = now;
  if (!passes(state)) return;
  const here = turnOf(state);
  const { players, thinking } = state;
  for (const turn of Object.values(turns)) {
    if (players[turn.side] === 0) turn.used += passed;
    else if (turn === here && thinking?.purpose === 'move') turn.used += Math.min(awake, MAX_SEARCH_TICK_MS);
  }
}

/** Starts the clock for the position, or lets it go on where it was. Moves that are only tried use no time. */
export function start(state: State) {
  tick(state);
  const { match } = state;
  // Who takes a fallen flag back gets the time of the turn back, to be able to play on.
  if (!match?.clock || match.outcome?.reason === 'flag') state.timing.turns = {};
  const { clock: has, moves } = rights(state);
  if (!match || !has || match.ply === 0 || moves === 'both' || !isMain(match)) return;
  const { turns } = state.timing;
  const key = line(match);
  for (const turn of Object.keys(turns)) if (key.startsWith(`${turn} `)) delete turns[turn];
  const { side, clock } = match;
  turns[key] ??= { side, used: 0, falls: false, clock };
  turns[key].falls ||= !match.can_redo || hasTakenBack(state);
}

/** Adds what a person has used before `start`: the move that led here was made `ms` ago. */
export function startedBefore(state: State, ms: number) {
  const turn = turnOf(state);
  if (turn && state.players[turn.side] === 0) turn.used += ms;
}

/** The seconds that the side to move has used for this move. */
export function spent(state: State) {
  tick(state);
  return (turnOf(state)?.used ?? 0) / 1000;
}

/** The seconds left on a side's clock; null if the match has no clocks. */
export function left(state: State, side: Side) {
  const { match, online } = state;
  if (online && isGameOnBoard(state)) return onlineLeft(online, side);
  if (!match?.clock) return null;
  tick(state);
  const turn = shown(state);
  const { [side]: whole } = turn?.clock ?? match.clock;
  return Math.max(0, whole - (turn?.side === side ? turn.used / 1000 : 0));
}

/** The side whose time has run out, if any; told once. */
export function fallen(state: State) {
  const { pending, online } = state;
  const turn = turnOf(state);
  if (pending || online || !turn?.falls || !passes(state) || left(state, turn.side) !== 0) return null;
  turn.falls = false;
  return turn.side;
}

/** Who does not see a clock is told when it falls below so many seconds. */
const TOLD_SECONDS = [10, 30];

/**
 * Finds when a person's own clock falls below one of `TOLD_SECONDS`, and returns it: each once in a game, whose id is `game`,
 * however often an increment lifts the clock above. Of two people at one device each has a clock. Seconds that a clock has
 * not more of at the start are no news; a server does not tell of the start: there it is what the page has seen first.
 */
export function lowFinder() {
  let known = '';
  let told: Partial<Record<Side, number>> = {};
  let first: Partial<Record<Side, number>> = {}; // the seconds that were seen first
  return (state: State, game: string) => {
    const { match, players, online } = state;
    const side = ownSide(state) ?? match?.side;
    if (!match || !side || players[side] || (online ? online.isOver : !passes(state))) return null;
    if (game !== known) [told, first] = [{}, {}];
    known = game;
    const seconds = left(state, side);
    if (seconds === null) return null;
    first[side] ??= seconds;
    const initial = match.clock?.initial ?? first[side];
    const low = TOLD_SECONDS.find((limit) => seconds < limit && limit < initial);
    if (!low || low >= (told[side] ?? Infinity)) return null;
    told[side] = low;
    return low;
  };
}

/** The turns as they are saved; `isAside`: the game is put aside. */
export function saved(state: State, isAside: boolean = false): SavedTiming {
  tick(state);
  const at = isAside || !passes(state) ? null : Date.now();
  return { turns: structuredClone(state.timing.turns), at };
}

/** The turns that were saved, with the time that has passed since. What is in the storage may be damaged. */
export function restored(kept: Partial<SavedTiming> | null | undefined, players: Record<Side, number>) {
  const passed = since(kept);
  const turns: Timing['turns'] = {};
  for (const [key, turn] of Object.entries(kept?.turns ?? {})) {
    if (!isSide(turn?.side) || !(turn.used >= 0)) continue;
    const { clock } = turn;
    const used = turn.used + (players[turn.side] ? 0 : passed);
    turns[key] = { side: turn.side, used, falls: turn.falls === true };
    if (clock && clock.w >= 0 && clock.b >= 0) turns[key].clock = clock;
  }
  return timing(turns);
}

/** The milliseconds since turns were saved, if the clocks ran on. */
export const since = (kept: Partial<SavedTiming> | null | undefined) =>
  typeof kept?.at === 'number' ? Math.max(0, Date.now() - kept.at) : 0;
