/** Resolves when all work that was asked for is done. */
let queue = Promise.resolve();

/** Does something after what was asked for before, in a task of its own: all at once would block the page. */
export function inTurn(work: () => void) {
  queue = queue.then(async () => {
    await new Promise((done) => setTimeout(done));
    work();
  });
}
