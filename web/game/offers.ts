/** Resigning, offering and claiming draws, and losing on time. */

import { t } from '../lib/i18n.ts';
import type { Requests, Side } from '../protocol.d.ts';
import { ownSide } from '../state/result.ts';
import { isOpen } from '../state/rights.ts';
import { other, type State } from '../state/state.ts';
import type { GameController } from './controller.ts';
import type { Ending } from './exchange.ts';
import { tell } from './messages.ts';

const ANSWER_SECONDS = 0.5; // the time in which the computer weighs an offer

/** The side of the person who resigns or offers a draw: the only person, else the one to move. */
export const sideOf = (state: State): Side => ownSide(state) ?? state.match?.side ?? state.meta.first;

function ask<O extends Ending>(controller: GameController, op: O, fields: Requests[O]) {
  if (controller.session.ask) return controller.session.ask(op);
  return controller.exclusive(async () => {
    const { gameId } = controller;
    await controller.stopSearches();
    const match = await controller.change(op, fields, gameId);
    if (match?.outcome) controller.autosave.finish();
    return match;
  });
}

export const resign = (controller: GameController) =>
  ask(controller, 'resign', { side: sideOf(controller.page.state) });

export async function offer(controller: GameController) {
  const { state } = controller.page;
  const side = sideOf(state);
  if (!controller.session.ask && !isOpen(state)) return;
  const match = await ask(controller, 'offer', { side });
  if (!match?.offer || state.players[other(side)] <= 0) return;
  const thought = await controller.computer.think('offer', { time: ANSWER_SECONDS });
  if (!thought) return;
  await ask(controller, thought.accepts ? 'accept' : 'decline', { side: other(side) });
  if (!thought.accepts) tell(controller, 'plain', t('status.declined', { side: t(`side.${other(side)}`) }));
}

export function answer(controller: GameController, accepts: boolean) {
  const { match, meta } = controller.page.state;
  const side = other(match?.offer ?? meta.first);
  if (match?.offer || controller.session.ask) ask(controller, accepts ? 'accept' : 'decline', { side });
}

export const flag = (controller: GameController, side: Side) => ask(controller, 'flag', { side });

/** Claims a draw or a win for the person to move, else for another person who may claim it. */
export function claim(controller: GameController, kind: 'win' | 'draw') {
  const { state } = controller.page;
  const own = state.match?.claims.filter((one) => one.kind === kind && !state.players[one.side]);
  const found = own?.find(({ side }) => side === sideOf(state)) ?? own?.[0];
  if (found) ask(controller, 'claim', { side: found.side, kind });
}
