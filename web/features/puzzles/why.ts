/** What the engine says of a puzzle: why the solution wins, how the game would go on, and what refutes a wrong move. */

import { explain } from '../../game/computer.ts';
import type { GameController } from '../../game/controller.ts';
import { t } from '../../lib/i18n.ts';
import type { Move } from '../../protocol.d.ts';
import type { Puzzle } from '../../state/session.ts';
import { other } from '../../state/state.ts';
import { owed } from '../../state/tree.ts';

/** Themes of puzzles in which pieces are given up, of one that leaves no move, and of those in which pieces do not count. */
const GIVING_THEMES = ['shot', 'breakthrough', 'sacrifice'];
const BLOCK_THEME = 'block';
const CONNECTION_THEME = 'connection';
const OTHER_THEMES = [CONNECTION_THEME, 'last', 'single', 'chain', 'restraint', 'island'];
const REFUTATION_SECONDS = 0.4; // of search for the move that refutes a wrong one, while that is still being shown
const CONTINUATION_SECONDS = 0.6; // of search for what follows after the solution
const CONTINUATION_PLIES = 7; // of which so many are shown

const countsPieces = (themes: string[]) => !themes.some((theme) => OTHER_THEMES.includes(theme));

/** The line that is told: the solution, what follows in the book of puzzles, and what the engine expects. */
export const wholeLine = ({ line, after }: Pick<Puzzle, 'line' | 'after'>) => [...line, ...after];

/**
 * Why the solution is the only one, as the puzzle itself knows it: the end of a key of `puzzle.why`, how many pieces or points
 * `n` it speaks of, and how many are won. What is given up comes first: it is the idea. A line never ends in an exchange.
 */
export function why({ line, goal, by, themes }: Pick<Puzzle, 'line' | 'goal' | 'by' | 'themes'>) {
  const [won, lost] = taken(line);
  const because = (key: string, n: number = 0) => ({ key, n, won });
  if (goal !== 'win') return because(goal, by);
  if (themes.includes(CONNECTION_THEME)) return because('connects');
  if (!countsPieces(themes)) return because('win');
  const crowns = line.some((move, ply) => ply % 2 === 0 && move.crowns);
  if (lost && themes.some((theme) => GIVING_THEMES.includes(theme))) {
    if (won > lost || (won === lost && !crowns)) return because('gives', lost);
    if (crowns) return because('gives-king', lost);
  }
  if (themes.includes(BLOCK_THEME)) return because('blocks');
  if (won > lost) return because('gains', won - lost);
  return because(crowns ? 'crowns' : 'win');
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

/** How the engine would go on, where the line ends with the solution; nothing where there is no more to be shown. */
export async function continuation({ page, rules }: GameController, { line, asked, side }: Puzzle) {
  const { match } = page.state;
  if (line.length > asked || match?.ply !== asked || match.outcome || match.side === side) return [];
  const fields = { time: CONTINUATION_SECONDS, written: true, progress: false };
  const thought = await rules.request('think', fields).catch(() => null);
  return toQuiet(thought?.lines?.[0]?.moves ?? [], CONTINUATION_PLIES);
}
