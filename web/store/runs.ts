/** Runs of puzzles, as a streak or of three minutes: which puzzle comes next, and the results in this browser. */

import { fields, listOf, number, oneOf, recordOf, text } from '../lib/shape.ts';
import type { PuzzleSet, RunKind, RunResult, Runs } from '../state/kept.ts';
import { read, write } from './store.ts';

export const RUSH_SECONDS = 180;

export const MAX_MISSES: Record<RunKind, number> = { streak: 1, rush: 3 };

export const RUN_KINDS: RunKind[] = ['streak', 'rush'];

/** After so many puzzles a run is as hard as its set allows. */
const RAMP_PUZZLES: Record<RunKind, number> = { streak: 25, rush: 35 };

const LEVEL_STEP = 0.3; // puzzles whose levels differ by less are taken for equally hard
const MAX_RESULTS = 100; // so many results are kept, beside the best ones

type Graded = { puzzle: string; level: number; grade: number; themes: readonly string[] };

export const inSet = <One extends Graded>(list: readonly One[], { grade, theme }: PuzzleSet) =>
  list.filter((one) => (!grade || one.grade === grade) && (!theme || one.themes.includes(theme)));

/** The next puzzle of a run: at least as hard as the last, as long as any is; of equally hard ones by chance. */
export function nextInRun<One extends Graded>(
  list: One[],
  given: readonly One[],
  kind: RunKind,
  random: () => number = Math.random,
): One | undefined {
  const open = list.filter((one) => !given.includes(one));
  const last = given.at(-1)?.level ?? 0;
  const harder = open.filter(({ level }) => level >= last);
  const levels = list.map(({ level }) => level);
  const [easiest, hardest] = [Math.min(...levels), Math.max(...levels)];
  const share = Math.min(1, given.length / RAMP_PUZZLES[kind]);
  const wanted = easiest + share * (hardest - easiest);
  const off = ({ level }: One) => Math.abs(level - wanted);
  const pool = harder.length ? harder : open;
  const least = Math.min(...pool.map(off));
  const near = pool.filter((one) => off(one) <= least + LEVEL_STEP);
  return near[Math.floor(random() * near.length)];
}

/** What a result competes with: runs of the same kind with the same puzzles. */
type Run = Omit<RunResult, 'score' | 'when'>;
const keyOf = ({ kind, game, grade, theme }: Run) => [kind, game, grade, theme].join(' ');

const RESULT = { kind: oneOf(RUN_KINDS), game: text, theme: text, grade: number, score: number, when: number };

/** The results so far. Entries that are not valid are left out. */
export function runs(): Runs {
  const { last, best } = fields(read('runs'));
  const kept = Object.entries(recordOf<RunResult>(best, RESULT)).filter(([key, one]) => keyOf(one) === key);
  return { last: listOf(last, RESULT), best: Object.fromEntries(kept) };
}

export const bestRun = (run: Run, { best }: Runs = runs()) => best[keyOf(run)]?.score ?? 0;

/** Keeps a result; one of the same run that was kept before makes way, so that a page that is closed loses nothing. */
export function keepRun(result: RunResult) {
  const { last, best } = runs();
  const key = keyOf(result);
  const others = last.filter(({ when }) => when !== result.when);
  const known = best[key];
  write('runs', {
    last: [result, ...others].slice(0, MAX_RESULTS),
    best: !known || result.score > known.score ? { ...best, [key]: result } : best,
  });
}
