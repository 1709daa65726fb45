/**
 * Changes the address bar and the history. Browsers may refuse (in a frame with its own origin, or after too many
 * changes); the page then goes on without.
 */

/**
 * @param {string | null} url null for the same
 * @param {unknown} state
 * @returns {boolean} whether that was done
 */
export function readdress(url, state = history.state) {
  try {
    history.replaceState(state, '', url);
    return true;
  } catch {
    return false;
  }
}

/** A new entry in the history, at the same address. @param {unknown} state */
export function enter(state) {
  try {
    history.pushState(state, '');
  } catch {
    // Then Back leads further than it should.
  }
}
