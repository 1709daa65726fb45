/** The retrospect: asks for better moves at the player's mistakes, which the rules judge. The game is stashed meanwhile. */

import type { GameController } from '../../game/api.d.ts';
import { Part } from '../../game/part.ts';
import { Stash } from '../../game/stash.ts';
import { attempt } from '../../lib/attempt.ts';
import { isMistake } from '../../lib/glyphs.ts';
import { percent, said, t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import type { Move, ReviewedMove, Side } from '../../protocol.d.ts';
import { called, written } from '../../state/describe.ts';
import type { Ended, Match } from '../../state/game.d.ts';
import { type Retrospect, retrospectOf } from '../../state/mode.ts';
import { opponentLevel } from '../../state/result.ts';
import type { State } from '../../state/state.ts';
import { numberAt, Reviewer } from './session.ts';

const JUDGE_SECONDS = 1;
const WRONG_MOVE_MS = 900; // a move that is not good enough is taken back after this time
const MAX_SHOWN_MOVES = 6;

export const lessons = (turns: ReviewedMove[], side: Side) =>
  turns.filter((turn) => turn.side === side && isMistake(turn.mark));

/** The game on the board as it ended, wherever in it the board stands; null while it goes on. */
export const endOf = ({ meta, players, match }: Ended): Ended | null =>
  match?.end ? { meta, players, match: { ...match, outcome: match.end } } : null;

export const foundText = ({ outcomes }: Pick<Retrospect, 'outcomes'>) => {
  const found = outcomes.filter((how) => how === 'found').length;
  return t(found === outcomes.length ? 'review.found.all' : 'review.found', { found, n: outcomes.length });
};

export class RetrospectSession extends Part {
  reviewer: Reviewer;
  turns: ReviewedMove[] = [];
  stash: Stash = new Stash(this.controller);
  how: (Pick<Match, 'game' | 'options'> & Pick<State, 'bottom'>) | null = null; // that of all positions
  laid = 0; // the number of positions so far: work for an earlier one is dropped

  constructor(controller: GameController, reviewer: Reviewer) {
    super(controller);
    this.reviewer = reviewer;
    this.page.show(({ match, pending }) => {
      if (this.now?.state === 'open' && !pending && match?.ply === 1 && match.last) this.judge(match.last);
    });
  }

  get now() {
    return retrospectOf(this.state);
  }

  /** Whether the same position is on the board, and how it goes there is still `how`. */
  private isStill(laid: number, how: Retrospect['state']) {
    return laid === this.laid && this.now?.state === how;
  }

  async begin(side: Side) {
    await this.stash.rest();
    const { state } = this;
    const { match, review, bottom } = state;
    if (!match || !review?.found || state.mode.kind !== 'review') return;
    const turns = lessons(review.found.turns, side);
    if (!turns.length) return;
    this.turns = turns;
    const { game, options } = match;
    this.how = { game, options, bottom };
    this.stash.clear();
    await this.step({
      index: 0,
      side,
      opponent: opponentLevel(state),
      ended: endOf(state),
      moves: turns.map((turn) => `${numberAt(state, turn.ply)} ${turn.text}${turn.mark}`),
      outcomes: turns.map(() => 'skipped'),
      state: 'laying',
      said: '',
    });
  }

  private async step(retrospect: Retrospect) {
    const { how, controller } = this;
    if (!how) return;
    const laid = ++this.laid;
    this.page.set({ mode: { kind: 'retrospect', retrospect } });
    const { index, moves, side } = retrospect;
    const { game, options, bottom } = how;
    const fields = { game, rows: this.turns[index].rows, side, options };
    const error = await controller.put('new', fields, { players: { w: 0, b: 0 }, bottom });
    if (laid !== this.laid) return;
    if (error) return void controller.fail(error);
    this.tell('open');
    controller.say(t('review.played', { move: moves[index], side: t(`side.${side}`) }));
  }

  /** Changes how it goes at the current move: `outcome` is how the search for it went, unless that is known. */
  private tell(how: Retrospect['state'], said?: string, outcome: Retrospect['outcomes'][number] = 'skipped') {
    const { now } = this;
    if (!now) return;
    const outcomes = now.outcomes.map((one, at) => (at === now.index && one === 'skipped' ? outcome : one));
    const retrospect = { ...now, state: how, said: said ?? now.said, outcomes };
    this.page.set({ mode: { kind: 'retrospect', retrospect } });
    if (said) this.controller.say(said);
  }

  private async judge({ path, text: move }: Move) {
    const { how, laid, now, controller } = this;
    const turn = now && this.turns[now.index];
    if (!turn?.best || !how) return;
    const better = turn.best.moves[0];
    if (path.join() === better.path.join()) {
      return this.tell('right', explained(t('review.right', { move }), turn), 'found');
    }
    this.tell('judging', '');
    const { game, options } = how;
    const asked = { game, options, rows: turn.rows, side: turn.side, path, time: JUDGE_SECONDS };
    const verdict = await attempt(controller, () => controller.rules.request('cost', asked));
    if (!this.isStill(laid, 'judging')) return;
    if (verdict && !verdict.mark) {
      return this.tell('right', t('review.right-enough', { move, best: better.text }), 'found');
    }
    const isSame = !verdict || move === turn.text;
    this.tell('wrong', t(isSame ? 'review.same' : 'review.wrong', { move, percent: percent(verdict?.loss ?? 0) }));
    setTimeout(() => this.again(laid), WRONG_MOVE_MS);
  }

  private async again(laid: number) {
    if (!this.isStill(laid, 'wrong')) return;
    await this.controller.navigation.go('undo');
    if (this.isStill(laid, 'wrong')) this.tell('open');
  }

  hint() {
    const { now } = this;
    const origin = now && this.turns[now.index].best?.moves[0].path[0];
    if (!origin || now.state !== 'open') return;
    this.page.set({ draft: [origin] });
    this.tell('open', t('review.hinted', { square: called(this.state.meta, origin) }));
  }

  async show() {
    const { now, laid, controller } = this;
    const turn = now && this.turns[now.index];
    const moves = turn?.best?.moves;
    if (!turn || !moves || now.state === 'laying') return;
    const text = explained(t('review.shown', { line: written(moves.slice(0, MAX_SHOWN_MOVES)) }), turn);
    this.tell('shown', text, 'shown');
    await controller.unlocked();
    if (this.state.match?.ply) await controller.navigation.go('undo');
    if (this.isStill(laid, 'shown')) this.page.set({ hint: { path: moves[0].path, text } });
  }

  next() {
    const { now } = this;
    if (!now) return;
    const index = now.index + 1;
    if (index < this.turns.length) this.step({ ...now, index, state: 'laying', said: '' });
    else this.tell('over', foundText(now));
  }

  async end() {
    const isBack = await this.stash.leave(async () => {
      if (!this.now) return false;
      this.laid++;
      return this.stash.back('retrospect', (s) => {
        s.review = null;
      });
    });
    if (isBack) await this.reviewer.begin();
  }
}

const explained = (text: string, { why }: ReviewedMove) => (why ? `${text} ${said(why)}` : text);

export const reviewOf = once((controller: GameController) => {
  const reviewer = new Reviewer(controller);
  return { reviewer, retrospect: new RetrospectSession(controller, reviewer) };
});
