/** The player's own games in the library without a review: played here, or under one of the player's names. */

import { t } from '../lib/i18n.ts';
import { plainText } from '../lib/plain-text.ts';
import type { Side } from '../protocol.d.ts';
import type { LibraryGame } from '../state/library.ts';
import { ownSide } from '../state/result.ts';
import { SIDES } from '../state/state.ts';
import { games, records } from '../store/library/database.ts';
import { archivedGames } from '../store/store.ts';

/** The player's sides in a game; `names` are those under which the player plays elsewhere. */
function sidesOf({ archive, white, black }: LibraryGame, names: string[]): Side[] {
  const summary = archive && archivedGames().find(({ id }) => id === archive);
  if (summary) return SIDES.filter((side) => side === ownSide(summary));
  const own = names.map(plainText).filter(Boolean);
  const isOwn = (name: string) =>
    (archive && name === t('record.you')) || own.some((one) => plainText(name).includes(one));
  return SIDES.filter((side) => isOwn(side === 'w' ? white : black));
}

/** The own games that have no review yet, the latest first, and how many have one. */
export async function unreviewed(names: string[]) {
  const archived = async () => Promise.all((await games.archives()).map((id) => games.archived(id)));
  const all = names.some((name) => plainText(name)) ? await games.all() : await archived();
  const known = new Set((await records('reviews').all()).map(({ id }) => id));
  const own = all.flatMap((game) => {
    const sides = game ? sidesOf(game, names) : [];
    return game && sides.length ? [{ game, sides }] : [];
  });
  const todo = own.filter(({ game }) => !known.has(game.id)).sort((a, b) => b.game.added - a.game.added);
  return { todo, done: own.length - todo.length };
}
