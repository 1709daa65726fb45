/** Makes one game of two records of it. `saltus.library.editing` does the same in the file of a terminal. */

import type { LibraryGame, NewGame } from '../../state/library.ts';

const isKnown = (value: string | undefined) => Boolean(value && !/^[?.\-\s]*$/.test(value));

/**
 * The game with the tags and the collections that it lacks, from another record of it. A tag that is known stays as it is.
 */
export function merged(one: LibraryGame, other: NewGame): LibraryGame {
  const tags = { ...one.tags };
  for (const [name, value] of Object.entries(other.tags)) if (!isKnown(tags[name])) tags[name] = value;
  return {
    ...one,
    tags,
    event: one.event || other.event,
    result: one.result === 'unfinished' ? other.result : one.result,
    opening: one.opening || other.opening,
    ballot: one.ballot ?? other.ballot,
    collections: [...new Set([...one.collections, ...other.collections])],
    ...(other.archive && { archive: other.archive }),
  };
}
