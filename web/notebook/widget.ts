/**
 * The board in a notebook, for anywidget: drawn, entered and read aloud by the page's own modules, with the rules in
 * the kernel beside it. The kernel sends the game (`_meta`), the match (`_match`), its texts (`_strings`) and how the
 * board is to look; it gets `{ op: 'play', path }`, `{ op: 'why', path }`, `{ op: 'undo' }` and `{ op: 'redo' }`, and
 * answers `why` with `{ refused, path }`. Nothing here decides what is legal. `build.py dist` joins this module and
 * what it imports, and `saltus.notebook` ships the result.
 */

import { listen } from '../board/input.ts';
import { BoardView } from '../board/view.ts';
import { say as announce } from '../lib/dom.ts';
import { render as draw, html } from '../lib/html.ts';
import { gameName, t, take, translated } from '../lib/i18n.ts';
import type { Language } from '../lib/languages.ts';
import type { Side, WhyReply } from '../protocol.d.ts';
import { grid } from '../shell/grid.ts';
import { boardModel } from '../state/board.ts';
import { anyOf, called, ending } from '../state/describe.ts';
import type { Match, Meta } from '../state/game.d.ts';
import { change, entered, grow, wholeMove } from '../state/motion.ts';
import * as path from '../state/path.ts';
import { isOpen } from '../state/rights.ts';
import { clearTurn, create, everything, glides, other, Page, refuse, setMatch, toggleDrawn } from '../state/state.ts';

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
  on: (event: string, hear: (message: never) => void) => void;
  off: (event: string, hear: (message: never) => void) => void;
}

