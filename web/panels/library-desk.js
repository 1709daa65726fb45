/**
 * What the library's panel shows, while it is open and while it is closed, and its search.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Hit } from '../library/catalogue.js'
 * @import { LibraryGame, WholeGame } from '../library/types.d.ts'
 */

import { catalogue } from '../library/catalogue.js';
import { faultOf } from './library-faults.js';

/** @typedef {'added' | 'newest' | 'oldest' | 'players' | 'event'} Order */

/** @type {Order[]} */
export const ORDERS = ['added', 'newest', 'oldest', 'players', 'event'];

export const desk = {
  /** @type {'list' | 'game' | 'tools'} */
  view: 'list',
  /** The game that is shown. */
  id: 0,
  query: '',
  /** The query whose games are in `hits`; null before the first search. @type {string | null} */
  searched: null,
  /** @type {Order} */
  order: 'added',
  /** The games that the explorer has found, by id with the ply to open each at; null for all. @type {Map<number, number> | null} */
  only: null,
  /** @type {Hit[]} */
  hits: [],
  isChoosing: false,
  /** @type {Set<number>} */
  chosen: new Set(),
  /** What was deleted last, to be brought back. @type {WholeGame[]} */
  removed: [],
  areFiltersOpen: false,
  /** Rises when the panel is to be filled anew. */
  version: 0,
};

/**
 * Changes what the panel shows, and fills it anew.
 *
 * @param {GameController} controller
 * @param {Partial<typeof desk>} change
 */
export function show({ page }, change = {}) {
  Object.assign(desk, change);
  desk.version++;
  page.change(() => {});
}

/** @param {string} one @param {string} other */
const text = (one, other) => one.localeCompare(other);

/** @param {LibraryGame} one @param {LibraryGame} other */
const latest = (one, other) => (other.date > one.date ? 1 : other.date < one.date ? -1 : other.id - one.id);

/** @type {Record<Order, (one: LibraryGame, other: LibraryGame) => number>} */
const COMPARE = {
  added: (one, other) => other.added - one.added || other.id - one.id,
  newest: latest,
  // Games without a date stand last.
  oldest: (one, other) => (one.date && other.date ? latest(other, one) : Number(!one.date) - Number(!other.date)),
  players: (one, other) => text(one.white, other.white) || text(one.black, other.black) || one.id - other.id,
  event: (one, other) => text(one.event, other.event) || latest(other, one),
};

/** How many searches have begun: only the last one counts. */
let searches = 0;

/**
 * Searches. What fits is in `desk.hits`.
 *
 * @param {GameController} controller
 * @returns {Promise<string>} what is wrong with the query, or with the library
 */
export async function search(controller) {
  const mine = ++searches;
  const { query: written } = desk;
  const line = written.trim();
  try {
    const all = { game: null, terms: [], moments: [] };
    const query = line ? await controller.rules.request('query', { query: line }) : all;
    await catalogue.ready();
    if (mine !== searches) return '';
    const { only } = desk;
    const found = catalogue.search(query, controller.page.state.games);
    const hits = only ? found.filter(({ game }) => only.has(game.id)) : found;
    if (only) for (const hit of hits) hit.ply ||= only.get(hit.game.id) ?? 0;
    const compare = COMPARE[desk.order];
    desk.searched = written;
    desk.hits = hits.sort((one, other) => compare(one.game, other.game));
    return '';
  } catch (error) {
    return mine === searches ? faultOf(error) : '';
  }
}
