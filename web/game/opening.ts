/** Asks the rules for the name of the opening after each of the first moves. */

import type { Rules } from '../engine/client.ts';
import { MAX_OPENING_PLIES, type Page, type State } from '../state/state.ts';

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
