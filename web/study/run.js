/**
 * A run of puzzles: one after another, each harder, until the first miss (a streak) or for three minutes with three misses.
 * There is no pause; who leaves keeps the result so far, and gets the own game back.
 *
 * A miss comes back for review like any other, a puzzle that is solved counts as solved. Neither is rated: the clock
 * decides too much.
 *
 * @import { Puzzle as Listed } from '../protocol.d.ts'
 * @import { RunStanding } from '../state/mode.js'
 * @import { PuzzleSet, RunKind } from '../types.d.ts'
 * @import { Trainer } from './puzzle.js'
 */

import { clockText } from '../lib/clock-text.js';
import { t } from '../lib/i18n.js';
import { puzzleOf } from '../state/mode.js';
import { bestRun, inSet, keepRun, MAX_MISSES, nextInRun, RUSH_SECONDS } from '../state/runs.js';
import { remember } from './schedule.js';

/** The next puzzle comes after this time, so that one sees how the last one ended. */
const NEXT_MS = 700;
const NEXT_MISSED_MS = 1400;

/** How often the clock is looked at. */
const TICK_MS = 100;

/** The remaining times that are announced, in seconds. */
const ANNOUNCED_SECONDS = [60, 30, 10];

export class RunSession {
  /**
   * @param {Trainer} trainer
   * @param {string} game
   * @param {readonly Listed[]} list all puzzles of the game
   * @param {RunKind} kind
   * @param {PuzzleSet} set
   */
  constructor(trainer, game, list, kind, set) {
    this.trainer = trainer;
    this.game = game;
    this.list = inSet(list, set);
    this.when = Date.now();
    /** The puzzles so far. @type {Listed[]} */
    this.given = [];
    /** @type {RunStanding} */
    this.standing = {
      kind,
      set,
      score: 0,
      misses: 0,
      until: null,
      best: bestRun({ kind, game, ...set }),
      over: '',
      missed: [],
    };
    this.timer = 0;
    this.announced = ANNOUNCED_SECONDS.length;
  }

  /** Puts the first puzzle on the board. The clock starts when it is there. */
  async start() {
    const { trainer } = this;
    trainer.run?.leave();
    trainer.run = this;
    await this.next();
    if (trainer.run !== this || this.standing.kind !== 'rush' || !puzzleOf(trainer.page.state)) return;
    this.tell({ until: performance.now() + RUSH_SECONDS * 1000 });
    this.show(RUSH_SECONDS);
    this.announced = 0;
    this.timer = window.setInterval(() => this.tick(), TICK_MS);
  }

  /** Whether this run is the one on the board. */
  get isOn() {
    return this.trainer.run === this && !this.standing.over;
  }

  /** @private */
  tick() {
    const { until } = this.standing;
    if (!this.isOn || until === null) return;
    const left = (until - performance.now()) / 1000;
    if (left <= 0) {
      this.finish('time');
      return;
    }
    if (clockText(left) !== clockText(this.trainer.page.state.runSeconds)) this.show(left);
    const due = ANNOUNCED_SECONDS[this.announced];
    if (left > due) return;
    this.announced++;
    this.trainer.controller.say(t('run.left', { n: due }));
  }

  /** @private @param {number} left in seconds */
  show(left) {
    this.trainer.page.change((s) => {
      s.runSeconds = left;
    });
  }

  /** @private @param {Partial<RunStanding>} change */
  tell(change) {
    this.standing = { ...this.standing, ...change };
    this.trainer.amend({ run: this.standing });
  }

  /** @private */
  async next() {
    const one = nextInRun(this.list, this.given, this.standing.kind);
    if (!one) {
      this.finish('all');
      return;
    }
    this.given.push(one);
    await this.trainer.begin(this.game, one, this);
  }

  /** The puzzle on the board is solved. */
  solve() {
    if (!this.isOn) return;
    this.settle(true);
    this.trainer.amend({ state: 'solved' });
    this.tell({ score: this.standing.score + 1 });
    this.keep();
    this.trainer.controller.say(t('run.said.solved', { n: this.standing.score }));
    this.goOn(NEXT_MS);
  }

  /** The puzzle on the board is missed. @param {string} tried the wrong move */
  miss(tried) {
    if (!this.isOn) return;
    this.settle(false);
    this.trainer.amend({ state: 'failed', tried, faults: 1 });
    const id = puzzleOf(this.trainer.page.state)?.id ?? '';
    const { misses, missed, kind } = this.standing;
    this.tell({ misses: misses + 1, missed: [...missed, id] });
    if (misses + 1 >= MAX_MISSES[kind]) {
      this.finish('missed');
      return;
    }
    this.trainer.controller.say(t('run.said.missed', { move: tried, n: MAX_MISSES[kind] - misses - 1 }));
    this.goOn(NEXT_MISSED_MS);
  }

  /** @private @param {number} pause in ms */
  goOn(pause) {
    setTimeout(() => {
      if (this.isOn) this.next();
    }, pause);
  }

  /** Ends the run, and shows the solution of the puzzle on the board. @private @param {RunStanding['over']} over */
  finish(over) {
    clearInterval(this.timer);
    this.keep();
    const { trainer } = this;
    trainer.run = null;
    trainer.begun++; // a puzzle that is being fetched comes too late
    const { state } = puzzleOf(trainer.page.state) ?? {};
    this.tell({ over });
    const shown = state === 'solved' ? null : trainer.amend({ state: 'shown', helped: true });
    trainer.controller.say(`${t(`run.over.${over}`)} ${t('run.result', { n: this.standing.score })}`);
    if (shown) trainer.show(shown);
  }

  /** The player leaves: what was solved so far counts. */
  leave() {
    clearInterval(this.timer);
    if (this.trainer.run === this) this.trainer.run = null;
  }

  /** @private @param {boolean} isClean */
  settle(isClean) {
    const { controller, page } = this.trainer;
    const one = puzzleOf(page.state);
    if (!one) return;
    remember(controller.rules, this.game, one.id, isClean, Date.now(), false).catch((error) =>
      controller.fail(error),
    );
  }

  /** Keeps the result so far. @private */
  keep() {
    const { kind, set, score } = this.standing;
    if (score) keepRun({ kind, game: this.game, ...set, score, when: this.when });
  }
}
