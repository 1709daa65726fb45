/**
 * What is known for certain of a game is in a table that is too large for every visit: it is fetched when a game is near
 * enough to its end for the table to matter, and a game that counts points is solved from its first move.
 *
 * @import { Engine } from './engine.js'
 * @import { Page, State } from './state.js'
 */

/** The pieces on the board from which on a search may come to what is in a table. */
const NEAR = 8;

/** @param {State} state */
function matters({ meta, rows }) {
  if (meta.points) return true;
  const pieces = rows.join('').replaceAll('.', '').length;
  return pieces <= NEAR;
}

/**
 * @param {Page} page
 * @param {Engine} engine
 */
export function tables(page, engine) {
  /** The match that was looked at last: a table that does not come is asked for again at the next turn. */
  let seen = page.state.match;
  /** @param {State} state */
  const see = (state) => {
    seen = state.match;
    if (seen && matters(state)) engine.supply(state.meta.key);
  };
  page.show((state) => {
    if (state.match !== seen) see(state);
  });
  see(page.state);
  // What was fetched before the service worker was there goes by its hands once more, so that it can be kept.
  navigator.serviceWorker?.addEventListener('controllerchange', () => engine.pass());
}
