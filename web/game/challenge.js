/**
 * A new game against one opponent, from a list of opponents or from the board of the day.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Meta } from '../types.d.ts'
 * @import { GameApi, NewGame } from './api.d.ts'
 */

import { players as drawn, isSide, other } from '../state/state.js';

/** Who plays: the computer at a level, the person the other side. @param {Side} person @param {number} level */
const seats = (person, level) => /** @type {Record<Side, number>} */ ({ [person]: 0, [other(person)]: level });

/**
 * Starts a game against an opponent. The game that was on that board is kept among the earlier ones.
 *
 * @param {GameApi} controller
 * @param {Meta} meta
 * @param {number} level
 * @param {NewGame & { person?: Side }} wishes `person` is the player's side; without it, the usual one
 * @returns {Promise<boolean>} whether it has begun
 */
export async function challenge(controller, meta, level, { person, ...wishes } = {}) {
  const { page } = controller;
  if (page.state.meta !== meta) await controller.open(meta.key);
  if (page.state.meta !== meta) return false;
  const usual = drawn(meta);
  const side = isSide(person) ? person : usual.w ? 'b' : 'w';
  return controller.fresh({ ...wishes, players: seats(side, level) });
}
