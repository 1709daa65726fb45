/** Turns the analysis on and off. `features/analysis/` searches while it is on, and shows what is found. */

import { analysisFrees, homeOf, isTried, isUncovered } from '../state/session.ts';
import { toggleAnalysis } from '../state/state.ts';
import { isMain } from '../state/tree.ts';
import type { GameController } from './controller.ts';
import { refuses, tell } from './messages.ts';

/**
 * Turns it on or off. During a puzzle, the trainer handles it. What was tried in a game that goes on is over with it: the
 * game is on the board again.
 */
export async function analyse(controller: GameController) {
  const { page } = controller;
  if (controller.session.analyse) return controller.session.analyse();
  const { session, analysis: before } = page.state;
  if (!before && refuses(controller, 'engine')) return;
  if (!before && !(await controller.loadAnalysis().catch((error) => controller.fail(error)))) return;
  const { match, panel, analysis } = page.state;
  // While its code was on the way it was asked for once more, or something else came to the board.
  if (page.state.session.kind !== session.kind || analysis !== before) return;
  const lost = controller.autosave.aid('analysis');
  const isLeft = match && !match.end && isTried(page.state) && (homeOf(page.state) !== null || !isMain(match));
  page.change(toggleAnalysis);
  if (analysisFrees(page.state)) controller.stopSearches();
  else if (isLeft && isUncovered(page.state) && panel !== 'openings') controller.navigation.returnToGame();
  else controller.consider();
  if (lost) tell(controller, 'plain', lost, { below: true });
}
