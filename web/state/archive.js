/**
 * The archive of finished games, stored in this browser only. The summaries are one list; each record is stored by
 * itself, so that one game can be opened without reading the others.
 *
 * @import { Side } from '../protocol.d.ts'
 */

import * as store from './store.js';

/** The archive keeps the latest games. */
const MAX_ARCHIVED_GAMES = 200;

/**
 * The summary of a finished game.
 *
 * @typedef {object} ArchivedGame
 * @property {string} id
 * @property {string} game
 * @property {number} when in ms since 1970
 * @property {Record<Side, number>} players as in the state
 * @property {Side | 'draw'} winner
 * @property {string} reason why it ended, as in `outcome.reason`
 * @property {number} plies
 * @property {Aid} [aid] why the game is not rated, if it is not
 * @property {number} [accuracy] the person's own, in percent, once the game has been reviewed
 * @property {boolean} [kept] whether it is in the library
 * @property {{ rating: number, change: number, number?: number }} [rated] the player's rating after the game, once it has been
 *   counted, and which of the rated games it is
 */

/**
 * Why a game against the computer is not rated: the player had a hint or the analysis, took a move back, changed the
 * players, or started from a position that was set up.
 *
 * @typedef {'hint' | 'analysis' | 'undo' | 'seat' | 'position'} Aid
 */

/** How many games were won, drawn and lost. @typedef {{ won: number, drawn: number, lost: number }} Results */

/** The results against one opponent; those of games that are not rated stand apart. @typedef {Results & { unrated: Results }} Tally */

/** Before each side has made so many moves, a game that is given up says nothing about the players. */
export const MIN_RATED_MOVES = 5;

/** How a game ends that is not played to its end. */
const GIVEN_UP = ['resignation', 'agreement', 'flag'];

/** All finished games, the latest first. @returns {ArchivedGame[]} */
export const archivedGames = () =>
  store
    .loadArchive()
    .filter((one) => typeof one?.id === 'string' && typeof one.players?.w === 'number' && Number.isFinite(one.when));

/**
 * Why a game against the computer is not rated, makes no opponent beaten, and is counted apart: help, or an end in the
 * opening (`short`). Undefined for a game that is rated.
 *
 * @param {Pick<ArchivedGame, 'aid' | 'rated' | 'reason' | 'plies'>} game
 * @returns {Aid | 'short' | undefined}
 */
export function whyUnrated({ aid, rated, reason, plies }) {
  if (rated) return undefined;
  return aid ?? (GIVEN_UP.includes(reason) && plies < 2 * MIN_RATED_MOVES ? 'short' : undefined);
}

/**
 * Archives a finished game. If it is there already (it was taken back and finished again), the new ending replaces the
 * old one, but for the rating the first one counts, unless it was an end in the opening.
 *
 * @param {ArchivedGame} game
 * @param {string} record
 */
export function keep(game, record) {
  const before = archivedGames().find(({ id }) => id === game.id);
  const first = before && whyUnrated(before) !== 'short' && { aid: before.aid, rated: before.rated };
  const list = [{ ...game, ...first }, ...archivedGames().filter(({ id }) => id !== game.id)];
  for (const { id } of list.splice(MAX_ARCHIVED_GAMES)) store.saveArchivedRecord(id, null);
  store.saveArchivedRecord(game.id, record);
  store.saveArchive(list);
}

/**
 * Notes how accurately the person played an archived game against the computer.
 *
 * @param {string} id
 * @param {Record<Side, number | null>} accuracy in percent
 */
export function noteAccuracy(id, accuracy) {
  const list = archivedGames();
  const game = list.find((one) => one.id === id);
  const side = game && person(game);
  const own = side ? accuracy[side] : null;
  if (!game || own === null || game.accuracy === Math.round(own)) return;
  game.accuracy = Math.round(own);
  store.saveArchive(list);
}

/**
 * Notes which games are in the library now. One that has another ending since is not.
 *
 * @param {ArchivedGame[]} kept
 */
