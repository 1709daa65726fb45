/**
 * What the browser keeps between visits. Storage may be blocked, full, or hold data of another version: what cannot
 * be written is remembered while the page is open, and what cannot be read counts as absent.
 *
 * @import { Side } from '../types.d.ts'
 */

import { REMOTE } from './state.js';

const PREFIX = 'saltus.';

/** How many games that were left are kept. */
const MAX_EARLIER_GAMES = 24;

/**
 * A turn on its way to the rules, as they are asked to play it.
 *
 * @typedef {{ path: string[] } | { text: string }} Turn
 */

/**
 * A table as it was left: the game record (the truth), and what is needed to draw it before the rules are up.
 *
 * @typedef {object} Saved
 * @property {string} record the game as JSON, written and read by the rules
 * @property {string[]} rows
 * @property {string} [id] by which the match is known among the past ones
 * @property {Turn} [turn] played after that, and not yet in the record
 * @property {string[]} last the squares of the last turn
 * @property {boolean} over
 * @property {Side} bottom
 * @property {Record<Side, number>} players
 */

let muted = false;

/** What storage did not take. @type {Map<string, string>} */
const memory = new Map();

/** From here on nothing is kept and nothing is found: the board is a guest in another page. */
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
 * Where there is no room, the records of games that are over make some, the oldest first.
 *
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it will be there at the next visit
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
  } while (shed());
  memory.set(key, text);
  return false;
}

/** Forgets the moves of the oldest game whose moves are known; that it was played, and how it ended, stays. */
function shed() {
  try {
    const names = loadPast().map((one) => `${PREFIX}past.${one?.id}`);
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

/** Has `seen` called with a game's key when another tab has kept its table. @param {(key: string) => void} seen */
export function onTable(seen) {
  const place = `${PREFIX}table.`;
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue && key?.startsWith(place)) seen(key.slice(place.length));
  });
}

/** @param {string} key */
export const dropTable = (key) => write(`table.${key}`, null);

/**
 * A game that made way for another one.
 *
 * @typedef {Saved & { key: string, when: number, plies: number, winner: Side | 'draw' | null }} Left
 */

/** The games that made way, the last one first. @returns {Left[]} */
export function loadShelf() {
  const kept = read('shelf');
  const isWhole = (/** @type {any} */ one) =>
    typeof one?.record === 'string' && Array.isArray(one.rows) && one.players && Number.isFinite(one.when);
  return Array.isArray(kept) ? kept.filter(isWhole) : [];
}

/** @param {Left} left */
export const shelve = (left) =>
  write('shelf', [left, ...loadShelf().filter(({ record }) => record !== left.record)].slice(0, MAX_EARLIER_GAMES));

/** @param {Left} left */
export const unshelve = (left) =>
  write(
    'shelf',
    loadShelf().filter(({ record }) => record !== left.record),
  );

/** The reports that were made last, each with the game's id and the line that it is about. @returns {any[]} */
export function loadReports() {
  const kept = read('reports');
  return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one?.found?.turns)) : [];
}

/** @param {unknown[]} list */
export const saveReports = (list) => write('reports', list);

/** What is known of the games that were played to their end. @returns {any[]} */
export function loadPast() {
  const kept = read('past');
  return Array.isArray(kept) ? kept : [];
}

/** @param {unknown[]} list */
export const savePasts = (list) => write('past', list);

/**
 * How far someone is in the lesson of a game.
 *
 * @typedef {{ at: number, done: number[] }} Course `at`: the step that was on the board; `done`: those that were done
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

/** Whether nothing has been played here yet, and no lesson was begun. @param {{ key: string, files: number, ranks: number }[]} games */
export const isNewcomer = (games) =>
  !muted && !loadPast().length && games.every((game) => !loadTable(game)?.last.length && !read(`lesson.${game.key}`));

/** How the puzzles went, see study/schedule.js. Before the second edition the key was `exercises`. */
export const loadPuzzles = () => read('puzzles') ?? read('exercises');

/** @param {unknown} memory */
export const savePuzzles = (memory) => write('puzzles', memory);

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

/** Forgets the ratings, the days and the help. */
export const dropProgress = () => ['ratings', 'days', 'aids'].forEach(drop);

/** The record of one of them. @param {string} id @returns {string | null} */
export function loadRecord(id) {
  const kept = read(`past.${id}`);
  return typeof kept === 'string' ? kept : null;
}

/** @param {string} id @param {string | null} record null to forget it */
export const savePast = (id, record) => (record === null ? drop(`past.${id}`) : write(`past.${id}`, record));

/**
 * @param {{ key: string, files: number, ranks: number }} meta
 * @returns {Saved | null} null where there is none or where it is not whole
 */
export function loadTable({ key, files, ranks }) {
  const saved = /** @type {Partial<Saved> | null} */ (read(`table.${key}`));
  if (!saved || typeof saved !== 'object' || typeof saved.record !== 'string') return null;
  const { rows, players, bottom } = saved;
  const drawn = Array.isArray(rows) && rows.length === ranks && rows.every((row) => row?.length === files);
  if (!drawn || !players || (bottom !== 'w' && bottom !== 'b')) return null;
  const level = (/** @type {unknown} */ value) =>
    typeof value === 'number' && value >= REMOTE && value <= 10 ? value : 0;
  return {
    record: saved.record,
    ...(typeof saved.id === 'string' && { id: saved.id }),
    ...(saved.turn && typeof saved.turn === 'object' && { turn: saved.turn }),
    rows,
    last: Array.isArray(saved.last) ? saved.last.map(String) : [],
    over: saved.over === true,
    bottom,
    players: { w: level(players.w), b: level(players.b) },
  };
}
