/** What works by a controller: a part of it, or a session. */

import type { Exchange } from './exchange.ts';

export class Part<Controller extends Exchange = Exchange> {
  controller: Controller;

  constructor(controller: Controller) {
    this.controller = controller;
  }

  get page() {
    return this.controller.page;
  }

  get state() {
    return this.controller.page.state;
  }
}
