/** Does something, and shows the player the error if it fails: for what nobody awaits, such as an event's handler. */
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
