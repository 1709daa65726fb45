/**
 * Links that hold a whole game. Its record, as the rules write it in JSON, is deflated and spelled in letters that an
 * address may have: `#game=english&record=…`. A link with `turn=w` says whose move it is, and that the one who opens
 * it is to make it: that is how a game is played by post. What a link holds is believed only when the rules have read it.
 *
 * @import { Side } from '../protocol.d.ts'
 */

import { MAX_REQUEST_CHARS } from './limits.js';

/**
 * What an address asks for. All of it may be nonsense.
 *
 * @typedef {{ game: string | null, record: string | null, turn: Side | null, panel: string | null,
 *   rule: string | null }} Wanted
 */

/**
 * @param {string} hash
 * @returns {Wanted}
 */
export function wanted(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const turn = fields.get('turn');
  return {
    game: fields.get('game'),
    record: fields.get('record'),
    turn: turn === 'w' || turn === 'b' ? turn : null,
    panel: fields.get('panel'),
    rule: fields.get('rule'),
  };
}

/**
 * The address of this page with a game in it.
 *
 * @param {string} game its key
 * @param {string} record as the rules write it, in JSON
 * @param {Side | null} turn whose move the link asks for
 */
export async function linkTo(game, record, turn = null) {
  const fields = [`game=${game}`, `record=${await pack(record)}`];
  if (turn) fields.push(`turn=${turn}`);
  return `${location.href.split('#')[0]}#${fields.join('&')}`;
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
 * The text that `pack` was given. Rejected where these letters were never made by it, with a `RangeError` where they
 * unfold to more than the rules may be asked: no more than that is unfolded.
 *
 * @param {string} letters
 */
export async function unpack(letters) {
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
