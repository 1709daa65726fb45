/** Resigning, offering and claiming draws, and losing on time. */

import type { Requests, Side } from '../protocol.d.ts';
import type { Match } from '../state/game.d.ts';
import { ownSide } from '../state/result.ts';
import { isOpen } from '../state/rights.ts';
import * as state from '../state/state.ts';
import type { Ending } from './api.d.ts';
import { Part } from './part.ts';

export class Offers extends Part {
  /** The side of the person who resigns or offers a draw: the only person, else the one to move. */
  get person(): Side {
    const { match, meta } = this.state;
    return ownSide(this.state) ?? match?.side ?? meta.first;
  }

  ask<O extends Ending>(op: O, fields: Requests[O]) {
    const { controller } = this;
    if (controller.remote) return controller.remote.ask(op);
    return controller.exclusive(async () => {
      const { gameId } = controller;
      await controller.computer.quiet();
      const match: Match | null = await controller.ask(op, fields, gameId).catch((error) => controller.fail(error));
      if (match) await controller.take(match);
      if (match?.outcome) controller.autosave.finish();
      return match;
    });
  }

  resign() {
    return this.ask('resign', { side: this.person });
  }

  async offer() {
    const side = this.person;
    if (!this.controller.remote && !isOpen(this.state)) return;
    const match = await this.ask('offer', { side });
    if (match && this.state.players[state.other(side)] > 0) await this.controller.computer.answer();
  }

  answer(accepts: boolean) {
    if (this.controller.remote) return this.controller.remote.answer(accepts);
    const offer = this.state.match?.offer;
    if (offer) this.ask(accepts ? 'accept' : 'decline', { side: state.other(offer) });
  }

  flag(side: Side) {
    return this.ask('flag', { side });
  }

  /** Claims a draw or a win for the person to move, else for another person who may claim it. */
  claim(kind: 'win' | 'draw') {
    const { match, players } = this.state;
    const own = match?.claims.filter((one) => one.kind === kind && !players[one.side]);
    const claim = own?.find(({ side }) => side === this.person) ?? own?.[0];
    if (claim) this.ask('claim', { side: claim.side, kind });
  }
}
