/** A lesson on the board: positions with a task each. The rules say what can be done; this compares it with the task. */

import { bringBack, putAside, whenAtRest } from '../../game/aside.ts';
import type { GameController } from '../../game/controller.ts';
import { Controlled, type SessionKind } from '../../game/exchange.ts';
import { rowsOf, rulebook } from '../../game/rulebook.ts';
import { say } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import type { Move, Side } from '../../protocol.d.ts';
import type { Step } from '../../state/book.d.ts';
import { called } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import { type Aside, lessonOf } from '../../state/session.ts';
import { everything, other, type State } from '../../state/state.ts';
import * as store from '../../store/store.ts';

const WRONG_MOVE_MS = 900;

class Lesson extends Controlled<GameController> implements SessionKind {
  steps: Step[] = [];
  begins = false;
  placing: Promise<unknown> = Promise.resolve(); // settles when the step's position is on the board
  begun = 0; // the number of steps so far: work for an earlier one is dropped
  seen = -1; // the ply that was judged last; -1 while no move is judged
  foes = 0; // the opponent's pieces at the start of the step

  constructor(controller: GameController) {
    super(controller);
    controller.sessions.lesson = this;
    this.page.effect(everything, (state) => this.watch(state));
  }

  get now() {
    return lessonOf(this.page.state);
  }

  /** Begins the lesson of the game on the board where the player left it, once its book is there. */
  async begin() {
    const { meta } = this.page.state;
    const opened = rulebook.of(this.page.state);
    const steps = opened?.game === meta.key ? opened.found?.book?.lesson : undefined;
    if (this.begins || !steps?.length) return;
    this.begins = true;
    await whenAtRest(this.controller);
    this.begins = false;
    const { state } = this.page;
    if (state.panel !== 'lesson') return;
    if (state.meta !== meta) return this.watch(state);
    const aside = putAside(this.controller);
    this.steps = steps;
    const { at, done } = store.loadCourse(meta.key, steps.length);
    // The current step, or if it is completed, the next that is not.
    const open = steps.map((_, offset) => (at + offset) % steps.length).find((index) => !done.includes(index));
    this.step(open ?? 0, aside);
  }

  async step(index: number, aside: Aside) {
    const { meta } = this.page.state;
    const step = this.steps[index];
    const count = this.steps.length;
    const { done } = store.loadCourse(meta.key, count);
    const begun = ++this.begun;
    this.seen = -1;
    store.write(`lesson.${meta.key}`, { at: index, done });
    const lesson = { game: meta.key, index, count, done, state: 'open' as const };
    this.page.set({ newcomer: false, session: { kind: 'lesson', aside, lesson } });
    const side = meta.first;
    const players = { w: 0, b: 0, [other(side)]: step.level ?? 0 };
    const fields = step.start
      ? { game: meta.key, setup: meta.start.setup, seed: meta.start.seed ?? undefined }
      : { game: meta.key, rows: rowsOf(meta, step), side };
    this.placing = this.controller.replaceMatch('new', fields, { players, bottom: side });
    await this.placing;
    const { match } = this.page.state;
    if (begun !== this.begun || !match) return;
    this.foes = match.counts[other(side)];
    this.seen = 0;
  }

  go(index: number) {
    const { session } = this.page.state;
    if (session.kind !== 'lesson') return;
    if (index < this.steps.length) this.step(Math.max(0, index), session.aside);
    else this.leave();
  }

  /** Shows the book's move; later, a move that reaches the goal; else the computer's hint, which does not know the goal. */
  async point() {
    const { match, meta } = this.page.state;
    if (!this.now || !match) return;
    const { show, goal } = this.steps[this.now.index];
    const path = match.ply
      ? match.moves.find((move) => does(goal, move, this.foes - match.counts[other(meta.first)]))?.path
      : show;
    if (!path) return this.controller.computer.hint();
    const text = t('lesson.shown', { path: path.map((name) => called(meta, name)).join(' – ') });
    this.page.set({ draft: [], hint: { path, text }, notice: { kind: 'hint', text, rule: null } });
    say(text);
  }

