/**
 * Brings finished games into the library, where all stay: the archive keeps the latest. Each goes there once it has
 * ended, those of before at the first visit. The archive says which are there, so a visit that is cut off goes on.
 */

import type { Engine } from '../../engine/client.ts';
import { EngineError } from '../../lib/engine-error.ts';
import type { ArchivedGame } from '../../state/kept.ts';
import { MINE } from '../../state/library.ts';
import type { Page } from '../../state/state.ts';
import { noteKept } from '../archive.ts';
import { ratings } from '../ratings.ts';
import { archivedGames, loadArchivedRecord, setAside } from '../store.ts';
import { CASUAL_GAME, newGameTags, playerTags, ratedTags } from '../tags.ts';
import { games } from './database.ts';
import { newGame } from './identity.ts';

const BATCH = 10; // as many games are added in one transaction

/** The record, as JSON, of an archived game with what the archive knows besides: the players and the date. */
function tagged(game: ArchivedGame, record: string) {
  const { tags = {}, ...rest } = JSON.parse(record);
  const event = tags.Event === CASUAL_GAME || !tags.Event ? ratedTags(game) : {};
  const { Date: date } = newGameTags(new Date(game.when));
  const named = playerTags(game);
  return JSON.stringify({ ...rest, tags: { Date: date, ...named, ...tags, ...event } });
}

async function indexed(rules: Pick<Engine, 'request'>, game: ArchivedGame) {
  const text = tagged(game, loadArchivedRecord(game.id) ?? '');
  const { games: entries } = await rules.request('index', { text });
  return entries.length
    ? { game: { ...newGame(entries[0], [MINE]), archive: game.id }, texts: [{ text, game: game.game }] }
    : null;
}

/** Null where it is the record that is at fault. */
function unlessLost(error: unknown) {
  if (error instanceof EngineError && error.code !== 'bad-record') throw error;
  return null;
}

async function keepAll(rules: Pick<Engine, 'request'>) {
  // Counts the games that have just ended.
  ratings();
  for (;;) {
    const open = archivedGames().filter((game) => !game.kept && loadArchivedRecord(game.id) !== null);
    const due = open.slice(0, BATCH);
    if (!due.length) return;
    const batch = [];
    for (const game of due) {
      const entry = await indexed(rules, game).catch(unlessLost);
      // A game that cannot be read is not tried again.
      if (entry) batch.push(entry);
      else setAside(`past.${game.id}`);
    }
    await games.add(batch);
    noteKept(due);
  }
}

let keeping: Promise<void> = Promise.resolve(); // settles when the archive is in the library

export function keepPlayed(rules: Pick<Engine, 'request'>) {
  // Without a database the archive stays what it is.
  keeping = keeping.then(() => keepAll(rules)).catch(() => {});
  return keeping;
}

/** Brings finished games into the library from now on. */
export function keepFinished(page: Page, rules: Pick<Engine, 'request'>) {
  keepPlayed(rules);
  page.effect('finished', (finished) => finished && keepPlayed(rules));
}
