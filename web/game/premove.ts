/** Enters a move in advance, and plays it once it is the player's turn. */

import { sideOn } from '../board/geometry.ts';
import { t } from '../lib/i18n.ts';
import { pathOf, premover } from '../state/path.ts';
import { isOpen } from '../state/state.ts';
import type { GameController } from './api.d.ts';
import { Part } from './part.ts';

export class Premove extends Part {
  constructor(controller: GameController) {
    super(controller);
    this.page.show((state) => {
      // Not within a change that others have yet to see.
      if (state.premove.length && isOpen(state)) queueMicrotask(() => this.play());
    });
  }

  /** Enters a square. Returns whether it meant anything: a piece of the player, where it is to go, or that it is not to. */
  enter(name: string): boolean {
    const { premove, rows } = this.state;
    const side = premover(this.state);
    if (!side) return false;
    const isOwn = sideOn(rows, name) === side;
    if (premove.length === 1 && !isOwn) this.page.set({ premove: [premove[0], name] });
    else if (isOwn && (premove.length !== 1 || premove[0] !== name)) this.page.set({ premove: [name] });
    else return this.cancel();
    return true;
  }

  cancel(): boolean {
    if (!this.state.premove.length) return false;
    this.page.set({ premove: [] });
    return true;
  }

  private play() {
    const { premove, match } = this.state;
    if (!premove.length || !match || !isOpen(this.state)) return;
    this.page.set({ premove: [] });
    const path = pathOf(match.moves, premove);
    if (!path.length) this.controller.say(t('say.premove.none'));
    for (const square of path) this.controller.entry.enter(square);
  }
}
