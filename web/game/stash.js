/**
 * Puts the player's game aside for a lesson, a puzzle or a retrospect, and brings it back as it was: players,
 * orientation, whether the computer was paused, and analysis.
 *
 * @import { Mode } from '../state/mode.js'
 * @import { State } from '../state/state.js'
 * @import { GameController } from './api.d.ts'
 */

import { leaveMode } from '../state/mode.js';

export class Stash {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    /**
     * The stashed match; its record holds the current position too.
     *
     * @type {{ record: string, id: string, seats: Pick<State, 'players' | 'bottom' | 'paused'>,
     *   analysed: boolean } | null}
     */
    this.kept = null;
    /** The game that was on the board, even if it had no match yet. */
    this.game = '';
  }

  /** Resolves when nothing changes the match, no search runs, and no earlier session has the player's game stashed. */
  async rest() {
    const { controller } = this;
    await controller.leaving;
    while (controller.lock) await controller.lock;
    await controller.computer.quiet();
  }

  /** Stashes the player's match. */
  clear() {
    const { page, autosave } = this.controller;
    const { meta, match, players, bottom, paused, analysis } = page.state;
    this.game = meta.key;
    this.kept = match && {
      record: match.record,
      id: autosave.id,
      seats: { players, bottom, paused },
      analysed: analysis !== null,
    };
    page.change((s) => {
      s.analysis = null;
    });
  }

  /**
   * Ends a session. A session that begins before `work` is done waits for it in `rest`.
   *
   * @template T
   * @param {() => Promise<T>} work
   */
  leave(work) {
    const { controller } = this;
    const done = work();
    controller.leaving = Promise.allSettled([controller.leaving, done]);
    return done;
  }

  /**
   * Restores the stashed match, or opens the game again if there was no match.
   *
   * @param {Mode['kind']} kind the mode that ends
   * @param {(state: State) => void} [end] what else changes in the state
   * @returns {Promise<boolean>} whether it was restored
   */
  async back(kind, end) {
    const { controller, kept } = this;
    const { page } = controller;
    this.kept = null;
    page.change((s) => {
      leaveMode(s, kind);
      end?.(s);
      s.match = null;
    });
    if (!kept) {
      await controller.open(this.game);
      return false;
    }
    const isBack = await controller.bring(kept.record, kept.seats, kept.id);
    if (isBack && kept.analysed && !page.state.analysis) await controller.analyse();
    return isBack;
  }
}
