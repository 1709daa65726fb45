/**
 * All that is kept in `localStorage`, by the name of its key: what of each kind can be read. A key with `.*` stands for one of
 * each game or id. Nothing is written under another name; `library/merging.ts` says of each kind how two of it are made one.
 */

import {
  all,
  count,
  flag,
  isObject,
  isSide,
  listOf,
  maybe,
  misfit,
  number,
  parsed,
  type Shape,
  text,
  time,
} from '../lib/shape.ts';

const PLAYERS = { w: number, b: number };
const TABLE = { record: text, rows: [text], players: PLAYERS, bottom: isSide, 'id?': text, 'last?': [text] };
const RATED = { rating: number, deviation: number, count, when: number, trend: [number] };
const RUN = { kind: text, game: text, theme: text, grade: number, score: number, when: number };
const TRIED = { games: all(all({ when: number, due: number, box: maybe(count) })), 'streak?': isObject };
const MINE = { id: text, game: text, seat: maybe(isSide), token: maybe(text), invite: maybe(text), when: count };

export const KINDS = {
  last: text,
  whole: text, // the runtime that has crashed here: workers of this build start on all of it
  settings: isObject,
  met: (value: unknown) => [value].flat().every(text), // one by itself, as the first edition kept it, or a list
  aids: isObject,
  past: [{ id: text, game: text, when: time, players: PLAYERS, reason: text, plies: count }],
  'past.*': text,
  shelf: [{ ...TABLE, key: text, when: time, plies: count }],
  'table.*': maybe(TABLE),
  'reply.*': () => true, // the last reply about a match: it is made again
  'options.*': all(flag),
  'lesson.*': { at: count, done: [count] },
  puzzles: TRIED,
  exercises: TRIED, // as the puzzles were called before the second edition
  ratings: { games: all(RATED), puzzles: RATED },
  runs: { 'last?': [RUN], 'best?': all(RUN) },
  days: { puzzles: all(all({ faults: number, helped: flag, solved: flag })), boards: all(text) },
  reports: [{ id: text, line: text, found: isObject }],
  reviewing: { isOn: flag, names: [text] },
  lab: [{ id: text, name: text, source: text, when: time, 'made?': time, 'table?': text }], // games that were written here
  online: [MINE],
  'online.name': text,
  'online.notifies': flag,
  'aside.*': { key: text, text, when: time }, // what could not be read, as it was
} satisfies Record<string, Shape>;

export type Kind = keyof typeof KINDS;

/** What is for this device alone: no backup has it, and none brings it. */
export const LOCAL: ReadonlySet<Kind | undefined> = new Set<Kind>(['reply.*', 'whole']);

/** What would be missed: with the first of it, the browser is asked to keep all. */
export const MISSED: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'past',
  'shelf',
  'online',
  'puzzles',
  'runs',
  'lab',
]);

type KeyOf<Name> = Name extends `${infer Before}.*` ? `${Before}.${string}` : Name;

export type Key = KeyOf<Kind>;

/** The kind of a key; undefined for one that nothing here writes. */
export function kindOf(key: string): Kind | undefined {
  const each = key.replace(/\..*$/s, '.*');
  return [key, each].find((name): name is Kind => name !== '' && Object.hasOwn(KINDS, name));
}

/** The place of what cannot be read in a stored text, from the key on; empty if all can be. */
export function faultIn(key: string, stored: string): string {
  const kind = kindOf(key);
  const value = parsed(stored);
  if (value === null && stored !== 'null') return key;
  return kind && value !== null ? misfit(value, KINDS[kind], key) : '';
}

/** What of a stored text can be read: of a list its other entries, else nothing; null for nothing. */
export function readable(key: string, stored: string): unknown[] | null {
  const kind = kindOf(key);
  const shape: Shape | undefined = kind && KINDS[kind];
  const value = parsed(stored);
  return Array.isArray(shape) && Array.isArray(value) ? listOf(value, shape[0]) : null;
}
