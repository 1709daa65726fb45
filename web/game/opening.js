/**
 * Asks the rules for the name of the opening after each of the first moves.
 *
 * @import { Page, State } from '../state/state.js'
 * @import { Rules } from './api.d.ts'
 */

import { MAX_OPENING_PLIES } from '../state/state.js';

/**
 * @param {Page} page
 * @param {Rules} rules
 */
export function nameOpenings(page, rules) {
  /** @type {State['match']} */
  let seen = null;
  /** @param {State} state */
  const see = async ({ match, meta }) => {
    if (match === seen) return;
    seen = match;
    if (!match || !meta.ballots) return;
    const isNamed = match.ply > 0 && match.ply <= MAX_OPENING_PLIES;
    const named = isNamed ? await rules.request('opening', {}).catch(() => null) : { name: null };
    // If another move was played meanwhile, its own request will set the name.
    if (page.state.match !== match || !named || (!named.name && !page.state.opening)) return;
    page.change((s) => {
      s.opening = named.name ? { match, name: named.name } : null;
    });
  };
  page.show(see);
  see(page.state);
}
