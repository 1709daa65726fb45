/** What is suggested to do next: after a finished game, and wherever the next opponent is proposed. */

import { challenge } from '../game/challenge.ts';
import { share } from '../game/correspondence.ts';
import { button } from '../lib/controls.ts';
import { t } from '../lib/i18n.ts';
import type { Ended, Meta } from '../state/game.d.ts';
import { nextStep } from '../state/result.ts';
import type { State } from '../state/state.ts';
import { proposedOpponent } from '../store/ratings.ts';
import { calledOpponent } from './opponent.ts';
import type { PanelContext } from './panels.ts';

const tried = (level: number) => t('opponents.try', { level, name: calledOpponent(level) });

export const stepAfter = (ended: Ended, { kept }: State) => nextStep(ended, proposedOpponent(ended.meta, kept));

/** The step after a game that has ended, as the label of a button and what it does. */
export function suggestion(ended: Ended, { controller, panels }: PanelContext): [string, () => void] {
  const step = stepAfter(ended, controller.page.state);
  if (step.kind === 'send') return [t('link.send'), () => share(controller)];
  const go = () => {
    panels.close();
    controller.again(step.level);
  };
  return [step.level === undefined ? t('status.again') : tried(step.level), go];
}

/** A button that begins a game against the next opponent; `before` stands before its label. */
export function nextButton(meta: Meta, { controller, panels }: PanelContext, before: string = '') {
  const { boot, kept } = controller.page.state;
  const level = proposedOpponent(meta, kept);
  const play = () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level));
  return button(before + tried(level), play, { does: 'next', isOff: boot.phase !== 'ready' });
}
