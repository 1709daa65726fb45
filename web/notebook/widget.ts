/**
 * The board in a notebook, for anywidget: drawn, entered and read aloud by the page's own modules, with the rules in the
 * kernel beside it.
 *
 * The kernel sends the game (`_meta`), the match (`_match`), its texts (`_strings`) and how the board is to look; it gets
 * `{ op: 'play', path }`, `{ op: 'why', path }`, `{ op: 'undo' }` and `{ op: 'redo' }`, and answers `why` with
 * `{ refused, path }`. Nothing here decides what is legal. `build.py dist` joins this module and what it imports, and
 * `saltus.notebook` ships the result.
 */

import { render as draw, html } from 'lit-html';
import { change, entered, grow, wholeMove } from '../board/animation.ts';
import { listen } from '../board/input.ts';
import { BoardView } from '../board/view.ts';
import { say } from '../lib/dom.ts';
import { type Language, said, t, take } from '../lib/i18n.ts';
import type { Side, WhyReply } from '../protocol.d.ts';
import { grid } from '../shell/grid.ts';
import { called, ending } from '../state/describe.ts';
import type { Match, Meta } from '../state/game.d.ts';
import * as path from '../state/path.ts';
import {
  clearTurn,
  create,
  glides,
  isOpen,
  other,
  Page,
  pace,
  refuse,
  type State,
  setMatch,
} from '../state/state.ts';

/** What the kernel sends, by the names of the Python class. */
interface Traits {
  _meta: Meta;
  _match: Match;
  _strings: Record<string, string>;
  language: Language;
  bottom: Side;
  white: number;
  black: number;
  arrow: string[];
  theme: string;
  pieces: string;
}

/** A model of Jupyter's widgets, as far as it is used here. */
interface Model {
  get: <Name extends keyof Traits>(name: Name) => Traits[Name];
  set: (name: 'bottom' | 'shown', value: Side | number) => void;
  save_changes: () => void;
  send: (message: object) => void;
  on: (event: string, hear: (message: any) => void) => void;
  off: (event: string, hear: (message: any) => void) => void;
}

class NotebookBoard {
  model: Model;
  page: Page;
  state: State;
  shown = Promise.resolve(); // the moves that have come are shown: a computer's reply waits for the move before it
  live: HTMLElement;
  board: BoardView;

  constructor(model: Model, element: HTMLElement) {
    this.model = model;
    take(model.get('language'), model.get('_strings'));
    const meta = model.get('_meta');
    this.page = new Page(create([meta], meta, {}));
    this.state = this.page.state;
    this.state.boot.phase = 'ready';
    // On a notebook's page a wide board has room to lie.
    this.state.tall = false;

    this.dress();
    setMatch(this.state, model.get('_match'));

    draw(this.view(), element);
    const part = (name: string) => element.querySelector(`.saltus-${name}`) as HTMLElement;
    this.live = part('live');
    this.board = new BoardView(part('frame'), part('canvas') as HTMLCanvasElement, this.state, part('board'));
    listen(this.board, this.state, {
      enter: (square, how) => this.enter(square, how),
      drag: (drag) => this.page.set({ drag }),
      movePiece: () => {},
      releasePiece: () => {},
    });
    grid({ page: this.page, entry: { enter: (square) => this.enter(square) } }, part('grid'));
    this.page.show(() => this.board.ask());
    this.page.show(() => draw(this.view(), element));
    this.page.draw();
  }

