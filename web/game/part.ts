/** A part of the game's controller: what it works on. */

import type { GameController } from './api.d.ts';

export class Part {
  controller: GameController;

  constructor(controller: GameController) {
    this.controller = controller;
  }

  get page() {
    return this.controller.page;
  }

  get state() {
    return this.controller.page.state;
  }
}