export function noteKept(kept) {
  const list = archivedGames();
  for (const game of list) game.kept ||= kept.some(({ id, when }) => id === game.id && when === game.when);
  store.saveArchive(list);
}

/** Deletes the archive, and the ratings and days that follow from it. */
export function forget() {
  for (const { id } of archivedGames()) store.saveArchivedRecord(id, null);
  store.saveArchive([]);
  store.dropProgress();
}

/** All finished games with their records, for export. */
export const everything = () =>
  archivedGames().map((one) => {
    const record = store.loadArchivedRecord(one.id);
    return { ...one, record: record && JSON.parse(record) };
  });

/** The person's side in a game against the computer; null for any other game. @param {ArchivedGame} game @returns {Side | null} */
export function person({ players: { w, b } }) {
  if (w === 0 && b > 0) return 'w';
  return b === 0 && w > 0 ? 'b' : null;
}

/** The level of the computer in a game against it. @param {ArchivedGame} game */
export const levelOf = ({ players: { w, b } }) => Math.max(w, b);

/** The person's result against the computer: 1, 0 or -1; null for any other game. @param {ArchivedGame} game */
export function score(game) {
  const side = person(game);
  if (!side) return null;
  return game.winner === 'draw' ? 0 : game.winner === side ? 1 : -1;
}

/** The kind of a result of 1, 0 or -1. @param {number} points @returns {keyof Results} */
export const kindOf = (points) => (points > 0 ? 'won' : points < 0 ? 'lost' : 'drawn');

/** @returns {Results} */
const none = () => ({ won: 0, drawn: 0, lost: 0 });

/** The person's results in the rated games of a list, in its order. @param {ArchivedGame[]} games */
const ratedScores = (games) =>
  games
    .filter((game) => !whyUnrated(game))
    .map(score)
    .filter((one) => one !== null);

/**
 * Wins, draws and losses against each level of the computer.
 *
 * @param {ArchivedGame[]} games
 */
export function tally(games) {
  /** @type {Map<number, Tally>} */
  const levels = new Map();
  for (const game of games) {
    const own = score(game);
    if (own === null) continue;
    const level = levelOf(game);
    const sum = levels.get(level) ?? { ...none(), unrated: none() };
    (whyUnrated(game) ? sum.unrated : sum)[kindOf(own)]++;
    levels.set(level, sum);
  }
  return new Map([...levels].sort(([a], [b]) => a - b));
}

/** The results against several opponents together. @param {Iterable<Tally>} tallies @returns {Tally} */
export function sumOf(tallies) {
  const sum = { ...none(), unrated: none() };
  for (const one of tallies) {
    for (const kind of /** @type {(keyof Results)[]} */ (['won', 'drawn', 'lost'])) {
      sum[kind] += one[kind];
      sum.unrated[kind] += one.unrated[kind];
    }
  }
  return sum;
}

/** How many games results are of. @param {Results} results */
export const countOf = ({ won, drawn, lost }) => won + drawn + lost;

/**
 * The current and the longest winning streak in rated games.
 *
 * @param {ArchivedGame[]} games the latest first
 */
export function streaks(games) {
  let best = 0;
  let run = 0;
  for (const own of ratedScores(games).reverse()) {
    run = own > 0 ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return { now: run, best };
}

/** The mean accuracy in the rated games whose accuracy is known, in percent; null if there are none. @param {ArchivedGame[]} games */
export function meanAccuracy(games) {
  const known = games.flatMap((game) =>
    typeof game.accuracy === 'number' && !whyUnrated(game) ? [game.accuracy] : [],
  );
  return known.length ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
}

/**
 * The results of the last rated games, the oldest first: each 1, 0 or -1.
 *
 * @param {ArchivedGame[]} games the latest first
 * @param {number} count
 */
export const lastResults = (games, count) => ratedScores(games).slice(0, count).reverse();
