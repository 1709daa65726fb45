/**
 * Whether a game of the library fits a query. The rules read it and say what it asks (the request `query`); the page
 * compares, with what it holds in memory. `saltus.library.search` does the same in the terminal, and a test compares
 * the two. A set of plies is a row of bytes, as in `planes`: the highest ply first.
 */

import { bytesOf } from '../../lib/base64.ts';
import { plainText } from '../../lib/plain-text.ts';
import type { QueryMoment, QueryReply, QueryTerm } from '../../protocol.d.ts';
import type { Bytes, LibraryGame } from '../../state/library.ts';

const KEY_BYTES = 6;
const RUN_BYTES = 6;
const KINDS = 'wbWB';

const TEXTS: Record<string, (game: LibraryGame) => string[]> = {
  player: ({ white, black }) => [white, black],
  white: ({ white }) => [white],
  black: ({ black }) => [black],
  winner: ({ white, black, result }) => (result === 'white' ? [white] : result === 'black' ? [black] : []),
  loser: ({ white, black, result }) => (result === 'white' ? [black] : result === 'black' ? [white] : []),
  event: ({ event }) => [event],
  site: ({ tags }) => [tags.Site ?? ''],
  round: ({ tags }) => [tags.Round ?? ''],
  opening: ({ opening, tags }) => [opening, tags.Opening ?? ''],
  collection: ({ collections }) => collections,
  text: ({ opening, tags, collections }) => [opening, ...Object.values(tags), ...collections],
};

const NUMBERS: Record<string, (game: LibraryGame) => number | null> = {
  year: ({ date }) => yearOf(date),
  length: ({ plies }) => plies,
  ballot: ({ ballot }) => ballot,
  id: ({ id }) => id,
};

/** The year of a date; null if it is unknown. */
export const yearOf = (date: string) => (/^[0-9]{4}/.test(date) ? Number(date.slice(0, 4)) : null);

function fitsTerm({ key, text, choices, dates, ranges }: QueryTerm, game: LibraryGame) {
  if (text) return TEXTS[key](game).some((one) => plainText(one).includes(text));
  if (choices.length) return choices.includes(game.result);
  if (dates.length) {
    const { date } = game;
    return (
      date !== '' &&
      dates.some(([low, high]) => date.slice(0, low.length) >= low && (!high || date.slice(0, high.length) <= high))
    );
  }
  const value = NUMBERS[key](game);
  return (
    value !== null && ranges.some(([low, high]) => (low === null || value >= low) && (high === null || value <= high))
  );
}

/** At which ply a game fits first: 0 without terms on the board, -1 if never. `metas` have the squares in order. */
export function fitting(query: QueryReply, metas: { key: string; squares: string[] }[]) {
  const { game: only, terms } = query;
  const squares = new Map(metas.map(({ key, squares }) => [key, new Map(squares.map((name, at) => [name, at]))]));
  const moments = query.moments.map((moment) => {
    return { ...moment, key: bytesOf(moment.key), squares: Object.entries(moment.squares) };
  });

  /** The plies at which everything holds that a moment asks; null for none. */
  const plies = ({ key, squares: held, material, side }: (typeof moments)[number], game: LibraryGame) => {
    const count = game.plies + 1;
    const found = key.length ? withKey(game.keys, key, count) : every(count);
    if (!found) return null;
    const fits = material && withMaterial(game.material, material, count);
    for (let at = 0; fits && at < found.length; at++) found[at] &= fits[at];
    const numbers = squares.get(game.game);
    for (const [name, letters] of held) {
      const number = numbers?.get(name);
      if (number === undefined || !keepSquare(found, game.planes, number, numbers?.size ?? 0, letters)) return null;
    }
    for (let ply = 0; side !== null && ply < count; ply++) if ((game.side + ply) % 2 !== side) remove(found, ply);
    return found;
  };

  return (game: LibraryGame) => {
    if (only !== null && only !== game.game) return -1;
    if (terms.some((term) => fitsTerm(term, game) === term.negated)) return -1;
    if (!moments.length) return 0;
    const found = moments.map((moment) => lowest(plies(moment, game))).filter((ply) => ply >= 0);
    return found.length ? Math.min(...found) : -1;
  };
}

