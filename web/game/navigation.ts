/**
 * Moves through the game: back and forward along the line, and to any node of its tree. Anywhere but at the end of the main
 * line the board is free afterwards: a person plays both sides, as variations, until the game continues (`playOn`).
 * Taking moves back is different: the computer replies as before.
 */

import { say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { pause } from '../lib/pending.ts';
import type { Move, Requests } from '../protocol.d.ts';
import { start } from '../state/clock.ts';
import { due, reached } from '../state/describe.ts';
import type { Match } from '../state/game.d.ts';
import { untilSeen } from '../state/motion.ts';
import { mayTakeBack, ownSide } from '../state/result.ts';
import { rights } from '../state/rights.ts';
import { explore, homeOf, isAsked, isTried, play, puzzleOf } from '../state/session.ts';
import { type State, toggleAnalysis } from '../state/state.ts';
import { current, isAtEnd, isMain, mainLine, treeOf } from '../state/tree.ts';
import { Controlled } from './exchange.ts';
import { KEPT, tell } from './messages.ts';

/** Requests that move through the game or change its tree. */
type Step = 'undo' | 'redo' | 'goto' | 'promote' | 'prune';

/** Whether a person plays both sides. */
const playsBoth = (state: State) => rights(state).moves === 'both';

export class Navigation extends Controlled {
  /** Back one move; against the computer, to the person's previous move. */
  back() {
    return mayTakeBack(this.page.state) ? this.toPerson('undo') : Promise.resolve();
  }

  /** Forward one move; against the computer, to the person's next move. */
  forward() {
    return this.toPerson('redo');
  }

  to(node: number) {
    return this.go('goto', { node });
  }

  /** Steps until it is a person's turn, if there is one person. An ending without a move is a step of its own. */
  toPerson(op: 'undo' | 'redo') {
    const { players } = this.page.state;
    const further = (now: Match) => ownSide({ players }) !== null && now[`can_${op}`] && players[now.side] !== 0;
    return this.controller.exclusive(() => this.step(op, {}, further, true));
  }

  /**
   * Plays moves as a variation, one after another as the eye follows them, unless the player goes elsewhere meanwhile.
   * Resolves to whether all were played.
   */
  async follow(moves: Move[]) {
    let { match } = this.page.state;
    for (const [index, { path }] of moves.entries()) {
      if (index) await pause(untilSeen(this.page.state));
      if (!match || this.page.state.match !== match) return false;
      match = await this.controller.exclusive(() => this.playVariation(path));
    }
    return match !== null;
  }

  private async playVariation(path: string[]) {
    const { controller, page } = this;
    const { gameId } = controller;
    await controller.stopSearches();
    const asked = controller.ask('play', { path, variation: true }, gameId);
    const match = await asked.catch((error) => controller.fail(error));
    if (!match) return null;
    page.change((s) => explore(s, true));
    this.beginExploration();
    await controller.showMatch(match);
    return match;
  }

  /** Before a move that is tried out: a game that goes on is put aside as it is, until `home`, but the book was of help. */
  beginExploration() {
    const { page, controller } = this;
    const { match, panel } = page.state;
    const home = homeOf(page.state);
    if (!match || rights(page.state).becomes !== 'tried') return;
    if (home === null) {
      if (panel === 'openings') controller.autosave.aid('analysis');
      controller.autosave.keepClock(true);
    }
    page.change((s) => explore(s, true, { home: home ?? (!match.end && isAtEnd(match) ? match.node : null) }));
  }

  /** Goes to another place in the game, or changes its tree. */
  go<O extends Step>(op: O, fields: Requests[O] = {} as Requests[O]) {
    return this.controller.exclusive(() => this.step(op, fields));
  }

  /**
   * Sends the request, and again while there is `further` to go. `plays`: moves are taken back or made again, to play on
   * from there; else the board is free, except at the end of the game.
   */
  private async step<O extends Step>(
    op: O,
    fields: Requests[O],
    further: (match: Match) => boolean = () => false,
    plays: boolean = false,
  ) {
    const { controller } = this;
    const { page, gameId } = controller;
    const { match: before } = page.state;
    const puzzle = puzzleOf(page.state);
    if (!before || (puzzle && isAsked(puzzle))) return;
    if ((op === 'undo' && !before.can_undo) || (op === 'redo' && !before.can_redo)) return;
    await controller.stopSearches();
    let match: Match | null = null;
    do {
      match = await controller.ask(op, fields, gameId).catch((error) => controller.fail(error));
    } while (match && further(match));
    if (!match) return;
    const playedBoth = playsBoth(page.state);
    const changesTree = op === 'promote' || op === 'prune';
    const { meta } = page.state;
    page.change((s) => {
      explore(s, !plays && (changesTree ? isTried(s) : !isAtEnd(match)), { tookBack: plays });
      s.paused = plays && s.players[match.side] > 0;
    });
    await controller.showMatch(match);
    if (page.state.match !== match || match.outcome) return;
    const told = [reached(meta, match), ...due(page.state), page.state.notice?.text];
    if (playsBoth(page.state) && !playedBoth) told.push(t('say.free'));
    say(told.filter(Boolean).join(' '));
  }

  /** Goes to the next or the previous variation: another move from the same position. Returns whether there is one. */
  toVariation(way: 1 | -1) {
    const { match, meta } = this.page.state;
    const here = match && current(match);
    if (!here) return false;
    const siblings = treeOf(match, meta.first).next.get(here.parent) ?? [];
    const found = siblings[siblings.indexOf(here) + way];
    if (found) this.to(found.node);
    return Boolean(found);
  }

  /** To the start or the end of the line on the board, or to the end of the game itself. */
  async jumpTo(where: 'first' | 'last' | 'game') {
    const { match } = this.page.state;
    if (!match) return;
    const line = where === 'game' ? mainLine(match) : match.history.filter((node) => node.main);
    const last = line.reduce((end, node) => (node.ply > end.ply ? node : end), { ply: 0, node: 0 });
    await this.to(where === 'first' ? 0 : last.node);
  }

  /** Back to the game, before another match comes onto the board; null if nothing is tried out beyond it. */
  leaveExploration() {
    return homeOf(this.page.state) === null ? null : this.returnToGame();
  }

  /** Back to the game, as it was left: what was tried out beyond its end goes, and an analysis that made the board free. */
  async returnToGame() {
    const { controller } = this;
    const { analysis } = this.page.state;
    const home = homeOf(this.page.state);
    if (home === null) await this.jumpTo('game');
    const isKept = home !== null && (await controller.exclusive(() => this.dropExplored()));
    // Beside a game of two persons, or one that is over, it stays as it was.
    if (analysis && this.page.state.analysis && playsBoth(this.page.state) && !this.page.state.match?.end)
      this.page.change(toggleAnalysis);
    if (home === null) return void controller.consider();
    await this.playOn();
    // It may be on again.
    this.page.change((s) => explore(s, false));
    if (isKept && !playsBoth(this.page.state)) tell(controller, 'plain', t('earlier.tried'), KEPT);
  }

  /** Continues the game from the position on the board: the line to it becomes the main line; the computer replies. */
  async playOn() {
    const { match } = this.page.state;
    if (!match) return;
    if (!isMain(match)) await this.go('promote', { node: match.node });
    this.page.change((s) => {
      play(s);
      s.paused = false;
      start(s);
    });
    this.controller.consider();
  }

  /**
   * At once, and once: no move that is made meanwhile is taken for one of those that go. They can be restored as a game of
   * their own. Resolves to whether there were any.
   */
  private async dropExplored() {
    const { match } = this.page.state;
    const home = homeOf(this.page.state);
    const tried = match?.history.filter(({ parent }) => parent === home) ?? [];
    if (home === null || !match) return false;
    // With a comment that is still on its way.
    await this.step('goto', { node: match.node });
    if (tried.length) this.controller.autosave.keepEarlier(true);
    await this.step('goto', { node: home });
    // From the last on: the ids after a deleted node close up.
    for (const { node } of tried.reverse()) await this.step('prune', { node });
    this.page.change((s) => explore(s, isTried(s), { home: null }));
    return tried.length > 0;
  }
}
