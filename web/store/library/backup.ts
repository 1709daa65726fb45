/**
 * Everything that the page keeps, in one file of lines of JSON, compressed, which is written and read line by line.
 * Restoring adds what is missing and keeps what is newer; it deletes nothing.
 */

import type { Engine } from '../../engine/client.ts';
import { base64, bytesOf } from '../../lib/base64.ts';
import { pending } from '../../lib/pending.ts';
import type { AnyRecord, GameText, NewGame, RecordStore } from '../../state/library.ts';
import { faultIn, type Key, kindOf, LOCAL, readable } from '../kinds.ts';
import { lookThrough, storedValues, write } from '../store.ts';
import { backupLines } from './backup-lines.ts';
import { games, RECORD_STORES, records } from './database.ts';
import { CAME, type Came, mergedStorage, RECORDS } from './merging.ts';
import { renewAlike, renewAll, renewed } from './renewing.ts';
import { wholeGames, wholeRecords } from './shapes.ts';

const HEAD = { 'saltus-backup': 1 };
const BATCH = 200;
const INDEXES = ['keys', 'material', 'planes'] as const;

/** All that is stored and can be read; what cannot has been set aside, and is here as that. */
function storage() {
  lookThrough();
  const whole = Object.entries(storedValues()).flatMap(([key, value]) => {
    if (LOCAL.has(kindOf(key))) return [];
    if (!faultIn(key, value)) return [[key, value]];
    const rest = readable(key, value);
    return rest ? [[key, JSON.stringify(rest)]] : [];
  });
  return Object.fromEntries(whole);
}

async function* lines() {
  yield { ...HEAD, when: new Date().toISOString() };
  yield { storage: storage() };
  for (const game of wholeGames(await games.all())) {
    const texts = await games.texts(game.id);
    if (!texts.length) continue; // nothing of it can be read
    const packed = Object.fromEntries(INDEXES.map((name) => [name, base64(game[name])]));
    yield { game: { ...game, ...packed }, texts };
  }
  for (const store of RECORD_STORES)
    for (const record of wholeRecords(store, await records(store).all())) yield { store, record };
}

export async function backup() {
  const reader = lines();
  const encoder = new TextEncoder();
  const stream = new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
  });
  return pending('file', new Response(stream.pipeThrough(new CompressionStream('gzip'))).blob());
}

function linesOf(file: Blob) {
  const packed = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return backupLines(packed.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })));
}

/** Adds what is missing here. Resolves to the counts of it; rejects with a `BackupError` or an error of the library. */
export async function restore(rules: Pick<Engine, 'request'>, file: Blob): Promise<Came> {
  const came: Came = { games: 0 };
  const ids: Map<number, number> = new Map(); // the ids here of the backup's games
  let batch: { old?: number; game: NewGame; texts: GameText[] }[] = [];
  let savedAt = 0;
  const count = (more: Came) => {
    for (const name of CAME) if (more[name]) came[name] = (came[name] ?? 0) + more[name];
  };
  const flush = async () => {
    if (!batch.length) return;
    await renewAlike(rules, batch);
    const added = await games.add(batch, true);
    for (const [at, { old }] of batch.entries()) if (old !== undefined) ids.set(old, added.ids[at]);
    count({ games: added.new });
    batch = [];
  };
  // Nothing is written before all is known to be whole.
  for await (const _ of linesOf(file));
  count({ games: await renewAll(rules) });
  for await (const line of linesOf(file)) {
    if (line.when) savedAt = Date.parse(line.when) || 0;
    if (line.storage) {
      const { written, came: more } = mergedStorage(storedValues(), line.storage, savedAt);
      // Where storage is full or blocked, the games are in the library all the same.
      for (const [key, value] of Object.entries(written)) write(key as Key, value);
      count(more);
    } else if (line.game) {
      const { id, added: _, keys, material, planes, ...rest } = line.game;
      const game = { ...rest, keys: bytesOf(keys), material: bytesOf(material), planes: bytesOf(planes) };
      // Version 1.0 did not tell its games apart by what their records say.
      const [first, ...others] = game.contents
        ? [{ game, texts: line.texts }]
        : await renewed(rules, game, line.texts);
      batch.push({ old: id, ...first }, ...others);
      if (batch.length === BATCH) await flush();
    } else if (line.store) {
      await flush();
      if (await take(line.store, line.record, ids)) count({ [RECORDS[line.store].counted]: 1 });
    }
  }
  await flush();
  return came;
}

/** Adds a record to those here. `ids` has the ids here of the backup's games. Resolves to whether it brought anything. */
async function take(store: RecordStore, record: AnyRecord, ids: Map<number, number>) {
  const { placed, merged } = RECORDS[store];
  const moved = placed(record, record.game === undefined ? undefined : ids.get(record.game));
  let isFresh = false;
  if (!moved) return isFresh;
  await records(store).change(moved.id, (before) => {
    const after = before ? (merged(before as never, moved as never) as AnyRecord) : moved;
    isFresh = JSON.stringify(after) !== JSON.stringify(before);
    return isFresh ? after : undefined;
  });
  return isFresh;
}
