/**
 * Enters moves: collects squares until they make a whole move, and plays it.
 *
 * @import { Move, Refusal } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from './api.d.ts'
 */

import { turn, wholeMove } from '../board/animation.js';
import { countedWays } from '../board/counted-lines.js';
import { pieces } from '../board/geometry.js';
import { said, t } from '../lib/i18n.js';
import { spent } from '../state/clock.js';
import { called, spoken as sentence } from '../state/describe.js';
import { enter, follow, onlyPass } from '../state/path.js';
import * as state from '../state/state.js';

export class MoveEntry {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
  }

  /**
   * One square of a turn, by whatever means it came.
   *
   * @param {string} name
   * @param {{ dragged?: boolean, spoken?: boolean }} how `dragged`: the piece is there already; `spoken`: someone
   *   listens rather than looks, so that even a tap on nothing is answered
   */
  enter(name, { dragged = false, spoken = false } = {}) {
    const { page } = this;
    const { match, meta, draft, rows } = page.state;
    if (page.state.edit) {
      this.controller.editor?.enter(name);
      return;
    }
    if (page.state.preview) {
      page.change((s) => {
        s.preview = null;
      });
      return;
    }
    if (!match || !state.isOpen(page.state)) {
      if (!spoken && this.isLastMove(name) && this.replay()) return;
      if (spoken) this.controller.say(this.controller.idle());
      return;
    }
    const entry = enter(match.moves, draft, name);
    const now = performance.now();
    const ghosts = Math.max(0, draft.length - 1);
    if (entry.kind === 'play') {
      const shown = dragged ? entry.move.path.length - 1 : ghosts;
      const motion = turn(rows, entry.move, { shown, ghosts, whole: true }, now, state.pace(page.state));
      this.play(entry.move, motion);
    } else if (entry.kind === 'draft') {
      const { captured, next, whole } = follow(match.moves, entry.draft);
      const leg = { path: entry.draft, captured, crowns: false };
      const grows = entry.draft.length > 1;
      const shown = dragged ? entry.draft.length - 1 : ghosts;
      page.change((s) => {
        s.draft = entry.draft;
        s.notice = null;
        s.motion =
          grows && state.glides(s) ? turn(rows, leg, { shown, ghosts, whole: false }, now, state.pace(s)) : null;
      });
      const square = called(meta, name);
      const targets = this.targets(next, entry.draft).join(', ');
      if (grows) this.controller.say(t(whole ? 'say.may-end' : 'say.goes-on', { square }));
      else this.controller.say(t(entry.draft.length ? 'say.chosen' : 'say.put-down', { square, targets }));
    } else if (entry.kind === 'ask') {
      this.controller.tell('plain', t('status.ask'));
    } else if (!draft.length && !spoken && this.isLastMove(name) && this.replay()) {
      return;
    } else if (draft.length || spoken || pieces(rows).has(name)) {
      const own = pieces(rows).get(name)?.toLowerCase() === match.side;
      this.refuse(own && draft.length === 1 ? [name] : entry.path);
    }
  }

  /**
   * The squares that a piece may go to, as they are read aloud: in a game whose lines are counted, with the counts.
   *
   * @private
   * @param {Set<string>} next
   * @param {string[]} draft
   */
  targets(next, draft) {
    const { meta, rows } = this.page.state;
    if (!meta.counts_lines || draft.length !== 1) return [...next].map((one) => called(meta, one));
    return countedWays(meta, pieces(rows), draft[0], next)
      .filter(({ legal }) => legal)
      .map(({ target, count }) => t('say.target-count', { square: called(meta, target), n: count }));
  }

  /**
   * Whether a tap on a square asks for the last move: it is one that the move left empty, or the end of a multi-jump.
   *
   * @private
   * @param {string} name
   */
  isLastMove(name) {
    const { last, rows } = this.page.state;
    return Boolean(last?.path.includes(name) && (last.path.length > 2 || !pieces(rows).has(name)));
  }

  /** Shows the last move again, and speaks it. Returns whether it is shown. */
  replay() {
    const { page } = this;
    const { last, before, meta, match, pending, preview, edit } = page.state;
    if (!match || !last?.path.length || pending || preview || edit) return false;
    this.controller.say(sentence(meta, state.other(match.side), last));
    if (!before || !state.glides(page.state)) return false;
    page.change((s) => {
      s.draft = [];
      s.motion = wholeMove(before, last, state.pace(s));
    });
    return true;
  }

  /** Ends the half-entered turn where it stands. */
  end() {
    const { match, draft, rows } = this.page.state;
    const whole = follow(match?.moves ?? [], draft).whole;
    if (!whole || !state.isOpen(this.page.state)) return;
    const legs = draft.length - 1;
    const how = { shown: legs, ghosts: legs, whole: true };
    this.play(whole, turn(rows, whole, how, performance.now(), state.pace(this.page.state)));
  }

  /**
   * A turn that was written down. The rules read it; what they cannot play they refuse with the reason.
   *
   * @param {string} text
   * @returns {Promise<boolean>} whether it was played
   */
  type(text) {
    this.page.change(state.clearTurn);
    return this.controller.exclusive(() => this.read(text));
  }

  /** @private @param {string} text */
  async read(text) {
    const { page, controller } = this;
    const { gameId } = controller;
    const { rows } = page.state;
    controller.autosave.keepTurn({ text });
    await controller.computer.quiet();
    try {
      const match = await controller.ask('play', { text, ...manner(page.state) }, gameId);
      if (!match) return false;
      const { last } = match;
      const motion = last && wholeMove(rows, last, state.pace(page.state));
      page.change((s) => {
        s.draft = last?.path ?? [];
        s.motion = state.glides(s) ? motion : null;
      });
      page.draw();
      await controller.take(match, page.state.motion, last);
      await controller.autosave.finish();
      return true;
    } catch (error) {
      controller.autosave.keepTurn(null);
      const { code, details } = /** @type {import('../types.d.ts').RequestError} */ (error);
      if (code !== 'bad-move') {
        controller.fail(error);
        return false;
      }
      const spelled = /** @type {import('../types.d.ts').Spelled | null} */ (details.said ?? null);
      this.show(
        {
          rule: String(details.rule),
          text: /** @type {Error} */ (error).message,
          said: spelled,
          squares: /** @type {string[]} */ (details.squares ?? []),
        },
        [],
      );
      return false;
    }
  }

  /** Passes, where that is all there is. */
  pass() {
    const { match } = this.page.state;
    const pass = match && onlyPass(match.moves);
    if (pass && state.isOpen(this.page.state)) this.play(pass, null);
  }

  /** Takes the half-entered turn back. Returns whether there was one. */
  cancel() {
    const { page } = this;
    const { draft, notice, hint } = page.state;
    if (page.state.pending || !(draft.length || notice || hint || page.state.preview)) return false;
    page.change((s) => {
      state.clearTurn(s);
      s.motion = null;
    });
    if (draft.length) this.controller.say(t('say.cancelled'));
    return true;
  }

  /** @param {State['drag']} drag */
  drag(drag) {
    this.page.change((s) => {
      s.drag = drag;
    });
  }

  /**
   * @param {Move} move
   * @param {State['motion']} motion
   */
  play(move, motion) {
    this.page.change((s) => {
      state.clearTurn(s);
      s.draft = move.path;
      s.motion = state.glides(s) ? motion : null;
    });
    return this.controller.exclusive(() => this.send(move));
  }

  /** @private @param {Move} move */
  async send(move) {
    const { page, controller } = this;
    const { gameId } = controller;
    const { path } = move;
    controller.autosave.keepTurn({ path });
    await controller.computer.quiet();
    const match = await controller.ask('play', { path, ...manner(page.state) }, gameId).catch((error) => {
      page.change(state.clearTurn);
      return controller.fail(error);
    });
    if (!match) return;
    await controller.take(match, page.state.motion, move);
    await controller.autosave.finish();
  }

  /** Asks the rules why this turn is not allowed, and shows what they say. @param {string[]} path */
  async refuse(path) {
    const gameId = this.controller.gameId;
    /** @type {Refusal | null} */
    const refusal = await this.controller.ask('why', { path }, gameId).catch((error) => this.controller.fail(error));
    if (refusal?.rule) this.show(refusal, path);
  }

  /**
   * Shows why a move is refused: in words, and on the board.
   *
   * @param {Refusal} refusal
   * @param {string[]} path as it was entered; empty where it was written down
   */
  show(refusal, path) {
    const { match, meta, players } = this.page.state;
    const rule = refusal.rule && refusal.rule in meta.rules ? refusal.rule : null;
    // Who plays alone against the computer is told which pieces are theirs, not whose turn it is.
    const astray = match && rule === 'turn' && !players.w !== !players.b;
    const text = astray ? t('status.not-yours', { side: t(`side.${match.side}`) }) : said(refusal);
    this.page.change((s) => {
      s.notice = { kind: 'refusal', text, rule };
      s.refused = {
        squares: path.slice(-1),
        because: refusal.squares.filter((square) => !path.includes(square)),
        piece: path[0] ?? null,
        since: performance.now(),
        moves: state.glides(s),
      };
    });
    this.controller.say(text);
  }
}

/**
 * How a turn is played: the time it took, and as a variation while one analyses, or tries something out within a game
 * that one looks back at.
 *
 * @param {State} s
 */
const manner = (s) => ({
  spent: spent(s),
  aside:
    s.analysis !== null || state.isFree(s) || (s.panel === 'report' && !s.retrospect && Boolean(s.match?.can_redo)),
});
