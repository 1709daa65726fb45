/**
 * Changes the address bar and the history. Browsers may refuse (in a frame with its own origin, or after too many
 * changes); the page works without it.
 */

/** @param url null to keep the address @returns whether the browser allowed it */
export function readdress(url: string | null, state: unknown = history.state): boolean {
  try {
    history.replaceState(state, '', url);
    return true;
  } catch {
    return false;
  }
}

/** Adds a history entry with the same address. */
export function enter(state: unknown) {
  try {
    history.pushState(state, '');
  } catch {
    // Then Back leaves the page instead of closing the panel.
  }
}
