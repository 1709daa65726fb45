/** What something gives, or `otherwise` where it throws: browsers may forbid what they have. */
export function ifPossible<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Does something that a browser may forbid. Returns whether it could. */
export const succeeds = (act: () => unknown) =>
  ifPossible(() => {
    act();
    return true;
  }, false);

/**
 * Does something, and shows the player the error if it fails (`GameController.fail`: in the status line). It is for what
 * nobody awaits, such as an event's handler.
 */
export async function attempt<Result>(
  controller: { fail: (error: unknown) => null },
  act: () => Result | Promise<Result>,
) {
  try {
    return await act();
  } catch (error) {
    return controller.fail(error);
  }
}
