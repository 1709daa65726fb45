/**
 * What the page keeps in the browser's storage, for a backup; and the two made one when it is restored. What is here
 * stays; what is missing is added; of two states of one thing, the one that went further wins.
 */

const PREFIX = 'saltus.';

/** Lists whose entries are told apart by a field: the summaries of finished games, and the earlier games. */
const LISTS: Record<string, string> = { past: 'id', shelf: 'record' };

/** Progress that is made of many small parts, each with a time or a count of its own. */
const MERGED = ['puzzles', 'exercises', 'days', 'aids', 'met'];

/** All that is kept, as JSON by name. */
export function readStorage(): Record<string, string> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return Object.fromEntries(names.map((name) => [name.slice(PREFIX.length), localStorage.getItem(name) ?? 'null']));
  } catch {
    return {};
  }
}

export function writeStorage(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // Full or blocked: the games are in the library all the same.
    }
  }
}

function parsed(text: string | undefined) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
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
  const both = ([mine, other].flat() as any[]).filter((one) => one && typeof one === 'object');
  const known = new Set();
  return both
    .filter((one) => !known.has(one[field]) && known.add(one[field]))
    .sort((one, next) => (next.when ?? 0) - (one.when ?? 0));
}

/**
 * Two states of progress as one: of two entries that were changed at a time, the later; of two numbers, the higher; of two
 * answers, yes.
 */
function further(mine: any, other: any): any {
  if (mine === null || mine === undefined) return other;
  if (Array.isArray(mine) && Array.isArray(other)) return [...new Set([...mine, ...other])];
  if (typeof mine === 'number' && typeof other === 'number') return Math.max(mine, other);
  if (typeof mine === 'boolean' && typeof other === 'boolean') return mine || other;
  if (typeof mine !== 'object' || typeof other !== 'object' || !other) return mine;
  if ('when' in mine && 'when' in other) return other.when > mine.when ? other : mine;
  const names = new Set([...Object.keys(mine), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, further(mine[name], other[name])]));
}

/** The ratings that more games or puzzles have made. */
function more(mine: any, other: any) {
  const count = (one: any) => one?.count ?? -1;
  const better = (one: any, next: any) => (count(next) > count(one) ? next : one);
  const names = new Set([...Object.keys(mine.games ?? {}), ...Object.keys(other.games ?? {})]);
  const games = [...names].map((name) => [name, better(mine.games?.[name], other.games?.[name])]);
  return { ...mine, games: Object.fromEntries(games), puzzles: better(mine.puzzles, other.puzzles) };
}
