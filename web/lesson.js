/**
 * A lesson on the board: a few positions, each with one thing to do. What is on the table makes way and comes back
 * afterwards. Whether something can be done is for the rules to say; here it is only compared with what was asked for.
 *
 * @import { Goal, Step } from './book.js'
 * @import { Match } from './types.d.ts'
 * @import { State } from './state.js'
 * @import { Table } from './table.js'
 */

import { open, rowsOf } from './book.js';

/** How long a turn that was not asked for is left standing before it is taken back, in ms. */
const PAUSE = 900;

export class Lesson {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Step[]} */
    this.steps = [];
    /** The game that made way. @type {{ record: string, seats: Pick<State, 'players' | 'bottom'> } | null} */
    this.kept = null;
    /** Where the match of this step began: what was played from there is what counts. */
    this.seen = -1;
    this.page = table.page;
    this.page.show((state) => this.watch(state));
  }

  /** Begins the lesson of the game on the table, or goes on with it. */
  async begin() {
    const { meta, lesson } = this.page.state;
    if (lesson) return;
    const { book } = await open(meta.key);
    if (!book?.lesson.length || this.page.state.lesson) return;
    await this.table.computer.quiet();
    const { players, bottom, match } = this.page.state;
    this.kept = match && { record: match.record, seats: { players, bottom } };
    this.steps = book.lesson;
    await this.step(0);
  }

  /** @param {number} index */
  async step(index) {
    const { meta } = this.page.state;
    const step = this.steps[index];
    const side = meta.bottom;
    this.seen = -1;
    this.page.change((s) => {
      s.lesson = { game: meta.key, index, count: this.steps.length, state: 'open' };
    });
    const players = { w: 0, b: 0, [side === 'w' ? 'b' : 'w']: step.level ?? 0 };
    const fields = step.start
      ? { game: meta.key, setup: meta.start.setup, seed: meta.start.seed ?? undefined }
      : { game: meta.key, rows: rowsOf(meta, step), side };
    await this.table.put('new', fields, { players, bottom: side });
    this.seen = 0;
  }

  next() {
    const { lesson } = this.page.state;
    if (!lesson) return;
    if (lesson.index + 1 < this.steps.length) this.step(lesson.index + 1);
    else this.end();
  }

  again() {
    const { lesson } = this.page.state;
    if (lesson) this.step(lesson.index);
  }

  /** The game that made way comes back. */
  async end() {
    const { lesson } = this.page.state;
    if (!lesson) return;
    this.page.change((s) => {
      s.lesson = null;
      s.match = null;
    });
    if (this.kept) await this.table.bring(this.kept.record, this.kept.seats);
    else this.table.open(lesson.game);
  }

  /** @param {State} state */
  watch(state) {
    const { lesson, match, notice } = state;
    if (!lesson || lesson.state === 'done' || this.seen < 0 || !match || state.pending) return;
    if (match.game !== lesson.game) return;
    const step = this.steps[lesson.index];
    const { goal } = step;
    if (typeof goal === 'object' && 'refuse' in goal) {
      if (notice?.kind === 'refusal' && notice.rule === goal.refuse) this.mark('done');
      else if (match.ply > 0) this.takeBack();
      return;
    }
    if (match.ply === 0 || match.ply === this.seen) return;
    this.seen = match.ply;
    if (step.level) {
      if (match.outcome) this.mark(match.outcome.winner === state.meta.bottom ? 'done' : 'missed');
      return;
    }
    if (reached(goal, match, state.meta.bottom)) this.mark('done');
    else this.takeBack();
  }

  /** @param {'open' | 'done' | 'missed'} how */
  mark(how) {
    this.page.change((s) => {
      if (s.lesson) s.lesson = { ...s.lesson, state: how };
    });
  }

  /** A legal turn, but not the one that was asked for. */
  takeBack() {
    const { lesson } = this.page.state;
    this.seen = -1;
    this.mark('missed');
    setTimeout(async () => {
      const now = this.page.state.lesson;
      if (!now || now.index !== lesson?.index || now.state !== 'missed') return;
      await this.table.walk.go('undo');
      this.seen = 0;
    }, PAUSE);
  }
}

/**
 * Whether the turn that led to this position is what was asked for.
 *
 * @param {Goal} goal
 * @param {Match} match
 * @param {string} side the learner's
 */
function reached(goal, match, side) {
  const { last, moves, outcome } = match;
  if (!last) return false;
  if (goal === 'any') return true;
  if (goal === 'crown') return last.crowns;
  if (goal === 'safe') return moves.every((move) => !move.captured.length);
  if (goal === 'win') return outcome?.winner === side;
  if ('captures' in goal) return last.captured.length === goal.captures;
  return 'path' in goal && last.path.join() === goal.path.join();
}
