/**
 * A file of games of any size, read a slice at a time: memory holds one slice, and where each game begins.
 *
 * @import { Format, ListedGame } from '../protocol.d.ts'
 */

import { MAX_TEXT_CHARS } from './limits.js';

/**
 * Bytes that are read at a time: the rules take a moment for them, so that whoever plays meanwhile does not wait. A game
 * that is longer is read in a larger slice, of `MAX_TEXT_CHARS` bytes at most.
 */
const SLICE_BYTES = 1 << 16;

/** The most characters of a text as a request says it, in JSON, where a line's end takes two. */
const MAX_JSON_CHARS = 490_000;

/** Of so many games at most what they say of themselves is kept. */
export const MAX_LISTED = 200;

const NEWLINE = 10;

/** What is wrong with a file: `reason` is the end of a key of `strings/`. */
export class FileError extends Error {
  /** @param {'long' | 'binary' | 'unreadable'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Asks the rules what a text holds; `goesOn` where more of it follows.
 *
 * @typedef {(text: string, format: Format | undefined, goesOn: boolean) =>
 *   Promise<{ format: Format, games: ListedGame[] }>} Ask
 */

export class GameFile {
  /** @param {Blob} file */
  constructor(file) {
    this.file = file;
    /** @type {Format | undefined} */
    this.format = undefined;
    /** The byte at which each game begins. It ends where the next one does. @type {number[]} */
    this.starts = [];
    /** The byte up to which the file has been read. */
    this.end = 0;
    /** What the first games say of themselves; null for one that is too long to be opened. @type {(ListedGame | null)[]} */
    this.listed = [];
  }

  /**
   * Finds the games, until `signal` says that those found so far will do. `tell` is called after each slice. Fails with a
   * `FileError`, or with what `ask` fails with.
   *
   * @param {Ask} ask
   * @param {() => void} tell
   * @param {AbortSignal} signal
   */
  async read(ask, tell, signal) {
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
        tell();
      } else if (!isLongest) {
        size = Math.min(2 * size, MAX_TEXT_CHARS);
      } else {
        this.note(this.end, null);
        // Where the next tree begins, only all of this one would show.
        this.end = format === 'sgf' ? this.file.size : await this.passed(this.end, ask, tell, signal);
        size = SLICE_BYTES;
      }
      if (isLast) this.end = this.file.size;
    }
  }

  /**
   * The text of one of the games, counted from 0. Fails with a `FileError`.
   *
   * @param {number} number
   */
  async text(number) {
    const [start, end] = [this.starts[number], this.starts[number + 1] ?? this.end];
    if (end - start > MAX_TEXT_CHARS) throw new FileError('long');
    return decode(await this.bytes(start, end));
  }

  /** @param {number} start @param {ListedGame | null} game */
  note(start, game) {
    this.starts.push(start);
    if (this.listed.length < MAX_LISTED) this.listed.push(game);
  }

  /** Notes the games of a slice. @param {ListedGame[]} games @param {Uint8Array} bytes @param {string} text */
  add(games, bytes, text) {
    const places = [...games.map(({ start }) => start), games[games.length - 1].end];
    const offsets = byteOffsets(bytes, text, places);
    const from = this.end;
    for (const [at, game] of games.entries()) this.note(from + offsets[at], game);
    this.end = from + offsets[games.length];
  }

  /**
   * Passes over a game of a PDN file that is too long to be opened; returns the byte at which the next one begins. The
   * rest of a game has no tags, so that a game with tags is another one.
   *
   * @param {number} at
   * @param {Ask} ask
   * @param {() => void} tell
   * @param {AbortSignal} signal
   */
  async passed(at, ask, tell, signal) {
    let start = at;
    while (start < this.file.size && !signal.aborted) {
      const { bytes, text, isLast } = await this.slice(start, MAX_TEXT_CHARS);
      const { games } = start > at && text.trim() ? await ask(text, this.format, false) : { games: [] };
      if (games.length && Object.keys(games[0].tags).length) return start;
      if (games.length > 1) return start + byteOffsets(bytes, text, [games[1].start])[0];
      // A tag that is cut in the middle would not be known.
      start += isLast ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1 || bytes.length;
      this.end = start;
      tell();
    }
    return start;
  }

  /**
   * A part of the file that begins at `start` and ends between two characters; less than `size` bytes of it where the
   * request would be too long otherwise. `isLongest`: no larger size would give more.
   *
   * @param {number} start
   * @param {number} size
   */
  async slice(start, size) {
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

  /** @param {number} start @param {number} end */
  async bytes(start, end) {
    try {
      return new Uint8Array(await this.file.slice(start, end).arrayBuffer());
    } catch {
      // It was moved, changed or deleted after it was chosen.
      throw new FileError('unreadable');
    }
  }
}

/** @param {string} text */
const jsonChars = (text) => JSON.stringify(text).length;

/**
 * The text of a file: UTF-8, or where it is not that, Windows' Western European, in which older files are.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function decode(bytes) {
  try {
    // A byte order mark stays: else the places of characters would not be those of bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Less the beginning of a UTF-8 character that is cut off at the end. @param {Uint8Array<ArrayBuffer>} bytes */
function wholeCharacters(bytes) {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/**
 * Where characters, counted as Python does (a surrogate pair is one), stand among the bytes of a text.
 *
 * @param {Uint8Array} bytes
 * @param {string} text what they say
 * @param {number[]} places in rising order
 */
function byteOffsets(bytes, text, places) {
  // Each byte is a character.
  if (text.length === bytes.length) return places;
  /** @type {number[]} */
  const offsets = [];
  let characters = 0;
  for (let offset = 0; offset <= bytes.length && offsets.length < places.length; offset++) {
    const isInside = offset < bytes.length && (bytes[offset] & 0xc0) === 0x80;
    if (isInside) continue;
    while (characters === places[offsets.length]) offsets.push(offset);
    characters++;
  }
  return offsets;
}
