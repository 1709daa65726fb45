/** The position editor. The rules say whether a position is valid; until then it cannot be played. */

import { after, pieces, rowsOf } from '../../board/geometry.ts';
import { analyse } from '../../game/analysis.ts';
import type { GameController } from '../../game/controller.ts';
import { Controlled, type SessionKind } from '../../game/exchange.ts';
import { tell } from '../../game/messages.ts';
import { say } from '../../lib/dom.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { t, translated } from '../../lib/i18n.ts';
import { called, explained, pieceName } from '../../state/describe.ts';
import { cover, type Edit, editOf, isUncovered, uncover } from '../../state/session.ts';
import { everything, other } from '../../state/state.ts';
import { newGameTags } from '../../store/tags.ts';
import { written } from './written.ts';

export class Editor extends Controlled<GameController> implements SessionKind {
  kept: Map<string, Edit> = new Map(); // the last position of each game: closing the panel loses nothing
  asked = Promise.resolve(); // resolves when the rules have replied; until then the position cannot be played
  round = 0; // the number of requests: only the reply to the last one counts
  isStarting = false; // whether the position is becoming a match: then the editor ends by that
  isBeginning = false;

  constructor(controller: GameController) {
    super(controller);
    controller.sessions.editor = this;
    document.addEventListener('keydown', (event) => {
      const name = (event.target as HTMLElement).dataset?.square;
      if (!this.now || !name || !['Delete', 'Backspace'].includes(event.key)) return;
      event.preventDefault();
      this.put(name, '.');
    });
  }

  get now() {
    return editOf(this.page.state);
  }

  /** Edits a position, whatever game comes onto the board: until what this returns is called. */
  open() {
    const stop = this.page.effect(everything, (state) => isUncovered(state) && this.begin());
    return [stop, () => this.leave()];
  }

  /** Begins with the last edited position, else with the position on the board. */
  async begin() {
    if (this.isBeginning || this.isStarting) return;
    this.isBeginning = true;
    await this.controller.leaving;
    await this.controller.stopSearches();
    this.isBeginning = false;
    const { meta, match, panel } = this.page.state;
    if (panel !== 'edit' || this.now) return;
    const begun = { ...this.standing(), tool: '', text: '', error: '', ...this.kept.get(meta.key) };
    this.edit({ ...begun, typed: null, options: { ...match?.options } });
  }

  standing() {
    const { meta, match, rows } = this.page.state;
    return { rows, side: match?.side ?? meta.first, held: null };
  }

  /** Leaves the editor, and keeps a changed position for the next time. */
  leave() {
    const { now } = this;
    const { meta, match, rows } = this.page.state;
    if (!now || this.isStarting) return;
    if (match && now.rows.join() !== rows.join()) this.kept.set(meta.key, { ...now, held: null });
    else this.kept.delete(meta.key);
    this.page.change((s) => uncover(s, 'editor'));
    this.controller.consider();
  }

  /** @returns resolves when the rules have replied */
  set(change: Partial<Edit>): Promise<void> {
    return this.now ? this.edit({ ...this.now, ...change }) : this.asked;
  }

  private edit(edit: Edit) {
    this.page.change((s) => cover(s, { kind: 'editor', edit }));
    this.page.set({ preview: null, draft: [], hint: null, notice: null });
    this.asked = this.judge();
    return this.asked;
  }

  read(text: string) {
    this.tell({ typed: text });
    this.asked = this.parse(text);
    return this.asked;
  }

  /** Shows the position as the rules write it, in place of what was typed. */
  async rewrite() {
    await this.asked;
    this.tell({ typed: null });
  }

  private tell(news: Partial<Edit>) {
    this.page.change((s) => {
      if (s.session.kind === 'editor') s.session = { ...s.session, edit: { ...s.session.edit, ...news } };
    });
  }

  private async judge() {
    if (!this.now) return;
    const round = ++this.round;
    const { meta } = this.page.state;
    const { rows, side, options } = this.now;
    let error = '';
    try {
      const over = await this.controller.rules.request('outcome', { game: meta.key, rows, side, options });
      if (over.result) error = t('editor.over', { text: translated(over) });
    } catch (fault) {
      error = complaint(fault);
    }
    if (round === this.round) this.tell({ text: written(meta, rows, side), error });
  }

