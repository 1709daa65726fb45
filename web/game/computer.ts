/**
 * The computer as a player: its moves and its hints. At full strength it also thinks on the person's time (`ponder`). One
 * search runs at a time: stop it with `stopSearches`, and wait for that, before anything changes the match.
 */

import { after } from '../board/geometry.ts';
import { say } from '../lib/dom.ts';
import { t, translated } from '../lib/i18n.ts';
import { pause, pending } from '../lib/pending.ts';
import type { Move, Requests, ThinkReply } from '../protocol.d.ts';
import { left, tick } from '../state/clock.ts';
import { called, written } from '../state/describe.ts';
import { wholeMove } from '../state/motion.ts';
import { touched } from '../state/path.ts';
import { isGameOnBoard, isOpen, rights } from '../state/rights.ts';
import type { State } from '../state/state.ts';
import * as state from '../state/state.ts';
import { owed } from '../state/tree.ts';
import type { MoveEntry } from './entry.ts';
import { Controlled, type Exchange } from './exchange.ts';
import { refuses, tell } from './messages.ts';

const THINK_SECONDS = 1; // the time for a move or a hint
const HINT_LINES = 3; // a hint chooses between the best moves
const LINE_PLIES = 7; // of the line of a hint so many moves are shown
const LINE_MS = 1200; // and each of them so long

/** The most time for a move when the computer's clock runs. It uses less if the best move is clear. */
const MAX_CLOCKED_SECONDS = 3;

const LEAST_SECONDS = 0.001; // the least time that the rules take for what is left on the clock

/** A longer search would overwrite its own first entries in the transposition table, and heat up a phone. */
const PONDER_SECONDS = 5;

/** `minMs`: the shortest time between two moves, so that the player sees each. */
const AGAINST_PERSON = { seconds: THINK_SECONDS, minMs: 260 };

/** The same for computer against computer, by the chosen speed. */
const SPEEDS = {
  slow: { seconds: 1, minMs: 1500 },
  normal: { seconds: 1, minMs: 500 },
  fast: { seconds: 0.15, minMs: 40 },
};

export class Computer extends Controlled {
  search: Promise<unknown> = Promise.resolve(); // settles when the current search has ended
  considered = 0; // the number of calls of `consider`: only the latest goes on
  pondering = false; // whether the current search ponders, and has not been told to stop
  pondered: State['match'] = null; // the match that was pondered last: each position once

  private entry: MoveEntry;

  constructor(controller: Exchange, entry: MoveEntry) {
    super(controller);
    this.entry = entry;
    controller.searches.add(() => this.stopSearch());
    const stop = () => this.ponders || this.stopPondering();
    document.addEventListener('visibilitychange', stop);
    controller.page.effect(state.everything, stop);
  }

  show(thinking: State['thinking']) {
    this.page.change((s) => {
      tick(s);
      s.thinking = thinking;
    });
  }

  /** Searches the position on the board, and finds the reason of a hint. Resolves to null if that was stopped. */
  async think(purpose: Purpose, fields: Requests['think']): Promise<Thought | null> {
    await this.controller.stopSearches();
    const { match } = this.page.state;
    if (!match || match.outcome) return null;
    const own = { side: match.side, purpose };
    this.show(own);
    await this.controller.whenSynced();
    if (this.page.state.thinking !== own) return null;
    try {
      // A reply that was lost on its way is asked for once more: nobody else would ask for the computer's move again.
      const thought = await this.begin(fields).catch((error) => {
        if (error.code !== 'unanswered' || this.page.state.thinking !== own) throw error;
        return this.begin(fields);
      });
      const isCurrent = () => this.page.state.thinking === own && this.page.state.match === match;
      const isHint = purpose === 'hint' && isCurrent();
      const position = { ...match, owed: owed(match), choose: true };
      const why = isHint && (await explain(this.controller, position, thought.lines));
      return isCurrent() ? { ...thought, why: why || null } : null;
    } catch (error) {
      if (this.page.state.thinking === own) this.controller.fail(error, purpose === 'move');
      return null;
    } finally {
      if (this.page.state.thinking === own) this.show(null);
    }
  }

