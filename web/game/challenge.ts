/** A new game against one opponent, from a list of opponents or from the board of the day; and the same game again. */

import { draw } from '../lib/random.ts';
import { isSide } from '../lib/shape.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import { ownSide } from '../state/result.ts';
import { players as drawn, seated } from '../state/state.ts';
import type { GameController } from './controller.ts';
import type { NewGame } from './exchange.ts';

/** Starts a game against an opponent, by default on the usual side. Resolves to whether it has begun. */
export async function challenge(
  controller: GameController,
  meta: Meta,
  level: number,
  { person, ...wishes }: NewGame & { person?: Side } = {},
): Promise<boolean> {
  const { page } = controller;
  if (page.state.meta !== meta) await controller.open(meta.key);
  if (page.state.meta !== meta) return false;
  const usual = drawn(meta);
  const side = isSide(person) ? person : usual.w ? 'b' : 'w';
  return controller.startMatch({ ...wishes, players: seated(side, level) });
}

/**
 * A rematch with the same set-up, options and clock. A random set-up gets a new seed. After a finished game that
 * began with a ballot, person and computer swap colours, so that both sides of the ballot are played. `wanted` is the
 * computer's level, if it changes.
 */
export async function again(controller: GameController, wanted?: number) {
  if (controller.session.ask) return controller.session.ask('rematch');
  const { meta, match, players } = controller.page.state;
  const seeded = meta.setups.find((setup) => setup.key === match?.setup)?.seeded;
  const clock = match?.clock && { initial: match.clock.initial, increment: match.clock.increment };
  const level = wanted ?? (players.w || players.b);
  const isSwapped = match?.ballot && match.outcome;
  const swapped = meta.lots ? drawn(meta) : isSwapped ? { w: players.b, b: players.w } : players;
  await controller.startMatch({
    setup: match?.setup ?? undefined,
    seed: seeded ? draw() : undefined,
    ballot: match?.ballot ?? undefined,
    options: match?.options,
    clock,
    players: ownSide({ players }) ? { w: swapped.w && level, b: swapped.b && level } : players,
  });
}
