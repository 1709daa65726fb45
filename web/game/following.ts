/** What is asked for as the match goes on: the names of openings, and tablebases. */

import type { Engine, Rules } from '../engine/client.ts';
import { serviceWorkers } from '../lib/capabilities.ts';
import { MAX_OPENING_PLIES, type Page, type State } from '../state/state.ts';

/** Asks the rules for the name of the opening after each of the first moves. */
export function nameOpenings(page: Page, rules: Rules) {
  let seen: State['match'] = null;
  const see = async ({ match, meta }: State) => {
    if (match === seen) return;
    seen = match;
    if (!match || !meta.ballots) return;
    const isNamed = match.ply > 0 && match.ply <= MAX_OPENING_PLIES;
    const named = isNamed ? await rules.request('opening', {}).catch(() => null) : { name: null };
    // If another move was played meanwhile, its own request will set the name.
    if (page.state.match !== match || !named || (!named.name && !page.state.opening)) return;
    page.set({ opening: named.name ? { match, name: named.name } : null });
  };
  page.show(see);
  see(page.state);
}

/** The tablebases that can help in this position. */
function wanted({ meta, rows }: State) {
  const pieces = rows.join('').replaceAll('.', '').length;
  return Object.keys(meta.tables).filter((name) => pieces <= meta.tables[name]);
}

/** Fetches the endgame tablebases. They are too large for every visit: each comes once few enough pieces are left. */
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
  page.show((state) => state.match !== seen && see(state));
  see(page.state);
  // Fetch again what was fetched before the service worker took control, so that it caches it.
  serviceWorkers()?.addEventListener('controllerchange', () => engine.tables.pass());
}
