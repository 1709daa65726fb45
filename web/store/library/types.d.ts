/** What the library keeps, and what it replies. Read by the type checker alone. */

import type { DBSchema } from 'idb';
import type { GameEntry } from '../../protocol.d.ts';

/** A game of the library: what `index` says of it, with its indexes as bytes. */
export interface LibraryGame extends Omit<GameEntry, 'keys' | 'material' | 'planes' | 'collections' | 'tags'> {
  id: number;
  /** The same for two records of one game; no two games of the library have the same. */
  digest: string;
  tags: Record<string, string>;
  collections: string[];
  keys: Bytes;
  material: Bytes;
  planes: Bytes;
  /** When it was added, in ms since 1970. */
  added: number;
  /** Its id in the archive of finished games, if it was played here. */
  archive?: string;
  /** Whether its tags were changed here: they are no longer those of its records. */
  edited?: boolean;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** A game before it has an id. */
export type NewGame = Omit<LibraryGame, 'id' | 'added'>;

/** The text that a game was read from. */
export interface GameText {
  text: string;
  /** The game and the rules that it was read as, where the text names none. */
  game?: string;
  options?: Record<string, boolean>;
}

/** All texts of a game, the first one first. */
export interface Sources {
  /** The id of the game. */
  id: number;
  texts: GameText[];
}

/** A game with its texts: all that is kept of it. */
export interface WholeGame {
  game: LibraryGame;
  texts: GameText[];
}

/** How many games of a batch were new, were another text of a known game, and were there already. */
export interface Added {
  new: number;
  merged: number;
  known: number;
}

/** The stores with records of any shape: each record has an `id`. */
export type RecordStore = 'deck' | 'lines' | 'reviews';

export interface AnyRecord {
  id: string | number;
  /** The game of the library that it belongs to, if it does. Indexed. */
  game?: number;
  /** When it is due, in ms since 1970, if it ever is. Indexed. */
  due?: number;
}

export interface Schema extends DBSchema {
  games: { key: number; value: LibraryGame; indexes: { digest: string; archive: string } };
  sources: { key: number; value: Sources };
  deck: { key: string | number; value: AnyRecord; indexes: { game: number; due: number } };
  lines: { key: string | number; value: AnyRecord; indexes: { game: number; due: number } };
  reviews: { key: string | number; value: AnyRecord; indexes: { game: number; due: number } };
}
