/** Spaced repetition: what was solved, and when it comes again, as the rules say (`py/saltus/study/schedule.py`). */

import type { Rules } from '../engine/client.ts';
import { fields, mapped, maybe, number, recordOf } from '../lib/shape.ts';
import type { Memory, Repeated, Tried } from '../state/kept.ts';
import type { AnyRecord, Records } from './library/database.ts';
import { puzzleRating } from './ratings.ts';
import { read, write } from './store.ts';

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
  const open = Object.entries(games[game] ?? {}).filter(([, one]) => !one.rated);
  if (!open.length) return [];
  write('puzzles', { games: { ...games, [game]: mapped(games[game], (one) => ({ ...one, rated: true })) }, streak });
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
 * later (the soonest first), then solved ones (the longest ago first). With the player's rating, the new ones closest to
 * it come first, else they keep their order. `but` is the id of a puzzle to show only if there is no other.
 */
export function inOrder<One extends { puzzle: string; level?: number }>(
  list: One[],
  kept: Record<string, Tried>,
  { but = '', rating = null, now = Date.now() }: { but?: string; rating?: number | null; now?: number } = {},
): One[] {
  const order = ['due', 'new', 'waits', 'solved'];
  const rank = (one: One) => order.indexOf(standing(kept[one.puzzle], now)) + (one.puzzle === but ? order.length : 0);
  // Within one rank, the earlier time goes first, and of new ones what fits best.
  const place = ({ puzzle, level }: One) => {
    const known = kept[puzzle];
    if (known) return known.box === null ? known.when : known.due;
    return rating === null || level === undefined ? 0 : Math.abs(puzzleRating(level) - rating);
  };
  return [...list].sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
}

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
  await change(id, (one) => {
    if (!one) return undefined;
    const answered = { ...one, progress, due: progress.due };
    if (progress.box === null) delete (answered as Repeated).due;
    return answered;
  });
}
