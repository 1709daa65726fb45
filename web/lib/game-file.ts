/** Reads a file of games of any size, in UTF-8, one slice at a time. Memory holds one slice and the byte offset of each game. */

import type { ContentsReply, Format, ListedGame } from '../protocol.d.ts';
import { pending } from './pending.ts';

/** The longest text of the player, in characters (for a file: bytes). It leaves room for the rest of the request. */
export const MAX_TEXT_CHARS = 480_000;

/** The usual size of a slice, some sixty games, so that no move waits long; a long game's has `MAX_TEXT_CHARS` bytes. */
export const SLICE_BYTES = 1 << 16;

/** The most characters of a slice as a JSON string, in which a line break takes two characters. */
const MAX_JSON_CHARS = 490_000;

export const MAX_LISTED = 200; // how many games at most are listed with their details (tags, number of moves …)

const NEWLINE = 10;

/** The file cannot be opened. The message is the last part of a text's key in `strings/`, `share.…`. */
export class FileError extends Error {
  declare message: 'long' | 'binary' | 'unreadable' | 'packed' | 'damaged' | 'vast' | 'without' | 'several';
}

/** Asks the rules which games a text has (the request `contents`). `goesOn`: the file continues after this text. */
type Ask = (text: string, format: Format | undefined, goesOn: boolean) => Promise<ContentsReply>;

export class GameFile {
  file: Blob;
  format: Format | undefined = undefined;
  starts: number[] = []; // the byte at which each game begins; it ends where the next one begins
  end = 0; // the byte up to which the file has been read
  listed: (ListedGame | null)[] = []; // the details of the first `MAX_LISTED`; null for one that is too long to open

  constructor(file: Blob) {
    this.file = file;
  }

  /** Finds the games of the file, or up to where `signal` stops. Rejects with a `FileError` or an error of `ask`. */
  async read(ask: Ask, onprogress: () => void, signal: AbortSignal) {
    let size = SLICE_BYTES;
    while (this.end < this.file.size && !signal.aborted) {
      const { bytes, text, isLast, isLongest } = await this.slice(this.end, size);
      if (this.end === 0 && text.includes('\0')) throw new FileError('binary');
      if (!text.trim()) {
        this.end += bytes.length;
        continue;
      }
      const { format, games } = await ask(text, this.format, !isLast);
      if (signal.aborted) return;
      this.format = format;
      if (format !== 'pdn' && format !== 'sgf') throw new FileError('long');
      if (games.length) {
        size = SLICE_BYTES;
        this.add(games, bytes, text);
        onprogress();
      } else if (!isLongest) {
        // The first game does not end in this slice.
        size = Math.min(2 * size, MAX_TEXT_CHARS);
      } else {
        this.note(this.end, null);
        // In SGF the end of a game can be found only by reading all of it, so the rest of the file is skipped.
        this.end = format === 'sgf' ? this.file.size : await this.skipGame(this.end, ask, onprogress, signal);
        size = SLICE_BYTES;
      }
      if (isLast) this.end = this.file.size;
    }
  }

  /** The text of a game by its number, counted from 0. Rejects with a `FileError`. */
  async text(number: number) {
    const [start, end] = [this.starts[number], this.starts[number + 1] ?? this.end];
    if (end - start > MAX_TEXT_CHARS) throw new FileError('long');
    return decode(await this.bytes(start, end));
  }

  note(start: number, game: ListedGame | null) {
    this.starts.push(start);
    if (this.listed.length < MAX_LISTED) this.listed.push(game);
  }

  /** Records the games of a slice, and moves `end` to the end of the last one. */
  add(games: ListedGame[], bytes: Uint8Array, text: string) {
    const positions = [...games.map(({ start }) => start), games[games.length - 1].end];
    const offsets = byteOffsets(bytes, text, positions);
    const sliceStart = this.end;
    for (const [index, game] of games.entries()) this.note(sliceStart + offsets[index], game);
    this.end = sliceStart + offsets[games.length];
  }

  /**
   * Skips a game of a PDN file that is too long to open. Returns the byte at which the next game begins. Tags stand
   * only at the start of a game: if the first game of a slice has tags, it is the next game, not the rest of this one.
   */
  async skipGame(gameStart: number, ask: Ask, onprogress: () => void, signal: AbortSignal) {
    let start = gameStart;
    while (start < this.file.size && !signal.aborted) {
      const { bytes, text, isLast } = await this.slice(start, MAX_TEXT_CHARS);
      const { games } = start > gameStart && text.trim() ? await ask(text, this.format, false) : { games: [] };
      if (games.length && Object.keys(games[0].tags).length) return start;
      if (games.length > 1) return start + byteOffsets(bytes, text, [games[1].start])[0];
      // Continue at the start of a line: a tag cut in two would not be recognised.
      start += isLast ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1 || bytes.length;
      this.end = start;
      onprogress();
    }
    return start;
  }

  /**
   * A slice of the file from `start`, which ends between two characters. It is shorter than `size` if the request would
   * be too long otherwise. `isLast`: it reaches the end of the file. `isLongest`: a larger `size` would give no more.
   */
  async slice(start: number, size: number) {
    const end = Math.min(start + size, this.file.size);
    let bytes = await this.bytes(start, end);
    let isLast = end === this.file.size;
    let isLongest = size >= MAX_TEXT_CHARS;
    if (!isLast) bytes = wholeCharacters(bytes);
    let text = decode(bytes);
    for (let chars = jsonChars(text); chars > MAX_JSON_CHARS; chars = jsonChars(text)) {
      bytes = wholeCharacters(bytes.subarray(0, Math.floor((bytes.length * MAX_JSON_CHARS) / chars)));
      text = decode(bytes);
      isLast = false;
      isLongest = true;
    }
    return { bytes, text, isLast, isLongest };
  }

  /** Rejects with a `FileError`. */
  async bytes(start: number, end: number) {
    try {
      return new Uint8Array(await pending('file', this.file.slice(start, end).arrayBuffer()));
    } catch {
      // The file was moved, changed or deleted after the player chose it.
      throw new FileError('unreadable');
    }
  }
}

const jsonChars = (text: string) => JSON.stringify(text).length;

/** The text of UTF-8, with a byte order mark if there is one, so that `byteOffsets` stays correct. */
const decode = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** `bytes` without an incomplete UTF-8 character at the end. */
function wholeCharacters(bytes: Uint8Array<ArrayBuffer>) {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) break; // ASCII
    if (byte < 0xc0) continue; // inside a character
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Turns positions in a text, in ascending order, into bytes. A position counts code points, as Python does. */
function byteOffsets(bytes: Uint8Array, text: string, positions: number[]) {
  // ASCII: each byte is one character.
  if (text.length === bytes.length) return positions;
  const offsets: number[] = [];
  let characters = 0;
  for (let offset = 0; offset <= bytes.length && offsets.length < positions.length; offset++) {
    const isInside = offset < bytes.length && (bytes[offset] & 0xc0) === 0x80;
    if (isInside) continue;
    while (characters === positions[offsets.length]) offsets.push(offset);
    characters++;
  }
  return offsets;
}