const none = (count: number) => new Uint8Array((count + 7) >> 3);

const add = (set: Uint8Array, ply: number) => {
  set[set.length - 1 - (ply >> 3)] |= 1 << (ply & 7);
};

const remove = (set: Uint8Array, ply: number) => {
  set[set.length - 1 - (ply >> 3)] &= ~(1 << (ply & 7));
};

function every(count: number) {
  const set = none(count).fill(255);
  if (count & 7) set[0] = (1 << (count & 7)) - 1;
  return set;
}

/** The lowest ply of a set; -1 if it is empty. */
function lowest(set: Uint8Array | null) {
  if (!set) return -1;
  for (let at = set.length - 1; at >= 0; at--) {
    if (set[at]) return (set.length - 1 - at) * 8 + (31 - Math.clz32(set[at] & -set[at]));
  }
  return -1;
}

/** Whether the key at a ply is this one. */
export function hasKey(keys: Bytes, ply: number, key: Uint8Array) {
  const start = ply * KEY_BYTES;
  for (let at = 0; at < KEY_BYTES; at++) if (keys[start + at] !== key[at]) return false;
  return true;
}

/** The first ply with a key; -1 for none. */
export function firstWith(keys: Bytes, key: Uint8Array) {
  const count = keys.length / KEY_BYTES;
  const [first] = key;
  for (let ply = 0; ply < count; ply++) if (keys[ply * KEY_BYTES] === first && hasKey(keys, ply, key)) return ply;
  return -1;
}

function withKey(keys: Bytes, key: Uint8Array, count: number) {
  const ply = firstWith(keys, key);
  if (ply < 0) return null;
  const set = none(count);
  for (let at = ply; at < count; at++) if (hasKey(keys, at, key)) add(set, at);
  return set;
}

function withMaterial(runs: Bytes, { white, black }: NonNullable<QueryMoment['material']>, count: number) {
  const set = none(count);
  const fits = (force: typeof white, men: number, kings: number) =>
    force.total === null ? force.men === men && force.kings === kings : force.total === men + kings;
  for (let at = 0; at < runs.length; at += RUN_BYTES) {
    if (!fits(white, runs[at + 2], runs[at + 4]) || !fits(black, runs[at + 3], runs[at + 5])) continue;
    const following = at + RUN_BYTES;
    const end = following < runs.length ? (runs[following] << 8) | runs[following + 1] : count;
    for (let ply = (runs[at] << 8) | runs[at + 1]; ply < end; ply++) add(set, ply);
  }
  return set;
}

/** Keeps the plies at which a square holds one of `letters` (a dot: it is empty). Returns whether any is left. */
function keepSquare(set: Uint8Array, planes: Bytes, square: number, squares: number, letters: string) {
  const isEmpty = letters.includes('.');
  const union = new Uint8Array(set.length);
  for (const [kind, letter] of [...KINDS].entries()) {
    if (letters.includes(letter) === isEmpty) continue;
    const start = planeStart(planes, kind * squares + square, squares, set.length);
    if (start >= 0) for (let at = 0; at < set.length; at++) union[at] |= planes[start + at];
  }
  let left = 0;
  for (let at = 0; at < set.length; at++) {
    set[at] &= isEmpty ? ~union[at] : union[at];
    left |= set[at];
  }
  return left !== 0;
}

/** Where a plane begins in the index; -1 if it is empty. */
function planeStart(planes: Bytes, number: number, squares: number, size: number) {
  const head = (4 * squares + 7) >> 3;
  const bit = (at: number) => (planes[head - 1 - (at >> 3)] >> (at & 7)) & 1;
  if (!bit(number)) return -1;
  let before = 0;
  for (let at = 0; at < number >> 3; at++) before += COUNTS[planes[head - 1 - at]];
  before += COUNTS[planes[head - 1 - (number >> 3)] & ((1 << (number & 7)) - 1)];
  return head + before * size;
}

/** How many bits each byte has. */
const COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
