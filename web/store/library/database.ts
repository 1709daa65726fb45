/**
 * The library's database, in the browser's IndexedDB: games with the texts that they were read from, and stores for
 * what is made of them (puzzles of mistakes, repertoires, reviews). Each batch of games is one transaction: a tab
 * that is closed half-way, or a full disk, leaves whole batches only. Two tabs write one after the other, and a game
 * is told apart by its digest, so none is added twice.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { succeeds } from '../../lib/attempt.ts';
import { openChannel } from '../../lib/capabilities.ts';
import type { Added, GameText, LibraryGame, NewGame, WholeGame } from '../../state/library.ts';
import { known } from '../tags.ts';

/** The stores with records of any shape: each record has an `id`. */
export type RecordStore = 'deck' | 'lines' | 'reviews';

export interface AnyRecord {
  id: string | number;
  game?: number; // the game of the library that it belongs to, if it does; indexed
}

type RecordSchema = { key: string | number; value: AnyRecord; indexes: { game: number } };

interface Schema extends DBSchema, Record<RecordStore, RecordSchema> {
  games: { key: number; value: LibraryGame; indexes: { digest: string; archive: string } };
  sources: { key: number; value: { id: number; texts: GameText[] } }; // by the id of the game, the first one first
}

const NAME = 'saltus.library';
const VERSION = 1;

export const RECORD_STORES: RecordStore[] = ['deck', 'lines', 'reviews'];

/** What is said of the browser's errors, by their names. */
const MESSAGES: Record<string, string> = {
  QuotaExceededError: 'library.error.full',
  VersionError: 'library.error.later',
};

/** Why the library cannot be read or written. `key` is that of the message in `strings/`. */
const unusable = (cause: unknown) => {
  const key = (cause instanceof DOMException && MESSAGES[cause.name]) || 'library.error.unavailable';
  return Object.assign(new Error('The library cannot be used.', { cause }), { key });
};

let opened: Promise<IDBPDatabase<Schema>> | null = null;

const lose = () => {
  opened = null;
};

function open(): Promise<IDBPDatabase<Schema>> {
  if (opened) return opened;
  opened = (openDB as typeof openDB<Schema>)(NAME, VERSION, {
    upgrade(database) {
      const games = database.createObjectStore('games', { keyPath: 'id', autoIncrement: true });
      games.createIndex('digest', 'digest', { unique: true });
      games.createIndex('archive', 'archive', { unique: true });
      database.createObjectStore('sources', { keyPath: 'id' });
      for (const name of RECORD_STORES) {
        const store = database.createObjectStore(name, { keyPath: 'id' });
        store.createIndex('game', 'game');
      }
    },
    // A page of a later version waits for this one.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      lose();
    },
    terminated: lose,
  });
  opened.catch(lose);
  return opened;
}

/** Uses the database. Rejects with what is `unusable`. */
async function use<Result>(act: (database: IDBPDatabase<Schema>) => Promise<Result>) {
  try {
    return await act(await open());
  } catch (error) {
    throw unusable(error);
  }
}

/**
 * Reads and writes these stores in one transaction, and tells of the change. Where a part fails, nothing is written,
 * and the error is the transaction's: a request is told only that it was aborted, not that the disk is full.
 */
const write = <Names extends StoreNames<Schema>[], Result>(
  names: Names,
  change: Change | null,
  act: (transaction: IDBPTransaction<Schema, Names, 'readwrite'>) => Promise<Result>,
) =>
  use(async (database) => {
    const transaction = database.transaction(names, 'readwrite');
    // Where `act` fails nobody awaits it, and its rejection would be reported as unhandled.
    transaction.done.catch(() => {});
    try {
      const result = await act(transaction);
      await transaction.done;
      if (change) tell(change);
      return result;
    } catch (error) {
      succeeds(() => transaction.abort()); // it may have ended
      throw transaction.error ?? error;
    }
  });

/** What has changed: the games with these ids, or a store. */
type Change = { games?: number[]; store?: RecordStore };

const watchers: Set<(change: Change) => void> = new Set();
const channel = openChannel(NAME);
channel?.addEventListener('message', ({ data }) => {
  for (const watcher of watchers) watcher(data);
});

/** Calls back when this tab or another has changed the library. */
export function watch(callback: (change: Change) => void) {
  watchers.add(callback);
  return () => void watchers.delete(callback);
}

function tell(change: Change) {
  for (const watcher of watchers) watcher(change);
  channel?.postMessage(change);
}

/** The game with the tags and collections that it lacks, from another record. A tag that is known stays as it is. */
function merged(one: LibraryGame, other: NewGame): LibraryGame {
  const tags = { ...one.tags };
  for (const [name, value] of Object.entries(other.tags)) if (!known(tags[name])) tags[name] = value;
  return {
    ...one,
    tags,
    event: one.event || other.event,
    result: one.result === 'unfinished' ? other.result : one.result,
    opening: one.opening || other.opening,
    ballot: one.ballot ?? other.ballot,
    collections: [...new Set([...one.collections, ...other.collections])],
    ...(other.archive && { archive: other.archive }),
  };
}

