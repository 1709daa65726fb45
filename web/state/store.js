/**
 * The browser's storage. It may be blocked, full, or hold data of another version: what cannot be written is kept in
 * memory while the page is open, and what cannot be read counts as absent.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { SavedTiming } from '../types.d.ts'
 */

import { REMOTE } from './state.js';

const PREFIX = 'saltus.';

/** The list of earlier games keeps the latest. */
const MAX_EARLIER_GAMES = 24;

/**
 * A move that was sent to the rules, as in the `play` request.
 *
 * @typedef {({ path: string[] } | { text: string }) & { spent: number, variation: boolean }} Turn
 */

/**
 * An autosaved match: its record, and what the page draws before the rules have loaded the record.
 *
 * @typedef {object} Saved
 * @property {string} record the match as JSON, written and read by the rules
 * @property {string[]} rows
 * @property {string} [id] of the match in the archive
 * @property {Turn} [turn] a move that is not in the record yet
 * @property {SavedTiming} [clock] what the turns that are being made have used, if there are clocks
 * @property {string[]} last the squares of the last move
 * @property {boolean} over
 * @property {boolean} [yours] whether a person here is to move
 * @property {Side} bottom
 * @property {Record<Side, number>} players
 */

let muted = false;

/** The values that storage did not take, as JSON. @type {Map<string, string>} */
const memory = new Map();

/** Turns storage off: from now on nothing is written or read. For a board that is embedded in another page. */
export function mute() {
  muted = true;
}

/**
 * @param {string} key
 * @returns {unknown}
 */
function read(key) {
  if (muted) return null;
  try {
    return JSON.parse(memory.get(key) ?? localStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Writes a value. If storage is full, records of archived games are deleted, the oldest first.
 *
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it was written
 */
function write(key, value) {
  if (muted) return true;
  const text = JSON.stringify(value);
  memory.delete(key);
  do {
    try {
      localStorage.setItem(PREFIX + key, text);
      return true;
    } catch {
      // Blocked or full.
    }
  } while (dropOldestRecord());
  memory.set(key, text);
  return false;
}

/** Deletes the record of the oldest archived game that has one; its summary stays. Returns whether there was one. */
function dropOldestRecord() {
  try {
    const names = loadArchive().map((one) => `${PREFIX}past.${one?.id}`);
    const oldest = names.findLast((name) => localStorage.getItem(name) !== null);
    if (oldest) localStorage.removeItem(oldest);
    return oldest !== undefined;
  } catch {
    return false;
  }
}

/** @param {string} key */
function drop(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Blocked: then there is nothing to remove.
  }
}

export const loadSettings = () => read('settings');

/** @param {unknown} settings */
export const saveSettings = (settings) => write('settings', settings);

/** The key of the game that was played last. */
export const loadLast = () => read('last');

/** @param {string} key */
export const saveLast = (key) => write('last', key);

/**
 * @param {string} key
 * @param {Saved} table
 */
export const saveTable = (key, table) => write(`table.${key}`, table);

/** Calls back with a game's key when another tab has saved its match. @param {(key: string) => void} callback */
export function onTable(callback) {
  const prefix = `${PREFIX}table.`;
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue && key?.startsWith(prefix)) callback(key.slice(prefix.length));
  });
}

/** @param {string} key */
export const dropTable = (key) => write(`table.${key}`, null);

/**
 * A match that was replaced by another one.
 *
 * @typedef {Saved & { key: string, when: number, plies: number, winner: Side | 'draw' | null }} Left
 */

/** The earlier games, the latest first. @returns {Left[]} */
export function loadEarlierGames() {
  const kept = read('shelf');
  const isWhole = (/** @type {any} */ one) =>
    typeof one?.record === 'string' && Array.isArray(one.rows) && one.players && Number.isFinite(one.when);
  return Array.isArray(kept) ? kept.filter(isWhole) : [];
}

/** @param {Left} left */
export const saveEarlierGame = (left) =>
  write(
    'shelf',
    [left, ...loadEarlierGames().filter(({ record }) => record !== left.record)].slice(0, MAX_EARLIER_GAMES),
  );

/** @param {Left} left */
export const dropEarlierGame = (left) =>
  write(
    'shelf',
    loadEarlierGames().filter(({ record }) => record !== left.record),
  );

/** The latest reviews, each with the match's id and the reviewed line. @returns {any[]} */
export function loadReviews() {
  const kept = read('reports');
  return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one?.found?.turns)) : [];
}

/** @param {unknown[]} list */
export const saveReviews = (list) => write('reports', list);

/** The summaries of the archived games. @returns {any[]} */
export function loadArchive() {
  const kept = read('past');
  return Array.isArray(kept) ? kept : [];
}

/** @param {unknown[]} list */
export const saveArchive = (list) => write('past', list);

/**
 * The progress in a game's lesson.
 *
 * @typedef {{ at: number, done: number[] }} Course `at`: the current step; `done`: the completed steps
 */

/**
 * @param {string} game
 * @param {number} count of its steps
 * @returns {Course}
 */
export function loadCourse(game, count) {
  const kept = /** @type {Partial<Course> | null} */ (read(`lesson.${game}`));
  const isStep = (/** @type {unknown} */ index) =>
    Number.isInteger(index) && Number(index) >= 0 && Number(index) < count;
  return {
    at: isStep(kept?.at) ? Number(kept?.at) : 0,
    done: Array.isArray(kept?.done) ? kept.done.filter(isStep) : [],
  };
}

