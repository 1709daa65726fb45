/** Does what the player asks for, and shows what goes wrong. */

/**
 * Does something, and shows the player the error if it fails: for what nobody awaits, such as the handler of an event.
 *
 * @template Result
 * @param {{ fail: (error: unknown) => null }} controller
 * @param {() => Result | Promise<Result>} act
 * @returns {Promise<Result | null>}
 */
export async function attempt(controller, act) {
  try {
    return await act();
  } catch (error) {
    return controller.fail(error);
  }
}
