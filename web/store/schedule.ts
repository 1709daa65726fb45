/** Which puzzle comes next, and what is kept of them: spaced repetition, as `py/saltus/study/schedule.py` has it; runs. */

import type { Rules } from '../engine/client.ts';
import { fields, listOf, mapped, maybe, number, oneOf, recordOf, text } from '../lib/shape.ts';
import type { Memory, PuzzleSet, Repeated, RunKind, RunResult, Runs, Tried } from '../state/kept.ts';
import type { AnyRecord } from '../state/library.ts';
import { puzzleRating } from '../state/rating.ts';
import type { Records } from './library/database.ts';
import { added, read, write } from './store.ts';

const TRIED = { when: number, due: number, box: maybe(Number.isInteger) };

/** The saved progress. Entries that are not valid are left out. Before the second edition the key was `exercises`. */
export function memory(): Memory {
  const { games, streak } = fields(read('puzzles') ?? read('exercises'));
  const { now, best } = fields(streak);
  return {
    games: mapped(fields(games), (tried) => recordOf<Tried>(tried, TRIED)),
    streak: { now: number(now) ? now : 0, best: number(best) ? best : 0 },
  };
}

/** Saves a result: `clean` without help or fault, `inRow` for the streak. Resolves to whether it is the first try. */
export async function remember(
  rules: Pick<Rules, 'request'>,
  game: string,
  id: string,
  clean: boolean,
  now: number = Date.now(),
  inRow: boolean = true,
) {
  const { rated: _, ...known } = memory().games[game]?.[id] ?? {};
  const isFirst = !('when' in known);
  const asked = { clean, now };
  const reply = rules.request('schedule', isFirst ? asked : { ...asked, progress: known });
  const { progress } = await reply.catch((error) => {
    if (isFirst || error.code !== 'bad-request') throw error;
    return rules.request('schedule', asked); // what was saved cannot be read
  });
  const { games, streak } = memory(); // another tab may have written meanwhile
  const streakNow = inRow ? (clean ? streak.now + 1 : 0) : streak.now;
  write('puzzles', {
    games: { ...games, [game]: { ...games[game], [id]: { ...progress, rated: true } } },
    streak: { now: streakNow, best: Math.max(streakNow, streak.best) },
  });
  return isFirst;
}

/**
 * The first tries of earlier visits that have not been rated, the oldest first; they are marked as rated. A puzzle that
 * was both solved and missed is left out, because which came first is not known.
 */
export function takeUnrated(game: string): { id: string; isSolved: boolean; when: number }[] {
  const { games, streak } = memory();
  const open = Object.entries(games[game] ?? {}).filter(([, tried]) => !tried.rated);
  if (!open.length) return [];
  write('puzzles', {
    games: { ...games, [game]: mapped(games[game], (tried) => ({ ...tried, rated: true })) },
    streak,
  });
  return open
    .filter(([, { solved, missed }]) => !solved !== !missed)
    .map(([id, { solved, when }]) => ({ id, isSolved: solved > 0, when }))
    .sort((a, b) => a.when - b.when);
}

/** The state of a puzzle: not tried yet, solved (not to be repeated), due now, or due later. */
export function standing(kept: Tried | undefined, now: number = Date.now()) {
  if (!kept) return 'new';
  if (kept.box === null) return 'solved';
  return kept.due <= now ? 'due' : 'waits';
}

/**
 * The order in which to show puzzles: first those that are due (the longest due first), then new ones, then those due
 * later (the soonest first), then solved ones (the longest ago first). With a rating that is wanted, the new ones closest to
 * it come first, else they keep their order. `but` is the id of a puzzle to show only if there is no other.
 */
