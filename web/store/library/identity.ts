/**
 * What tells the games of the library apart: all that a record says (`content` of `index`). Version 1.0 took games with the
 * same moves by the same players on the same date for one (`digest`), whatever else their records say; it kept all of these.
 */

import { bytesOf } from '../../lib/base64.ts';
import type { IndexedGame } from '../../protocol.d.ts';
import type { GameText, NewGame } from '../../state/library.ts';

/** A game as `index` describes it, to be added to the library. */
export const newGame = ({ digest, content, entry }: IndexedGame, collections: string[]) => ({
  ...entry,
  digest,
  contents: [content],
  tags: { ...entry.tags },
  collections,
  keys: bytesOf(entry.keys),
  material: bytesOf(entry.material),
  planes: bytesOf(entry.planes),
});

/**
 * The games that a game of version 1.0 is now, with their texts: it comes first, and of its other records those that say
 * something else are games of their own. `found` is what each text says; null for one that cannot be read any more.
 */
export function apart<Game extends NewGame>(game: Game, texts: GameText[], entries: (IndexedGame | null)[]) {
  // What was edited has the edited text before the first that was read.
  const base = game.edited && texts.length > 1 ? 1 : 0;
  const contents = new Set(entries.slice(0, base + 1).flatMap((indexed) => indexed?.content ?? []));
  const own: GameText[] = [];
  const others: { game: NewGame; texts: GameText[] }[] = [];
  for (const [at, indexed] of entries.entries()) {
    // Those with other players or another date were merged by their owner.
    const isOther =
      at > base && indexed && !contents.has(indexed.content) && indexed.digest === entries[base]?.digest;
    if (isOther) others.push({ game: newGame(indexed, game.collections), texts: [texts[at]] });
    else {
      own.push(texts[at]);
      if (indexed) contents.add(indexed.content);
    }
  }
  const { archive, collections } = game;
  const read = entries[0] && !game.edited ? { ...newGame(entries[0], collections), ...(archive && { archive }) } : {};
  return [
    { game: { ...game, ...read, contents: contents.size ? [...contents] : [game.digest] }, texts: own },
    ...others,
  ];
}
