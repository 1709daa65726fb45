/**
 * What this browser keeps in localStorage, as JSON, each value under a key: settings, the games on the boards, earlier and
 * finished ones. Any may be damaged: `kinds.ts` says what can be read, and what cannot be is set aside before anything is
 * written in its place. The library is in IndexedDB (`library/database.ts`).
 */

import { ifPossible, succeeds } from '../lib/attempt.ts';
import { keepForGood } from '../lib/capabilities.ts';
import { unique } from '../lib/random.ts';
import * as shape from '../lib/shape.ts';
import type { Match } from '../state/game.d.ts';
import type { ArchivedGame, Aside, EarlierGame, Saved } from '../state/kept.ts';
import { REMOTE } from '../state/state.ts';
import { faultIn, type Key, kindOf, MISSED, readable } from './kinds.ts';

export const PREFIX = 'saltus.';

const MAX_EARLIER = 24;

let muted = false;

const memory: Map<string, string> = new Map(); // the values that storage did not take, as JSON

/** Turns storage off: from now on nothing is written or read. For a board that is embedded in another page. */
export function mute() {
  muted = true;
}

const stored = (key: string) => ifPossible(() => localStorage.getItem(PREFIX + key), null);

/** A stored value; null if there is none, or none that can be read. */
export const read = (key: Key): unknown => (muted ? null : shape.parsed(memory.get(key) ?? stored(key)));

/** Whether a value was written. If storage is full, records of archived games are deleted, the oldest first. */
export function write(key: Key, value: unknown): boolean {
  if (muted) return true;
  const isLost = lookAt(key);
  for (const [name, aside] of [...memory].filter(([name]) => name.startsWith('aside.'))) {
    // Where there is no room for both it takes the place of what is overwritten.
    if (isLost) succeeds(() => localStorage.removeItem(PREFIX + key));
    if (isLost || succeeds(() => localStorage.setItem(PREFIX + name, aside))) put(name as Key, aside);
  }
  const isWritten = put(key, JSON.stringify(value));
  if (MISSED.has(kindOf(key))) keepForGood();
  tell(key);
  return isWritten;
}

function put(key: Key, text: string) {
  memory.delete(key);
  do {
    if (succeeds(() => localStorage.setItem(PREFIX + key, text))) return true;
  } while (dropOldestRecord());
  memory.set(key, text);
  return false;
}

/** Deletes the record of the oldest archived game that has one; its summary stays. Returns whether there was one. */
const dropOldestRecord = () =>
  ifPossible(() => {
    const names = archivedGames().map(({ id }) => `${PREFIX}past.${id}`);
    const oldest = names.findLast((name) => localStorage.getItem(name) !== null);
    if (!oldest) return false;
    localStorage.removeItem(oldest);
    tell(oldest.slice(PREFIX.length));
    return true;
  }, false);

export function drop(key: Key) {
  memory.delete(key);
  succeeds(() => localStorage.removeItem(PREFIX + key));
  tell(key);
}

// -- what cannot be read ---------------------------------------------------------------------------------

/** All that was set aside, the latest first; `text` is what was stored under `key`. */
export const asides = () =>
  Object.entries(storedValues())
    .filter((entry): entry is [`aside.${string}`, string] => entry[0].startsWith('aside.'))
    .map(([id, text]) => ({ id, key: '', text, when: 0, ...(read(id) as Aside | null) }))
    .sort((one, other) => other.when - one.when);

let untold: string[] = []; // of what was set aside before anybody could be told
let hear: ((key: string) => void) | null = null;

/**
 * Sets aside a text, as a rule what is stored under a key, which may then be overwritten. Returns whether it was there, and had
 * not been set aside before.
 */
export function setAside(key: Key | `library.${string}`, text: string | null = stored(key)): boolean {
  if (
    muted ||
    text === null ||
    text === 'null' ||
    asides().some((aside) => aside.key === key && aside.text === text)
  ) {
    return false;
  }
  const name: Key = `aside.${unique()}`;
  const aside = JSON.stringify({ key, text, when: Date.now() });
  if (!succeeds(() => localStorage.setItem(PREFIX + name, aside))) memory.set(name, aside);
  tell(name);
  if (hear) hear(key);
  else untold.push(key);
  return true;
}

