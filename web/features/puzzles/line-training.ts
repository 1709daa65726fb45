/** Training of a repertoire up to a position that is due. What the book has more of, the other side plays more often. */

import { attempt } from '../../lib/attempt.ts';
import type { Move } from '../../protocol.d.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined } from '../../state/kept.ts';
import { dueLines, repertoire, repertoires, wayTo } from '../../store/repertoire.ts';
import { answer } from '../../store/schedule.ts';
import type { Trainer } from './session.ts';

type Trained = Pick<Match, 'game' | 'options' | 'side'>;

export class LineTraining {
  trainer: Trainer;
  of: Trained;
  lines: Map<string, Lined> = new Map();
  way: Lined[] = []; // the positions up to the one that is due
  asked: Lined | null = null; // null at the end of the line
  answered: Set<string> = new Set(); // the keys of the positions that have been answered in this line

  constructor(trainer: Trainer, of: Trained) {
    this.trainer = trainer;
    this.of = of;
  }

  /** Puts the beginning of a line on the board: one that is due, else any. */
  async start() {
    const { game, options, side } = this.of;
    this.lines = await repertoire(game, options, side);
    const [due = [...this.lines.values()].at(-1)] = dueLines(this.lines.values());
    if (!due) return;
    this.way = wayTo(this.lines, due);
    this.answered.clear();
    this.asked = this.way[0];
    await this.trainer.beginLine(this.asked, this);
  }

  /** Keeps the first answer to the position that is asked. */
  settle(clean: boolean) {
    const { asked } = this;
    if (!asked || this.answered.has(asked.key)) return;
    this.answered.add(asked.key);
    const { controller } = this.trainer;
    attempt(controller, () => answer(repertoires, controller.rules, asked.id, clean));
  }

  /** Whether the move that led to `match` is one of the repertoire, and the answer, as the request `judge` tells them. */
  async judge(match: Match, move: Move) {
    const isRight = this.asked?.moves.some(({ path }) => path.join() === move.path.join());
    if (!isRight) return { right: false, done: false, answer: null };
    const { puzzle } = this.trainer;
    this.settle(!puzzle?.faults && !puzzle?.helped);
    const reply = match.outcome ? null : await this.reply(match);
    this.asked = reply?.next ?? null;
    return { right: true, done: !reply, answer: reply?.move ?? null };
  }

  private async reply({ rows, side, moves }: Match) {
    const { rules } = this.trainer.controller;
    const { game, options } = this.of;
    const position = { game, options, rows, side };
    const { views } = await rules.request('explore', position);
    const book = await rules.request('openings', position).catch(() => null);
    const replies = (views[0]?.moves ?? []).flatMap(({ key, path }) => {
      const next = this.lines.get(key);
      const move = moves.find((known) => known.path.join() === path.join());
      const games = book?.moves.find((known) => known.path.join() === path.join())?.games ?? 0;
      return next && move && !this.answered.has(key) ? [{ next, move, weight: 1 + games }] : [];
    });
    const wanted = replies.find(({ next }) => this.way.includes(next));
    if (wanted) return wanted;
    let left = Math.random() * replies.reduce((sum, { weight }) => sum + weight, 0);
    for (const reply of replies) {
      left -= reply.weight;
      if (left <= 0) return reply;
    }
    return replies[0] ?? null;
  }
}
