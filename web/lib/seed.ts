/** Seeds for random starting positions, and the number of a day. */

const DAY_MS = 86_400_000;

/**
 * The number of a calendar day where the player is: the days from 1 January 1970 to that date. The same date has the
 * same number everywhere, so that everyone gets the same puzzle on it, each from their own midnight on.
 */
export const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** The number of today, which is the seed of the day. */
export const today = () => dayOf(new Date());

/** The first moment of a day where the player is. */
export function dateOf(day: number) {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

/** A random seed, short enough (at most five digits) to tell somebody. */
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;
