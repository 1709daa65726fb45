/** Whether the player studies the game: then the page has ‹ › and tools for lines instead of Undo and Redo. */

import { runs } from './clock.ts';
import { hasTakenBack, homeOf, isAsked, isUncovered } from './session.ts';
import type { State } from './state.ts';
import { isMain } from './tree.ts';

/** Whether a game's end was taken back, to play on. It stays in the record until another move: Redo brings it back. */
export const isReopened = (state: State) =>
  isUncovered(state) && hasTakenBack(state) && Boolean(state.match?.end && !state.match.outcome);

/** Whether a player may resign or offer a draw: in a game of their own that has not ended. */
export const mayResign = (state: State) => {
  const { match, session } = state;
  if (!match || match.outcome || homeOf(state) !== null) return false;
  return isUncovered(state) || (session.kind === 'review' && !match.end);
};

export function isStudying(state: State) {
  const { match, session, analysis, panel } = state;
  if (!match) return false;
  if (session.kind === 'review') return true;
  if (session.kind === 'puzzle') return !isAsked(session.puzzle) && session.puzzle.run?.over !== '';
  if (!isUncovered(state)) return false;
  if (analysis || match.outcome || homeOf(state) !== null || panel === 'review' || panel === 'openings') return true;
  return !hasTakenBack(state) && (match.can_redo || !isMain(match));
}

/** Whether a game is being played: then nothing is reviewed. One that was left on the board for puzzles is not. */
export function isPlaying(state: State) {
  const { match, panel, thinking, analysis } = state;
  if (thinking || runs(state) || analysis) return true;
  if (!isUncovered(state) || !match || match.outcome) return false;
  return match.ply > 0 && panel !== 'puzzles';
}
