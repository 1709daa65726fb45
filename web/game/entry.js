/**
 * Enters moves: collects squares until they make a whole move, and plays it.
 *
 * @import { Move, WhyReply } from '../protocol.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from './api.d.ts'
 */

import { turn } from '../board/animation.js';
import { pieces } from '../board/geometry.js';
import { EngineError } from '../lib/engine-error.js';
import { said, t } from '../lib/i18n.js';
import { spent } from '../state/clock.js';
import { called } from '../state/describe.js';
import { enter, follow, onlyPass } from '../state/path.js';
import * as state from '../state/state.js';

export class MoveEntry {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
  }

  /**
   * Enters one square of a move, from mouse, touch or keyboard.
   *
   * @param {string} name
   * @param {{ dragged?: boolean, spoken?: boolean }} how `dragged`: the piece was dragged to the square; `spoken`: the
   *   square comes from the grid of buttons, which screen readers use, so every press is answered
   */
  enter(name, { dragged = false, spoken = false } = {}) {
    const { page } = this;
    const { match, meta, draft, rows } = page.state;
    if (page.state.mode.kind === 'edit') {
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
      if (spoken) this.controller.say(this.controller.idle());
      return;
    }
    const entry = enter(match.moves, draft, name);
    const now = performance.now();
    const ghosts = Math.max(0, draft.length - 1);
    if (entry.kind === 'play') {
      // The jumps that the player has already seen.
      const shown = dragged ? entry.move.path.length - 1 : ghosts;
      const motion = turn(rows, entry.move, { shown, ghosts, whole: true }, now);
      this.play(entry.move, motion);
    } else if (entry.kind === 'draft') {
      const { captured, next, whole } = follow(match.moves, entry.draft);
      const leg = { path: entry.draft, captured, crowns: false };
      const grows = entry.draft.length > 1;
      const shown = dragged ? entry.draft.length - 1 : ghosts;
      page.change((s) => {
        s.draft = entry.draft;
        s.notice = null;
        s.motion = grows && state.glides(s) ? turn(rows, leg, { shown, ghosts, whole: false }, now) : null;
      });
      const square = called(meta, name);
      const targets = [...next].map((one) => called(meta, one)).join(', ');
      if (grows) this.controller.say(t(whole ? 'say.may-end' : 'say.goes-on', { square }));
      else this.controller.say(t(entry.draft.length ? 'say.chosen' : 'say.put-down', { square, targets }));
    } else if (entry.kind === 'ask') {
      this.controller.tell('plain', t('status.ask'));
    } else if (draft.length || spoken || pieces(rows).has(name)) {
      const own = pieces(rows).get(name)?.toLowerCase() === match.side;
      this.refuse(own && draft.length === 1 ? [name] : entry.path);
    }
  }

  /** Ends a multi-jump where it is now, if the rules allow that. */
  end() {
    const { match, draft, rows } = this.page.state;
    const whole = follow(match?.moves ?? [], draft).whole;
    if (!whole || !state.isOpen(this.page.state)) return;
    const legs = draft.length - 1;
    this.play(whole, turn(rows, whole, { shown: legs, ghosts: legs, whole: true }, performance.now()));
  }

  /**
   * Plays a typed move. The rules read it; if they refuse it, the reason is shown.
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
      const motion = last && turn(rows, last, { shown: 0, ghosts: 0, whole: true }, performance.now());
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
      if (!(error instanceof EngineError && error.code === 'bad-move')) {
        controller.fail(error);
        return false;
      }
      const { message: text, details } = error;
      this.show({ rule: details.rule ?? null, text, said: details.said ?? null });
      return false;
    }
  }

  /** Passes, if that is the only move. */
  pass() {
    const { match } = this.page.state;
    const pass = match && onlyPass(match.moves);
    if (pass && state.isOpen(this.page.state)) this.play(pass, null);
  }

  /** Cancels the partly entered move, the notice and the hint. Returns whether there was anything to cancel. */
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

  /** Asks the rules why a move is not allowed, and shows the reason. @param {string[]} path */
  async refuse(path) {
    const gameId = this.controller.gameId;
    /** @type {WhyReply | null} */
    const refusal = await this.controller.ask('why', { path }, gameId).catch((error) => this.controller.fail(error));
    if (refusal?.rule) this.show(refusal);
  }

  /** Shows why a move is refused. @param {Pick<WhyReply, 'rule' | 'text' | 'said'>} refusal */
  show(refusal) {
    const { match, meta, players } = this.page.state;
    const rule = refusal.rule && refusal.rule in meta.rules ? refusal.rule : null;
    // Against the computer, a player who touches the wrong pieces is told which are theirs, not whose turn it is.
    const isWrongPiece = match && rule === 'turn' && !players.w !== !players.b;
    const text = isWrongPiece ? t('status.not-yours', { side: t(`side.${match.side}`) }) : said(refusal);
    this.page.change((s) => {
      s.notice = { kind: 'refusal', text, rule };
    });
    this.controller.say(text);
  }
}

/**
 * How a move is played: the time it took, and whether as a variation: in an analysis, and in a review before the end of
 * the line.
 *
 * @param {State} s
 */
const manner = (s) => ({
  spent: spent(s),
  aside: s.analysis !== null || (s.mode.kind === 'review' && Boolean(s.match?.can_redo)),
});
