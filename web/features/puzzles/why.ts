/** Why the solution of a puzzle wins, where its last move does not show it: what the line that follows gains. */

import { forced } from '../../lib/win-score.ts';
import type { Puzzle } from '../../state/mode.ts';

/** Themes of puzzles that are won by winning pieces, and of those in which pieces are not what counts. */
const MATERIAL_THEMES = ['shot', 'breakthrough', 'crowning', 'chase', 'sacrifice'];
const OTHER_THEMES = ['connection', 'last', 'single', 'chain', 'restraint', 'island'];

/** Whether more pieces are better. */
export const countsPieces = (themes: string[]) => !themes.some((theme) => OTHER_THEMES.includes(theme));

/**
 * The key of a sentence and its values; null where the solution says it all.
 *
 * @returns `n`: pieces that the solver is ahead after the line, or
 *   moves to the win
 */
export function why({
  line,
  asked,
  themes,
  after,
}: Pick<Puzzle, 'line' | 'asked' | 'themes' | 'after'>): { key: string; line: string; n: number } | null {
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
