import type { Loose } from '../lib/loose.d.ts';
import type { ArchivedGame, Left, Saved } from '../state/kept.ts';
import type { ReviewFindings } from '../state/review.d.ts';
import { REMOTE } from '../state/state.ts';

const PREFIX = 'saltus.';

/** The list of earlier games keeps the latest. */
const MAX_EARLIER_GAMES = 24;

let muted = false;

/** The values that storage did not take, as JSON. */
const memory: Map<string, string> = new Map();

/** Turns storage off: from now on nothing is written or read. For a board that is embedded in another page. */
export function mute() {
  muted = true;
}

function read(key: string): unknown {
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
 * @returns whether it was written
 */
function write(key: string, value: unknown): boolean {
  if (muted) return true;
  const isWritten = put(key, JSON.stringify(value));
  tell(key);
  return isWritten;
}

function put(key: string, text: string) {
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
    if (!oldest) return false;
    localStorage.removeItem(oldest);
    tell(oldest.slice(PREFIX.length));
    return true;
  } catch {
    return false;
  }
}

function drop(key: string) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Blocked: then there is nothing to remove.
  }
  tell(key);
}

/** Who is told what is written. */
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

export const loadSettings = () => read('settings');

export const saveSettings = (settings: unknown) => write('settings', settings);

/** The key of the game that was played last. */
export const loadLast = () => read('last');

export const saveLast = (key: string) => write('last', key);

export const saveTable = (key: string, table: Saved) => write(`table.${key}`, table);

/** Calls back with a game's key when another tab has saved its match. */
export function onTable(callback: (key: string) => void) {
  const prefix = `${PREFIX}table.`;
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue && key?.startsWith(prefix)) callback(key.slice(prefix.length));
  });
}

export const dropTable = (key: string) => write(`table.${key}`, null);

/** The earlier games, the latest first. */
export function loadEarlierGames(): Left[] {
  const kept = read('shelf');
  const isWhole = (one: Loose<Left>): one is Left =>
    typeof one?.record === 'string' && Array.isArray(one.rows) && Boolean(one.players) && Number.isFinite(one.when);
  return Array.isArray(kept) ? kept.filter(isWhole) : [];
}

export const saveEarlierGame = (left: Left) =>
  write(
    'shelf',
    [left, ...loadEarlierGames().filter(({ record }) => record !== left.record)].slice(0, MAX_EARLIER_GAMES),
  );

export const dropEarlierGame = (left: Left) =>
  write(
    'shelf',
    loadEarlierGames().filter(({ record }) => record !== left.record),
  );

/** A review, with the match's id and the reviewed line. */
interface KeptReview {
  id: string;
  line: string;
  found: ReviewFindings;
}

/** The latest reviews. */
export function loadReviews(): KeptReview[] {
  const kept = read('reports');
  return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one?.found?.turns)) : [];
}

export const saveReviews = (list: KeptReview[]) => write('reports', list);

/** The summaries of the archived games. */
export function loadArchive(): Loose<ArchivedGame>[] {
  const kept = read('past');
  return Array.isArray(kept) ? kept : [];
}

export const saveArchive = (list: unknown[]) => write('past', list);

/** The progress in a game's lesson. */
interface Course {
  at: number; // the current step
  done: number[]; // the completed steps
}

/** @param count of its steps */
export function loadCourse(game: string, count: number): Course {
  const kept = read(`lesson.${game}`) as Partial<Course> | null;
  const isStep = (index: unknown) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < count;
  return {
    at: isStep(kept?.at) ? Number(kept?.at) : 0,
    done: Array.isArray(kept?.done) ? kept.done.filter(isStep) : [],
  };
}

export const saveCourse = (game: string, course: Course) => write(`lesson.${game}`, course);

/** Whether nothing has been played in this browser, and no lesson begun. */
export const isNewcomer = (games: { key: string; files: number; ranks: number }[]) =>
  !muted &&
  !loadArchive().length &&
  games.every((game) => !loadTable(game)?.last.length && !read(`lesson.${game.key}`));

/** The games whose start card was shown. */
const metGames = () => [read('met')].flat().filter((one) => typeof one === 'string');

