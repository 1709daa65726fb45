/** Enters moves: collects squares until they make a whole move, and plays it. */

import { countedWays } from '../board/counted-lines.ts';
import { pieces, sideOn } from '../board/geometry.ts';
import { say } from '../lib/dom.ts';
import { EngineError } from '../lib/engine-error.ts';
import { inOrder, listed, t, translated } from '../lib/i18n.ts';
import { plainMove } from '../lib/keyboard.ts';
import type { Move, WhyReply } from '../protocol.d.ts';
import { spent } from '../state/clock.ts';
import { anyOf, called, spoken as sentence } from '../state/describe.ts';
import { entered, grow, wholeMove } from '../state/motion.ts';
import { enter, follow, isOfPiece, onlyPass, touched } from '../state/path.ts';
import { ownSide } from '../state/result.ts';
import { isAwaited, isGameOnBoard, isOpen, rights } from '../state/rights.ts';
import type { State } from '../state/state.ts';
import * as state from '../state/state.ts';
import { Controlled, type Exchange } from './exchange.ts';
import { idle, tell } from './messages.ts';
import type { Navigation } from './navigation.ts';
import { Premove } from './premove.ts';

// What comes after three moves at the end of a refusal that names all legal ones: three are enough for a line.
const OTHERS = /((?:\S+, ){2}\S+?)(?:, \S+)* \S+ \S+$/;

export class MoveEntry extends Controlled {
  private navigation: Navigation;
  private premove: Premove;

  constructor(controller: Exchange, navigation: Navigation) {
    super(controller);
    this.navigation = navigation;
    this.premove = new Premove(controller, (square) => this.enter(square));
  }

  /** Enters a square; `dragged`: the piece was; `spoken`: by a button for screen readers, which are always answered. */
  enter(name: string, { dragged = false, spoken = false }: { dragged?: boolean; spoken?: boolean } = {}) {
    const { page, controller } = this;
    const { match, meta, draft, rows, pending } = page.state;
    if (controller.session.choose) return controller.session.choose(name);
    if (page.state.preview) return page.set({ preview: null });
    if (page.state.drawn.length) page.set({ drawn: [] });
    if (!match || !isOpen(page.state)) {
      if (this.premove.enter(name)) return;
      // A square that is chosen while the rules go elsewhere in the game counts there.
      if (pending && !draft.length && isAwaited(page.state)) {
        controller.unlocked().then(() => isOpen(page.state) && this.enter(name, { dragged, spoken }));
      } else if (spoken) say(idle(controller.page.state));
      else if (this.isLastMove(name)) this.replay();
      return;
    }
    let entry = enter(match.moves, draft, name);
    // Where a move is judged the piece is chosen first: a tap on a square that one move alone leads to is no try.
    if (entry.kind === 'play' && entry.move.path[0] !== name && !draft.length && !isGameOnBoard(page.state))
      entry = { kind: 'refuse', path: [name] };
    const held = touched(page.state);
    const isOther =
      entry.kind === 'draft' ? entry.draft[0] !== held : entry.kind === 'refuse' && isOwn(page.state, name);
    if (held && isOther) return this.holdTo(held, name);
    if (entry.kind === 'play') {
      this.play(entry.move, entered(page.state, entry.move, { dragged, whole: true }));
    } else if (entry.kind === 'draft') {
      const { key, next } = grow(page, entry.draft, dragged);
      say(t(key, { square: called(meta, name), targets: this.targets(next, entry.draft) }));
    } else if (entry.kind === 'ask') {
      tell(controller, 'plain', t('status.ask'));
    } else if (!draft.length && !spoken && this.isLastMove(name) && this.replay()) {
      return;
    } else if (draft.length || spoken || pieces(rows).has(name)) {
      this.refuse(isOwn(page.state, name) && draft.length === 1 ? [name] : entry.path);
    }
  }

  /** The squares that a piece may go to, as they are read aloud: in a game whose lines are counted, with the counts. */
  private targets(next: Set<string>, draft: string[]) {
    const { meta, rows } = this.page.state;
    if (!meta.counts_lines || draft.length !== 1) return anyOf(meta, next);
    const ways = countedWays(meta, pieces(rows), draft[0], next)
      .filter(({ legal }) => legal)
      .map(({ target, count }) => t('say.target-count', { square: called(meta, target), n: count }));
    return listed(inOrder(ways), 'disjunction');
  }

  /** Whether a tap on a square asks for the last move: the move left it empty, or it is the end of a multi-jump. */
  private isLastMove(name: string) {
    const { last, rows } = this.page.state;
    return Boolean(last?.path.includes(name) && (last.path.length > 2 || !pieces(rows).has(name)));
  }

  /** Shows the last move again, and speaks it. Returns whether it is shown. */
  replay() {
    const { page } = this;
    const { last, meta, match, pending, preview, session } = page.state;
    if (!match || !last?.path.length || pending || preview || session.kind === 'editor') return false;
    say(sentence(meta, state.other(match.side), last));
    const { before } = match;
    if (!before || !state.glides(page.state)) return false;
    page.change((s) => {
      s.draft = [];
      s.motion = wholeMove(before, last, s);
    });
    return true;
  }

  /** Ends a multi-jump where it is now, if the rules allow that. */
  end() {
    const { match, draft } = this.page.state;
    const whole = follow(match?.moves ?? [], draft).whole;
    if (!whole || !isOpen(this.page.state)) return;
    this.play(whole, entered(this.page.state, whole, { dragged: false, whole: true }));
  }

