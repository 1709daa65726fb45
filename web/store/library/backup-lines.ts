/** The lines of a backup, each checked field by field: what the library writes, it must be able to read again. */

import { succeeds } from '../../lib/attempt.ts';
import {
  count,
  fields,
  flag,
  isObject,
  isSide,
  listOf,
  maybe,
  misfit,
  number,
  oneOf,
  parsed,
  type Shape,
  text,
} from '../../lib/shape.ts';
import type { GameText, LibraryGame } from '../../state/library.ts';
import { PREFIX, storedKeys } from '../store.ts';
import type { AnyRecord, RecordStore } from './database.ts';

type Indexes = 'keys' | 'material' | 'planes';

/** A line: what the storage held, a game with its texts, or a record of a store. */
interface BackupLine {
  storage?: Record<string, unknown>;
  game?: Omit<LibraryGame, Indexes> & Record<Indexes, string>; // its bytes in base64
  texts: GameText[];
  store?: RecordStore;
  record: AnyRecord;
}

const MAX_LINE_CHARS = 1 << 26; // the longest line: what a browser's storage holds, written as JSON, is shorter
const MAX_TIME = 8.64e15; // the latest time of a date, in ms

const MAX_PLIES = 10_000;
const KEY_BYTES = 6;
const MATERIAL_BYTES = 6;

/** The file is no backup, or is damaged at `place`; or (`isLater`) a later version has made it. */
export class BackupError extends Error {
  isLater: boolean;

  constructor(place: string, isLater: boolean = false) {
    super(place);
    this.isLater = isLater;
  }
}

const time = (value: unknown) => number(value) && value >= 0 && value <= MAX_TIME;
/** An object whose fields all pass the test. */
const all = (test: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(test);

/** Bytes in base64: a multiple of a unit. */
const bytes = (unit: number) => (value: unknown) =>
  text(value) && /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(value) && sizeOf(value) % unit === 0;
const sizeOf = (base64: string) => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);

const MOVE = { path: [text], text };
const PROGRESS = { box: maybe(count), due: time, when: time, solved: count, missed: count };
/** Fields of one shape. */
const each = (names: string, shape: Shape) => Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const REPEATED = { progress: maybe(PROGRESS), 'due?': time, rows: [text], side: isSide, options: all(flag) };

const GAME = {
  ...each('game white black event opening', text),
  id: count,
  digest: (value: unknown) => text(value) && value !== '',
  date: (value: unknown) => text(value) && /^(?:\d[\d?]{3}\.[\d?]{2}\.[\d?]{2})?$/.test(value),
  result: oneOf(['white', 'black', 'draw', 'unfinished']),
  ballot: maybe(count),
  plies: (value: unknown) => count(value) && value <= MAX_PLIES,
  side: oneOf([0, 1]),
  tags: all(text),
  collections: [text],
  keys: bytes(KEY_BYTES),
  material: bytes(MATERIAL_BYTES),
  planes: bytes(1),
  added: time,
  'archive?': text,
  'edited?': flag,
};

const TEXT = { text, 'game?': text, 'options?': all(flag) };

const RECORDS: Record<string, Shape> = {
  deck: {
    ...REPEATED,
    ...each('id key played mark players date', text),
    ...each('game ply', count),
    ...each('line refutation', [MOVE]),
    reason: isObject,
    'why?': isObject,
    added: time,
  },
  lines: { ...REPEATED, ...each('id key kind', text), ply: count, moves: [MOVE], from: [text] },
  reviews: { id: count, game: count, when: time, isRead: flag },
};

const PLAYERS = { w: number, b: number };

/** The lists of the browser's storage. */
const STORED: Record<string, Shape> = {
  past: [{ id: text, game: text, when: time, players: PLAYERS, reason: text, plies: count }],
  shelf: [{ key: text, record: text, rows: [text], when: time, players: PLAYERS, bottom: isSide, plies: count }],
};

