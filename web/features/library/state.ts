/** What the library's panel shows. */

import { initial, nullable } from '../../lib/first.ts';
import type { Hit, ImportProgress, LibraryGame, WholeGame } from '../../state/library.ts';
import { Slice } from '../../state/state.ts';

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

const closed = {
  view: initial<'list' | 'game' | 'tools'>('list'),
  query: '',
  hits: initial<Hit[]>([]),
  order: initial<'added' | 'newest' | 'oldest' | 'players' | 'event'>('added'),
  // the games that the explorer has found, by id with the ply to open each at; null for all
  only: nullable<Map<number, number>>(),
  count: nullable<number>(), // how many games there are; null before the first search
  collections: initial<string[]>([]), // the names of theirs
  fault: '', // what was wrong with the query, with the library, or with what was tried last
  isRefused: false, // whether that was a search
  message: '', // what was done last with games of the list, where the list does not show it
  areFiltersOpen: false,
  pattern: { content: 'w', isNot: false }, // what the next tapped square of a pattern must hold, or must not
  // the rows of the list that are elements, from the first to the one before `last`; the one in the Tab order
  rows: { first: 0, last: 0, current: 0 },
  isChoosing: false,
  chosen: new Map<number, LibraryGame>(), // the games that are chosen, by id
  removed: initial<WholeGame[]>([]), // what was deleted last, to be brought back
  game: nullable<LibraryGame>(), // the one that is shown
  same: initial<LibraryGame[]>([]), // the others with its moves
  typed: initial<Record<string, string>>({}), // what was typed into fields, by name
  isSaving: false,
  // how work on many games stands, and what is said of it
  exported: { isBusy: false, message: '' },
  backup: { isBusy: false, message: '' },
  duplicates: { isBusy: false, message: '' },
  groups: nullable<LibraryGame[][]>(), // those of games that look like one each, once they were looked for and found
  imported: nullable<ImportRun>(), // the last import; null if there was none, or its report was put away
};

/** What the panel shows, while it is open and while it is closed. */
export type LibraryState = typeof closed;

export const libraryState = new Slice<LibraryState>(closed);