  private begin(fields: Requests['think']) {
    const { levels, helped } = this.page.state.meta;
    const shared = helped && (fields.level ?? levels) === levels;
    const search = this.controller.rules.request('think', fields, { shared });
    this.search = search.catch(() => null);
    return search;
  }

  /** Stops the search, and waits until it has ended. */
  async stopSearch() {
    if (this.page.state.thinking) {
      this.show(null);
      this.stop();
    }
    this.stopPondering();
    await pending('rules', this.search);
  }

  stop() {
    this.controller.rules.request('stop', {}).catch(() => null);
  }

  /** After the first move, at the top level, whose searches share a transposition table; analysis searches anyway. */
  get ponders() {
    const { match, meta, players, paused, pending, thinking } = this.page.state;
    return Boolean(
      match?.last &&
        !match.outcome &&
        players[match.side] === 0 &&
        players[state.other(match.side)] === meta.levels &&
        rights(this.page.state).ponder &&
        !(paused || pending || thinking || document.hidden),
    );
  }

  /** Searches during the person's turn. Only the entries in the transposition table are used. */
  async ponder() {
    await this.search;
    const { match } = this.page.state;
    if (!this.ponders || this.pondered === match) return;
    this.pondered = match;
    this.pondering = true;
    this.search = this.controller.rules
      .request('think', { time: PONDER_SECONDS, progress: false }, { endless: true })
      .catch(() => null);
    await this.search;
    this.pondering = false;
  }

  /** Stops pondering. It sends `stop` only once: a second one could stop the next search. */
  stopPondering() {
    if (this.pondering) this.stop();
    this.pondering = false;
  }

  /** Moves, if it is the computer's turn; else it may ponder. */
  async consider() {
    const considered = ++this.considered;
    await this.controller.unlocked();
    if (considered !== this.considered) return;
    const { match, players, paused, thinking } = this.page.state;
    const { computer, hint } = rights(this.page.state);
    if (!match || match.outcome || paused || thinking || !computer) return;
    const level = players[match.side];
    if (level <= 0) {
      if (this.page.state.hinting && level === 0 && hint && isGameOnBoard(this.page.state) && !this.page.state.hint)
        this.suggest();
      else this.ponder();
      return;
    }
    const started = performance.now();
    const both = players.w > 0 && players.b > 0;
    const { seconds, minMs } = both ? SPEEDS[this.page.state.settings.speed] : AGAINST_PERSON;
    const clock = !both && match.clock;
    const onClock = clock && { left: left(this.page.state, match.side) || LEAST_SECONDS, increment: clock.increment };
    const limit = onClock ? { time: MAX_CLOCKED_SECONDS, clock: onClock } : { time: seconds };
    const thought = await this.think('move', { ...limit, level });
    const isCurrent = () => {
      const { match: now, paused, pending } = this.page.state;
      return now === match && !paused && !pending && rights(this.page.state).computer;
    };
    if (!thought || !isCurrent()) return;
    const { motion } = this.page.state;
    const earliest = Math.max(started + minMs, motion ? motion.start + motion.ends + minMs / 2 : 0);
    await pause(earliest - performance.now());
    const move = match.moves.find((one) => one.path.join() === thought.path.join());
    if (!move || !isCurrent() || players !== this.page.state.players) return;
    await this.entry.play(move, wholeMove(match.rows, move, this.page.state));
  }

  /** Shows a hint at every move of a person in the own game from now on, or no longer. */
  hintAlways() {
    if (refuses(this, 'hint')) return;
    const hinting = !this.page.state.hinting;
    if (hinting && !isGameOnBoard(this.page.state)) return;
    this.page.set({ hinting, hint: null });
    tell(this, 'plain', t(hinting ? 'say.best-on' : 'say.best-off'));
    if (hinting) this.consider();
    else this.controller.stopSearches().then(() => this.consider());
  }

