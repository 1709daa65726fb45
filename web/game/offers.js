/**
 * Resigning, offering and claiming draws, and losing on time.
 *
 * @import { Requests, Side } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { Ending, GameController } from './api.d.ts'
 */

import * as state from '../state/state.js';

export class Offers {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
  }

  get state() {
    return this.controller.page.state;
  }

  /** The side of the person who resigns or offers a draw: the only person, else the one to move. @returns {Side} */
  get person() {
    const { players, match, meta } = this.state;
    if (!players.w !== !players.b) return players.w ? 'b' : 'w';
    return match?.side ?? meta.first;
  }

  /**
   * @template {Ending} O
   * @param {O} op
   * @param {Requests[O]} fields
   */
  ask(op, fields) {
    return this.controller.exclusive(() => this.settle(op, fields));
  }

  /**
   * @private
   * @template {Ending} O
   * @param {O} op
   * @param {Requests[O]} fields
   */
  async settle(op, fields) {
    const { controller } = this;
    const { gameId } = controller;
    await controller.computer.quiet();
    /** @type {Match | null} */
    const match = await controller.ask(op, fields, gameId).catch((error) => controller.fail(error));
    if (match) await controller.take(match);
    if (match?.outcome) await controller.autosave.finish();
    return match;
  }

  resign() {
    return this.ask('resign', { side: this.person });
  }

  /** Offers a draw to the other side. */
  async offer() {
    const side = this.person;
    if (!state.isOpen(this.state)) return;
    const match = await this.ask('offer', { side });
    if (match && this.state.players[state.other(side)] > 0) await this.controller.computer.answer();
  }

  /** Answers the open draw offer. @param {boolean} accepts */
  answer(accepts) {
    const offer = this.state.match?.offer;
    if (offer) this.ask(accepts ? 'accept' : 'decline', { side: state.other(offer) });
  }

  /** Ends the game on time. @param {Side} side the side whose flag has fallen */
  flag(side) {
    return this.ask('flag', { side });
  }

  /** Claims a draw or a win for the person to move, else for another person who may claim it. @param {'win' | 'draw'} kind */
  claim(kind) {
    const { match, players } = this.state;
    const own = match?.claims.filter((one) => one.kind === kind && !players[one.side]);
    const claim = own?.find(({ side }) => side === this.person) ?? own?.[0];
    if (claim) this.ask('claim', { side: claim.side, kind });
  }
}
