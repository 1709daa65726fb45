/**
 * Runs of puzzles: a streak, which ends with the first miss, and a run of three minutes, which ends with the third. Which
 * puzzle comes next, and the results, which are kept in this browser.
 *
 * @import { PuzzleSet, RunKind } from '../types.d.ts'
 */

import * as store from './store.js';

/** How long a run against the clock lasts, in seconds. */
export const RUSH_SECONDS = 180;

/** How many misses end each kind of run. @type {Record<RunKind, number>} */
export const MAX_MISSES = { streak: 1, rush: 3 };

/** @type {RunKind[]} */
export const RUN_KINDS = ['streak', 'rush'];

/** After so many puzzles a run is as hard as its set allows. @type {Record<RunKind, number>} */
const RAMP_PUZZLES = { streak: 25, rush: 35 };

/** Puzzles whose levels differ by less are taken for equally hard. */
const LEVEL_STEP = 0.3;

/** So many results are kept, beside the best ones. */
const MAX_RESULTS = 100;

/** @typedef {{ puzzle: string, level: number, grade: number, themes: readonly string[] }} Graded */

/**
 * The puzzles of a set.
 *
 * @template {Graded} One
 * @param {readonly One[]} list
 * @param {PuzzleSet} set
 */
export const inSet = (list, { grade, theme }) =>
  list.filter((one) => (!grade || one.grade === grade) && (!theme || one.themes.includes(theme)));

/**
 * The next puzzle of a run: each is at least as hard as the one before, as long as there are such; which of those that
 * are about equally hard is left to chance. Undefined once all have been given.
 *
 * @template {Graded} One
 * @param {One[]} list those of the run's set
 * @param {readonly One[]} given so far, in order
 * @param {RunKind} kind
 * @param {() => number} random
 * @returns {One | undefined}
 */
export function nextInRun(list, given, kind, random = Math.random) {
  const open = list.filter((one) => !given.includes(one));
  const last = given.at(-1)?.level ?? 0;
  const harder = open.filter(({ level }) => level >= last);
  const levels = list.map(({ level }) => level);
  const [easiest, hardest] = [Math.min(...levels), Math.max(...levels)];
  const share = Math.min(1, given.length / RAMP_PUZZLES[kind]);
  const wanted = easiest + share * (hardest - easiest);
  const off = (/** @type {One} */ { level }) => Math.abs(level - wanted);
  const pool = harder.length ? harder : open;
  const least = Math.min(...pool.map(off));
  const near = pool.filter((one) => off(one) <= least + LEVEL_STEP);
  return near[Math.floor(random() * near.length)];
}

/**
 * The result of a run; `when` it began, in ms since 1970, tells it from others.
 *
 * @typedef {PuzzleSet & { kind: RunKind, game: string, score: number, when: number }} RunResult
 */

/** What a result competes with: runs of the same kind with the same puzzles. @param {Omit<RunResult, 'score' | 'when'>} run */
const keyOf = ({ kind, game, grade, theme }) => [kind, game, grade, theme].join(' ');

/** @typedef {{ last: RunResult[], best: Record<string, RunResult> }} Runs the last first, and the best by `keyOf` */

/** The results so far. Entries that are not valid are left out. @returns {Runs} */
export function runs() {
  const saved = /** @type {any} */ (store.loadRuns());
  const isValid = (/** @type {any} */ one) =>
    RUN_KINDS.includes(one?.kind) &&
    typeof one.game === 'string' &&
    typeof one.theme === 'string' &&
    [one.grade, one.score, one.when].every(Number.isFinite);
  const list = Array.isArray(saved?.last) ? saved.last.filter(isValid) : [];
  const best = Object.entries(saved?.best ?? {}).filter(([key, one]) => isValid(one) && keyOf(one) === key);
  return { last: list, best: Object.fromEntries(best) };
}

/** The best result of the same kind with the same puzzles. @param {Omit<RunResult, 'score' | 'when'>} run */
export const bestRun = (run) => runs().best[keyOf(run)]?.score ?? 0;

/**
 * Keeps a result; one of the same run that was kept before makes way, so that a page that is closed loses nothing.
 *
 * @param {RunResult} result
 */
export function keepRun(result) {
  const { last, best } = runs();
  const key = keyOf(result);
  const others = last.filter(({ when }) => when !== result.when);
  const known = best[key];
  store.saveRuns({
    last: [result, ...others].slice(0, MAX_RESULTS),
    best: !known || result.score > known.score ? { ...best, [key]: result } : best,
  });
}

/** Deletes all results. */
export const forgetRuns = () => store.saveRuns({ last: [], best: {} });
