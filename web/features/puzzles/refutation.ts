/**
 * What the engine says about a puzzle on the board: the move that refutes a wrong one, and how the game would go on after
 * the solution.
 */

import type { GameController } from '../../game/api.d.ts';
import { t } from '../../lib/i18n.ts';
import type { Move } from '../../protocol.d.ts';
import type { Puzzle } from '../../state/mode.ts';
import { other } from '../../state/state.ts';
import { countsPieces } from './why.ts';

/** The time of the search for the move that refutes a wrong one. It runs while the wrong move is still being shown. */
const REFUTATION_SECONDS = 0.4;

/** The time of the search for what follows after the solution, and how many plies of it are shown. */
const EXPLANATION_SECONDS = 0.6;
const EXPLANATION_PLIES = 7;

/** The opponent's best reply to the move on the board; null if there is none. */
export async function refutation({ page, rules }: GameController): Promise<Move | null> {
  if (page.state.match?.outcome) return null;
  const thought = await rules.request('think', { time: REFUTATION_SECONDS, progress: false }).catch(() => null);
  return thought?.move?.path.length ? thought.move : null;
}

/** What a wrong move leads to, in a sentence. */
export function refutes({ side, goal, themes }: Puzzle, move: string, reply: Move) {
  const values = { move, side: t(`side.${other(side)}`), reply: reply.text };
  if (reply.captured.length && countsPieces(themes)) {
    return t('puzzle.refuted.takes', { ...values, n: reply.captured.length });
  }
  return t(`puzzle.refuted.${goal}`, values);
}

/**
 * How the engine would go on, where the line ends with the solution; null where the line says it, or nothing is to be said.
 */
export async function continuation(
  { page, rules }: GameController,
  { line, asked, side }: Puzzle,
): Promise<Puzzle['after']> {
  const { match } = page.state;
  if (line.length > asked || !match || match.outcome || match.side === side) return null;
  const fields = { time: EXPLANATION_SECONDS, written: true, progress: false };
  const thought = await rules.request('think', fields).catch(() => null);
  const [best] = thought?.lines ?? [];
  return best?.moves?.length ? { moves: best.moves.slice(0, EXPLANATION_PLIES), score: -best.score } : null;
}
