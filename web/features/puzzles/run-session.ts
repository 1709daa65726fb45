/**
 * A run of puzzles, each harder, until the first miss (a streak) or for three minutes with three misses. There is no pause;
 * who leaves keeps the result so far. A miss comes back for review like any other, a puzzle that is solved counts as
 * solved. Neither is rated: the clock decides too much.
 */

import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { attempt } from '../../lib/attempt.ts';
import { say } from '../../lib/dom.ts';
import { clockText, t } from '../../lib/i18n.ts';
import { runAfter } from '../../lib/pending.ts';
import type { Puzzle as Listed } from '../../protocol.d.ts';
import type { RunKind } from '../../state/kept.ts';
import type { RunStanding } from '../../state/session.ts';
import { Slice } from '../../state/state.ts';
import { bestRun, EVERY, keepRun, MAX_MISSES, nextInRun, RUSH_SECONDS, remember } from '../../store/schedule.ts';
import type { Trainer } from './session.ts';

const NEXT_MS = 700; // the next puzzle comes after this time, so that one sees how the last one ended
const NEXT_MISSED_MS = 1400; // the same after a miss
const TICK_MS = 100;
const ANNOUNCED_SECONDS = [60, 30, 10]; // the remaining times that are announced, in seconds

/** How long the run may still take, as its clock shows it. */
export const secondsLeft = new Slice(0);

export class RunSession extends Controlled<GameController> {
  trainer: Trainer;
  game: string;
  list: Listed[];
  when = Date.now();
  given: Listed[] = [];
  standing: RunStanding;
  timer = 0;
  announced = ANNOUNCED_SECONDS.length;

  constructor(trainer: Trainer, game: string, list: Listed[], kind: RunKind) {
    super(trainer.controller);
    this.trainer = trainer;
    this.game = game;
    this.list = list;
    const best = bestRun({ kind, game, ...EVERY });
    this.standing = { kind, score: 0, misses: 0, until: null, best, over: '', missed: [] };
  }

  /** Puts the first puzzle on the board. The clock starts when it is there. */
  async start() {
    const { trainer } = this;
    trainer.run?.leave();
    trainer.run = this;
    await this.next();
    if (trainer.run !== this || this.standing.kind !== 'rush' || !trainer.puzzle) return;
    this.tell({ until: performance.now() + RUSH_SECONDS * 1000 });
    secondsLeft.put(this.page, RUSH_SECONDS);
    this.announced = 0;
    this.timer = window.setInterval(() => this.tick(), TICK_MS);
  }

  get isOn() {
    return this.trainer.run === this && !this.standing.over;
  }

  private tick() {
    const { until } = this.standing;
    if (!this.isOn || until === null) return;
    const left = (until - performance.now()) / 1000;
    if (left <= 0) return this.finish('time');
    if (clockText(left) !== clockText(secondsLeft.of(this.page.state))) secondsLeft.put(this.page, left);
    const due = ANNOUNCED_SECONDS[this.announced];
    if (left > due) return;
    this.announced++;
    say(t('run.left', { n: due }));
  }

  private tell(change: Partial<RunStanding>) {
    this.standing = { ...this.standing, ...change };
    this.trainer.amend({ run: this.standing });
  }

  private async next() {
    const puzzle = nextInRun(this.list, this.given, this.standing.kind);
    if (!puzzle) return this.finish('all');
    this.given.push(puzzle);
    await this.trainer.begin(this.game, puzzle, this);
  }

  solve() {
    if (!this.isOn) return;
    this.settle(true);
    this.trainer.amend({ state: 'solved' });
    this.tell({ score: this.standing.score + 1 });
    this.keep();
    say(t('run.said.solved', { n: this.standing.score }));
    this.goOn(NEXT_MS);
  }

  miss(tried: string) {
    if (!this.isOn) return;
    this.settle(false);
    this.trainer.amend({ state: 'failed', tried, faults: 1 });
    const misses = this.standing.misses + 1;
    this.tell({ misses, missed: [...this.standing.missed, this.trainer.puzzle?.id ?? ''] });
    const n = MAX_MISSES[this.standing.kind] - misses;
    if (!n) return this.finish('missed');
    say(t('run.said.missed', { move: tried, n }));
    this.goOn(NEXT_MISSED_MS);
  }

  private goOn(pauseMs: number) {
    runAfter(pauseMs, () => this.isOn && this.next());
  }

  /** Ends the run, and shows the solution of the puzzle on the board. */
  private finish(over: RunStanding['over']) {
    clearInterval(this.timer);
    this.keep();
    const { trainer } = this;
    trainer.run = null;
    trainer.begun++; // a puzzle that is being fetched comes too late
    this.tell({ over });
    const isSolved = trainer.puzzle?.state === 'solved';
    const shown = isSolved ? null : trainer.amend({ state: 'shown', helped: true });
    say(`${t(`run.over.${over}`)} ${t('run.result', { n: this.standing.score })}`);
    if (shown) trainer.show(shown);
  }

  /** The player leaves: what was solved so far counts. */
  leave() {
    clearInterval(this.timer);
    if (this.trainer.run === this) this.trainer.run = null;
  }

  private settle(isClean: boolean) {
    const { controller, game, trainer } = this;
    const { id } = trainer.puzzle ?? {};
    if (id) attempt(controller, () => remember(controller.rules, game, id, isClean, Date.now(), false));
  }

  private keep() {
    const { kind, score } = this.standing;
    if (score) keepRun({ kind, game: this.game, ...EVERY, score, when: this.when });
  }
}
