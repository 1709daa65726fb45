/**
 * Why the solution of a puzzle wins, where its last move does not show it: what the line that follows gains.
 *
 * @import { Puzzle } from '../state/state.js'
 */

/** Themes of puzzles that are won by winning pieces. */
const MATERIAL_THEMES = new Set(['shot', 'breakthrough', 'crowning', 'chase', 'sacrifice']);

/**
 * The key of a sentence and its values; null where the solution says it all.
 *
 * @param {Pick<Puzzle, 'line' | 'asked' | 'side' | 'themes'>} puzzle
 * @returns {{ key: string, line: string, n: number } | null} `n`: pieces that the solver is ahead after the line
 */
export function why({ line, asked, themes }) {
  const rest = line.slice(asked);
  if (!rest.length) return null;
  const text = rest.map((move) => move.text).join(' ');
  const isOwn = (/** @type {number} */ ply) => ply % 2 === 0;
  const n = line.reduce((sum, { captured }, ply) => sum + (isOwn(ply) ? 1 : -1) * captured.length, 0);
  const crowns = rest.some((move, i) => isOwn(asked + i) && move.crowns);
  const isMaterial = themes.some((theme) => MATERIAL_THEMES.has(theme));
  if (isMaterial && n > 0) return { key: 'puzzle.why.gains', line: text, n };
  return { key: crowns ? 'puzzle.why.crowns' : 'puzzle.why.line', line: text, n };
}
