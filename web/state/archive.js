/**
 * The games that were played to their end, kept in this browser and nowhere else: how each ended, and its moves.
 *
 * The summaries are one list, each record stands by itself: a game is opened without reading all the others.
 *
 * @import { Side } from '../types.d.ts'
 */

import * as store from './store.js';

/** How many are kept. */
const MAX_ARCHIVED_GAMES = 200;

/**
 * @typedef {object} Past
 * @property {string} id
 * @property {string} game
 * @property {number} when in ms since 1970
 * @property {Record<Side, number>} players as in the state
 * @property {Side | 'draw'} winner
 * @property {string} reason the rule by which it ended
 * @property {number} plies
 * @property {Aid} [aid] why the game is not rated, where it is not
 * @property {{ rating: number, change: number }} [rated] the player's rating after it, once it has been counted
 */

/**
 * Why a game against the computer is not rated: the player had a hint or the analysis, took a move back, changed who
 * plays, or began from a position that was set up.
 *
 * @typedef {'hint' | 'analysis' | 'undo' | 'seat' | 'position'} Aid
 */

/** @typedef {{ games: number, won: number, drawn: number, lost: number }} Tally */

/** All of them, the last first. @returns {Past[]} */
export const past = () =>
  store
    .loadPast()
    .filter((one) => typeof one?.id === 'string' && typeof one.players?.w === 'number' && Number.isFinite(one.when));

/**
 * Keeps a game that has ended; where it had ended before, the last ending counts, but for the rating the first.
 *
 * @param {Past} game
 * @param {string} record
 */
export function keep(game, record) {
  const before = past().find(({ id }) => id === game.id);
  const first = before && { aid: before.aid, rated: before.rated };
  const list = [{ ...game, ...first }, ...past().filter(({ id }) => id !== game.id)];
  for (const { id } of list.splice(MAX_ARCHIVED_GAMES)) store.savePast(id, null);
  store.savePast(game.id, record);
  store.savePasts(list);
}

/** Forgets all of them, and the ratings and days that came of them. */
export function forget() {
  for (const { id } of past()) store.savePast(id, null);
  store.savePasts([]);
  store.dropProgress();
}

/** All of them with their records, to be taken elsewhere. */
export const everything = () =>
  past().map((one) => {
    const record = store.loadRecord(one.id);
    return { ...one, record: record && JSON.parse(record) };
  });

/** The one person's side in a game against the computer, else null. @param {Past} game @returns {Side | null} */
export function person({ players: { w, b } }) {
  if (w === 0 && b > 0) return 'w';
  return b === 0 && w > 0 ? 'b' : null;
}

/** How it went for the person: 1, 0, -1; null where that is not one against the computer. @param {Past} game */
export function score(game) {
  const side = person(game);
  if (!side) return null;
  return game.winner === 'draw' ? 0 : game.winner === side ? 1 : -1;
}

/**
 * Won, drawn and lost against each level of the computer, by level.
 *
 * @param {Past[]} games
 */
export function tally(games) {
  /** @type {Map<number, Tally>} */
  const levels = new Map();
  for (const game of games) {
    const own = score(game);
    if (own === null) continue;
    const level = Math.max(game.players.w, game.players.b);
    const sum = levels.get(level) ?? { games: 0, won: 0, drawn: 0, lost: 0 };
    sum.games++;
    sum[own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn']++;
    levels.set(level, sum);
  }
  return new Map([...levels].sort(([a], [b]) => a - b));
}

/**
 * Wins in a row: now, and at best.
 *
 * @param {Past[]} games the last first
 */
export function streaks(games) {
  let best = 0;
  let run = 0;
  for (const game of [...games].reverse()) {
    const own = score(game);
    if (own === null) continue;
    run = own > 0 ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return { now: run, best };
}
