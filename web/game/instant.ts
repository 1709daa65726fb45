/**
 * A match that is played before the rules are there: their reply to its request, which the build has asked for, or which was
 * kept beside the record. What is asked of the rules waits until they have the match, too (`syncMatch` in `exchange.ts`).
 */

import * as clocks from '../state/clock.ts';
import type { Match, Meta } from '../state/game.d.ts';
import { explore } from '../state/session.ts';
import { type State, setMatch } from '../state/state.ts';
import * as store from '../store/store.ts';
import { newGameTags } from '../store/tags.ts';

/** The reply to a new game with the options that were chosen where the game was first opened. */
function begun(meta: Meta): Match | null {
  const usual = Object.fromEntries(meta.options.map((option) => [option.key, option.default]));
  const chosen = { ...usual, ...store.loadOptions(meta) };
  const isChosen = ({ options }: Match) => Object.entries(chosen).every(([key, value]) => options[key] === value);
  const found = meta.starts?.find(isChosen);
  return found ? { ...found, record: JSON.stringify({ ...JSON.parse(found.record), tags: newGameTags() }) } : null;
}

/** Puts the match of the game that is shown on the board, if its reply is known. */
export function showEarly(s: State) {
  const saved = store.loadTable(s.meta);
  // After a move that was not answered, the position is not known.
  if (saved?.turn) return;
  const match = saved ? store.loadReply(s.meta, saved, s.version) : begun(s.meta);
  if (!match) return;
  setMatch(s, match);
  s.early = true;
  explore(s, s.players[match.side] > 0 && match.can_redo);
  if (saved) s.timing = clocks.restored(saved.clock, s.players);
  clocks.start(s);
}

/** Whether two replies show the same on the board. */
export function isSame(one: Match, other: Match) {
  const shown = ({ game, rows, side, node, moves, outcome }: Match) =>
    JSON.stringify([game, rows, side, node, moves, outcome]);
  return shown(one) === shown(other);
}
