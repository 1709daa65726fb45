/** The games that were written here, in the game lab. */

import { listOf, text, time } from '../lib/shape.ts';
import { read } from './store.ts';

export interface OwnGame {
  id: string;
  name: string;
  source: string;
  when: number; // it was changed last, in ms since 1970
}

/** The latest first. */
export const ownGames = () => listOf<OwnGame>(read('lab'), { id: text, name: text, source: text, when: time });
