/** Does what the player asks for, and shows what goes wrong. */

/**
 * Does something, and shows the player the error if it fails: for what nobody awaits, such as the handler of an event.
 */
export async function attempt<Result>(
  controller: { fail: (error: unknown) => null },
  act: () => Result | Promise<Result>,
): Promise<Result | null> {
  try {
    return await act();
  } catch (error) {
    return controller.fail(error);
  }
}
