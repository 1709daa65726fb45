/** The games of the library. */

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
