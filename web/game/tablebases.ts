/**
 * Fetches the endgame tablebases. They are too large for every visit, so each is fetched once few enough pieces are
 * left; each game says how many.
 */

import type { Engine } from '../engine/client.ts';
import { serviceWorkers } from '../lib/capabilities.ts';
import type { Page, State } from '../state/state.ts';

/** The tablebases that can help in this position. */
function wanted({ meta, rows }: State) {
  const pieces = rows.join('').replaceAll('.', '').length;
  return Object.keys(meta.tables).filter((name) => pieces <= meta.tables[name]);
}

export function fetchTablebases(page: Page, engine: Engine) {
  let seen = page.state.match; // the match that was checked last. After a failed download, the next move tries again
  const see = async (state: State) => {
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
