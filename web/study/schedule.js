/**
 * Which puzzles were solved, and when they come again; kept in this browser only. A missed puzzle goes into the first
 * of a row of Leitner boxes. Each time it is solved when due it moves to the next box, with a longer interval, and
 * leaves after the last.
 */

import * as store from '../state/store.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** How long each box keeps what is in it. */
const WAITS = [10 * MINUTE_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS, 21 * DAY_MS];

/**
 * @typedef {object} Kept
 * @property {number | null} box null where it need not come again
 * @property {number} due when it does, in ms since 1970
 * @property {number} when it was last tried
 * @property {number} solved how often without help or a wrong turn
 * @property {number} missed how often not
 * @property {boolean} [rated] whether the first try has been counted for the puzzle rating
 */

/** @typedef {{ games: Record<string, Record<string, Kept>>, streak: { now: number, best: number } }} Memory */

/** @returns {Memory} */
export function memory() {
  const kept = /** @type {any} */ (store.loadPuzzles());
  const whole = (/** @type {any} */ one) =>
    Number.isFinite(one?.when) && Number.isFinite(one.due) && (one.box === null || one.box in WAITS);
  /** @type {Memory['games']} */
  const games = {};
  for (const [game, ones] of Object.entries(kept?.games ?? {})) {
    games[game] = Object.fromEntries(Object.entries(ones ?? {}).filter(([, one]) => whole(one)));
  }
  const count = (/** @type {unknown} */ n) => (Number.isFinite(n) ? Number(n) : 0);
  return { games, streak: { now: count(kept?.streak?.now), best: count(kept?.streak?.best) } };
}

/**
 * Remembers how a puzzle went.
 *
 * @param {string} game
 * @param {string} id
 * @param {boolean} clean whether it was solved without help and without a wrong turn
 * @param {number} now in ms since 1970
 * @returns {boolean} whether it was the first try
 */
export function remember(game, id, clean, now = Date.now()) {
  const { games, streak } = memory();
  const known = games[game]?.[id];
  const before = known ?? { box: null, due: 0, when: now, solved: 0, missed: 0 };
  /** @type {Kept} */
  const after = { ...before, when: now, rated: true };
  if (clean) {
    after.solved++;
    if (before.box !== null && before.due <= now) after.box = before.box + 1 < WAITS.length ? before.box + 1 : null;
  } else {
    after.missed++;
    after.box = 0;
  }
  if (after.box !== null && (after.box !== before.box || !clean)) after.due = now + WAITS[after.box];
  const run = clean ? streak.now + 1 : 0;
  store.savePuzzles({
    games: { ...games, [game]: { ...games[game], [id]: after } },
    streak: { now: run, best: Math.max(run, streak.best) },
  });
  return !known;
}

/**
 * The first tries of earlier visits that have not been rated, the oldest first; from now on they count as rated. Of a
 * puzzle that was both solved and missed nobody knows any more which came first: it is left out.
 *
 * @param {string} game
 * @returns {{ id: string, isSolved: boolean, when: number }[]}
 */
export function takeUnrated(game) {
  const { games, streak } = memory();
  const open = Object.entries(games[game] ?? {}).filter(([, one]) => !one.rated);
  if (!open.length) return [];
  const rated = Object.fromEntries(open.map(([id, one]) => [id, { ...one, rated: true }]));
  store.savePuzzles({ games: { ...games, [game]: { ...games[game], ...rated } }, streak });
  return open
    .filter(([, { solved, missed }]) => !solved !== !missed)
    .map(([id, { solved, when }]) => ({ id, isSolved: solved > 0, when }))
    .sort((a, b) => a.when - b.when);
}

/** @typedef {'new' | 'solved' | 'due' | 'waits'} Standing */

/**
 * How a puzzle stands: not tried yet, solved, to be tried again now, or later.
 *
 * @param {Kept | undefined} kept
 * @param {number} now
 * @returns {Standing}
 */
export function standing(kept, now = Date.now()) {
  if (!kept) return 'new';
  if (kept.box === null) return 'solved';
  return kept.due <= now ? 'due' : 'waits';
}

/**
 * The next puzzle of a list: what is due before what is new, that before what waits, and at last what was solved
 * longest ago.
 *
 * @template {{ puzzle: string }} One
 * @param {One[]} list the easier ones first
 * @param {Record<string, Kept>} kept
 * @param {string} [but] not this one, if there is another
 * @param {number} now
 * @returns {One | undefined}
 */
export function next(list, kept, but = '', now = Date.now()) {
  const order = ['due', 'new', 'waits', 'solved'];
  const rank = (/** @type {One} */ one) =>
    order.indexOf(standing(kept[one.puzzle], now)) + (one.puzzle === but ? 9 : 0);
  const since = (/** @type {One} */ one) => {
    const known = kept[one.puzzle];
    return known ? (known.box === null ? known.when : known.due) : 0;
  };
  return [...list].sort((a, b) => rank(a) - rank(b) || since(a) - since(b))[0];
}

/** Forgets all of it. */
export const forget = () => store.savePuzzles({ games: {}, streak: { now: 0, best: 0 } });
