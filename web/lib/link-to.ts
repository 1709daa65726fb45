/** Makes the links that `link.ts` reads, and unpacks the records in them. */

import type { Side } from '../protocol.d.ts';
import { base64, bytesOf } from './base64.ts';
import { MAX_REQUEST_CHARS } from './limits.ts';
import { pending } from './pending.ts';

/** The link to a game. `record` is the rules' JSON; `turn` is the side that whoever opens the link plays. */
export async function linkTo(game: string, record: string, turn: Side | null = null) {
  const fields = [`game=${game}`, `record=${await pack(record)}`];
  if (turn) fields.push(`turn=${turn}`);
  return `${location.href.split('#')[0]}#${fields.join('&')}`;
}

/** The link to a puzzle, or to a set of puzzles. Fields that are empty are left out. */
export function puzzleLink(game: string, fields: { puzzle?: string; theme?: string; level?: number }) {
  const given = Object.entries(fields).filter(([, value]) => value);
  const fragment = new URLSearchParams([['game', game], ...given.map(([name, value]) => [name, String(value)])]);
  if (!given.length) fragment.set('panel', 'puzzles');
  return `${location.href.split('#')[0]}#${fragment}`;
}

export async function pack(text: string) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await pending('device', new Response(packed).arrayBuffer()));
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Reverses `pack`. The sign `_` around a link, as chats write italics, looks like a letter of it. Rejects other
 * letters, and with a `RangeError`, before all is decompressed, a text that is longer than a request may be.
 */
export async function unpack(letters: string): Promise<string> {
  const own = letters.replace(/_+$/, '');
  const text = own === letters ? unfold(letters) : unfold(letters).catch(() => unfold(own));
  return pending('device', text);
}

async function unfold(letters: string) {
  const bytes = bytesOf(letters.replaceAll('-', '+').replaceAll('_', '/'));
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
