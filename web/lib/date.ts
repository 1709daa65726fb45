/** A date where the player is, year first: for the names of files, and for records. */
export const localDate = (date: Date = new Date(), between: string = '-') =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join(between);
