/** The lines of a backup, each checked field by field: what the library writes, it must be able to read again. */

import { pending } from '../../lib/pending.ts';
import { count, fields, isObject, misfit, parsed, text } from '../../lib/shape.ts';
import type { AnyRecord, GameText, LibraryGame, RecordStore } from '../../state/library.ts';
import { KINDS } from '../kinds.ts';
import { gameShape, KEY_BYTES, RECORDS, TEXT } from './shapes.ts';

type Indexes = 'keys' | 'material' | 'planes';

/** A line: what the storage held, a game with its texts, or a record of a store. */
interface BackupLine {
  when?: string; // of the first line: when it was made
  storage?: Record<string, unknown>;
  game?: Omit<LibraryGame, Indexes> & Record<Indexes, string>; // its bytes in base64
  texts: GameText[];
  store?: RecordStore;
  record: AnyRecord;
}

const MAX_LINE_CHARS = 1 << 26; // the longest line: what a browser's storage holds, written as JSON, is shorter

/** The file is no backup, or is damaged at `place`; or (`isLater`) a later version has made it. */
export class BackupError extends Error {
  isLater: boolean;

  constructor(place: string, isLater: boolean = false) {
    super(place);
    this.isLater = isLater;
  }
}

/** Bytes in base64: a multiple of a unit. */
const bytes = (unit: number) => (value: unknown) =>
  text(value) && /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(value) && sizeOf(value) % unit === 0;
const sizeOf = (base64: string) => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);

const GAME = gameShape(bytes);

/** The place of what is wrong in a line, `''` if nothing is. */
function wrongIn(line: BackupLine): string {
  if (!isObject(line)) return 'JSON';
  if (line.storage !== undefined) {
    const fault = isObject(line.storage) ? '' : 'storage';
    return fault || Object.entries(line.storage).map(storedFault).find(Boolean) || '';
  }
  if (line.game !== undefined) {
    const { game, texts } = line;
    const fault = misfit(line, { game: GAME, texts: [TEXT] }, '');
    if (fault) return fault;
    if (!texts.length) return 'texts';
    return sizeOf(game.keys) === KEY_BYTES * (game.plies + 1) ? '' : 'game.keys';
  }
  if (line.store === undefined) return '';
  if (!Object.hasOwn(RECORDS, line.store)) return 'store';
  return misfit(line.record, RECORDS[line.store], `${line.store}.record`);
}

/** The lists of games are whole; anything else that cannot be read is set aside, as it is here (`merging.ts`). */
function storedFault([name, value]: [string, unknown]) {
  const place = `storage.${name}`;
  if (typeof value !== 'string') return place;
  if (name !== 'past' && name !== 'shelf') return '';
  const content = parsed(value);
  return content === null ? '' : misfit(content, KINDS[name], place);
}

/** Reads a line; `at` is its number, from 1. */
function read(line: string, at: number) {
  const content = parsed(line);
  if (content === null) throw new BackupError(`${at}`);
  if (at === 1) {
    const version = fields(content)['saltus-backup'];
    if (version !== 1) throw new BackupError('1', count(version) && version > 1);
  }
  const place = wrongIn(content as BackupLine);
  if (place) throw new BackupError(`${at}: ${place}`);
  return content as BackupLine;
}

/** The lines of a backup, of which `stream` is the text. Rejects with a `BackupError` at the first that is damaged. */
export async function* backupLines(stream: ReadableStream<string>): AsyncGenerator<BackupLine> {
  const reader = stream.getReader();
  let parts: string[] = []; // the parts of the line that has not ended
  let [at, chars] = [1, 0];
  for (;;) {
    const part = await pending('file', reader.read()).catch(() => {
      throw new BackupError(`${at}`);
    });
    const [first, ...others] = (part.value ?? '').split('\n');
    parts.push(first);
    chars += first.length;
    if (chars > MAX_LINE_CHARS) throw new BackupError(`${at}`);
    for (const next of others) {
      yield read(parts.join(''), at++);
      [parts, chars] = [[next], next.length];
    }
    if (part.done) break;
  }
  const rest = parts.join('');
  if (rest.trim() || at === 1) yield read(rest, at);
}
