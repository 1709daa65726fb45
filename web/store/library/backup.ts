/**
 * Everything that the page keeps, in one file of lines of JSON, compressed, which is written and read line by line.
 * Restoring adds what is missing and keeps what is newer; it deletes nothing.
 */

import { base64, bytesOf } from '../../lib/base64.ts';
import type { GameText, NewGame } from '../../state/library.ts';
import { backupLines, mergedStorage, readStorage, writeStorage } from './backup-lines.ts';
import { type AnyRecord, games, RECORD_STORES, type RecordStore, records } from './database.ts';

const HEAD = { 'saltus-backup': 1 };
const BATCH = 200;
const INDEXES = ['keys', 'material', 'planes'] as const;

async function* lines() {
  yield { ...HEAD, when: new Date().toISOString() };
  yield { storage: readStorage() };
  for (const game of await games.all()) {
    const packed = Object.fromEntries(INDEXES.map((name) => [name, base64(game[name])]));
    yield { game: { ...game, ...packed }, texts: await games.texts(game.id) };
  }
  for (const store of RECORD_STORES) for (const record of await records(store).all()) yield { store, record };
}

export async function backup() {
  const found = lines();
  const encoder = new TextEncoder();
  const stream = new ReadableStream({
    async pull(controller) {
      const { value, done } = await found.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
  });
  return new Response(stream.pipeThrough(new CompressionStream('gzip'))).blob();
}

function linesOf(file: Blob) {
  const packed = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return backupLines(packed.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })));
}

/** Adds what is missing here. Resolves to how many games are new; rejects with a `BackupError` or an error of the library. */
export async function restore(file: Blob) {
  let fresh = 0;
  const ids: Map<number, number> = new Map(); // the ids here of the backup's games
  let batch: { old: number; game: NewGame; texts: GameText[] }[] = [];
  const flush = async () => {
    if (!batch.length) return;
    const added = await games.add(batch);
    for (const [at, { old }] of batch.entries()) ids.set(old, added.ids[at]);
    fresh += added.new;
    batch = [];
  };
  // Nothing is written before all is known to be whole.
  for await (const _ of linesOf(file));
  for await (const line of linesOf(file)) {
    if (line.storage) writeStorage(mergedStorage(readStorage(), line.storage));
    else if (line.game) {
      const { id, added: _, keys, material, planes, ...rest } = line.game;
      const game = { ...rest, keys: bytesOf(keys), material: bytesOf(material), planes: bytesOf(planes) };
      batch.push({ old: id, game, texts: line.texts });
      if (batch.length === BATCH) await flush();
    } else if (line.store) {
      await flush();
      await take(line.store, line.record, ids);
    }
  }
  await flush();
  return fresh;
}

/** Adds a record; of two with one id, the one that was changed last stays. */
async function take(store: RecordStore, record: AnyRecord & { when?: number }, ids: Map<number, number>) {
  const game = record.game === undefined ? undefined : ids.get(record.game);
  const placed = { ...record, ...(game !== undefined && { game }) };
  await records(store).change(record.id, (before) => {
    const [here, there] = [(before as typeof placed | undefined)?.when ?? 0, record.when ?? 0];
    return before && here >= there ? undefined : placed;
  });
}
