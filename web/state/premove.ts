/** A move that is entered while the other side is to move. It is played as soon as that has moved, if it is legal then. */

import type { Move, Side } from '../protocol.d.ts';
import { isAsked, puzzleOf } from './mode.ts';
import { ownSide } from './result.ts';
import { analysisFrees, isFree, isOpen, other, type State } from './state.ts';

/** Whose move can be entered in advance; null while none can. */
export function premover(state: State): Side | null {
  const { match, boot, mode, paused, preview, settings, players } = state;
  if (!settings.premove || !match || match.outcome || boot.phase !== 'ready' || paused || preview || isOpen(state))
    return null;
  const puzzle = puzzleOf(state);
  if (puzzle) return isAsked(puzzle) ? puzzle.side : null;
  const own = ownSide({ players });
  if (!own || mode.kind !== 'play' || players[other(own)] < 0 || isFree(state) || analysisFrees(state)) return null;
  return own;
}

/**
 * The squares to enter for a piece that was picked up, or for its move to another square: of the one move that ends there,
 * else of those that first stop there. The piece alone where several ways lead there; nothing where none does.
 */
export function pathOf(moves: Move[], [from, to]: string[]): string[] {
  const own = moves.filter(({ path }) => path[0] === from);
  if (to === undefined) return own.length ? [from] : [];
  const ending = own.filter(({ path }) => path[path.length - 1] === to);
  if (ending.length === 1) return ending[0].path;
  if (own.some(({ path }) => path[1] === to)) return [from, to];
  return ending.length ? [from] : [];
}