/** Whether this game was opened before. */
export const isMet = (game: string) => metGames().includes(game);

export function meet(game: string) {
  if (!isMet(game)) write('met', [...metGames(), game]);
}

/**
 * The rules of a game that were switched on or off where it was first opened, for its next new game.
 *
 * @returns undefined where none were
 */
export function loadOptions({
  key,
  options,
}: {
  key: string;
  options: { key: string }[];
}): Record<string, boolean> | undefined {
  const kept = read(`options.${key}`) as Record<string, unknown> | null;
  const known = options.filter((option) => typeof kept?.[option.key] === 'boolean');
  return known.length
    ? Object.fromEntries(known.map((option) => [option.key, kept?.[option.key] === true]))
    : undefined;
}

export const saveOptions = (key: string, options: Record<string, boolean>) => write(`options.${key}`, options);

/** How the puzzles went, see `schedule.ts`. Before the second edition the key was `exercises`. */
export const loadPuzzles = () => read('puzzles') ?? read('exercises');

export const savePuzzles = (memory: unknown) => write('puzzles', memory);

/** The results of puzzle runs, see `runs.ts`. */
export const loadRuns = () => read('runs');

export const saveRuns = (runs: unknown) => write('runs', runs);

/** Whether own games are reviewed in the background, and the names under which the player plays elsewhere. */
export function loadReviewing() {
  const kept = read('reviewing') as Loose<{ isOn: boolean; names: string[] }>;
  const names = Array.isArray(kept?.names) ? kept.names.map(String) : [];
  return { isOn: kept?.isOn === true, names };
}

export const saveReviewing = (reviewing: ReturnType<typeof loadReviewing>) => write('reviewing', reviewing);

/** The player's ratings, see `ratings.ts`. */
export const loadRatings = () => read('ratings');

export const saveRatings = (ratings: unknown) => write('ratings', ratings);

/** What was done on which day, see `days.ts`. */
export const loadDays = () => read('days');

export const saveDays = (days: unknown) => write('days', days);

/** For how many games it is known that the player had help. */
const MAX_AIDED_GAMES = 60;

/** The help that the player had in games, by the games' ids. */
export function loadAids(): Record<string, unknown> {
  const kept = read('aids');
  return kept && typeof kept === 'object' ? (kept as Record<string, unknown>) : {};
}

/** Notes the first help in a game. */
export function saveAid(id: string, aid: string) {
  const kept = loadAids();
  if (id in kept) return;
  write('aids', Object.fromEntries([...Object.entries(kept), [id, aid]].slice(-MAX_AIDED_GAMES)));
}

/** Forgets the ratings, the days, the puzzle runs and the help. */
export const dropProgress = () => ['ratings', 'days', 'runs', 'aids'].forEach(drop);

/** The record of an archived game. */
export function loadArchivedRecord(id: string): string | null {
  const kept = read(`past.${id}`);
  return typeof kept === 'string' ? kept : null;
}

/** The ids of the archived games that have a record. */
export function archivedRecords(): Set<string> {
  let stored: string[] = [];
  try {
    stored = Object.keys(localStorage).map((name) => name.slice(PREFIX.length));
  } catch {
    // Blocked.
  }
  const names = [...stored, ...memory.keys()].filter((name) => name.startsWith('past.'));
  return new Set(names.map((name) => name.slice('past.'.length)));
}

/** @param record null to delete it */
export const saveArchivedRecord = (id: string, record: string | null) =>
  record === null ? drop(`past.${id}`) : write(`past.${id}`, record);

/** @returns null if there is none, or if it is incomplete */
export function loadTable({ key, files, ranks }: { key: string; files: number; ranks: number }): Saved | null {
  const saved = read(`table.${key}`) as Partial<Saved> | null;
  if (!saved || typeof saved !== 'object' || typeof saved.record !== 'string') return null;
  const { rows, players, bottom } = saved;
  const fits = Array.isArray(rows) && rows.length === ranks && rows.every((row) => row?.length === files);
  if (!fits || !players || (bottom !== 'w' && bottom !== 'b')) return null;
  const level = (value: unknown) => (typeof value === 'number' && value >= REMOTE && value <= 10 ? value : 0);
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
