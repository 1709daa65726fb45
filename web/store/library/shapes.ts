/** What can be read of the library's games and records: one that is damaged costs only itself. */

import { all, count, fits, flag, isObject, isSide, maybe, oneOf, type Shape, text, time } from '../../lib/shape.ts';
import type { AnyRecord, LibraryGame, RecordStore } from '../../state/library.ts';
import { setAside } from '../store.ts';

const MAX_PLIES = 10_000;
export const KEY_BYTES = 6;
const MATERIAL_BYTES = 6;

const MOVE = { path: [text], text };
const PROGRESS = { box: maybe(count), due: time, when: time, solved: count, missed: count };
/** Fields of one shape. */
const each = (names: string, shape: Shape) => Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const REPEATED = { progress: maybe(PROGRESS), 'due?': time, rows: [text], side: isSide, options: all(flag) };

/** @param bytes the shape of so many bytes, or a multiple of it */
export const gameShape = (bytes: (unit: number) => Shape) => ({
  ...each('game white black event opening', text),
  id: count,
  digest: (value: unknown) => text(value) && value !== '',
  'contents?': [text],
  date: (value: unknown) => text(value) && /^(?:\d[\d?]{3}\.[\d?]{2}\.[\d?]{2})?$/.test(value),
  result: oneOf(['white', 'black', 'draw', 'unfinished']),
  ballot: maybe(count),
  plies: (value: unknown) => count(value) && value <= MAX_PLIES,
  side: oneOf([0, 1]),
  tags: all(text),
  collections: [text],
  keys: bytes(KEY_BYTES),
  material: bytes(MATERIAL_BYTES),
  planes: bytes(1),
  added: time,
  'archive?': text,
  'edited?': flag,
});

export const TEXT = { text, 'game?': text, 'options?': all(flag) };

export const RECORDS: Record<RecordStore, Shape> = {
  deck: {
    ...REPEATED,
    ...each('id key played mark players date', text),
    ...each('game ply', count),
    ...each('line refutation', [MOVE]),
    reason: isObject,
    'why?': isObject,
    added: time,
  },
  lines: { ...REPEATED, ...each('id key kind', text), ply: count, moves: [MOVE], from: [text] },
  reviews: { id: count, game: count, when: time, isRead: flag },
};

const GAME = gameShape((unit) => (value) => value instanceof Uint8Array && value.length % unit === 0);

const isGame = (value: unknown) =>
  fits<LibraryGame>(value, GAME) && value.keys.length === KEY_BYTES * (value.plies + 1);

/** Those of a store's records that can be read; the others are set aside. */
function whole<One>(name: string, shape: Shape, all: unknown[]) {
  return all.filter((record): record is One => {
    if (fits<One>(record, shape)) return true;
    setAside(
      `library.${name}`,
      JSON.stringify(record, (_, value) => (value instanceof Uint8Array ? [...value] : value)),
    );
    return false;
  });
}

export const wholeGames = (all: LibraryGame[]) => whole<LibraryGame>('games', isGame, all);

export const wholeRecords = <One extends AnyRecord>(store: RecordStore, all: One[]) =>
  whole<One>(store, RECORDS[store], all);
