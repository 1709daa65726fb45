/** Puts the player's game aside for a lesson or a puzzle, and brings it back as it was, analysis too. */

import { saved } from '../state/clock.ts';
import { leaveMode, type Mode } from '../state/mode.ts';
import { loadTable } from '../store/store.ts';
import type { Seats } from './controller.ts';
import { Part } from './part.ts';

export class Stash extends Part {
  /** The stashed match; its record holds the current position too. */
  kept: { record: string; id: string; seats: Seats; analysed: boolean } | null = null;
  game = ''; // the game that was on the board, even if it had no match yet

  /** Resolves when the player's game is on the board, nothing changes it, no search runs, and no session has it stashed. */
  async rest() {
    const { controller } = this;
    await controller.whenLaid();
    await controller.leaving;
    await controller.navigation.endTrial();
    await controller.unlocked();
    await controller.computer.quiet();
  }

  /** Stashes the player's match. */
  clear() {
    const { page } = this;
    const { autosave } = this.controller;
    const { meta, match, players, bottom, paused, free, analysis } = page.state;
    this.game = meta.key;
    autosave.keepClock(true);
    this.kept = match && {
      record: match.record,
      id: autosave.id,
      seats: { players, bottom, paused, free, clock: saved(page.state, true) },
      analysed: analysis !== null,
    };
    page.set({ analysis: null });
  }

  /** Ends a session. A session that begins before `work` is done waits for it in `rest`. */
  leave<T>(work: () => Promise<T>) {
    const done = work();
    this.controller.leaving = Promise.allSettled([this.controller.leaving, done]);
    return done;
  }

  /** Ends a mode of this kind: the stashed match comes back, or the game is opened again. What goes on in the mode's is over. */
  async back(kind: Mode['kind']) {
    const { controller, page, kept } = this;
    this.kept = null;
    controller.gameId++;
    page.change((s) => {
      leaveMode(s, kind);
      s.match = null;
    });
    if (!kept) return controller.open(this.game);
    const isBack = await controller.bring(...(this.stored(kept.record) ?? [kept.record, kept.seats, kept.id]));
    if (isBack && kept.analysed && !page.state.analysis) await controller.analyse();
  }

  /** What another tab has made of the stashed game since; null if it is as it was. This tab has stored nothing of it. */
  private stored(record: string): [record: string, seats: Seats, id?: string] | null {
    const meta = this.state.games.find(({ key }) => key === this.game);
    const table = meta && loadTable(meta);
    if (!table || table.record === record) return null;
    return [table.record, { players: table.players, bottom: table.bottom, clock: table.clock }, table.id];
  }
}
