/** Days and dates where the player is. */

const DAY_MS = 86_400_000;

/** The number of a calendar day where the player is, from 1 January 1970 on. A date has the same number everywhere. */
export const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** The number of today, which is the seed of the day. */
export const today = () => dayOf(new Date());

/** The first moment of a day where the player is. */
export function dateOf(day: number) {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

/** A date where the player is, year first: for the names of files, and for records. */
export const localDate = (date: Date = new Date(), between: string = '-') =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join(between);
