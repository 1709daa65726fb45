/**
 * What a finished game suggests to do next, as the label of a button and what it does.
 *
 * @import { Ended } from '../state/result.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panels } from './manager.js'
 */

import { share } from '../game/correspondence.js';
import { t } from '../lib/i18n.js';
import { nextStep } from '../state/result.js';
import { calledOpponent } from '../view/opponent.js';

/**
 * @param {Ended} state
 * @param {GameController} controller
 * @param {Panels} panels
 * @returns {[string, () => void]}
 */
export function suggestion(state, controller, panels) {
  const step = nextStep(state);
  if (step.kind === 'send') return [t('link.send'), () => share(controller)];
  const go = () => {
    panels.close();
    controller.again(step.level);
  };
  if (step.level === undefined) return [t('status.again'), go];
  return [t(`result.next.${step.kind}`, { level: step.level, name: calledOpponent(step.level) }), go];
}