/** @param {string} game @param {Course} course */
export const saveCourse = (game, course) => write(`lesson.${game}`, course);

/** Whether nothing has been played in this browser, and no lesson begun. @param {{ key: string, files: number, ranks: number }[]} games */
export const isNewcomer = (games) =>
  !muted &&
  !loadArchive().length &&
  games.every((game) => !loadTable(game)?.last.length && !read(`lesson.${game.key}`));

/** The games whose start card was shown, also while nothing is kept. @type {Set<string>} */
const met = new Set();

/** Whether this game was opened before. @param {string} game */
export const isMet = (game) => met.has(game) || [read('met')].flat().includes(game);

/** @param {string} game */
export function meet(game) {
  if (isMet(game)) return;
  met.add(game);
  write('met', [...new Set([...[read('met')].flat().filter((one) => typeof one === 'string'), ...met])]);
}

/**
 * The rules of a game that were switched on or off where it was first opened, for its next new game.
 *
 * @param {{ key: string, options: { key: string }[] }} meta
 * @returns {Record<string, boolean> | undefined} undefined where none were
 */
export function loadOptions({ key, options }) {
  const kept = /** @type {Record<string, unknown> | null} */ (read(`options.${key}`));
  const known = options.filter((option) => typeof kept?.[option.key] === 'boolean');
  return known.length
    ? Object.fromEntries(known.map((option) => [option.key, kept?.[option.key] === true]))
    : undefined;
}

/** @param {string} key @param {Record<string, boolean>} options */
export const saveOptions = (key, options) => write(`options.${key}`, options);

/** How the puzzles went, see study/schedule.js. Before the second edition the key was `exercises`. */
export const loadPuzzles = () => read('puzzles') ?? read('exercises');

/** @param {unknown} memory */
export const savePuzzles = (memory) => write('puzzles', memory);

/** The results of puzzle runs, see state/runs.js. */
export const loadRuns = () => read('runs');

/** @param {unknown} runs */
export const saveRuns = (runs) => write('runs', runs);

/** Whether own games are reviewed in the background, and the names under which the player plays elsewhere. */
export function loadReviewing() {
  const kept = /** @type {any} */ (read('reviewing'));
  const names = Array.isArray(kept?.names) ? kept.names.map(String) : [];
  return { isOn: kept?.isOn === true, names };
}

/** @param {ReturnType<typeof loadReviewing>} reviewing */
export const saveReviewing = (reviewing) => write('reviewing', reviewing);

/** The player's ratings, see state/ratings.js. */
export const loadRatings = () => read('ratings');

/** @param {unknown} ratings */
export const saveRatings = (ratings) => write('ratings', ratings);

/** What was done on which day, see state/days.js. */
export const loadDays = () => read('days');

/** @param {unknown} days */
export const saveDays = (days) => write('days', days);

/** For how many games it is known that the player had help. */
const MAX_AIDED_GAMES = 60;

/** The help that the player had in games, by the games' ids. @returns {Record<string, unknown>} */
export function loadAids() {
  const kept = read('aids');
  return kept && typeof kept === 'object' ? /** @type {Record<string, unknown>} */ (kept) : {};
}

/** Notes the first help in a game. @param {string} id @param {string} aid */
export function saveAid(id, aid) {
  const kept = loadAids();
  if (id in kept) return;
  write('aids', Object.fromEntries([...Object.entries(kept), [id, aid]].slice(-MAX_AIDED_GAMES)));
}

/** Forgets the ratings, the days, the puzzle runs and the help. */
export const dropProgress = () => ['ratings', 'days', 'runs', 'aids'].forEach(drop);

/** The record of an archived game. @param {string} id @returns {string | null} */
export function loadArchivedRecord(id) {
  const kept = read(`past.${id}`);
  return typeof kept === 'string' ? kept : null;
}

/** @param {string} id @param {string | null} record null to delete it */
export const saveArchivedRecord = (id, record) =>
  record === null ? drop(`past.${id}`) : write(`past.${id}`, record);

/**
 * @param {{ key: string, files: number, ranks: number }} meta
 * @returns {Saved | null} null if there is none, or if it is incomplete
 */
export function loadTable({ key, files, ranks }) {
  const saved = /** @type {Partial<Saved> | null} */ (read(`table.${key}`));
  if (!saved || typeof saved !== 'object' || typeof saved.record !== 'string') return null;
  const { rows, players, bottom } = saved;
  const fits = Array.isArray(rows) && rows.length === ranks && rows.every((row) => row?.length === files);
  if (!fits || !players || (bottom !== 'w' && bottom !== 'b')) return null;
  const level = (/** @type {unknown} */ value) =>
    typeof value === 'number' && value >= REMOTE && value <= 10 ? value : 0;
  return {
    record: saved.record,
    ...(typeof saved.id === 'string' && { id: saved.id }),
    ...(saved.turn && typeof saved.turn === 'object' && { turn: saved.turn }),
    ...(saved.clock && typeof saved.clock === 'object' && { clock: saved.clock }),
    rows,
    last: Array.isArray(saved.last) ? saved.last.map(String) : [],
    over: saved.over === true,
    ...(typeof saved.yours === 'boolean' && { yours: saved.yours }),
    bottom,
    players: { w: level(players.w), b: level(players.b) },
  };
}
