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

/** Does something, and shows the player what fails (`GameController.fail`): for what nobody awaits, as event handlers. */
export async function attempt<T>(controller: { fail: (error: unknown) => null }, act: () => T | Promise<T>) {
  try {
    return await act();
  } catch (error) {
    return controller.fail(error);
  }
}
