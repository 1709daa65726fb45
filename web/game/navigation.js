/**
 * Moves through the game: back and forward along the line, and to any node of its tree. Anywhere but at the end of the main
 * line the board is free afterwards: a person plays both sides, as variations, until the game continues (`playOn`).
 * Taking moves back is different: the computer replies as before.
 *
 * @import { Move, Requests } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { GameController, Step } from './api.d.ts'
 */

import { t } from '../lib/i18n.js';
import { due, reached } from '../state/describe.js';
import { isAsked, puzzleOf } from '../state/mode.js';
import { analysisFrees, isFree } from '../state/state.js';
import { current, isAtEnd, treeOf } from '../state/tree.js';

/** The requests that change the tree and do not decide whether the board is free. @type {Set<string>} */
const CHANGES = new Set(['promote', 'prune']);

export class Navigation {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
  }

  /** Back one move; against the computer, to the person's previous move. */
  back() {
    return this.toPerson('undo');
  }

  /** Forward one move; against the computer, to the person's next move. */
  forth() {
    return this.toPerson('redo');
  }

  /** @param {number} node */
  to(node) {
    return this.go('goto', { node });
  }

  /**
   * Steps until it is a person's turn; one step if both or neither of the players are persons. An ending without a move
   * (resignation, draw, time) is a step of its own.
   *
   * @param {'undo' | 'redo'} op
   */
  toPerson(op) {
    const { players } = this.controller.page.state;
    const isPersonVsComputer = !players.w !== !players.b;
    const further = (/** @type {Match} */ match) => {
      const canGoOn = op === 'undo' ? match.can_undo : match.can_redo;
      return isPersonVsComputer && canGoOn && players[match.side] !== 0;
    };
    return this.controller.exclusive(() => this.step(op, {}, further, true));
  }

  /** Plays moves as a variation. @param {Move[]} moves */
  follow(moves) {
    return this.controller.exclusive(() => this.branch(moves));
  }

  /** @private @param {Move[]} moves */
  async branch(moves) {
    const { controller } = this;
    const { page, gameId } = controller;
    await controller.computer.quiet();
    /** @type {Match | null} */
    let match = null;
    for (const { path } of moves) {
      match = await controller
        .ask('play', { path, variation: true }, gameId)
        .catch((error) => controller.fail(error));
      if (!match) return;
    }
    if (!match) return;
    page.change((s) => {
      s.free = true;
    });
    await controller.take(match);
  }

  /**
   * Goes to another place in the game, or changes its tree.
   *
   * @template {Step} O
   * @param {O} op
   * @param {Requests[O]} fields
   */
  go(op, fields = /** @type {Requests[O]} */ ({})) {
    return this.controller.exclusive(() => this.step(op, fields));
  }

  /**
   * @template {Step} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {(match: Match) => boolean} further whether to send the request again
   * @param {boolean} plays whether moves are taken back or made again, to play on from there; else the board is free,
   *   except at the end of the game
   */
  async step(op, fields, further = () => false, plays = false) {
    const { controller } = this;
    const { page, gameId } = controller;
    const { match: before } = page.state;
    const puzzle = puzzleOf(page.state);
    if (puzzle && isAsked(puzzle)) return;
    if (!before || (op === 'undo' && !before.can_undo) || (op === 'redo' && !before.can_redo)) return;
    await controller.computer.quiet();
    /** @type {Match | null} */
    let match = null;
    do {
      match = await controller.ask(op, fields, gameId).catch((error) => controller.fail(error));
    } while (match && further(match));
    if (!match) return;
    const wasFree = isFree(page.state);
    page.change((s) => {
      s.free = analysisFrees(s) || (!plays && (CHANGES.has(op) ? s.free : !isAtEnd(match)));
      s.paused = plays && s.players[match.side] > 0;
      s.tookBack = plays;
    });
    const { meta } = page.state;
    await controller.take(match);
    if (page.state.match !== match || match.outcome) return;
    const told = [reached(meta, match), ...due(page.state)];
    if (isFree(page.state) && !wasFree) told.push(t('say.free'));
    controller.say(told.join(' '));
  }

  /**
   * Goes to the next or the previous variation: another move that was played in the same position.
   *
   * @param {1 | -1} way
   * @returns {boolean} whether there is one
   */
  beside(way) {
    const { match, meta } = this.controller.page.state;
    const here = match && current(match);
    if (!here) return false;
    const siblings = treeOf(match, meta.first).next.get(here.parent) ?? [];
    const found = siblings[siblings.indexOf(here) + way];
    if (found) this.to(found.node);
    return Boolean(found);
  }

  /** Goes to the start or the end of the line. @param {'first' | 'last'} where */
  leap(where) {
    const { match } = this.controller.page.state;
    if (!match) return;
    const line = match.history.filter((node) => node.main);
    const last = line.reduce((end, node) => (node.ply > end.ply ? node : end), { ply: 0, node: 0 });
    this.to(where === 'first' ? 0 : last.node);
  }
}