  private async parse(text: string) {
    const round = ++this.round;
    const asked = { game: this.page.state.meta.key, options: this.now?.options, text };
    try {
      const { rows, side } = await this.controller.rules.request('parse', asked);
      if (round === this.round) await this.set({ rows, side, held: null });
    } catch (error) {
      if (round === this.round) this.tell({ text, error: complaint(error) });
    }
  }

  choose(name: string) {
    if (!this.now) return;
    const { rows, tool, held } = this.now;
    const there = pieces(rows).get(name);
    if (tool) this.put(name, there === tool ? '.' : tool);
    else if (held && held !== name) this.movePiece(held, name);
    else this.set({ held: there && !held ? name : null });
  }

  /** @param letter `.` for none */
  put(name: string, letter: string) {
    const { meta } = this.page.state;
    if (!this.now) return;
    if (!meta.squares.includes(name)) return say(t('editor.unplayed', { square: name }));
    const board = pieces(this.now.rows).set(name, letter);
    this.set({ rows: rowsOf(meta, (square) => board.get(square) ?? '.'), held: null });
    say(`${called(meta, name)}, ${letter === '.' ? t('square.empty') : pieceName(meta, letter)}`);
  }

  releasePiece() {
    this.set({ held: null });
  }

  /** Moves a piece, or removes it if `to` is off the board. */
  movePiece(from: string, to: string | null) {
    if (!this.now) return;
    if (to === null) return this.put(from, '.');
    const { meta } = this.page.state;
    if (!meta.squares.includes(to)) return void this.set({ held: null });
    this.set({ rows: after(this.now.rows, [{ path: [from, to], captured: [], crowns: false }], 'w'), held: null });
    say(t('editor.moved', { from: called(meta, from), to: called(meta, to) }));
  }

  /** Empties the board, with a piece at hand to be put down. */
  clear() {
    this.set({ rows: rowsOf(this.page.state.meta, () => '.'), held: null, tool: 'w' });
  }

  initial() {
    const { start } = this.page.state.meta;
    this.set({ rows: start.rows, side: start.side, held: null });
  }

  /** Rotates the board and swaps the colours: the same position from the other side. */
  mirror() {
    if (!this.now) return;
    const { rows, side } = this.now;
    const swap: Record<string, string> = { w: 'b', b: 'w', W: 'B', B: 'W' };
    const turned = [...rows.join('/')].reverse().map((letter) => swap[letter] ?? letter);
    this.set({ rows: turned.join('').split('/'), side: other(side), held: null });
  }

  /** Starts a match from the position, or analyses it (`alone`), unless the rules refuse it. `close` closes the panel. */
  async start(alone: boolean, close: () => void) {
    await this.asked;
    const { controller, page } = this;
    const { match, meta, players, panel } = page.state;
    const { now: edit } = this;
    if (!edit || edit.error || panel !== 'edit') return;
    this.isStarting = true;
    close();
    const { initial, increment } = (!alone && match?.clock) || {};
    const clock = initial === undefined ? undefined : { initial, increment };
    const { rows, side, options } = edit;
    const fields = { game: meta.key, rows, side, options, clock, tags: alone ? undefined : newGameTags() };
    const error = await controller.replaceMatch('new', fields, { players: alone ? { w: 0, b: 0 } : players });
    this.isStarting = false;
    page.change((s) => {
      uncover(s, 'editor');
      if (!error) s.paused = false;
    });
    if (error) {
      this.kept.set(meta.key, { ...edit, held: null });
      return tell(controller, 'error', explained(error));
    }
    this.kept.delete(meta.key);
    if (alone && !page.state.analysis) await analyse(controller);
    controller.consider();
  }
}

function complaint(error: unknown) {
  if (!(error instanceof EngineError)) return explained(error);
  return translated({ text: error.message, said: error.details.said ?? null });
}
