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
  const see = async (state) => {
    seen = state.match;
    if (seen && matters(state) && (await engine.supply(state.meta.key))) renew();
  };
  /**
   * What stands on the board is seen anew: it may be claimed now, and analysed for certain. A turn that is being entered
   * or thought about goes on as it was; what comes after it is seen with the table.
   */
  const renew = async () => {
    const { match } = page.state;
    const reply = await engine.request('state').catch(() => null);
    if (!reply || !match || page.state.match !== match || page.state.thinking || page.state.pending) return;
    if (!reply.claims.length && !page.state.analysis) return;
    page.change((s) => {
      s.match = { ...match, claims: reply.claims };
      if (s.analysis) s.analysis = { ...s.analysis, exact: false };
    });
  };
  page.show((state) => {
    if (state.match !== seen) see(state);
  });
  see(page.state);
  // What was fetched before the service worker was there goes by its hands once more, so that it can be kept.
  navigator.serviceWorker?.addEventListener('controllerchange', () => engine.pass());
}
