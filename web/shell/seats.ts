import type { GameController } from '../game/api.d.ts';
import { t } from '../lib/i18n.ts';
import type { Side } from '../protocol.d.ts';
import { areSeatsFree, other } from '../state/state.ts';
import { ask, levelName } from './dialog.ts';

export async function resign(controller: GameController) {
  const side = t(`side.${controller.offers.person}`);
  if (await ask(t('ask.resign', { side }), t('ask.resign.yes'))) controller.offers.resign();
}

/** Gives a side to the computer, at the level of the other side or else its last one; or the computer's to a person. */
export function seatComputer(controller: GameController, side: Side) {
  const { page } = controller;
  const { players } = page.state;
  if (!areSeatsFree(page.state)) return;
  if (players[side]) page.set({ lastLevel: players[side] });
  const level = players[side] ? 0 : players[other(side)] || page.state.lastLevel;
  controller.seat(side, level);
  const who = level ? levelName(level) : t('player.person');
  controller.say(t('say.seated', { side: t(`side.${side}`), who }));
}
