/** Resolves when all work that was asked for is done. */
let queue = Promise.resolve();

/**
 * Does something after what was asked for before, in a task of its own: all boards of a panel, drawn in one task, would
 * block the page noticeably.
 */
export function inTurn(work: () => void) {
  queue = queue.then(async () => {
    await new Promise((done) => setTimeout(done));
    work();
  });
}
