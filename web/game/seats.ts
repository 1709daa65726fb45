/** Who plays, and from which side the board is seen. */

import { t } from '../lib/i18n.ts';
import type { Side } from '../protocol.d.ts';
import * as clocks from '../state/clock.ts';
import { explore } from '../state/session.ts';
import { other, REMOTE } from '../state/state.ts';
import type { GameController } from './controller.ts';
import { tell } from './messages.ts';

/** Sets who plays a side: the level of the computer, 0 for a person. */
export async function setPlayer(controller: GameController, side: Side, level: number) {
  const { page, autosave } = controller;
  // What is tried out is not for a friend.
  if (level === REMOTE) await controller.leaveExploration();
  await controller.stopSearches();
  const lost = autosave.aid('seat');
  page.change((s) => {
    clocks.tick(s);
    s.players = { ...s.players, [side]: level };
    s.draft = [];
    s.paused = false;
    explore(s, false);
    clocks.start(s);
  });
  autosave.keepSeats();
  // While it is the friend's turn the status says more of it.
  const then = level === REMOTE && page.state.match?.side !== side ? t('link.then') : '';
  if (lost || then) tell(controller, 'plain', `${lost} ${then}`.trim(), { below: true });
  controller.consider();
}

/** Has the computer wait, or go on. */
export async function pause(controller: GameController) {
  const paused = !controller.page.state.paused;
  controller.page.set({ paused });
  if (paused) await controller.stopSearches();
  else controller.consider();
}

export function flip({ page, autosave }: GameController) {
  page.set({ bottom: other(page.state.bottom) });
  autosave.keepSeats();
}
