/** The browser's storage as a backup has it. Of two, what is missing is added, and what went further stays. */

import { succeeds } from '../lib/attempt.ts';
import { fields, flag, isObject, listOf, number, parsed } from '../lib/shape.ts';
import { PREFIX, storedKeys } from './store.ts';

/** Lists whose entries are told apart by a field: the summaries of finished games, and the earlier games. */
const LISTS: Record<string, string> = { past: 'id', shelf: 'record' };

/** Progress that is made of many small parts, each with a time or a count of its own. */
const MERGED = ['puzzles', 'exercises', 'days', 'aids', 'met'];

/** All that is kept, as JSON by name. */
export const readStorage = (): Record<string, string> =>
  Object.fromEntries(storedKeys().map((key) => [key, localStorage.getItem(PREFIX + key) ?? 'null']));

/** Where it is full or blocked, the games are in the library all the same. */
export function writeStorage(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) succeeds(() => localStorage.setItem(PREFIX + name, value));
}

/** What is kept after a backup has been restored. */
export function mergedStorage(here: Record<string, string>, there: Record<string, unknown>): Record<string, string> {
  const result: Record<string, string> = { ...here };
  for (const [name, text] of Object.entries(there)) {
    if (typeof text !== 'string' || parsed(text) === null) continue;
    const [mine, other] = [parsed(here[name]), parsed(text)];
    if (mine === null) result[name] = text;
    else if (name in LISTS) result[name] = JSON.stringify(joined(mine, other, LISTS[name]));
    else if (MERGED.includes(name) || name.startsWith('lesson.')) result[name] = JSON.stringify(further(mine, other));
    else if (name === 'ratings') result[name] = JSON.stringify(more(mine, other));
  }
  return result;
}

/** Two lists as one, the latest first. */
function joined(mine: unknown, other: unknown, field: string) {
  const both = listOf<Record<string, unknown>>([mine, other].flat(), isObject);
  const when = (one: Record<string, unknown>) => (number(one.when) ? one.when : 0);
  const known = new Set();
  return both
    .filter((one) => !known.has(one[field]) && known.add(one[field]))
    .sort((one, next) => when(next) - when(one));
}

/** Two states of progress as one: of two entries with a time the later, of numbers the higher, of two answers yes. */
function further(mine: unknown, other: unknown): unknown {
  if (mine === null || mine === undefined) return other;
  if (Array.isArray(mine) && Array.isArray(other)) return [...new Set([...mine, ...other])];
  if (number(mine) && number(other)) return Math.max(mine, other);
  if (flag(mine) && flag(other)) return mine || other;
  if (!isObject(mine) || !isObject(other)) return mine;
  if ('when' in mine && 'when' in other) return Number(other.when) > Number(mine.when) ? other : mine;
  const names = Object.keys({ ...mine, ...other });
  return Object.fromEntries(names.map((name) => [name, further(mine[name], other[name])]));
}

/** The ratings that more games or puzzles have made. */
function more(mine: unknown, other: unknown) {
  const [{ games, puzzles }, there] = [fields(mine), fields(other)];
  const count = (one: unknown) => Number(fields(one).count ?? -1);
  const better = (one: unknown, next: unknown) => (count(next) > count(one) ? next : one);
  const [own, others] = [fields(games), fields(there.games)];
  const all = Object.keys({ ...own, ...others }).map((name) => [name, better(own[name], others[name])]);
  return { games: Object.fromEntries(all), puzzles: better(puzzles, there.puzzles) };
}
