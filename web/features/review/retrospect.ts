/**
 * The retrospect: goes through the player's mistakes and asks for better moves. The rules say whether a move is good
 * enough. The game is stashed meanwhile.
 */

import type { GameController } from '../../game/api.d.ts';
import { Stash } from '../../game/stash.ts';
import { percent } from '../../lib/figures.ts';
import { isMistake } from '../../lib/glyphs.ts';
import { said, t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import type { Mark, Move, ReviewedMove, Side } from '../../protocol.d.ts';
import { called } from '../../state/describe.ts';
import type { Ended, Match } from '../../state/game.d.ts';
import { type Retrospect, retrospectOf } from '../../state/mode.ts';
import { opponentLevel } from '../../state/result.ts';
import type { Page, State } from '../../state/state.ts';
import { numberAt, Reviewer, written } from './session.ts';

const JUDGE_SECONDS = 1;
/** A move that is not good enough is taken back after this time. */
const WRONG_MOVE_MS = 900;
const MAX_SHOWN_MOVES = 6;

/** A side's moves to learn from: its mistakes. */
export const lessons = (turns: ReviewedMove[], side: Side) =>
  turns.filter((turn) => turn.side === side && isMistake(turn.mark));

/** The game on the board as it ended, wherever in it the board stands; null while it goes on. */
export const endOf = ({ meta, players, match }: Ended): Ended | null =>
  match?.end ? { meta, players, match: { ...match, outcome: match.end } } : null;

export const foundText = ({ outcomes }: Pick<Retrospect, 'outcomes'>) => {
  const found = outcomes.filter((how) => how === 'found').length;
  return t(found === outcomes.length ? 'review.found.all' : 'review.found', { found, n: outcomes.length });
};

export class RetrospectSession {
  controller: GameController;
  page: Page;
  reviewer: Reviewer;
  turns: ReviewedMove[] = [];
  stash: Stash;
  /** The game, its rules, and the orientation of all positions. */
  how: (Pick<Match, 'game' | 'options'> & Pick<State, 'bottom'>) | null = null;
  /** The number of positions so far: work for an earlier one is dropped. */
  laid = 0;

  constructor(controller: GameController, reviewer: Reviewer) {
    this.controller = controller;
    this.page = controller.page;
    this.reviewer = reviewer;
    this.stash = new Stash(controller);
    this.page.show((state) => this.watch(state));
  }

  async begin(side: Side) {
    const { page } = this;
    await this.stash.rest();
    const { state } = page;
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
    const { how } = this;
    if (!how) return;
    const laid = ++this.laid;
    this.page.set({ mode: { kind: 'retrospect', retrospect } });
    const { index, moves, side } = retrospect;
    const { game, options, bottom } = how;
    const fields = { game, rows: this.turns[index].rows, side, options };
    const error = await this.controller.put('new', fields, { players: { w: 0, b: 0 }, bottom });
    if (laid !== this.laid) return;
    if (error) {
      this.controller.fail(error);
      return;
    }
    this.tell('open');
    this.controller.say(t('review.played', { move: moves[index], side: t(`side.${side}`) }));
  }

  tell(how: Retrospect['state'], said?: string) {
    this.amend({ state: how, ...(said !== undefined && { said }) });
    if (said) this.controller.say(said);
  }

  private amend(change: Partial<Retrospect>) {
    const retrospect = retrospectOf(this.page.state);
    if (retrospect) this.page.set({ mode: { kind: 'retrospect', retrospect: { ...retrospect, ...change } } });
  }

  watch(state: State) {
    const { match, pending } = state;
    if (retrospectOf(state)?.state === 'open' && !pending && match?.ply === 1 && match.last) this.judge(match.last);
  }

  private async judge(move: Move) {
    const retrospect = retrospectOf(this.page.state);
    const { how, laid } = this;
    const turn = retrospect && this.turns[retrospect.index];
    if (!turn?.best || !how) return;
    const better = turn.best.moves[0];
    if (move.path.join() === better.path.join()) {
      this.right(explained(t('review.right', { move: move.text }), turn));
      return;
    }
    this.tell('judging', '');
    const { game, options } = how;
    const asked = { game, options, rows: turn.rows, side: turn.side, path: move.path, time: JUDGE_SECONDS };
    const verdict: { mark: Mark | ''; loss: number } | null = await this.controller.rules
      .request('cost', asked)
      .catch((error) => this.controller.fail(error));
    if (laid !== this.laid || retrospectOf(this.page.state)?.state !== 'judging') return;
    if (verdict && !verdict.mark) {
      this.right(t('review.right-enough', { move: move.text, best: better.text }));
      return;
    }
    const isSame = !verdict || move.text === turn.text;
    const cost = { move: move.text, percent: percent(verdict?.loss ?? 0) };
    this.tell('wrong', t(isSame ? 'review.same' : 'review.wrong', cost));
    setTimeout(() => this.again(laid), WRONG_MOVE_MS);
  }

  private right(said: string) {
    this.note('found');
    this.tell('right', said);
  }

  /** Notes how the search for the current better move went. */
  private note(how: Retrospect['outcomes'][number]) {
    const { index, outcomes = [] } = retrospectOf(this.page.state) ?? {};
    this.amend({ outcomes: outcomes.map((one, at) => (at === index && one === 'skipped' ? how : one)) });
  }

  private async again(laid: number) {
    if (laid !== this.laid || retrospectOf(this.page.state)?.state !== 'wrong') return;
    await this.controller.navigation.go('undo');
    if (laid === this.laid && retrospectOf(this.page.state)?.state === 'wrong') this.tell('open');
  }

  hint() {
    const { meta } = this.page.state;
    const retrospect = retrospectOf(this.page.state);
    const origin = retrospect && this.turns[retrospect.index].best?.moves[0].path[0];
    if (!origin || retrospect.state !== 'open') return;
    const text = t('review.hinted', { square: called(meta, origin) });
    this.page.set({ draft: [origin] });
    this.tell('open', text);
  }

  async show() {
    const { match } = this.page.state;
    const retrospect = retrospectOf(this.page.state);
    const { laid } = this;
    const turn = retrospect && this.turns[retrospect.index];
    const best = turn?.best;
    if (!retrospect || !best || !match || retrospect.state === 'laying') return;
    const shown = t('review.shown', { line: written(best.moves.slice(0, MAX_SHOWN_MOVES)) });
    const text = explained(shown, turn);
    this.note('shown');
    this.tell('shown', text);
    await this.controller.unlocked();
    if (this.page.state.match?.ply) await this.controller.navigation.go('undo');
    if (laid !== this.laid || retrospectOf(this.page.state)?.state !== 'shown') return;
    this.page.set({ hint: { path: best.moves[0].path, text } });
  }

  next() {
    const retrospect = retrospectOf(this.page.state);
    if (!retrospect) return;
    const index = retrospect.index + 1;
    if (index < this.turns.length) this.step({ ...retrospect, index, state: 'laying', said: '' });
    else this.tell('over', foundText(retrospect));
  }

  async end() {
    const isBack = await this.stash.leave(async () => {
      if (!retrospectOf(this.page.state)) return false;
      this.laid++;
      return this.stash.back('retrospect', (s) => {
        s.review = null;
      });
    });
    if (isBack) await this.reviewer.begin();
  }
}

/** A sentence on the better move, with the reason for it. */
const explained = (text: string, { why }: ReviewedMove) => (why ? `${text} ${said(why)}` : text);

export const reviewOf = once((controller: GameController) => {
  const reviewer = new Reviewer(controller);
  return { reviewer, retrospect: new RetrospectSession(controller, reviewer) };
});