/** Puts the board into a cell's output. Returns what ends it. */
function render({ model, el: element }: { model: Model; el: HTMLElement }) {
  take(model.get('language'), model.get('_strings'));
  const meta = model.get('_meta');
  const page = new Page(create([meta], meta, {}));
  const { state } = page;
  state.boot.phase = 'ready';

  const say = (text: string) => announce(text, part('live'));

  const note = (kind: 'plain' | 'refusal', text: string) => {
    page.set({ notice: { kind, text, rule: null } });
    say(text);
  };

  /** Shows a move and sends it to the kernel, whose reply is the match after it. */
  const play = (squares: string[], motion: (typeof state)['motion']) => {
    page.change((s) => {
      clearTurn(s);
      s.draft = squares;
      s.motion = glides(s) ? motion : null;
      s.pending = true;
    });
    model.send({ op: 'play', path: squares });
  };

  const enter = (square: string, { dragged = false }: { dragged?: boolean } = {}) => {
    const { match, draft, meta } = state;
    if (!match || !isOpen(state)) return;
    const entry = path.enter(match.moves, draft, square);
    if (entry.kind === 'play') {
      play(entry.move.path, entered(state, entry.move, { dragged, whole: true }));
    } else if (entry.kind === 'draft') {
      const { key, next } = grow(page, entry.draft, dragged);
      say(t(key, { square: called(meta, square), targets: anyOf(meta, next) }));
    } else if (entry.kind === 'ask') {
      note('plain', t('status.ask'));
    } else {
      model.send({ op: 'why', path: entry.path });
    }
  };

  const pass = () => {
    const pass = path.onlyPass(state.match?.moves ?? []);
    if (pass && isOpen(state)) play(pass.path, null);
  };

  const flip = () => {
    model.set('bottom', other(model.get('bottom')));
    model.save_changes();
  };

  /** The board, on which pieces and squares are drawn by others, and whose move it is or how the game ended. */
  const view = () => {
    const { match, meta, notice } = state;
    const side = t(`side.${match?.side}`);
    const turn = t(match?.forced ? 'status.must.side' : 'status.turn.side', { side });
    const end = match?.outcome ? ending(match) : null;
    const mayPass = match && isOpen(state) && path.onlyPass(match.moves);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !state.draft.length) return;
      event.stopPropagation();
      page.change(clearTurn);
    };
    const button = (label: string, act: () => void, isOff: boolean = false, isHidden: boolean = false) => html`
      <button type="button" class="saltus-button" ?disabled=${isOff} ?hidden=${isHidden} @click=${act}>${label}</button>`;
    return html`
      <div class="saltus-board" data-game=${meta.key} data-position=${match?.position} data-ply=${match?.ply}>
        <div class="saltus-frame">
          <canvas class="saltus-canvas" aria-hidden="true"></canvas>
          <div class="saltus-grid" role="grid" aria-label=${gameName(meta)} @keydown=${leave}></div>
        </div>
        <div class="saltus-line">
          <div class="saltus-text" data-kind=${notice?.kind ?? (end ? 'over' : 'turn')}>${notice?.text ?? end ?? turn}</div>
          ${button(t('status.pass.do'), pass, false, !mayPass)}
          ${button(t('action.undo'), () => model.send({ op: 'undo' }), !match?.can_undo)}
          ${button(t('action.redo'), () => model.send({ op: 'redo' }), !match?.can_redo)}
          ${button(t('action.flip'), flip)}
        </div>
        <div class="saltus-live" aria-live="polite"></div>
      </div>`;
  };

  /** Takes over how the board is to look, and who plays. */
  const dress = (s: typeof state) => {
    s.bottom = model.get('bottom');
    s.players = { w: model.get('white'), b: model.get('black') };
    s.settings.board = model.get('theme');
    s.settings.pieces = model.get('pieces');
    const arrow = model.get('arrow');
    s.pointed = arrow.length > 1 ? arrow : null;
  };

  const show = async (match: Match) => {
    const was = state.match;
    const { rows, draft, pending } = state;
    const own = pending && draft.join() === match.last?.path.join();
    const isNext = was !== null && match.last !== null && match.ply === was.ply + 1 && match.game === was.game;
    const now = performance.now();
    page.change((s) => {
      s.meta = model.get('_meta');
      s.pending = false;
      setMatch(s, match);
      dress(s);
      const made = isNext && match.last && wholeMove(rows, match.last, s);
      if (!own) s.motion = glides(s) ? made || change(rows, match.rows, s) : null;
    });
    if (match.last && isNext) {
      say(`${t(`side.${other(match.side)}`)}: ${match.last.text}${match.outcome ? `. ${ending(match)}` : ''}`);
    }
    const { motion } = state;
    if (motion) await new Promise((done) => setTimeout(done, Math.max(0, motion.start + motion.ends - now)));
    // marimo runs cells again for what the page sets, not for what the kernel does.
    model.set('shown', match.node);
    model.save_changes();
  };

  let shown = Promise.resolve(); // the moves that have come are shown: a computer's reply waits for the move before it
  const takeMatch = () => {
    const match = model.get('_match');
    shown = shown.then(() => show(match));
  };

  /** Hears why a move is refused, or that the kernel could not do what was asked. */
  const hear = ({ refused, path: entered }: { refused?: WhyReply; path: string[] }) => {
    if (!refused) return;
    page.change((s) => {
      s.pending = false;
      s.draft = [];
      refuse(s, entered, refused.squares);
    });
    note('refusal', translated(refused));
  };

  dress(state);
  setMatch(state, model.get('_match'));
  draw(view(), element);
  const part = (name: string) => element.querySelector(`.saltus-${name}`) as HTMLElement;
  const board = new BoardView(part('frame'), part('canvas') as HTMLCanvasElement, boardModel(state), part('board'));
  const mark = (path: string[]) => page.change((s) => toggleDrawn(s, path));
  listen(board, { enter, draw: mark, movePiece: () => {}, releasePiece: () => {} });
  grid({ page, entry: { enter: (square) => enter(square) } }, part('grid'));
  page.view(boardModel, (model) => board.show(model));
  page.view(everything, () => draw(view(), element));
  page.draw();

  const redress = () => page.change(dress);
  const looks = ['bottom', 'white', 'black', 'arrow', 'theme', 'pieces'].map((name) => `change:${name}`);
  const each = (act: Model['on']) => {
    act('change:_match', takeMatch);
    act('msg:custom', hear);
    for (const name of looks) act(name, redress);
  };
  each((event, act) => model.on(event, act));
  return () => each((event, act) => model.off(event, act));
}

export default { render };