/** The place of what is wrong in a line, `''` if nothing is. */
function wrongIn(line: BackupLine): string {
  if (!isObject(line)) return 'JSON';
  if (line.storage !== undefined) {
    const found = isObject(line.storage) ? '' : 'storage';
    return found || Object.entries(line.storage).map(storedFault).find(Boolean) || '';
  }
  if (line.game !== undefined) {
    const { game, texts } = line;
    const found = misfit(line, { game: GAME, texts: [TEXT] }, '');
    if (found) return found;
    if (!texts.length) return 'texts';
    return sizeOf(game.keys) === KEY_BYTES * (game.plies + 1) ? '' : 'game.keys';
  }
  if (line.store === undefined) return '';
  if (!Object.hasOwn(RECORDS, line.store)) return 'store';
  return misfit(line.record, RECORDS[line.store], `${line.store}.record`);
}

/** What is no JSON counts as absent, here as in the storage. */
function storedFault([name, value]: [string, unknown]) {
  const place = `storage.${name}`;
  if (typeof value !== 'string') return place;
  if (!Object.hasOwn(STORED, name)) return '';
  const found = parsed(value);
  return found === null ? '' : misfit(found, STORED[name], place);
}

/** Reads a line; `at` is its number, from 1. */
function read(line: string, at: number) {
  const found = parsed(line);
  if (found === null) throw new BackupError(`${at}`);
  if (at === 1) {
    const version = fields(found)['saltus-backup'];
    if (version !== 1) throw new BackupError('1', count(version) && version > 1);
  }
  const place = wrongIn(found as BackupLine);
  if (place) throw new BackupError(`${at}: ${place}`);
  return found as BackupLine;
}

/** The lines of a backup, of which `stream` is the text. Rejects with a `BackupError` at the first that is damaged. */
export async function* backupLines(stream: ReadableStream<string>): AsyncGenerator<BackupLine> {
  const reader = stream.getReader();
  let parts: string[] = []; // the parts of the line that has not ended
  let [at, chars] = [1, 0];
  for (;;) {
    const part = await reader.read().catch(() => {
      throw new BackupError(`${at}`);
    });
    const [first, ...others] = (part.value ?? '').split('\n');
    parts.push(first);
    chars += first.length;
    if (chars > MAX_LINE_CHARS) throw new BackupError(`${at}`);
    for (const next of others) {
      yield read(parts.join(''), at++);
      [parts, chars] = [[next], next.length];
    }
    if (part.done) break;
  }
  const rest = parts.join('');
  if (rest.trim() || at === 1) yield read(rest, at);
}

/** Lists whose entries are told apart by a field: the summaries of finished games, and the earlier games. */
const LISTS: Record<string, string> = { past: 'id', shelf: 'record' };

/** Progress that is made of many small parts, each with a time or a count of its own. */
const MERGED = ['puzzles', 'exercises', 'days', 'aids', 'met', 'ratings'];

/** All that is kept, as JSON by name; the last reply about a match is for this device's next visit alone. */
export const readStorage = (): Record<string, string> =>
  Object.fromEntries(
    storedKeys()
      .filter((key) => !key.startsWith('reply.'))
      .map((key) => [key, localStorage.getItem(PREFIX + key) ?? 'null']),
  );

/** Where it is full or blocked, the games are in the library all the same. */
export function writeStorage(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) succeeds(() => localStorage.setItem(PREFIX + name, value));
}

/** What is kept after a backup has been restored: what is missing is added, and what went further stays. */
export function mergedStorage(here: Record<string, string>, there: Record<string, unknown>): Record<string, string> {
  const result: Record<string, string> = { ...here };
  for (const [name, text] of Object.entries(there)) {
    if (typeof text !== 'string' || parsed(text) === null) continue;
    const [mine, other] = [parsed(here[name]), parsed(text)];
    if (mine === null) result[name] = text;
    else if (name in LISTS) result[name] = JSON.stringify(joined(mine, other, LISTS[name]));
    else if (MERGED.includes(name) || name.startsWith('lesson.')) result[name] = JSON.stringify(further(mine, other));
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
