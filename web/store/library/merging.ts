/**
 * How two of each kind of what is kept become one, where a backup is restored: nothing of either is dropped. Lists and
 * records are united by what tells their entries apart, and of two of one entry the newer stays.
 */

import { unique } from '../../lib/random.ts';
import { fields, flag, isObject, listOf, number, parsed, text } from '../../lib/shape.ts';
import type { EarlierGame, Lined, Repeated, Saved } from '../../state/kept.ts';
import type { AnyRecord, RecordStore } from '../../state/library.ts';
import { faultIn, type Kind, kindOf, LOCAL } from '../kinds.ts';

type Fields = Record<string, unknown>;
type Values = Record<string, unknown>; // by key

/** What came of a backup, as a count for each of these: the names of texts, `library.came.NAME`. */
export const CAME = [
  'games',
  'finished',
  'unfinished',
  'online',
  'puzzles',
  'days',
  'runs',
  'lessons',
  'mistakes',
  'lines',
  'reviews',
  'asides',
] as const;

export type Came = Partial<Record<(typeof CAME)[number], number>>;

/** Where the two values are found, and what is kept beside them. */
interface Beside {
  key: string;
  here: Values;
  there: Values;
}

interface Merging {
  /** The two as one. Both are whole. */
  merged(mine: never, other: never, beside: Beside): unknown;
  /** What is counted if it is new or has changed, by name. */
  parts?(value: never): Fields;
  counted?: keyof Came;
}

const own = { merged: (mine: unknown) => mine };

/** The fields of both; one that is in both is that from here. */
function filled(mine: unknown, other: unknown): unknown {
  if (!isObject(mine) || !isObject(other)) return mine ?? other;
  return Object.fromEntries(
    Object.keys({ ...mine, ...other }).map((name) => [name, filled(mine[name], other[name])]),
  );
}

/**
 * Two states of progress as one: of two ratings the one that more games or puzzles have made, of two entries with a time
 * the later, of numbers the higher, of two answers yes.
 */
function further(mine: unknown, other: unknown): unknown {
  if (mine === null || mine === undefined) return other;
  if (Array.isArray(mine) && Array.isArray(other)) return [...new Set([...mine, ...other])];
  if (number(mine) && number(other)) return Math.max(mine, other);
  if (flag(mine) && flag(other)) return mine || other;
  if (!isObject(mine) || !isObject(other)) return mine;
  const measure = ['count', 'when'].find((name) => name in mine && name in other);
  if (measure) return Number(other[measure]) > Number(mine[measure]) ? other : mine;
  const names = Object.keys({ ...mine, ...other });
  return Object.fromEntries(names.map((name) => [name, further(mine[name], other[name])]));
}

const byName = (list: Fields[], name: (item: Fields) => string) =>
  Object.fromEntries(list.map((item) => [name(item), item]));

const when = (item: Fields | undefined) => (number(item?.when) ? item.when : 0);

/** A list whose entries have names, and where they have a time stand with the latest first. */
function list(
  name: (item: Fields) => string,
  counted?: keyof Came,
  kept: (newer: Fields, older: Fields) => Fields = (item) => item,
) {
  return {
    counted,
    parts: (value: Fields[]) => byName(value, name),
    merged(mine: Fields[], other: Fields[]) {
      const [one, two] = [byName(mine, name), byName(other, name)];
      const both = Object.keys({ ...one, ...two }).map((key) => {
        const [here, there] = [one[key], two[key]];
        if (!here || !there) return here ?? there;
        return when(there) > when(here) ? kept(there, here) : kept(here, there);
      });
      return both.sort((first, next) => when(next) - when(first));
    },
  };
}

const puzzles = {
  counted: 'puzzles',
  merged: further,
  parts: ({ games }: { games: Record<string, Fields> }) =>
    Object.fromEntries(
      Object.entries(games).flatMap(([game, tried]) =>
        Object.entries(tried).map(([id, progress]) => [`${game} ${id}`, progress]),
      ),
    ),
} as const;

const idOf = ({ id }: Fields) => String(id);

const runOf = ({ kind, game, grade, theme, when }: Fields) => [kind, game, grade, theme, when].join(' ');

const seatOf = ({ id, seat }: Fields) => `${id} ${seat}`;

const RUNS = list(runOf, 'runs');

