/** Controls the game on the board: the exchange with the rules, and what works by it. */

import type { Rules } from '../engine/client.ts';
import type { Page } from '../state/state.ts';
import { Computer } from './computer.ts';
import { MoveEntry } from './entry.ts';
import { Exchange } from './exchange.ts';
import { Navigation } from './navigation.ts';

export class GameController extends Exchange {
  navigation = new Navigation(this);
  entry = new MoveEntry(this, this.navigation);
  computer = new Computer(this, this.entry);
  loadAnalysis: () => Promise<unknown>; // resolves when its code is there

  constructor(page: Page, rules: Rules, loadAnalysis: () => Promise<unknown>) {
    super(page, rules);
    this.loadAnalysis = loadAnalysis;
  }

  consider() {
    return this.computer.consider();
  }

  leaveExploration() {
    return this.navigation.leaveExploration();
  }
}
