/**
 * What is suggested to do next: after a finished game, and wherever the next opponent is proposed.
 *
 * @import { Ended } from '../state/result.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Meta } from '../types.d.ts'
 * @import { PanelContext, Panels } from './manager.js'
 */

import { challenge } from '../game/challenge.js';
import { share } from '../game/correspondence.js';
import { button } from '../lib/controls.js';
import { t } from '../lib/i18n.js';
import { proposedOpponent } from '../state/ratings.js';
import { nextStep } from '../state/result.js';
import { calledOpponent } from '../view/opponent.js';

/** @param {number} level */
const tried = (level) => t('opponents.try', { level, name: calledOpponent(level) });

/** The step after a game that has ended. @param {Ended} state */
export const stepAfter = (state) => nextStep(state, proposedOpponent(state.meta));

/**
 * The step after a game that has ended, as the label of a button and what it does.
 *
 * @param {Ended} state
 * @param {GameController} controller
 * @param {Panels} panels
 * @returns {[string, () => void]}
 */
export function suggestion(state, controller, panels) {
  const step = stepAfter(state);
  if (step.kind === 'send') return [t('link.send'), () => share(controller)];
  const go = () => {
    panels.close();
    controller.again(step.level);
  };
  return [step.level === undefined ? t('status.again') : tried(step.level), go];
}

/**
 * A button that begins a game against the next opponent.
 *
 * @param {Meta} meta
 * @param {PanelContext} context
 * @param {string} [before] what stands before its label
 */
export function nextButton(meta, { controller, panels }, before = '') {
  const level = proposedOpponent(meta);
  const play = () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level));
  return button(before + tried(level), play, {
    does: 'next',
    isOff: controller.page.state.boot.phase !== 'ready',
  });
}
