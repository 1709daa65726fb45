/**
 * The board in a notebook, for anywidget: drawn, entered and read aloud by the page's own modules, with the rules in the
 * kernel beside it.
 *
 * The kernel sends the game (`_meta`), the match (`_match`), its texts (`_strings`) and how the board is to look; it gets
 * `{ op: 'play', path }`, `{ op: 'why', path }`, `{ op: 'undo' }` and `{ op: 'redo' }`, and answers `why` with
 * `{ refused, path }`. Nothing here decides what is legal. `build.py dist` joins this module and what it imports, and
 * `saltus.notebook` ships the result.
 *
 * @import { Side, WhyReply } from '../protocol.d.ts'
 * @import { Match, Meta, Motion } from '../types.d.ts'
 * @import { Language } from '../lib/i18n.js'
 */

import { change, turn, wholeMove } from '../board/animation.js';
import { listen } from '../board/input.js';
import { BoardView } from '../board/view.js';
import { button, make, setText } from '../lib/dom.js';
import { said, t, take } from '../lib/i18n.js';
import { called, ending } from '../state/describe.js';
import * as path from '../state/path.js';
import { clearTurn, create, glides, isOpen, other, Page, pace, setMatch } from '../state/state.js';
import { grid } from '../view/grid.js';

/**
 * What the kernel sends, by the names of the Python class.
 *
 * @typedef {object} Traits
 * @property {Meta} _meta
 * @property {Match} _match
 * @property {Record<string, string>} _strings
 * @property {Language} language
 * @property {Side} bottom
 * @property {number} white
 * @property {number} black
 * @property {string[]} arrow
 * @property {string} theme
 * @property {string} pieces
 */

/**
 * A model of Jupyter's widgets, as far as it is used here.
 *
 * @typedef {object} Model
 * @property {<Name extends keyof Traits>(name: Name) => Traits[Name]} get
 * @property {(name: 'bottom' | 'shown', value: Side | number) => void} set
 * @property {() => void} save_changes
 * @property {(message: object) => void} send
 * @property {(event: string, hear: (message: any) => void) => void} on
 * @property {(event: string, hear: (message: any) => void) => void} off
 */

