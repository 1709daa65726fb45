/**
 * Links that hold a whole game: `#game=english&record=…`, where the record is the rules' JSON, compressed, in URL-safe
 * base64. `turn=w` says that whoever opens the link plays White's move: that is how a game by link works. The content of
 * a link counts only once the rules have read it. `#game=english&puzzle=…` is a link to a puzzle, `theme` and `level` (the
 * difficulty, 1 to 5) are one to a set of puzzles.
 *
 * @import { Side } from '../protocol.d.ts'
 */

import { MAX_REQUEST_CHARS } from './limits.js';

/**
 * The fields of an address. They are not validated. `isCut`: it was a link to a game, but the game has been lost.
 *
 * @typedef {{ game: string | null, record: string | null, turn: Side | null, panel: string | null, rule: string | null,
 *   puzzle: string | null, theme: string | null, level: string | null, isCut: boolean }} Wanted
 */

/**
 * The signs of an address as they were before a program escaped them, once or more: for an address, or for HTML.
 *
 * @param {string} hash
 */
const unescaped = (hash) =>
  hash
    .replace(/%(?:25)*26/g, '&')
    .replace(/%(?:25)*3b/gi, ';')
    .replace(/%(?:25)*23/g, '#')
    .replace(/&(?:(?:amp|#0*38|#x0*26);?)+(?=[a-z#])/gi, '&')
    .replace(/%(?:25)*3d|&(?:equals|#0*61|#x0*3d);/gi, '=');

/** What a mail program puts into a long line, and what a text on the web may have between any two letters. */
const INVISIBLE = /[\r\n\t]\s*|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * Reads an address. It may have gone through chats and mails: they escape signs, and take what stands behind a link for a
 * part of it.
 *
 * @param {string} hash
 * @returns {Wanted}
 */
export function wanted(hash) {
  const text = unescaped(hash);
  const fields = new URLSearchParams(text.replace(/^[#/?!]+/, ''));
  // All values are made of these letters: others are not of the link.
  const get = (/** @type {string} */ name) =>
    fields
      .get(name)
      ?.replace(INVISIBLE, '')
      .match(/^[\w-]*/)?.[0] ?? null;
  const turn = get('turn');
  const record = get('record');
  return {
    game: get('game'),
    record,
    turn: turn === 'w' || turn === 'b' ? turn : null,
    panel: get('panel'),
    rule: get('rule'),
    puzzle: get('puzzle'),
    theme: get('theme'),
    level: get('level'),
    isCut: !record && (turn !== null || /\brecord\b/i.test(text)),
  };
}

/**
 * The link to a game.
 *
 * @param {string} game its key
 * @param {string} record as the rules write it, in JSON
 * @param {Side | null} turn the side that whoever opens the link plays
 */
export async function linkTo(game, record, turn = null) {
  const fields = [`game=${game}`, `record=${await pack(record)}`];
  if (turn) fields.push(`turn=${turn}`);
  return `${location.href.split('#')[0]}#${fields.join('&')}`;
}

/** Whether an address asks for puzzles. @param {Wanted} wanted */
export const asksPuzzles = ({ puzzle, theme, level }) => puzzle !== null || theme !== null || level !== null;

/**
 * The link to a puzzle, or to a set of puzzles. Fields that are empty are left out.
 *
 * @param {string} game its key
 * @param {{ puzzle?: string, theme?: string, level?: number }} fields
 */
export function puzzleLink(game, fields) {
  const given = Object.entries(fields).filter(([, value]) => value);
  const told = new URLSearchParams([['game', game], ...given.map(([name, value]) => [name, String(value)])]);
  if (!fields.puzzle && !given.length) told.set('panel', 'puzzles');
  return `${location.href.split('#')[0]}#${told}`;
}

/** @param {string} text */
export async function pack(text) {
  const bytes = new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
  );
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Reverses `pack`. The sign `_` around a link, as chats write italics, looks like a letter of it. It rejects letters that `pack` has not made; with a `RangeError` if the text would be longer than a
 * request may be, in which case it stops decompressing.
 *
 * @param {string} letters
 * @returns {Promise<string>}
 */
export async function unpack(letters) {
  const own = letters.replace(/_+$/, '');
  return own === letters ? unfold(letters) : unfold(letters).catch(() => unfold(own));
}

/** @param {string} letters */
async function unfold(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_REQUEST_CHARS) {
      reader.cancel().catch(() => {});
      throw new RangeError('the link holds too much');
    }
  }
  return text + decoder.decode();
}