type Runs = { last?: Fields[]; best?: Record<string, { score: number }> };

/** Of each kind: none is forgotten, or this does not compile. */
export const MERGING: Record<Kind, Merging> = {
  last: own,
  whole: own,
  settings: { merged: filled },
  met: { merged: (mine: unknown, other: unknown) => [...new Set([mine, other].flat())] },
  aids: { merged: filled },
  past: list(idOf, 'finished', (newer, older) => ({ ...older, ...newer })),
  // The record of the newer of the two summaries.
  'past.*': {
    merged(mine: string, other: string, { key, here, there }) {
      const of = ({ past }: Values) => listOf<Fields>(past, isObject).find(({ id }) => key === `past.${id}`);
      return when(of(there)) > when(of(here)) ? other : mine;
    },
  },
  shelf: list(({ record }) => String(record), 'unfinished'),
  'table.*': { merged: onBoard, parts: (saved: Saved) => (isTouched(saved) ? { saved } : {}), counted: 'unfinished' },
  'reply.*': own,
  'options.*': { merged: filled },
  'lesson.*': {
    counted: 'lessons',
    merged: further,
    parts: ({ done }: { done: number[] }) => Object.fromEntries(done.map((step) => [step, true])),
  },
  puzzles,
  exercises: puzzles,
  ratings: { merged: further },
  runs: {
    counted: 'runs',
    parts: ({ last = [] }: Runs) => RUNS.parts(last),
    merged(mine: Runs, other: Runs) {
      const best = { ...other.best, ...mine.best };
      for (const [key, run] of Object.entries(other.best ?? {})) if (run.score > best[key].score) best[key] = run;
      return { last: RUNS.merged(mine.last ?? [], other.last ?? []), best };
    },
  },
  days: { counted: 'days', merged: further, parts: ({ puzzles }: { puzzles: Fields }) => puzzles },
  reports: list(idOf, 'reviews'),
  reviewing: {
    merged: (mine: { isOn: boolean; names: string[] }, other: { names: string[] }) => {
      return { ...mine, names: [...new Set([...mine.names, ...other.names])] };
    },
  },
  lab: list(idOf),
  // The token of a seat is nowhere else: a newer entry without it takes that of the older.
  online: list(seatOf, 'online', (newer, older) => {
    const { token, invite, other } = older;
    return { ...newer, token: newer.token ?? token, invite: newer.invite ?? invite, other: newer.other || other };
  }),
  'online.name': { merged: (mine: string, other: string) => mine || other },
  'online.notifies': own,
  'aside.*': { ...own, parts: (aside: unknown) => ({ aside }), counted: 'asides' },
};

// -- records of the library ------------------------------------------------------------------------------

/** What comes back by repetition, as it was answered last. */
function answered<One extends Repeated>(mine: One, other: One): One {
  if ((other.progress?.when ?? 0) <= (mine.progress?.when ?? 0)) return mine;
  const { due: _, ...rest } = mine;
  return { ...rest, progress: other.progress, ...(other.due !== undefined && { due: other.due }) } as One;
}

const pathOf = ({ path }: { path: string[] }) => path.join();

interface RecordMerging {
  /** The two as one. Both have the same id. */
  merged(mine: never, other: never): unknown;
  /** The record as it is here; null for one whose game is gone. `game` is the id here of the game that it belongs to. */
  placed(record: AnyRecord, game: number | undefined): AnyRecord | null;
  counted: keyof Came;
}

export const RECORDS: Record<RecordStore, RecordMerging> = {
  deck: { counted: 'mistakes', merged: answered, placed: (card, game = 0) => ({ ...card, game }) },
  lines: {
    counted: 'lines',
    placed: (line) => line,
    merged(mine: Lined, other: Lined) {
      const paths = mine.moves.map(pathOf);
      const moves = [...mine.moves, ...other.moves.filter((move) => !paths.includes(pathOf(move)))];
      return { ...answered(mine, other), moves, from: [...new Set([...mine.from, ...other.from])] };
    },
  },
  // A review has the id of its game.
  reviews: {
    counted: 'reviews',
    placed: (review, game) => (game ? { ...review, id: game, game } : null),
    merged: (mine: Fields, other: Fields) => (when(other) > when(mine) ? other : mine),
  },
};

// -- games on the boards ---------------------------------------------------------------------------------

