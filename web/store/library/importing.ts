/** Reads files into the library, slice by slice. What was read stays if the reading stops, or the tab closes. */

import type { Engine } from '../../engine/client.ts';
import { FileError, GameFile, MAX_TEXT_CHARS, SLICE_BYTES } from '../../lib/game-file.ts';
import type { ImportProgress, Rejected } from '../../state/library.ts';
import { games } from './database.ts';
import { newGame } from './identity.ts';
import { renewAlike, renewAll } from './renewing.ts';

/** As many games that cannot be read are listed, with at most so much of their text. */
const MAX_REJECTED = 5000;
const MAX_EXCERPT_CHARS = 2000;

const NEXT_GAME = /\r?\n\s*\r?\n(?=\[)/; // where the next game of a PDN file begins, in a game that is too long to read

/** A position in a text that counts code points, as Python does, as one that counts UTF-16 units. */
function unitsOf(text: string) {
  if (!/[\ud800-\udbff]/.test(text)) return (points: number) => points;
  const units: number[] = [];
  let at = 0;
  for (const letter of text) {
    units.push(at);
    at += letter.length;
  }
  units.push(at);
  return (points: number) => units[points] ?? text.length;
}

const lines = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;

/** The games join the collection; `game` is that of a text that does not name it. `signal` stops the reading. */
type How = { engine: Engine; collection: string; game: string; signal: AbortSignal; onprogress: () => void };

/**
 * Reads a file in UTF-8 to its end, or until `signal`; the games before a `FileError` or another one are kept. They are counted in
 * `progress`, beside those of other files.
 */
export async function importFile(file: File, progress: ImportProgress, how: How) {
  const { engine, collection, game, signal, onprogress } = how;
  let line = 0; // how many lines were read before the text that is being read
  let isList = false; // whether the text is a list of JSON records
  let writing: Promise<void> = Promise.resolve(); // the batch that is being written

  const reject = (rejected: Omit<Rejected, 'file'>) => {
    progress.rejects++;
    if (progress.rejected.length >= MAX_REJECTED) return;
    progress.rejected.push({ ...rejected, file: file.name, text: rejected.text.slice(0, MAX_EXCERPT_CHARS) });
  };

  const write = async (batch: Parameters<typeof games.add>[0]) => {
    if (!batch.length) return;
    await renewAlike(engine, batch);
    const added = await games.add(batch);
    for (const key of ['new', 'merged', 'known'] as const) progress[key] += added[key];
  };

  /** Reads the games of a text. Returns how much of it is done with. */
  const take = async (text: string, isLast: boolean) => {
    if (!text.trim()) return isLast ? text.length : 0;
    const { start, sent } = isList ? listPart(text, isLast) : { start: 0, sent: text };
    isList ||= line === 0 && /^\ufeff?\s*\[\s*\{/.test(text);
    if (!sent.trim()) return text.length;
    const reply = await engine.request('index', { text: sent, game, goes_on: !isLast });
    const units = unitsOf(sent);
    for (const rejected of reply.rejected) {
      const { column, message, said } = rejected;
      const from = units(rejected.start);
      const excerpt = sent.slice(from, Math.min(units(rejected.end), from + MAX_EXCERPT_CHARS));
      reject({ line: line + rejected.line + lines(text.slice(0, start)), column, message, said, text: excerpt });
    }
    const batch = reply.games.map((found) => {
      const text = sent.slice(units(found.start), units(found.end)).replace(/^[\ufeff\s]+|\s+$/g, '');
      return { game: newGame(found, [collection]), texts: [{ text, game: found.entry.game }] };
    });
    // The next slice is read while this one is written.
    await writing;
    writing = write(batch);
    writing.catch(() => {});
    return isLast ? text.length : start + units(reply.used);
  };

  progress.new += await renewAll(engine);
  const slices = new GameFile(file);
  let [text, at, isLast] = ['', 0, file.size === 0];
  let skips = false; // whether the text is what remains of a game that is too long
  while (!signal.aborted) {
    if (!isLast) {
      const slice = await slices.slice(at, SLICE_BYTES);
      if (at === 0 && slice.text.includes('\0')) throw new FileError('binary');
      at += slice.bytes.length;
      text += slice.text;
      isLast = at >= file.size;
    }
    if (skips) {
      const next = NEXT_GAME.exec(text);
      const end = next ? next.index + next[0].length : isLast ? text.length : Math.max(0, text.length - 4);
      line += lines(text.slice(0, end));
      text = text.slice(end);
      skips = !next;
    }
    const used = skips ? 0 : await take(text, isLast);
    line += lines(text.slice(0, used));
    text = text.slice(used);
    if (text.length > MAX_TEXT_CHARS) {
      reject({ line: line + 1, column: 1, message: '', said: null, text });
      skips = true;
    }
    progress.share = file.size ? (at - text.length) / file.size : 1;
    onprogress();
    if (isLast && (!text.trim() || !used)) break;
  }
  await writing;
  onprogress();
}

/** The rest of a list of JSON records, one after another: without a comma before the first and a bracket at the end. */
function listPart(text: string, isLast: boolean) {
  const start = /^[\s,]*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start);
  return { start, sent: isLast ? rest.replace(/\]\s*$/, '') : rest };
}
