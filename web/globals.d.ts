/** What the scripts before the first modules leave for them. Read by the type checker alone. */

export {};

declare global {
  /** Shows the message that a part of the page is missing; `key` is the message's key. Defined by `missing.ts`. */
  var incomplete: ((key?: string) => unknown) | undefined;
}
