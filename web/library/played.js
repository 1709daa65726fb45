/**
 * Brings the finished games of the archive into the library, where all of them stay: the archive keeps the latest. Each
 * goes there once it has ended, and those of before at the first visit. The archive says which are there, so a visit that
 * is cut off goes on where it was.
 *
 * @import { Engine } from '../engine/client.js'
 * @import { ArchivedGame } from '../state/archive.js'
 * @import { Page, State } from '../state/state.js'
 */

import { archivedGames, noteKept } from '../state/archive.js';
import { ratings } from '../state/ratings.js';
import { loadArchivedRecord } from '../state/store.js';
import { CASUAL_GAME, newGameTags, playerTags, ratedTags } from '../state/tags.js';
import { MINE } from './collections.js';
import { games } from './database.js';
import { newGame } from './importing.js';

/** As many games are added in one transaction. */
const BATCH = 10;

/**
 * The record of an archived game with what the archive knows besides: the players and the date.
 *
 * @param {ArchivedGame} game
 * @param {string} record as JSON
 */
function tagged(game, record) {
  const { tags = {}, ...rest } = JSON.parse(record);
  const event = tags.Event === CASUAL_GAME || !tags.Event ? ratedTags(game) : {};
  const { Date: date } = newGameTags(new Date(game.when));
  const named = playerTags(game);
  return JSON.stringify({ ...rest, tags: { Date: date, ...named, ...tags, ...event } });
}

/**
 * Adds the archived games that are not in the library yet.
 *
 * @param {Pick<Engine, 'request'>} rules
 */
async function keepAll(rules) {
  // Counts the games that have just ended.
  ratings();
  for (;;) {
    const due = archivedGames()
      .filter((game) => !game.kept && loadArchivedRecord(game.id) !== null)
      .slice(0, BATCH);
    if (!due.length) return;
    const batch = [];
    for (const game of due) {
      const text = tagged(game, loadArchivedRecord(game.id) ?? '');
      const { games: found } = await rules.request('index', { text });
      for (const one of found)
        batch.push({ game: { ...newGame(one, [MINE]), archive: game.id }, text: { text, game: game.game } });
    }
    await games.add(batch);
    // A game that cannot be read is not tried again.
    noteKept(due);
  }
}

/** Settles when the archive is in the library. @type {Promise<void>} */
let keeping = Promise.resolve();

/** Brings the archive into the library, if there is anything to bring. @param {Pick<Engine, 'request'>} rules */
export function keepPlayed(rules) {
  // Without a database the archive stays what it is.
  keeping = keeping.then(() => keepAll(rules)).catch(() => {});
  return keeping;
}

/**
 * Brings finished games into the library from now on.
 *
 * @param {Page} page
 * @param {Pick<Engine, 'request'>} rules
 */
export function keepFinished(page, rules) {
  /** @type {State['finished']} */
  let seen = null;
  keepPlayed(rules);
  page.show(({ finished }) => {
    if (finished === seen) return;
    seen = finished;
    if (finished) keepPlayed(rules);
  });
}
