/** Enters a move in advance, and plays it once it is the player's turn. */

import { sideOn } from '../board/geometry.ts';
import { say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { called, due, spoken } from '../state/describe.ts';
import { pathOf, premover } from '../state/path.ts';
import { isOpen } from '../state/rights.ts';
import { everything, other } from '../state/state.ts';
import { Controlled, type Exchange } from './exchange.ts';

export class Premove extends Controlled {
  private enterSquare: (square: string) => void;

  constructor(controller: Exchange, enterSquare: (square: string) => void) {
    super(controller);
    this.enterSquare = enterSquare;
    this.page.effect(everything, () => this.play());
  }

  /** Enters a square. Returns whether it meant anything: a piece of the player, where it is to go, or that it is not to. */
  enter(name: string): boolean {
    const { premove, rows } = this.page.state;
    const side = premover(this.page.state);
    if (!side) return false;
    const isOwn = sideOn(rows, name) === side;
    if (premove.length === 1 && !isOwn) this.mark([premove[0], name]);
    else if (isOwn && (premove.length !== 1 || premove[0] !== name)) this.mark([name]);
    else return this.cancel();
    return true;
  }

  private mark(premove: string[]) {
    this.page.set({ premove });
    say(this.named(premove));
  }

  private named(premove: string[]) {
    const path = premove.map((square) => called(this.page.state.meta, square)).join(' – ');
    return t(premove.length > 1 ? 'say.premove' : 'say.premove.piece', { path });
  }

  cancel(): boolean {
    if (!this.page.state.premove.length) return false;
    this.page.set({ premove: [] });
    say(t('say.premove.cancelled'));
    return true;
  }

  private play() {
    const { premove, match, meta } = this.page.state;
    if (!premove.length || !match || !isOpen(this.page.state)) return;
    this.page.set({ premove: [] });
    const path = pathOf(match.moves, premove);
    const said = match.last ? [spoken(meta, other(match.side), match.last), ...due(this.page.state)] : [];
    this.controller.answered = said.map((one) => `${one}.`).join(' ');
    for (const square of path) this.enterSquare(square);
    if (this.page.state.pending) return;
    const goesOn = path.length > 1 && t('say.goes-on', { square: called(meta, path[1]) });
    say(this.controller.withAnswered(goesOn || (path.length ? this.named(path) : t('say.premove.none'))));
  }
}
