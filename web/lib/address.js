/**
 * Changes the address bar and the history. Browsers may refuse (in a frame with its own origin, or after too many
 * changes); the page works without it.
 */

/**
 * @param {string | null} url null to keep the address
 * @param {unknown} state
 * @returns {boolean} whether the browser allowed it
 */
export function readdress(url, state = history.state) {
  try {
    history.replaceState(state, '', url);
    return true;
  } catch {
    return false;
  }
}

/** Adds a history entry with the same address. @param {unknown} state */
export function enter(state) {
  try {
    history.pushState(state, '');
  } catch {
    // Then Back leaves the page instead of closing the panel.
  }
}
