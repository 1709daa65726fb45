/** What the engine says of a puzzle: why the solution wins, how the game would go on, and what refutes a wrong move. */

import type { GameController } from '../../game/api.d.ts';
import { t } from '../../lib/i18n.ts';
import type { Move } from '../../protocol.d.ts';
import type { Puzzle } from '../../state/mode.ts';
import { forced } from '../../state/score.ts';
import { other } from '../../state/state.ts';

/** Themes of puzzles that are won by winning pieces, and of those in which pieces are not what counts. */
const MATERIAL_THEMES = ['shot', 'breakthrough', 'crowning', 'chase', 'sacrifice'];
const OTHER_THEMES = ['connection', 'last', 'single', 'chain', 'restraint', 'island'];
const REFUTATION_SECONDS = 0.4; // of search for the move that refutes a wrong one, while that is still being shown
const EXPLANATION_SECONDS = 0.6; // of search for what follows after the solution
const EXPLANATION_PLIES = 7; // of which so many are shown

const countsPieces = (themes: string[]) => !themes.some((theme) => OTHER_THEMES.includes(theme));

/** Why the solution wins: a key, what follows, and `n` pieces won or moves to win; null where the solution says it all. */
export function why({ line, asked, themes, after }: Pick<Puzzle, 'line' | 'asked' | 'themes' | 'after'>) {
  const all = [...line, ...(after?.moves ?? [])];
  const rest = all.slice(asked);
  if (!rest.length) return null;
  const text = rest.map((move) => move.text).join(' ');
  const isOwn = (ply: number) => ply % 2 === 0;
  if (themes.includes('connection')) return { key: 'puzzle.why.connects', line: text, n: 0 };
  const turns = after && after.score > 0 ? forced(after.score) : null;
  if (turns) return { key: 'puzzle.why.forced', line: text, n: turns };
  const n = all.reduce((sum, { captured }, ply) => sum + (isOwn(ply) ? 1 : -1) * captured.length, 0);
  const isMaterial = themes.some((theme) => MATERIAL_THEMES.includes(theme)) || (after && countsPieces(themes));
  if (isMaterial && n > 0) return { key: 'puzzle.why.gains', line: text, n };
  const crowns = rest.some((move, i) => isOwn(asked + i) && move.crowns);
  return { key: crowns ? 'puzzle.why.crowns' : 'puzzle.why.line', line: text, n };
}

/** The opponent's best reply to the move on the board; null if there is none. */
export async function refutation({ page, rules }: GameController): Promise<Move | null> {
  if (page.state.match?.outcome) return null;
  const thought = await rules.request('think', { time: REFUTATION_SECONDS, progress: false }).catch(() => null);
  return thought?.move?.path.length ? thought.move : null;
}

export function refutes({ side, goal, themes }: Puzzle, move: string, reply: Move) {
  const { text, captured } = reply;
  const takes = captured.length > 0 && countsPieces(themes);
  const values = { move, side: t(`side.${other(side)}`), reply: text };
  return takes ? t('puzzle.refuted.takes', { ...values, n: captured.length }) : t(`puzzle.refuted.${goal}`, values);
}

/** The first `most` moves of a line, and the end of an exchange among them: half of it looks like a piece won or lost. */
export function toQuiet(moves: readonly Move[], most: number) {
  const end = moves.findIndex(({ captured }, at) => at >= most && !captured.length);
  return end < 0 ? [...moves] : moves.slice(0, end);
}

/** How the engine would go on, where the line ends with the solution; null where there is nothing to be said. */
export async function continuation({ page, rules }: GameController, { line, asked, side }: Puzzle) {
  const { match } = page.state;
  if (line.length > asked || !match || match.outcome || match.side === side) return null;
  const fields = { time: EXPLANATION_SECONDS, written: true, progress: false };
  const thought = await rules.request('think', fields).catch(() => null);
  const [best] = thought?.lines ?? [];
  return best?.moves?.length ? { moves: toQuiet(best.moves, EXPLANATION_PLIES), score: -best.score } : null;
}
