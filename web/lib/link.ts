/**
 * Reads addresses. `#game=english&record=…` holds a whole game: the record is the rules' JSON, compressed, in URL-safe
 * base64. `turn=w` says that whoever opens the link plays White's move: that is how a game by link works. The content of
 * a link counts only once the rules have read it. `#game=english&puzzle=…` is a link to a puzzle, `theme` and `level` (the
 * difficulty, 1 to 5) are one to a set of puzzles. `lab` holds the text of somebody's own game, packed in the same way. `players=0-4` seats the players of an embedded board, White first, as
 * `state.players` has them. `link-to.ts` makes the others.
 */

import type { Side } from '../protocol.d.ts';
import { succeeds } from './attempt.ts';
import { isSide } from './shape.ts';

const FIELDS = ['game', 'record', 'panel', 'rule', 'puzzle', 'theme', 'level', 'players', 'lab'] as const;

/** The fields of an address. They are not validated. `online` is a game on a server, and after a point its seat's token. `isCut`: it was a link to a game, but the game has been lost. */
export type Wanted = { turn: Side | null; isCut: boolean; online: string | null } & Record<
  (typeof FIELDS)[number],
  string | null
>;

/** The signs of an address as they were before a program escaped them, once or more: for an address, or for HTML. */
const unescaped = (hash: string) =>
  hash
    .replace(/%(?:25)*26/g, '&')
    .replace(/%(?:25)*3b/gi, ';')
    .replace(/%(?:25)*23/g, '#')
    .replace(/&(?:(?:amp|#0*38|#x0*26);?)+(?=[a-z#])/gi, '&')
    .replace(/%(?:25)*3d|&(?:equals|#0*61|#x0*3d);/gi, '=');

/** What a mail program puts into a long line, and what a text on the web may have between any two letters. */
const INVISIBLE = /[\r\n\t]\s*|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Reads an address. Chats and mails may have escaped signs, and taken what stands behind a link for a part of it. */
export function wanted(hash: string): Wanted {
  const text = unescaped(hash);
  const fields = new URLSearchParams(text.replace(/^[#/?!]+/, ''));
  // All values are made of these letters: others are not of the link.
  const get = (name: string) =>
    fields
      .get(name)
      ?.replace(INVISIBLE, '')
      .replace(/[^\w-].*$/s, '') ?? null;
  const turn = get('turn');
  const named = Object.fromEntries(FIELDS.map((name) => [name, get(name)])) as Pick<Wanted, (typeof FIELDS)[number]>;
  const isCut = !named.record && (turn !== null || /\brecord\b/i.test(text));
  const online = /^[\w-]+(\.[\w-]+)?/.exec(fields.get('online')?.replace(INVISIBLE, '') ?? '')?.[0] ?? null;
  return { ...named, turn: isSide(turn) ? turn : null, isCut, online };
}

export const asksPuzzles = ({ puzzle, theme, level }: Wanted) => puzzle !== null || theme !== null || level !== null;

/** Changes the address; null keeps it. Returns whether the browser allowed it: it may not in a frame, or too often. */
export const readdress = (url: string | null, state: unknown = history.state) =>
  succeeds(() => history.replaceState(state, '', url));

/** Adds a history entry with the same address. Without it Back leaves the page instead of closing the panel. */
export const enter = (state: unknown) => succeeds(() => history.pushState(state, ''));