  leave() {
    return bringBack(this.controller, 'lesson', this.placing);
  }

  watch(state: State) {
    const { match, notice } = state;
    const lesson = lessonOf(state);
    if (!lesson && state.panel === 'lesson') this.begin();
    if (!lesson || lesson.state === 'done' || this.seen < 0 || !match || state.pending) return;
    if (match.game !== lesson.game) return;
    const step = this.steps[lesson.index];
    const { goal } = step;
    if (typeof goal === 'object' && 'refuse' in goal) {
      if (notice?.kind === 'refusal' && notice.rule === goal.refuse) this.mark('done');
      else if (match.ply > 0) this.withdraw();
      return;
    }
    if (match.ply === this.seen) return;
    const isBack = match.ply < this.seen;
    this.seen = match.ply;
    const how = isBack || !match.ply ? 'open' : judge(step, match, state.meta.first, this.foes);
    if (how === 'missed' && !step.level) this.withdraw();
    else if (how !== lesson.state) this.mark(how);
  }

  mark(how: 'open' | 'done' | 'missed') {
    const { session } = this.page.state;
    if (session.kind !== 'lesson') return;
    const { lesson } = session;
    const { game, index: at } = lesson;
    const done = how === 'done' ? [...new Set([...lesson.done, at])] : lesson.done;
    this.page.set({ session: { ...session, lesson: { ...lesson, state: how, done } } });
    if (how === 'done') store.write(`lesson.${game}`, { at, done });
  }

  withdraw() {
    const { begun } = this;
    this.seen = -1;
    this.mark('missed');
    runAfter(WRONG_MOVE_MS, async () => {
      if (begun !== this.begun || this.now?.state !== 'missed') return;
      await this.controller.navigation.go('undo');
      if (begun === this.begun) this.seen = 0;
    });
  }
}

export const courseOf = once((controller: GameController) => new Lesson(controller));

/** How a step stands after a move: `side` is the learner's, who moved first; `foes`: the other's pieces at the start. */
function judge(step: Step, match: Match, side: Side, foes: number): 'open' | 'done' | 'missed' {
  const { goal, level, turns = level ? Number.POSITIVE_INFINITY : 1, keep = 0 } = step;
  const { outcome, ply, counts } = match;
  const isAnswered = ply % 2 === 0;
  const isSpent = Math.ceil(ply / 2) >= turns;
  if (counts[side] < keep) return 'missed';
  if (goal === 'win' || goal === 'hold') {
    if (outcome) return outcome.winner === side ? 'done' : 'missed';
    if (goal === 'hold' && isSpent && isAnswered) return 'done';
  } else if (level && outcome && outcome.winner !== side) {
    return 'missed';
  } else if ((isAnswered || outcome || !keep) && reached(goal, match, side, foes)) {
    return 'done';
  }
  return outcome || (isSpent && (isAnswered || !level)) ? 'missed' : 'open';
}

/** Whether a move, before which `taken` pieces were captured, reaches a goal that can be seen from the move alone. */
function does(goal: Step['goal'], move: Move, taken: number) {
  if (goal === 'crown') return move.crowns;
  if (typeof goal === 'string') return false;
  if ('take' in goal) return taken + move.captured.length >= goal.take;
  return 'captures' in goal && move.captured.length === goal.captures;
}

function reached(goal: Step['goal'], match: Match, side: Side, foes: number) {
  const { last, moves, counts, history, ply } = match;
  if (!last) return false;
  if (goal === 'any') return true;
  if (goal === 'safe') return moves.every((move) => !move.captured.length);
  if (goal === 'crown')
    return history.some((node) => node.main && node.ply <= ply && node.side === side && node.move.crowns);
  if (typeof goal === 'string') return false;
  if ('take' in goal) return foes - counts[other(side)] >= goal.take;
  if ('captures' in goal) return last.captured.length === goal.captures;
  if ('still' in goal)
    return !last.captured.includes(goal.still) && moves.every((move) => move.path[0] !== goal.still);
  return 'path' in goal && last.path.join() === goal.path.join();
}
