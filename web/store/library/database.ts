/**
 * The library's database, in the browser's IndexedDB: games with the texts that they were read from, and stores for
 * what is made of them (puzzles of mistakes, repertoires, reviews). Each batch of games is one transaction: a tab
 * that is closed half-way, or a full disk, leaves whole batches only. Two tabs write one after the other, and a game
 * is told apart by its digest, so none is added twice.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { succeeds } from '../../lib/attempt.ts';
import { keepForGood, mayStore, openChannel } from '../../lib/capabilities.ts';
import { begin } from '../../lib/pending.ts';
import { listOf } from '../../lib/shape.ts';
import type {
  Added,
  AnyRecord,
  GameText,
  LibraryGame,
  NewGame,
  RecordStore,
  WholeGame,
} from '../../state/library.ts';
import { TEXT } from './shapes.ts';

type RecordSchema = { key: string | number; value: AnyRecord; indexes: { game: number } };

interface Schema extends DBSchema, Record<RecordStore, RecordSchema> {
  games: { key: number; value: LibraryGame; indexes: { digest: string; contents: string; archive: string } };
  sources: { key: number; value: { id: number; texts: GameText[] } }; // by the id of the game, the first one first
}

const NAME = 'saltus.library';
const VERSION = 2; // 1 until version 1.0: its games were told apart by their digest

export const RECORD_STORES: RecordStore[] = ['deck', 'lines', 'reviews'];

/** What is said of the browser's errors, by their names; of others of its own that it has lost what it had. */
const MESSAGES: Record<string, string> = {
  QuotaExceededError: 'library.error.full',
  VersionError: 'library.error.later',
  SecurityError: 'library.error.unavailable',
};

/** Why the library cannot be read or written. `key` is that of the message in `strings/`. */
const unusable = (cause: unknown) => {
  const isBlocked = !wasOpen && !mayStore();
  const isOwn = cause instanceof DOMException && !isBlocked && (wasOpen || cause.name !== 'InvalidStateError');
  if (!isOwn && wasOpen) return cause;
  const key = isOwn ? (MESSAGES[cause.name] ?? 'library.error.broken') : 'library.error.unavailable';
  return Object.assign(new Error('The library cannot be used.', { cause }), { key });
};

let opened: Promise<IDBPDatabase<Schema>> | null = null;
let wasOpen = false; // whether it could be opened at all

const lose = () => {
  opened = null;
};

function open(): Promise<IDBPDatabase<Schema>> {
  if (opened) return opened;
  opened = (openDB as typeof openDB<Schema>)(NAME, VERSION, {
    upgrade(database, before, _, transaction) {
      if (before < 1) {
        const games = database.createObjectStore('games', { keyPath: 'id', autoIncrement: true });
        games.createIndex('archive', 'archive', { unique: true });
        database.createObjectStore('sources', { keyPath: 'id' });
        for (const name of RECORD_STORES) {
          database.createObjectStore(name, { keyPath: 'id' }).createIndex('game', 'game');
        }
      }
      const games = transaction.objectStore('games');
      if (before === 1) games.deleteIndex('digest');
      games.createIndex('digest', 'digest');
      games.createIndex('contents', 'contents', { unique: true, multiEntry: true });
    },
    // A page of a later version waits for this one.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      lose();
    },
    terminated: lose,
  });
  opened.then(() => {
    wasOpen = true;
  }, lose);
  return opened;
}

/** What a browser says of a handle that it has closed, or of a database whose process has ended. */
const DEAD = ['InvalidStateError', 'UnknownError', 'AbortError'];

/**
 * Uses the database. Where the browser has lost it, it is opened once more: of a transaction that fails nothing is written,
 * so that it can be made again. Rejects with what is `unusable`.
 */