/** Deletes a text that was set aside, and what cannot be read of it where it was, if it is still there. */
export function dropAside({ id, key, text }: ReturnType<typeof asides>[number]) {
  if (stored(key) === text && faultIn(key, text)) {
    const rest = readable(key, text);
    if (rest) put(key as Key, JSON.stringify(rest));
    else drop(key as Key);
  }
  drop(id);
}

/** Sets aside what is stored under a key if a part of it cannot be read. Returns whether that is so. */
function lookAt(key: Key) {
  const text = stored(key);
  const isLost = text !== null && !key.startsWith('aside.') && faultIn(key, text) !== '';
  if (isLost) setAside(key);
  return isLost;
}

/** Looks through all that is stored. */
export function lookThrough() {
  for (const key of storedKeys()) lookAt(key as Key);
}

/** Calls back with the key of each value that cannot be read, now and later. */
export function onUnreadable(callback: (key: string) => void) {
  hear = callback;
  lookThrough();
  untold.forEach(callback);
  untold = [];
}

// ---------------------------------------------------------------------------------------------------------

/** A list with one more, the first, and at most `most`; one that a backup has made longer grows no further. */
export const added = <One>(one: One, others: One[], most: number) =>
  [one, ...others].slice(0, Math.max(most, others.length));

const listeners: ((key: string) => void)[] = [];

function tell(key: string) {
  for (const listener of listeners) listener(key);
}

/** Calls back with the key of what is written or deleted, here or in another tab. */
export function onWrite(callback: (key: string) => void) {
  listeners.push(callback);
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX)) callback(key.slice(PREFIX.length));
  });
}

/** Whether the player has a rating in a game: a game that ended has counted. */
export const isRated = (game: string) => game in shape.fields(shape.fields(read('ratings')).games);

export const saveTable = (key: string, table: Saved | null) => write(`table.${key}`, table);

/** The last reply of the rules about the autosaved match, for the next visit. It is left out where storage is full. */
export function saveReply(match: Match, version: string) {
  const name = `${PREFIX}reply.${match.game}`;
  const isKept = muted || succeeds(() => localStorage.setItem(name, JSON.stringify({ version, match })));
  if (!isKept) succeeds(() => localStorage.removeItem(name));
}

const MOVE = { path: [shape.text], captured: [shape.text], text: shape.text };
const REPLY = {
  rows: [shape.text],
  moves: [MOVE],
  history: [{ move: MOVE, node: shape.count, parent: shape.count, ply: shape.count }],
  claims: [shape.isObject],
  counters: [shape.isObject],
  options: shape.isObject,
  side: shape.isSide,
  node: shape.count,
  ply: shape.count,
};

/** The reply about this match, by the same rules. */
export function loadReply({ key }: { key: string }, { record, rows }: Saved, version: string): Match | null {
  const kept = shape.fields(read(`reply.${key}`));
  const { match } = kept;
  if (kept.version !== version || !shape.fits<Match>(match, REPLY)) return null;
  return match.record === record && match.game === key && match.rows.join() === rows.join() ? match : null;
}

/** Calls back with a game's key when another tab has saved its match. */
export function onTable(callback: (key: string) => void) {
  const prefix = `${PREFIX}table.`;
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue && key?.startsWith(prefix)) callback(key.slice(prefix.length));
  });
}

const EARLIER = { record: shape.text, rows: Array.isArray, players: Boolean, when: shape.number };

/** The earlier games, the latest first. */
export const loadEarlierGames = () => shape.listOf<EarlierGame>(read('shelf'), EARLIER);

const othersThan = ({ record }: EarlierGame) => loadEarlierGames().filter((game) => game.record !== record);

