/**
 * Whether a game of the library fits a query. The rules read it and say what it asks (the request `query`); the page
 * compares, ply by ply, with what it holds in memory. `saltus.library.search` does the same in the terminal, and a test
 * compares the two.
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
  if (text) return TEXTS[key](game).some((part) => plainText(part).includes(text));
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
    return { ...moment, key: bytesOf(moment.key), squares: Object.entries(moment.squares).map(contentOf) };
  });

  /** The first ply at which everything holds that a moment asks; -1 for none. */
  const firstPly = ({ key, squares: held, material, side }: (typeof moments)[number], game: LibraryGame) => {
    const first = key.length ? firstWith(game.keys, key) : 0;
    const numbers = squares.get(game.game) ?? new Map();
    if (first < 0 || !held.every(({ name }) => numbers.has(name))) return -1;
    const fits = held.map((content) => holding(game, content, numbers));
    for (let ply = first; ply <= game.plies; ply++) {
      if (key.length && !hasKey(game.keys, ply, key)) continue;
      if (side !== null && (game.side + ply) % 2 !== side) continue;
      if (!fits.every((fit) => fit(ply))) continue;
      if (!material || hasMaterial(game.material, ply, material)) return ply;
    }
    return -1;
  };

  return (game: LibraryGame) => {
    if (only !== null && only !== game.game) return -1;
    if (terms.some((term) => fitsTerm(term, game) === term.negated)) return -1;
    if (!moments.length) return 0;
    const plies = moments.map((moment) => firstPly(moment, game)).filter((ply) => ply >= 0);
    return plies.length ? Math.min(...plies) : -1;
  };
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

/** Whether both sides have so much at a ply: the last run that begins by then has it. */
function hasMaterial(runs: Bytes, ply: number, { white, black }: NonNullable<QueryMoment['material']>) {
  let at = runs.length - RUN_BYTES;
  while (((runs[at] << 8) | runs[at + 1]) > ply) at -= RUN_BYTES;
  const fits = (force: typeof white, men: number, kings: number) =>
    force.total === null ? force.men === men && force.kings === kings : force.total === men + kings;
  return fits(white, runs[at + 2], runs[at + 4]) && fits(black, runs[at + 3], runs[at + 5]);
}

/** What a square is to hold: one of `letters` (a dot: it is empty), so that one, or none, of these kinds is there. */
function contentOf([name, letters]: [string, string]) {
  const isEmpty = letters.includes('.');
  return { name, isEmpty, kinds: [0, 1, 2, 3].filter((kind) => letters.includes(KINDS[kind]) !== isEmpty) };
}

/** Tells of a ply whether a square holds that then. */
function holding(
  { planes, plies }: LibraryGame,
  content: ReturnType<typeof contentOf>,
  numbers: Map<string, number>,
) {
  const { name, isEmpty, kinds } = content;
  const size = (plies >> 3) + 1;
  const at = numbers.get(name) ?? 0;
  const starts = kinds.map((kind) => planeStart(planes, kind * numbers.size + at, numbers.size, size));
  // The lowest ply of a plane is last.
  const ends = starts.filter((start) => start >= 0).map((start) => start + size - 1);
  return (ply: number) => ends.some((end) => planes[end - (ply >> 3)] & (1 << (ply & 7))) !== isEmpty;
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