  /** A hint in steps: the idea of the best move; the move itself, with the expected line on demand; nothing any more. */
  async hint() {
    const { controller } = this;
    const { hint } = this.page.state;
    if (controller.session.hint) return controller.session.hint();
    if (hint?.isIdea) this.reveal();
    else if (hint) this.page.set({ hint: null, preview: null, notice: null });
    else if (!refuses(controller, 'hint') && isOpen(this.page.state) && !this.page.state.thinking)
      await this.suggest(true);
  }

  /** Shows the best move with its reason; or only the idea, if there is one and it is not the only move. */
  private async suggest(isIdea: boolean = false) {
    const thought = await this.think('hint', { time: THINK_SECONDS, lines: HINT_LINES, written: true });
    if (!thought) return;
    this.controller.autosave.aid('hint');
    const { why, lines, move } = thought;
    const { pv, moves } = lines[why?.line ?? 0] ?? { pv: [thought.path], moves: [move] };
    const text = why?.text ?? '';
    const because = why?.isPointer ? '' : text; // beside the move it would say nothing
    const { squares, arrow } = why ?? {};
    const shown = { path: pv[0] ?? [], text: because, squares, arrow, line: moves ?? [move] };
    this.page.change((s) => {
      s.draft = touched(s) ? s.draft : [];
      s.motion = null;
      s.hint = { ...shown, isIdea: true };
      s.notice = { kind: 'hint', text, rule: null };
    });
    if (isIdea && text && this.page.state.match?.moves.length !== 1) say(text);
    else this.reveal();
  }

  /** Shows the move of the hint whose idea is shown. */
  reveal() {
    const { hint, meta } = this.page.state;
    if (!hint?.isIdea) return;
    const text = t('status.hint', { move: hint.line?.[0]?.text ?? '', because: hint.text }).replace(/\. $/, '');
    this.page.set({ hint: { ...hint, isIdea: false }, notice: { kind: 'hint', text, rule: null } });
    say(t('say.hint', { path: hint.path.map((name) => called(meta, name)).join(' – '), because: hint.text }));
  }

  /** Shows the moves that are expected with the hint on the board, one after another, and then the board as it is. */
  async showLine() {
    const { rows, hint, match, meta } = this.page.state;
    const side = match?.side ?? meta.first;
    const moves = (hint?.line ?? []).slice(0, LINE_PLIES);
    const expected = (line: Move[]) => t('status.hint.expected', { line: written(line) });
    say(expected(moves));
    for (const [at, last] of moves.entries()) {
      const line = moves.slice(0, at + 1);
      const preview = { rows: after(rows, line, side), last, at: `hint ${at}`, lines: [], text: expected(line) };
      this.page.set({ preview });
      await pause(LINE_MS);
      if (this.page.state.preview !== preview) return;
    }
    this.page.set({ preview: null });
  }
}

type Purpose = NonNullable<State['thinking']>['purpose'];

type Thought = ThinkReply & { why: Awaited<ReturnType<typeof explain>> };

/**
 * Why the first line's move is good, in words, squares and an arrow; the second begins with the best other move. Said to
 * the player of the move, or `impersonal`. To `choose` is to explain the one of the clearest idea of those as good.
 */
export async function explain(
  { rules }: Exchange,
  { game, options, rows, side, owed, impersonal, choose }: Omit<Requests['explain'], 'lines'>,
  lines: { pv: string[][]; score?: number }[],
) {
  const turns = (pv: string[][]) => pv.map((path) => path.join('-'));
  const asked = lines.slice(0, HINT_LINES).map(({ pv, score = 0 }) => ({ score, turns: turns(pv) }));
  const position = { game, options, rows, side, owed, impersonal, choose };
  const reply = await rules.request('explain', { ...position, lines: asked }).catch(() => null);
  const { said } = reply ?? {};
  const isPointer = said !== null && typeof said === 'object' && 'key' in said && said.key === 'hint.look';
  return reply && { ...reply, text: translated(reply), isPointer };
}