  /** The board, on which pieces and squares are drawn by others, and whose move it is or how the game ended. */
  view() {
    const { match, meta, notice } = this.state;
    const side = t(`side.${match?.side}`);
    const turn = t(match?.forced ? 'status.must.side' : 'status.turn.side', { side });
    const end = match?.outcome ? ending(match) : null;
    const mayPass = match && isOpen(this.state) && path.onlyPass(match.moves);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !this.state.draft.length) return;
      event.stopPropagation();
      this.page.change(clearTurn);
    };
    const button = (label: string, act: () => void, isOff: boolean = false, isHidden: boolean = false) => html`
      <button type="button" class="saltus-button" ?disabled=${isOff} ?hidden=${isHidden} @click=${act}>${label}</button>`;
    return html`
      <div class="saltus-board" data-game=${meta.key} data-position=${match?.position} data-ply=${match?.ply}>
        <div class="saltus-frame">
          <canvas class="saltus-canvas" aria-hidden="true"></canvas>
          <div class="saltus-grid" role="grid" aria-label=${meta.name} @keydown=${leave}></div>
        </div>
        <div class="saltus-line">
          <div class="saltus-text" data-kind=${notice?.kind ?? (end ? 'over' : 'turn')}>${notice?.text ?? end ?? turn}</div>
          ${button(t('status.pass.do'), () => this.pass(), false, !mayPass)}
          ${button(t('action.undo'), () => this.send({ op: 'undo' }), !match?.can_undo)}
          ${button(t('action.redo'), () => this.send({ op: 'redo' }), !match?.can_redo)}
          ${button(t('action.flip'), () => this.flip())}
        </div>
        <div class="saltus-live" aria-live="polite"></div>
      </div>`;
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

  send(message: object) {
    this.model.send(message);
  }

  enter(square: string, { dragged = false }: { dragged?: boolean } = {}) {
    const { state, page } = this;
    const { match, draft, meta } = state;
    if (!match || !isOpen(state)) return;
    const entry = path.enter(match.moves, draft, square);
    if (entry.kind === 'play') {
      this.play(entry.move.path, entered(state, entry.move, { dragged, whole: true }));
    } else if (entry.kind === 'draft') {
      const { key, next } = grow(page, entry.draft, dragged);
      const targets = [...next].map((name) => called(meta, name)).join(', ');
      this.say(t(key, { square: called(meta, square), targets }));
    } else if (entry.kind === 'ask') {
      this.note('plain', t('status.ask'));
    } else {
      this.send({ op: 'why', path: entry.path });
    }
  }

  pass() {
    const pass = path.onlyPass(this.state.match?.moves ?? []);
    if (pass && isOpen(this.state)) this.play(pass.path, null);
  }

  /** Shows a move and sends it to the kernel, whose reply is the match after it. */
  play(squares: string[], motion: State['motion']) {
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

  async show(match: Match) {
    const { state, page } = this;
    const was = state.match;
    const { rows, draft, pending } = state;
    const own = pending && draft.join() === match.last?.path.join();
    const isNext = was !== null && match.last !== null && match.ply === was.ply + 1 && match.game === was.game;
    const now = performance.now();
    page.change((s) => {
      s.meta = this.model.get('_meta');
      s.pending = false;
      setMatch(s, match);
      this.dress();
      const made = isNext && match.last && wholeMove(rows, match.last, pace(s));
      if (!own) s.motion = glides(s) ? made || change(rows, match.rows, now, pace(s)) : null;
    });
    if (match.last && isNext) {
      this.say(`${t(`side.${other(match.side)}`)}: ${match.last.text}${match.outcome ? `. ${ending(match)}` : ''}`);
    }
    // Another game may have another board.
    this.board.shape();
    const { motion } = state;
    if (motion) await new Promise((done) => setTimeout(done, Math.max(0, motion.start + motion.ends - now)));
    // marimo runs cells again for what the page sets, not for what the kernel does.
    this.model.set('shown', match.node);
    this.model.save_changes();
  }

  /** Hears why a move is refused, or that the kernel could not do what was asked. */
  hear(message: any) {
    const { refused, path: entered } = message as { refused?: WhyReply; path: string[] };
    if (!refused) return;
    this.page.change((s) => {
      s.pending = false;
      s.draft = [];
      refuse(s, entered, refused.squares);
    });
    this.note('refusal', said(refused));
  }

  note(kind: 'plain' | 'refusal', text: string) {
    this.page.set({ notice: { kind, text, rule: null } });
    this.say(text);
  }

  say(text: string) {
    say(text, this.live);
  }

  flip() {
    this.model.set('bottom', other(this.model.get('bottom')));
    this.model.save_changes();
  }
}

/** Puts the board into a cell's output. Returns what ends it. */
function render({ model, el }: { model: Model; el: HTMLElement }) {
  const board = new NotebookBoard(model, el);
  const take = () => board.take();
  const hear = (message: any) => board.hear(message);
  const dress = () => board.page.change(() => board.dress());
  const looks = ['bottom', 'white', 'black', 'arrow', 'theme', 'pieces'].map((name) => `change:${name}`);
  const each = (act: Model['on']) => {
    act('change:_match', take);
    act('msg:custom', hear);
    for (const name of looks) act(name, dress);
  };
  each((event, act) => model.on(event, act));
  return () => each((event, act) => model.off(event, act));
}

export default { render };