export const saveEarlierGame = (game: EarlierGame) => write('shelf', added(game, othersThan(game), MAX_EARLIER));

export const dropEarlierGame = (game: EarlierGame) => write('shelf', othersThan(game));

/** All finished games, the latest first. */
export const archivedGames = () =>
  shape.listOf<ArchivedGame>(read('past'), { id: shape.text, players: { w: shape.number }, when: shape.number });

/** The current step and the completed steps of a game's lesson. */
export function loadCourse(game: string, steps: number) {
  const { at, done } = shape.fields(read(`lesson.${game}`));
  const isStep = (index: unknown) => shape.count(index) && index < steps;
  return { at: isStep(at) ? Number(at) : 0, done: shape.listOf<number>(done, isStep) };
}

/** Whether nothing has been played in this browser, and no lesson begun. */
export const isNewcomer = (games: { key: string; files: number; ranks: number }[]) =>
  !muted &&
  !archivedGames().length &&
  games.every((game) => !loadTable(game)?.last.length && !read(`lesson.${game.key}`));

/** The games whose start card was shown. */
const metGames = () => [read('met')].flat().filter(shape.text);

export const isMet = (game: string) => metGames().includes(game);

export function meet(game: string) {
  if (!isMet(game)) write('met', [...metGames(), game]);
}

/** The rules of a game that were switched on or off where it was first opened, for its next new game; undefined for none. */
export function loadOptions({ key, options }: { key: string; options: { key: string }[] }) {
  const kept = shape.recordOf<boolean>(read(`options.${key}`), shape.flag);
  const known = options.filter((option) => option.key in kept);
  return known.length ? Object.fromEntries(known.map((option) => [option.key, kept[option.key]])) : undefined;
}

const MAX_AIDED_GAMES = 60; // for how many games it is known that the player had help

/** The help that the player had in games, by the games' ids. */
export const loadAids = () => shape.fields(read('aids'));

/** Notes the first help in a game. */
export function saveAid(id: string, aid: string) {
  const kept = loadAids();
  if (id in kept) return;
  write('aids', Object.fromEntries(added([id, aid], Object.entries(kept).reverse(), MAX_AIDED_GAMES).reverse()));
}

export function loadArchivedRecord(id: string): string | null {
  const kept = read(`past.${id}`);
  return shape.text(kept) ? kept : null;
}

function storedKeys() {
  const names = ifPossible(() => Object.keys(localStorage), []);
  const own = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return [...new Set([...own, ...memory.keys()])];
}

/** All that is kept, as JSON by key. */
export const storedValues = () =>
  Object.fromEntries(storedKeys().map((key) => [key, memory.get(key) ?? stored(key) ?? 'null']));

/** The ids of the archived games that have a record. */
export function archivedRecords(): Set<string> {
  const names = storedKeys().filter((name) => name.startsWith('past.'));
  return new Set(names.map((name) => name.slice('past.'.length)));
}

/** The autosaved match of a game; null if there is none, or if it is incomplete. */
export function loadTable({ key, files, ranks }: { key: string; files: number; ranks: number }): Saved | null {
  const saved = read(`table.${key}`);
  const isRow = (row: unknown) => (row as string | null)?.length === files;
  const isWhole = { record: shape.text, rows: [isRow], players: Boolean, bottom: shape.isSide };
  if (!shape.fits<Saved>(saved, isWhole) || saved.rows.length !== ranks) return null;
  const { record, rows, bottom, players, id, turn, clock, last, over, yours } = saved;
  const level = (value: unknown) => (shape.number(value) && value >= REMOTE && value <= 10 ? value : 0);
  return {
    record,
    rows,
    bottom,
    players: { w: level(players.w), b: level(players.b) },
    ...(shape.text(id) && { id }),
    ...(shape.isObject(turn) && { turn }),
    ...(shape.isObject(clock) && { clock }),
    last: Array.isArray(last) ? last.map(String) : [],
    over: over === true,
    ...(shape.flag(yours) && { yours }),
  };
}