  /** Plays a typed move, which the rules read; a refusal is shown. Resolves to whether it was played. */
  async type(typed: string) {
    const text = plainMove(typed);
    const held = touched(this.page.state);
    if (held && !isOfPiece(this.page.state.match?.moves ?? [], held, text)) {
      this.holdTo(held, held);
      return false;
    }
    this.page.change(state.clearTurn);
    return this.controller.exclusive(() => this.send({ text }).catch((error) => this.unplayed(text, error)));
  }

  /** Shows why a typed move was not played. */
  private unplayed(text: string, error: unknown) {
    const { page, controller } = this;
    controller.autosave.keepTurn(null);
    if (error instanceof EngineError && error.code === 'bad-move') {
      const { rule = null, said: phrase = null, squares = [] } = error.details;
      const example = rule === 'notation' && page.state.match?.moves[0]?.text;
      const why = translated({ text: error.message, said: phrase }).replace(OTHERS, '$1 …');
      this.show({ rule, text: example ? t('typed.unread', { text, example }) : why, said: null, squares }, []);
    } else controller.fail(error);
    return false;
  }

  /** Takes back what is said of a move that was refused. */
  forget() {
    if (this.page.state.notice?.kind !== 'refusal') return;
    this.page.set({ notice: null });
    say('');
  }

  pass() {
    const { match } = this.page.state;
    const pass = match && onlyPass(match.moves);
    if (pass && isOpen(this.page.state)) this.play(pass, null);
  }

  /** Cancels the partly entered move, the notice and the hint, or the search for it. Returns whether there was any. */
  cancel() {
    const { page } = this;
    if (this.premove.cancel()) return true;
    const { draft, notice, hint, thinking } = page.state;
    const isSought = thinking?.purpose === 'hint';
    const held = touched(page.state);
    if (held && draft.length === 1) {
      // Escape may still close a panel.
      if (page.state.panel) return false;
      this.holdTo(held, held);
      return true;
    }
    if (page.state.pending || !(draft.length || notice || hint || isSought || page.state.preview)) return false;
    if (isSought) this.controller.stopSearches();
    page.change((s) => {
      state.clearTurn(s);
      s.draft = held ? [held] : [];
      s.motion = null;
    });
    if (draft.length) say(t('say.cancelled'));
    return true;
  }

  play(move: Move, motion: State['motion']) {
    this.page.change((s) => {
      state.clearTurn(s);
      s.draft = move.path;
      s.motion = state.glides(s) ? motion : null;
    });
    const failed = (error: unknown) => {
      this.page.change(state.clearTurn);
      this.controller.fail(error);
    };
    return this.controller.exclusive(() => this.send({ path: move.path }).catch(failed));
  }

  /** Sends a move, which is shown already unless it was typed. Resolves to whether it was played. */
  private async send(move: { path: string[] } | { text: string }) {
    const { page, controller } = this;
    const { gameId } = controller;
    const { rows, boot } = page.state;
    const asked = { ...move, ...manner(page.state) };
    controller.autosave.keepTurn(asked);
    if (boot.phase !== 'ready') say(t('status.loading'));
    await controller.stopSearches();
    const match = await controller.ask('play', asked, gameId);
    if (!match) return false;
    const { last } = match;
    this.navigation.beginExploration();
    if (last && 'text' in move) {
      page.change((s) => {
        s.draft = last.path;
        s.motion = state.glides(s) ? wholeMove(rows, last, s) : null;
      });
      page.draw();
    }
    await controller.showMatch(match, page.state.motion, last);
    if (controller.session.entered) controller.session.entered();
    else controller.autosave.finish();
    return true;
  }

  /** Asks the rules why a move is not allowed, and shows the reason. */
  async refuse(path: string[]) {
    const { controller } = this;
    const { match, boot } = this.page.state;
    if (boot.phase !== 'ready') this.show({ rule: null, text: t('status.refused'), said: null, squares: [] }, path);
    const asked = controller.ask('why', { path }, controller.gameId);
    const refusal = await asked.catch((error) => controller.fail(error));
    if (refusal?.rule && this.page.state.match === match && !this.page.state.pending) this.show(refusal, path);
  }

  /** Says that another piece than the one on the entered square must move, because it was picked up. */
  private holdTo(held: string, name: string) {
    const text = t('status.touched', { square: called(this.page.state.meta, held) });
    this.show({ rule: null, text, said: null, squares: [held] }, [name]);
  }

  /** Shows why a move is refused: in words, and on the board. `path`: the squares entered; empty for a typed move. */
  show(refusal: Pick<WhyReply, 'rule' | 'text' | 'said' | 'squares'>, path: string[]) {
    const { match, meta, players } = this.page.state;
    const rule = refusal.rule && refusal.rule in meta.rules ? refusal.rule : null;
    // Against the computer, a player who touches the wrong pieces is told which are theirs, not whose turn it is.
    const isWrongPiece = match && rule === 'turn' && ownSide({ players });
    const text = isWrongPiece ? t('status.not-yours', { side: t(`side.${match.side}`) }) : translated(refusal);
    this.page.change((s) => {
      s.notice = { kind: 'refusal', text, rule: isWrongPiece ? null : rule };
      state.refuse(s, path, refusal.squares);
    });
    say(text);
  }
}

/** Whether a piece of the side to move stands on a square. */
const isOwn = ({ rows, match }: State, name: string) => sideOn(rows, name) === match?.side;

/** The time that a move took (none if it is only tried), and whether it is a variation, as in an analysis. */
function manner(s: State) {
  const variation = rights(s).becomes !== 'next';
  return { spent: variation ? 0 : spent(s), variation };
}
