/** Whether a game is being played: then nothing is reviewed. One that was left on the board for puzzles is not. */

import { runs } from './clock.ts';
import { isUncovered } from './session.ts';
import type { State } from './state.ts';

export function isPlaying(state: State) {
  const { match, panel, thinking, analysis } = state;
  if (thinking || runs(state) || analysis) return true;
  if (!isUncovered(state) || !match || match.outcome) return false;
  return match.ply > 0 && panel !== 'puzzles';
}
