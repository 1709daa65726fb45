/** A new game against one opponent, from a list of opponents or from the board of the day. */

import { isSide } from '../lib/shape.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import { players as drawn, seated } from '../state/state.ts';
import type { GameController } from './api.d.ts';
import type { NewGame } from './controller.ts';

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
  return controller.fresh({ ...wishes, players: seated(side, level) });
}