class NotebookBoard {
  /**
   * @param {Model} model
   * @param {HTMLElement} element
   */
  constructor(model, element) {
    this.model = model;
    take(model.get('language'), model.get('_strings'));
    const meta = model.get('_meta');
    this.page = new Page(create([meta], meta, {}));
    this.state = this.page.state;
    this.state.boot.phase = 'ready';
    // On a notebook's page a wide board has room to lie.
    this.state.tall = false;
    /** Settles when the moves that have come are shown: a computer's reply waits for the move before it. */
    this.shown = Promise.resolve();

    this.canvas = make('canvas', { class: 'saltus-canvas', 'aria-hidden': 'true' });
    this.squares = make('div', { class: 'saltus-grid', role: 'grid', 'aria-label': meta.name });
    this.live = make('div', { class: 'saltus-live', 'aria-live': 'polite' });
    this.text = make('div', { class: 'saltus-text' });
    this.buttons = {
      pass: button(t('status.pass.do'), () => this.pass(), { class: 'saltus-button' }),
      undo: button(t('action.undo'), () => this.send({ op: 'undo' }), { class: 'saltus-button' }),
      redo: button(t('action.redo'), () => this.send({ op: 'redo' }), { class: 'saltus-button' }),
      flip: button(t('action.flip'), () => this.flip(), { class: 'saltus-button' }),
    };
    const board = make('div', { class: 'saltus-frame' }, this.canvas, this.squares);
    const line = make('div', { class: 'saltus-line' }, this.text, ...Object.values(this.buttons));
    this.element = make('div', { class: 'saltus-board', 'data-game': meta.key }, board, line, this.live);
    element.append(this.element);

    this.view = new BoardView(board, this.canvas, this.state, this.element);
    listen(this.view, this.state, {
      enter: (square, how) => this.enter(square, how),
      drag: (drag) =>
        this.page.change((s) => {
          s.drag = drag;
        }),
      movePiece: () => {},
      releasePiece: () => {},
    });
    this.squares.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.state.draft.length) return;
      event.stopPropagation();
      this.page.change(clearTurn);
    });
    this.dress();
    setMatch(this.state, model.get('_match'));
    grid({ page: this.page, entry: { enter: (square) => this.enter(square) } }, this.squares);
    this.page.show(() => this.view.ask());
    this.page.show(() => this.tell());
    this.page.draw();
  }

  /** Takes over how the board is to look, and who plays. */
  dress() {
    const { model, state } = this;
    state.bottom = model.get('bottom');
    state.players = { w: model.get('white'), b: model.get('black') };
    state.settings.board = model.get('theme');
    state.settings.pieces = model.get('pieces');
    const arrow = model.get('arrow');
    state.pointed = arrow.length > 1 ? arrow : null;
  }

  /** @param {object} message */
  send(message) {
    this.model.send(message);
  }

  /** Says whose move it is, or how the game ended; a notice comes before that. */
  tell() {
    const { match, notice } = this.state;
    if (!match) return;
    const side = t(`side.${match.side}`);
    const turn = t(match.forced ? 'status.must.side' : 'status.turn.side', { side });
    setText(this.text, notice?.text ?? (match.outcome ? ending(match) : turn));
    this.text.dataset.kind = notice?.kind ?? (match.outcome ? 'over' : 'turn');
    this.buttons.pass.hidden = !isOpen(this.state) || !path.onlyPass(match.moves);
    this.buttons.undo.disabled = !match.can_undo;
    this.buttons.redo.disabled = !match.can_redo;
    this.element.dataset.position = match.position;
    this.element.dataset.ply = String(match.ply);
  }

  /**
   * Enters a square of a move.
   *
   * @param {string} square
   * @param {{ dragged?: boolean }} how
   */
  enter(square, { dragged = false } = {}) {
    const { state, page } = this;
    const { match, draft, rows, meta } = state;
    if (!match || !isOpen(state)) return;
    const entry = path.enter(match.moves, draft, square);
    const now = performance.now();
    const ghosts = Math.max(0, draft.length - 1);
    if (entry.kind === 'play') {
      // The jumps that the player has already seen.
      const shown = dragged ? entry.move.path.length - 1 : ghosts;
      this.play(entry.move.path, turn(rows, entry.move, { shown, ghosts, whole: true }, now, pace(state)));
    } else if (entry.kind === 'draft') {
      const { captured, next, whole } = path.follow(match.moves, entry.draft);
      const leg = { path: entry.draft, captured, crowns: false };
      const grows = entry.draft.length > 1;
      const shown = dragged ? entry.draft.length - 1 : ghosts;
      page.change((s) => {
        s.draft = entry.draft;
        s.notice = null;
        s.motion = grows && glides(s) ? turn(rows, leg, { shown, ghosts, whole: false }, now, pace(s)) : null;
      });
      const targets = [...next].map((name) => called(meta, name)).join(', ');
      const key = whole ? 'say.may-end' : grows ? 'say.goes-on' : entry.draft.length ? 'say.chosen' : 'say.put-down';
      this.say(t(key, { square: called(meta, square), targets }));
    } else if (entry.kind === 'ask') {
      this.note('plain', t('status.ask'));
    } else {
      this.send({ op: 'why', path: entry.path });
    }
  }

  /** Passes, if that is the only move. */
  pass() {
    const pass = path.onlyPass(this.state.match?.moves ?? []);
    if (pass && isOpen(this.state)) this.play(pass.path, null);
  }

  /**
   * Shows a move and sends it to the kernel, whose reply is the match after it.
   *
   * @param {string[]} squares
   * @param {Motion | null} motion
   */
  play(squares, motion) {
    this.page.change((s) => {
      clearTurn(s);
      s.draft = squares;
      s.motion = glides(s) ? motion : null;
      s.pending = true;
    });
    this.send({ op: 'play', path: squares });
  }

  /** Shows the match as the kernel has it now, after what it has sent before. */
  take() {
    const match = this.model.get('_match');
    this.shown = this.shown.then(() => this.show(match));
  }

  /** @param {Match} match */
  async show(match) {
    const { state, page } = this;
    const was = state.match;
    const { rows, draft, pending } = state;
    const own = pending && draft.join() === match.last?.path.join();
    const isNext = was !== null && match.last !== null && match.ply === was.ply + 1 && match.game === was.game;
    const now = performance.now();
    page.change((s) => {
      const running = own ? s.motion : null;
      s.meta = this.model.get('_meta');
      s.pending = false;
      setMatch(s, match);
      this.dress();
      if (!own && glides(s)) {
        s.motion =
          isNext && match.last ? wholeMove(rows, match.last, pace(s)) : change(rows, match.rows, now, pace(s));
      } else s.motion = running;
    });
    if (match.last && isNext) {
      this.say(`${t(`side.${other(match.side)}`)}: ${match.last.text}${match.outcome ? `. ${ending(match)}` : ''}`);
    }
    // Another game may have another board.
    this.view.shape();
    this.element.dataset.game = state.meta.key;
    const { motion } = state;
    if (motion) await new Promise((done) => setTimeout(done, Math.max(0, motion.start + motion.ends - now)));
    // marimo runs cells again for what the page sets, not for what the kernel does.
    this.model.set('shown', match.node);
    this.model.save_changes();
  }

  /** Hears why a move is refused, or that the kernel could not do what was asked. @param {any} message */
  hear(message) {
    const { refused, path: entered } = /** @type {{ refused?: WhyReply, path: string[] }} */ (message);
    if (!refused) return;
    this.page.change((s) => {
      s.pending = false;
      s.draft = [];
      s.refused = {
        squares: entered.slice(-1),
        because: refused.squares.filter((square) => !entered.includes(square)),
        piece: entered[0] ?? null,
        since: performance.now(),
        moves: glides(s),
      };
    });
    this.note('refusal', said(refused));
  }

  /**
   * @param {'plain' | 'refusal'} kind
   * @param {string} text
   */
  note(kind, text) {
    this.page.change((s) => {
      s.notice = { kind, text, rule: null };
    });
    this.say(text);
  }

  /** @param {string} text */
  say(text) {
    this.live.replaceChildren(make('span', {}, text));
  }

  flip() {
    this.model.set('bottom', other(this.model.get('bottom')));
    this.model.save_changes();
  }
}

/**
 * Puts the board into a cell's output. Returns what ends it.
 *
 * @param {{ model: Model, el: HTMLElement }} cell
 */
function render({ model, el }) {
  const board = new NotebookBoard(model, el);
  const take = () => board.take();
  const hear = (/** @type {any} */ message) => board.hear(message);
  const dress = () => board.page.change(() => board.dress());
  const looks = ['bottom', 'white', 'black', 'arrow', 'theme', 'pieces'].map((name) => `change:${name}`);
  model.on('change:_match', take);
  model.on('msg:custom', hear);
  for (const name of looks) model.on(name, dress);
  return () => {
    model.off('change:_match', take);
    model.off('msg:custom', hear);
    for (const name of looks) model.off(name, dress);
  };
}

export default { render };