async function use<Result>(act: (database: IDBPDatabase<Schema>) => Promise<Result>) {
  const end = begin('database');
  try {
    const attempt = async () => act(await open());
    return await attempt().catch((error) => {
      if (!wasOpen || !(error instanceof DOMException && DEAD.includes(error.name))) throw error;
      lose();
      return attempt();
    });
  } catch (error) {
    throw unusable(error);
  } finally {
    end();
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
      keepForGood();
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

/** Two that are one game, with the collections of both, and what it says first; `isOther`: that is the other. */
function joined(one: LibraryGame, other: NewGame, fresh: string[], isOther: boolean): LibraryGame {
  const { id, added, contents = [] } = one;
  return {
    ...(isOther ? { ...other, id, added } : one),
    contents: isOther ? [...fresh, ...contents] : [...contents, ...fresh],
    collections: [...new Set([...one.collections, ...other.collections])],
    ...(one.archive && { archive: one.archive }),
    ...(other.archive && { archive: other.archive }),
  };
}

export const games = {
  all: () => use((database) => database.getAll('games')),

  many: (ids: number[]) =>
    use(async (database) => {
      const { store } = database.transaction('games');
      const entries = await Promise.all(ids.map((id) => store.get(id)));
      return entries.filter((game) => game !== undefined);
    }),

  /** The texts that a game was read from, the first one first. */
  texts: (id: number) => use(async (database) => listOf<GameText>((await database.get('sources', id))?.texts, TEXT)),

  /** The games that were played here. */
  played: () => use((database) => database.getAllFromIndex('games', 'archive')),

  /**
   * Adds games, all in one transaction. Of one that is there already its text is kept, and its collections are added. A game
   * that was played here takes the place of its earlier ending, and the tags that were edited in a backup that of the others.
   * The ids are in the order of the batch; what is added in the `place` of a game that is there has its id.
   */
  add: (batch: { game: NewGame; texts: GameText[]; place?: LibraryGame }[], isBackup: boolean = false) => {
    const ids: number[] = [];
    return write(['games', 'sources'], { games: ids }, async (transaction) => {
      const counts: Added & { ids: number[] } = { new: 0, merged: 0, known: 0, ids };
      ids.length = 0;
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      const insert = async (game: NewGame, texts: GameText[], before?: LibraryGame) => {
        const collections = [...new Set([...(before?.collections ?? []), ...game.collections])];
        const place = before ? { id: before.id, added: before.added } : { added: Date.now() };
        const id = await store.put({ ...game, collections, ...place } as LibraryGame);
        await sources.put({ id, texts });
        counts[before ? 'merged' : 'new']++;
        return id;
      };
      const put = async ({ archive, ...entry }: NewGame, texts: GameText[], replaced?: LibraryGame) => {
        const { contents = [] } = entry;
        const before = replaced ?? (archive ? await store.index('archive').get(archive) : undefined);
        const owners = await Promise.all(contents.map((content) => store.index('contents').get(content)));
        const same = owners.find((owner) => owner && owner.id !== replaced?.id);
        // What a backup has of a game that was played here is no later ending of it.
        const isOwn = !isBackup || !before || before.id === same?.id;
        const game: NewGame = { ...entry, ...(archive && isOwn && { archive }) };
        if (!same) return insert(game, texts, isOwn ? before : undefined);
        const free = contents.filter((_, at) => !owners[at]);
        // Two that were edited from one record, each in its way, are two games.
        const isEdited = game.edited === true && !owners[0];
        if (isEdited && same.edited) return insert({ ...entry, contents: free }, texts);
        if (before && isOwn && before.id !== same.id) {
          await Promise.all([store.delete(before.id), sources.delete(before.id)]);
        }
        const known = (await sources.get(same.id))?.texts ?? [];
        const fresh = texts.filter(({ text }) => !known.some((other) => other.text === text));
        const all = isEdited ? [...fresh, ...known] : [...known, ...fresh];
        if (fresh.length) await sources.put({ id: same.id, texts: all });
        await store.put(joined(same, game, free, isEdited));
        counts[fresh.length ? 'merged' : 'known']++;
        return same.id;
      };
      for (const { game, texts, place } of batch) ids.push(await put(game, texts, place));
      return counts;
    });
  },

  /** The game that has a record that says this. */
  saying: (content: string) => use((database) => database.getFromIndex('games', 'contents', content)),

  /** The games that version 1.0 has added, all or those with these digests, with their texts. */
  earlier: (digests?: string[]) =>
    use(async (database) => {
      const transaction = database.transaction(['games', 'sources']);
      const [store, sources] = [transaction.objectStore('games'), transaction.objectStore('sources')];
      const found = digests
        ? (await Promise.all(digests.map((digest) => store.index('digest').getAll(digest)))).flat()
        : await store.getAll();
      const earlier = found.filter(({ contents }) => !contents);
      return Promise.all(
        earlier.map(async (game): Promise<WholeGame> => ({ game, texts: (await sources.get(game.id))?.texts ?? [] })),
      );
    }),

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
          for (const record of await records.index('game').getAll(id))
            await records.put({ ...record, game: game.id });
        }
      }
      const texts = all.filter(({ text }, at) => all.findIndex((other) => other.text === text) === at);
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
        const owners = (game.contents ?? []).map((content) => store.index('contents').getKey(content));
        if ((await Promise.all(owners)).some((owner) => owner !== undefined)) continue;
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