export const games = {
  all: () => use((database) => database.getAll('games')),

  many: (ids: number[]) =>
    use(async (database) => {
      const { store } = database.transaction('games');
      const found = await Promise.all(ids.map((id) => store.get(id)));
      return found.filter((game) => game !== undefined);
    }),

  /** The texts that a game was read from, the first one first. */
  texts: (id: number) => use(async (database) => (await database.get('sources', id))?.texts ?? []),

  /** The games that were played here. */
  played: () => use((database) => database.getAllFromIndex('games', 'archive')),

  /**
   * Adds games, all in one transaction. One that is there already gets the collections, the text and the tags that it
   * lacks. A game that was played here takes the place of its earlier ending. The ids are in the order of the batch.
   */
  add: (batch: { game: NewGame; texts: GameText[] }[]) => {
    const told: Added & { ids: number[] } = { new: 0, merged: 0, known: 0, ids: [] };
    return write(['games', 'sources'], { games: told.ids }, async (transaction) => {
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      const put = async (game: NewGame, texts: GameText[]) => {
        const before = game.archive ? await store.index('archive').get(game.archive) : undefined;
        const same = await store.index('digest').get(game.digest);
        if (!same) {
          const collections = [...new Set([...(before?.collections ?? []), ...game.collections])];
          const place = before ? { id: before.id, added: before.added } : { added: Date.now() };
          const id = await store.put({ ...game, collections, ...place } as LibraryGame);
          await sources.put({ id, texts });
          told[before ? 'merged' : 'new']++;
          return id;
        }
        if (before && before.id !== same.id) await Promise.all([store.delete(before.id), sources.delete(before.id)]);
        const known = (await sources.get(same.id))?.texts ?? [];
        const fresh = texts.filter(({ text }) => !known.some((one) => one.text === text));
        if (fresh.length) await sources.put({ id: same.id, texts: [...known, ...fresh] });
        await store.put(merged(same, game));
        told[fresh.length ? 'merged' : 'known']++;
        return same.id;
      };
      for (const { game, texts } of batch) told.ids.push(await put(game, texts));
      return told;
    });
  },

  withDigest: (digest: string) => use((database) => database.getFromIndex('games', 'digest', digest)),

  /** Replaces a game. Others are removed: all that is theirs becomes its own. `first` is a text to be read first. */
  change: (game: LibraryGame, { first, gone = [] }: { first?: GameText; gone?: number[] } = {}) => {
    const change = { games: [game.id, ...gone] };
    return write(['games', 'sources', 'deck', 'reviews'], change, async (transaction) => {
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      const all = [...(first ? [first] : []), ...((await sources.get(game.id))?.texts ?? [])];
      for (const id of gone) {
        all.push(...((await sources.get(id))?.texts ?? []));
        await Promise.all([store.delete(id), sources.delete(id)]);
        for (const name of ['deck', 'reviews'] as const) {
          const records = transaction.objectStore(name);
          for (const one of await records.index('game').getAll(id)) await records.put({ ...one, game: game.id });
        }
      }
      const texts = all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at);
      await Promise.all([store.put(game), sources.put({ id: game.id, texts })]);
    });
  },

  /** Removes games. Resolves to what `restore` takes to bring them back. */
  remove: (ids: number[]) =>
    write(['games', 'sources'], { games: ids }, async (transaction) => {
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      const removed: WholeGame[] = [];
      for (const id of ids) {
        const [game, kept] = await Promise.all([store.get(id), sources.get(id)]);
        if (!game) continue;
        removed.push({ game, texts: kept?.texts ?? [] });
        await Promise.all([store.delete(id), sources.delete(id)]);
      }
      return removed;
    }),

  removePlayed: async () => games.remove(await use((database) => database.getAllKeysFromIndex('games', 'archive'))),

  /** Brings removed games back, with their ids. */
  restore: (removed: WholeGame[]) =>
    write(['games', 'sources'], { games: removed.map(({ game }) => game.id) }, async (transaction) => {
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      for (const { game, texts } of removed) {
        // It may have been imported again meanwhile.
        if (await store.index('digest').getKey(game.digest)) continue;
        await Promise.all([store.put(game), sources.put({ id: game.id, texts })]);
      }
    }),
};

export const records = <One extends AnyRecord>(name: RecordStore) => ({
  get: (id: One['id']) => use((database) => database.get(name, id) as Promise<One | undefined>),

  all: () => use((database) => database.getAll(name) as Promise<One[]>),

  /** Changes a record in one transaction: what two tabs do is not lost. `change` may return undefined to leave it. */
  change: async (id: One['id'], change: (before: One | undefined) => One | undefined) => {
    const { before, after } = await write([name], null, async (transaction) => {
      const store = transaction.objectStore(name);
      const before = (await store.get(id)) as One | undefined;
      const after = change(before);
      if (after) await store.put(after);
      return { before, after };
    });
    if (after) tell({ store: name });
    return after ?? before;
  },

  remove: (id: One['id']) =>
    write([name], { store: name }, (transaction) => transaction.objectStore(name).delete(id)),
});

export type Records<One extends AnyRecord> = ReturnType<typeof records<One>>;
