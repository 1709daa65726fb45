/** What of the library could not be read, and was set aside, is deleted there, too. */

import { fields, parsed } from '../../lib/shape.ts';
import type { Kept } from '../../state/kept.ts';
import { dropAside } from '../store.ts';
import { games, RECORD_STORES, records } from './database.ts';

export async function dropUnreadable(aside: Kept['asides'][number]) {
  const id = fields(parsed(aside.text)).id as number;
  if (aside.key === 'library.games') await games.remove([id]);
  const store = RECORD_STORES.find((name) => aside.key === `library.${name}`);
  if (store) await records(store).remove(id);
  dropAside(aside);
}