export function inOrder<One extends { puzzle: string; level?: number }>(
  list: One[],
  kept: Record<string, Tried>,
  { but = '', rating = null, now = Date.now() }: { but?: string; rating?: number | null; now?: number } = {},
): One[] {
  const order = ['due', 'new', 'waits', 'solved'];
  const rank = (puzzle: One) =>
    order.indexOf(standing(kept[puzzle.puzzle], now)) + (puzzle.puzzle === but ? order.length : 0);
  // Within one rank, the earlier time goes first, and of new ones what fits best.
  const place = ({ puzzle, level }: One) => {
    const known = kept[puzzle];
    if (known) return known.box === null ? known.when : known.due;
    return rating === null || level === undefined ? 0 : Math.abs(puzzleRating(level) - rating);
  };
  return [...list].sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
}

export const isDue = ({ due }: { due?: number }) => due !== undefined && due <= Date.now();

/** Keeps how something was answered that comes back; `clean` as above. */
export async function answer<One extends Repeated & AnyRecord>(
  { get, change }: Records<One>,
  rules: Pick<Rules, 'request'>,
  id: One['id'],
  clean: boolean,
) {
  const before = await get(id);
  if (!before) return;
  const asked = { clean, now: Date.now(), ...(before.progress && { progress: before.progress }) };
  const { progress } = await rules.request('schedule', asked);
  await change(id, (tried) => {
    if (!tried) return undefined;
    const answered = { ...tried, progress, due: progress.due };
    if (progress.box === null) delete (answered as Repeated).due;
    return answered;
  });
}

export const RUSH_SECONDS = 180;

export const MAX_MISSES: Record<RunKind, number> = { streak: 1, rush: 3 };

export const RUN_KINDS: RunKind[] = ['streak', 'rush'];

/** After so many puzzles a run is as hard as its set allows. */
const RAMP_PUZZLES: Record<RunKind, number> = { streak: 25, rush: 35 };

const LEVEL_STEP = 0.3; // puzzles whose levels differ by less are taken for equally hard
const MAX_RESULTS = 100; // so many results are kept, beside the best ones

type Graded = { puzzle: string; level: number; grade: number; themes: readonly string[] };

export const inSet = <One extends Graded>(list: readonly One[], { grade, theme }: PuzzleSet) =>
  list.filter((puzzle) => (!grade || puzzle.grade === grade) && (!theme || puzzle.themes.includes(theme)));

/** All puzzles of a game. Earlier editions kept runs of other sets, too. */
export const EVERY: PuzzleSet = { grade: 0, theme: '' };

/** The next puzzle of a run: at least as hard as the last, as long as any is; of equally hard ones by chance. */
export function nextInRun<One extends Graded>(
  list: One[],
  given: readonly One[],
  kind: RunKind,
  random: () => number = Math.random,
): One | undefined {
  const open = list.filter((puzzle) => !given.includes(puzzle));
  const last = given.at(-1)?.level ?? 0;
  const harder = open.filter(({ level }) => level >= last);
  const levels = list.map(({ level }) => level);
  const [easiest, hardest] = [Math.min(...levels), Math.max(...levels)];
  const share = Math.min(1, given.length / RAMP_PUZZLES[kind]);
  const wanted = easiest + share * (hardest - easiest);
  const off = ({ level }: One) => Math.abs(level - wanted);
  const pool = harder.length ? harder : open;
  const least = Math.min(...pool.map(off));
  const near = pool.filter((puzzle) => off(puzzle) <= least + LEVEL_STEP);
  return near[Math.floor(random() * near.length)];
}

/** What a result competes with: runs of the same kind with the same puzzles. */
type Run = Omit<RunResult, 'score' | 'when'>;
const keyOf = ({ kind, game, grade, theme }: Run) => [kind, game, grade, theme].join(' ');

const RESULT = { kind: oneOf(RUN_KINDS), game: text, theme: text, grade: number, score: number, when: number };

/** The results so far. Entries that are not valid are left out. */
export function runs(): Runs {
  const { last, best } = fields(read('runs'));
  const kept = Object.entries(recordOf<RunResult>(best, RESULT)).filter(([key, run]) => keyOf(run) === key);
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
    last: added(result, others, MAX_RESULTS),
    best: !known || result.score > known.score ? { ...best, [key]: result } : best,
  });
}