const recordOf = ({ record }: Saved) => fields(parsed(record));

const nodesOf = (saved: Saved) => listOf<Fields>(recordOf(saved).nodes, isObject);

/** Whether anything was done on a board: to show one saves its start, too. */
function isTouched(saved: Saved) {
  const [root, ...others] = nodesOf(saved);
  return Boolean(others.length || saved.turn || root?.comment || recordOf(saved).setup === null || !root);
}

/** Whether a game goes on where the other stands: nothing of the other would be lost without it. */
function holds(one: Saved, other: Saved) {
  const nodes = nodesOf(one).map((node) => JSON.stringify(node));
  return one.id === other.id && nodesOf(other).every((node, at) => JSON.stringify(node) === nodes[at]);
}

/** The game that is on the board then: the backup's comes back to a board that nobody has touched. */
function onBoard(mine: Saved, other: Saved) {
  if (!isTouched(other) || holds(mine, other)) return mine;
  return isTouched(mine) && !holds(other, mine) ? mine : other;
}

/** The clocks of a game from a backup have stood since. */
function stopped(saved: Saved): Saved {
  return saved.clock ? { ...saved, clock: { ...saved.clock, at: null } } : saved;
}

/** The games that were on boards of the backup, and that have no place on those here, as earlier games. */
function displaced(here: Values, there: Values, savedAt: number): EarlierGame[] {
  return Object.keys(there).flatMap((key) => {
    if (kindOf(key) !== 'table.*' || !here[key] || !there[key]) return [];
    const [mine, other] = [here[key] as Saved, there[key] as Saved];
    const isKept = onBoard(mine, other) !== mine || !isTouched(other) || holds(mine, other);
    // A finished one is in the archive, where its record is.
    if (isKept || (other.over && there[`past.${other.id}`])) return [];
    const nodes = nodesOf(other);
    let plies = 0;
    for (let at = Number(recordOf(other).node); nodes[at]?.parent !== undefined; at = Number(nodes[at].parent))
      plies++;
    return [{ ...other, key: key.replace('table.', ''), when: savedAt, plies, winner: null }];
  });
}

// ---------------------------------------------------------------------------------------------------------

/** What is whole of values as JSON, by key; and what is not, to be set aside. */
function read(stored: Record<string, unknown>) {
  const whole: Values = {};
  const broken: [string, string][] = [];
  for (const [key, value] of Object.entries(stored)) {
    if (!text(value) || LOCAL.has(kindOf(key))) continue;
    if (faultIn(key, value)) broken.push([key, value]);
    else if (value !== 'null') whole[key] = parsed(value);
  }
  return { whole, broken };
}

function partsOf({ parts }: Merging, value: unknown): Fields {
  return value === undefined || !parts ? {} : parts(value as never);
}

/**
 * What is to be written after a backup that was made at a time (in ms since 1970) has been restored, by key, and the counts
 * of what that brings. A key that nothing here knows is kept as it came.
 */
export function mergedStorage(stored: Record<string, string>, backup: Record<string, unknown>, savedAt: number = 0) {
  const { whole: here } = read(stored);
  const { whole: there, broken } = read(backup);
  for (const [key, value] of Object.entries(there))
    if (kindOf(key) === 'table.*') there[key] = stopped(value as Saved);
  const left = displaced(here, there, savedAt);
  if (left.length) there.shelf = [...left, ...listOf<EarlierGame>(there.shelf, isObject)];
  for (const [key, value] of broken) there[`aside.${unique()}`] = { key, text: value, when: savedAt };
  const written: Values = {};
  const came: Came = {};
  for (const [key, other] of Object.entries(there)) {
    const kind = kindOf(key);
    const mine = here[key];
    const merging = kind && MERGING[kind];
    const value =
      mine === undefined || !merging
        ? (mine ?? other)
        : merging.merged(mine as never, other as never, { key, here, there });
    if (JSON.stringify(value) === JSON.stringify(mine)) continue;
    written[key] = value;
    if (!merging?.counted) continue;
    const before = partsOf(merging, mine);
    const changed = Object.entries(partsOf(merging, value)).filter(
      ([name, part]) => JSON.stringify(part) !== JSON.stringify(before[name]),
    );
    came[merging.counted] = (came[merging.counted] ?? 0) + changed.length;
  }
  return { written, came };
}
