/** What the engine says of a puzzle: why the solution wins, how the game would go on, and what refutes a wrong move. */

import { explain } from '../../game/computer.ts';
import type { GameController } from '../../game/controller.ts';
import { t } from '../../lib/i18n.ts';
import type { Move } from '../../protocol.d.ts';
import { forced } from '../../state/score.ts';
import type { Puzzle } from '../../state/session.ts';
import { other } from '../../state/state.ts';
import { owed } from '../../state/tree.ts';

/** Themes of puzzles that are won by winning pieces, and of those in which pieces are not what counts. */
const GIVING_THEMES = ['shot', 'breakthrough', 'sacrifice']; // in which pieces are given up for it
const MATERIAL_THEMES = [...GIVING_THEMES, 'crowning', 'chase'];
const OTHER_THEMES = ['connection', 'last', 'single', 'chain', 'restraint', 'island'];
const REFUTATION_SECONDS = 0.4; // of search for the move that refutes a wrong one, while that is still being shown
const EXPLANATION_SECONDS = 0.6; // of search for what follows after the solution
const EXPLANATION_PLIES = 7; // of which so many are shown

const countsPieces = (themes: string[]) => !themes.some((theme) => OTHER_THEMES.includes(theme));

/** The line that is told: the solution, what follows in the book of puzzles, and what the engine expects. */
export const wholeLine = ({ line, after }: Pick<Puzzle, 'line' | 'after'>) => [...line, ...(after?.moves ?? [])];

/**
 * Why the solution wins: the end of a key of `puzzle.why`, what is won, and `n` pieces or moves; null where the solution
 * says it all. What is given up for it comes first: it is the idea.
 */
export function why(puzzle: Pick<Puzzle, 'line' | 'asked' | 'themes' | 'after'>) {
  const { asked, themes, after } = puzzle;
  const all = wholeLine(puzzle);
  const goesOn = all.length > asked;
  const [won, lost] = taken(all);
  const because = (key: string, n: number = 0) => ({ key, n, won });
  if (themes.includes('connection')) return goesOn ? because('connects') : null;
  const crowns = all.some((move, ply) => ply % 2 === 0 && move.crowns);
  if (lost && themes.some((theme) => GIVING_THEMES.includes(theme))) {
    if (won > lost || (won === lost && !crowns)) return because('gives', lost);
    if (crowns) return because('gives-king', lost);
  }
  const turns = goesOn && after && after.score > 0 ? forced(after.score) : null;
  if (turns) return because('forced', turns);
  const isMaterial = themes.some((theme) => MATERIAL_THEMES.includes(theme)) || (after && countsPieces(themes));
  if (goesOn && isMaterial && won > lost) return because('gains', won - lost);
  return goesOn && crowns ? because('crowns') : null;
}

/** How the opponent would go on after the move on the board, and why; nothing where the game is over, or that is a pass. */
export async function answered(controller: GameController): Promise<Answered> {
  const { match } = controller.page.state;
  const fields = { time: REFUTATION_SECONDS, written: true, progress: false };
  const asked = match && !match.outcome && controller.rules.request('think', fields).catch(() => null);
  const { move, lines } = (await asked) || {};
  if (!match || !move?.path.length) return { moves: [], why: '' };
  const why = await explain(controller, { ...match, owed: owed(match), impersonal: true }, lines ?? []);
  return { moves: [move, ...(lines?.[0]?.moves ?? []).slice(1)], why: why?.text ?? '' };
}

export type Answered = { moves: readonly Move[]; why: string };

/** What is said of the reply to a wrong move; empty where it refutes nothing: pieces are only traded, or the reply to the
 * better move is the same. */
export function refutes({ side, goal, themes, line }: Puzzle, move: string, { moves, why }: Answered) {
  const [reply] = moves;
  if (!reply) return '';
  const values = { move, side: t(`side.${other(side)}`), reply: reply.text };
  const n = reply.captured.length;
  const exchange = toQuiet(moves, 1);
  const [won, lost] = taken(exchange);
  // A line that stops in the exchange does not tell who wins it.
  if (n && won > lost && exchange.length < moves.length && countsPieces(themes))
    return t('puzzle.refuted.takes', { ...values, n });
  const isNone = goal === 'better' && (n > 0 || reply.text === line[1]?.text);
  return isNone ? '' : `${t(`puzzle.refuted.${goal}`, values)} ${goal === 'better' ? why : ''}`.trim();
}

/** How many pieces a line takes: the side that begins it, and the other. */
const taken = (moves: readonly Move[]) =>
  [0, 1].map((side) => moves.reduce((sum, { captured }, ply) => sum + (ply % 2 === side ? captured.length : 0), 0));

/** The first `most` moves of a line, and the end of an exchange among them: half of it looks like a piece won or lost. */
export function toQuiet(moves: readonly Move[], most: number) {
  const end = moves.findIndex(({ captured }, at) => at >= most && !captured.length);
  return end < 0 ? [...moves] : moves.slice(0, end);
}

/** How the engine would go on, where the line ends with the solution; null where there is nothing to be said. */
export async function continuation({ page, rules }: GameController, { line, asked, side }: Puzzle) {
  const { match } = page.state;
  if (line.length > asked || match?.ply !== asked || match.outcome || match.side === side) return null;
  const fields = { time: EXPLANATION_SECONDS, written: true, progress: false };
  const thought = await rules.request('think', fields).catch(() => null);
  const [best] = thought?.lines ?? [];
  return best?.moves?.length ? { moves: toQuiet(best.moves, EXPLANATION_PLIES), score: -best.score } : null;
}
