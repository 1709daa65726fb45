/** What the scripts before the first modules leave for them. Read by the type checker alone. */

export {};

declare global {
  /** The worker that `early.ts` started, its messages so far, and what has it load the rules; until the engine takes it. */
  var early: { worker: Worker; heard: Event[]; begin: () => void } | undefined;

  /** Presses the button once more that was pressed before the page could answer. Defined by `early.ts`. */
  var pressAgain: (() => void) | undefined;

  /** Starts a worker in a sandboxed frame. Defined by `early.ts`. */
  var sandboxed: ((address: string) => Worker) | undefined;

  /** Shows the message that a part of the page is missing; `key` is the message's key. Defined by `missing.ts`. */
  var incomplete: ((key?: string) => unknown) | undefined;
}
