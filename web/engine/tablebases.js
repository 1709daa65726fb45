/**
 * Fetches the endgame tablebases. They are too large for every visit, so each is fetched once few enough pieces are
 * left; each game says how many.
 *
 * @import { Engine } from './client.js'
 * @import { Page, State } from '../state/state.js'
 */

import { serviceWorkers } from '../lib/capabilities.js';

/** The tablebases that can help in this position. @param {State} state */
function wanted({ meta, rows }) {
  const pieces = rows.join('').replaceAll('.', '').length;
  return Object.keys(meta.tables).filter((name) => pieces <= meta.tables[name]);
}

/**
 * @param {Page} page
 * @param {Engine} engine
 */
export function fetchTablebases(page, engine) {
  /** The match that was checked last. After a failed download, the next move tries again. */
  let seen = page.state.match;
  /** @param {State} state */
  const see = async (state) => {
    seen = state.match;
    if (!seen) return;
    const loaded = await Promise.all(wanted(state).map((name) => engine.supply(name)));
    if (loaded.includes(true)) renew();
  };
  /**
   * Asks for the state of the match again, now that there is a tablebase: a draw may be claimable, and the analysis may
   * be exact. It does nothing while a move is sent or a search runs; the next position will use the tablebase anyway.
   */
  const renew = async () => {
    const { match } = page.state;
    const reply = await engine.request('state', {}).catch(() => null);
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
  // Fetch again what was fetched before the service worker took control, so that it caches it.
  serviceWorkers()?.addEventListener('controllerchange', () => engine.tables.pass());
}
