/** Whether the player studies the game: then the page has ‹ › and tools for lines instead of Undo and Redo. */

import { runs } from './clock.ts';
import { isAsked } from './mode.ts';
import type { State } from './state.ts';
import { isMain } from './tree.ts';

/** Whether a game's end was taken back, to play on. It stays in the record until another move: Redo brings it back. */
export const isReopened = ({ match, tookBack, mode }: State) =>
  mode.kind === 'play' && tookBack && match !== null && match.end !== null && !match.outcome;

/** Whether a player may resign or offer a draw: in a game of their own that has not ended. */
export const mayResign = (state: State) => {
  const { match, mode, home } = state;
  if (!match || match.outcome || home !== null) return false;
  return mode.kind === 'play' || (mode.kind === 'review' && !match.end);
};

export function isStudying(state: State) {
  const { match, mode, analysis, panel, tookBack, home } = state;
  if (!match) return false;
  if (mode.kind === 'review') return true;
  if (mode.kind === 'puzzle') return !isAsked(mode.puzzle) && mode.puzzle.run?.over !== '';
  if (mode.kind !== 'play') return false;
  if (analysis || match.outcome || home !== null || panel === 'review' || panel === 'openings') return true;
  return !tookBack && (match.can_redo || !isMain(match));
}

/** Whether a game is being played: then nothing is reviewed. One that was left on the board for puzzles is not. */
export function isPlaying(state: State) {
  const { mode, match, panel, thinking, analysis } = state;
  if (thinking || runs(state) || analysis) return true;
  if (mode.kind !== 'play' || !match || match.outcome) return false;
  return match.ply > 0 && panel !== 'puzzles';
}
