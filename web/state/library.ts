/** The library: its games, and what its panel shows. */

import { none, of } from '../lib/first.ts';
import type { GameEntry, RejectedGame } from '../protocol.d.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** A game of the library: what `index` says of it, with its indexes as bytes. */
export interface LibraryGame extends Omit<GameEntry, 'keys' | 'material' | 'planes'> {
  id: number;
  digest: string; // the same for two games with the same moves by the same players on the same date
  // what its records say (`content` of `index`): no two games have the same. Version 1.0 told games apart by their digest,
  // and had none (`renewing.ts`)
  contents?: string[];
  keys: Bytes;
  material: Bytes;
  planes: Bytes;
  added: number; // when it was added, in ms since 1970
  archive?: string; // its id in the archive of finished games, if it was played here
  edited?: boolean; // whether its tags were changed here: they are no longer those of its records
}

export const MINE = 'mine'; // the collection of the games that were played here. Its name on the page is `library.mine`

/** A game before it has an id. */
export type NewGame = Omit<LibraryGame, 'id' | 'added'>;

/** The text that a game was read from. */
export interface GameText {
  text: string;
  game?: string; // the game and the rules that it was read as, where the text names none
  options?: Record<string, boolean>;
}

/** A game with its texts, the first one first: all that is kept of it. */
export type WholeGame = { game: LibraryGame; texts: GameText[] };

/** The stores with records of any shape: each record has an `id`. */
export type RecordStore = 'deck' | 'lines' | 'reviews';

export interface AnyRecord {
  id: string | number;
  game?: number; // the game of the library that it belongs to, if it does; indexed
}

/** A game that a search has found, with the ply to open it at. */
export type Hit = { game: LibraryGame; ply: number };

/** How many games of a batch were new, were another text of a known game, and were there already. */
export type Added = { new: number; merged: number; known: number };

export type Rejected = Pick<RejectedGame, 'line' | 'column' | 'message' | 'said'> & { file: string; text: string };

/** How far the reading is. `share` is from 0 to 1; `rejects` is the number of those that were rejected. */
export type ImportProgress = Added & { share: number; rejected: Rejected[]; rejects: number };

/** The files that are read into the library one after the other, and what came of them. */
export interface ImportRun {
  name: string; // of the file that is being read
  files: number; // begun so far
  progress: ImportProgress; // all files so far
  stop: AbortController | null; // null when it has ended
  wasStopped: boolean;
  faults: string[]; // what was wrong with a whole file, or with the import
  guesses: Guess[];
}

/** A file whose encoding was a guess or chosen, and the games that came of it: of a collection, within this time. */
export type Guess = { file: File; encoding: string; collection: string; from: number; to: number };

/** What the panel shows, while it is open and while it is closed. */
export type Shelf = ReturnType<typeof closedLibrary>;

export const closedLibrary = () => ({
  view: of<'list' | 'game' | 'tools'>('list'),
  query: '',
  searched: none<string>(), // the query whose games are in `hits`; null before the first search
  hits: of<Hit[]>([]),
  order: of<'added' | 'newest' | 'oldest' | 'players' | 'event'>('added'),
  // the games that the explorer has found, by id with the ply to open each at; null for all
  only: none<Map<number, number>>(),
  count: none<number>(), // how many games there are; null before the first search
  collections: of<string[]>([]), // the names of theirs
  fault: '', // what was wrong with the query, with the library, or with what was tried last
  isRefused: false, // whether that was a search
  areFiltersOpen: false,
  pattern: { content: 'w', isNot: false }, // what the next tapped square of a pattern must hold, or must not
  // the rows of the list that are elements, from the first to the one before `last`; the one in the Tab order
  rows: { first: 0, last: 0, current: 0 },
  isChoosing: false,
  chosen: new Map<number, LibraryGame>(), // the games that are chosen, by id
  removed: of<WholeGame[]>([]), // what was deleted last, to be brought back
  game: none<LibraryGame>(), // the one that is shown
  same: of<LibraryGame[]>([]), // the others with its moves
  typed: of<Record<string, string>>({}), // what was typed into fields, by name
  isSaving: false,
  // how work on many games stands, and what is said of it
  exported: { isBusy: false, told: '' },
  backup: { isBusy: false, told: '' },
  duplicates: { isBusy: false, told: '' },
  groups: none<LibraryGame[][]>(), // those of games that look like one each, once they were looked for and found
  imported: none<ImportRun>(), // the last import; null if there was none, or its report was put away
});
