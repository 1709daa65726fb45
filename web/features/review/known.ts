/** What a review knows of each move, also while it is being made. */

import { isMistake } from '../../lib/glyphs.ts';
import type { ReviewedMove, Side } from '../../protocol.d.ts';
import { textOf } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { Review, ReviewFindings } from '../../state/session.ts';
import { SIDES } from '../../state/state.ts';
import { mainLine } from '../../state/tree.ts';

const GREAT_LOSS = 0.2; // of the chances: a blunder, as `saltus.analysis.chances` has it; far more than two searches differ

const EVEN_CHANCE = 0.15; // so near to a half White's chances are called even, and what leaves them so is no blunder

const MAX_MISTAKES = 8;

/** The costliest mistakes, in the order of the game: one list is shown, gone through and, of these sides, practised. */
export function mistakes({ turns }: Pick<ReviewFindings, 'turns'>, sides: readonly Side[] = SIDES) {
  const all = turns.filter(({ mark }) => isMistake(mark)).sort((one, other) => other.loss - one.loss);
  const listed = all.slice(0, MAX_MISTAKES).sort((one, other) => one.ply - other.ply);
  return listed.filter(({ side }) => sides.includes(side));
}

/** The moves of a side that had a choice, and how many of them lost nothing. That a move has no mark is no merit: where
 * much is lost or won, most moves at random have none. */
export function goodMoves(turns: ReviewedMove[], side: Side) {
  const free = turns.filter((turn) => turn.side === side && turn.free);
  return { n: free.filter(({ good }) => good).length, count: free.length };
}

export type Known = Pick<ReviewFindings, 'chances' | 'turns'>;

/** What a review knows: all that it has found or, while it is being made, the moves that are blunders for certain. */
export function known(match: Match, { chances, found }: Pick<Review, 'chances' | 'found'>): Known {
  if (found) return found;
  const turns = mainLine(match).map(({ node, ply, side, move }) => {
    const [before, after] = [chances[ply - 1] ?? NaN, chances[ply] ?? NaN];
    const loss = side === 'w' ? before - after : after - before;
    const isEven = [before, after].every((share) => Math.abs(share - 0.5) < EVEN_CHANCE);
    const mark: ReviewedMove['mark'] = loss >= GREAT_LOSS && !isEven ? '??' : '';
    return { node, ply, side, text: textOf(move), score: 0, loss, mark, free: true, preferred: false, good: false };
  });
  return { chances, turns };
}
