/**
 * The computer as a player: its moves, its hints, and its answers to draw offers. At full strength it also thinks on
 * the person's time (`ponder`).
 *
 * One search runs at a time. Stop it with `quiet`, and wait for that, before anything changes the match.
 *
 * @import { Thought } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from './api.d.ts'
 */

import { turn } from '../board/animation.js';
import { said, t } from '../lib/i18n.js';
import { called } from '../state/describe.js';
import * as state from '../state/state.js';

/** Seconds it may think about a turn or a hint. */
const THINK_SECONDS = 1;

/** The most where its clock runs: then it takes less where the best move is plain, and more where things go wrong. */
const MAX_CLOCKED_SECONDS = 3;

/**
 * Seconds that it may think about a person's turn. More would push what it found first out of the table, and warm the
 * hand that holds the telephone.
 */
const PONDER_SECONDS = 5;

/** Between two turns of the computer there is time to see the first, in ms. */
const PAUSE_MS = 260;

/** The same where it plays both sides, by the speed that was chosen. */
const PACES = {
  slow: { think: 1, breath: 1500 },
  normal: { think: 1, breath: 500 },
  fast: { think: 0.15, breath: 40 },
};

/**
 * It accepts a draw when it is this much behind, or when an old game (in plies) is not more than this much in its
 * favour. A piece is about 100.
 */
const ACCEPTS_DRAW_BEHIND = 60;
const OLD_GAME_PLIES = 30;
const ACCEPTS_DRAW_LEVEL = 30;

export class Computer {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    /** The search that is running; settled when it has ended, however it did. @type {Promise<unknown>} */
    this.search = Promise.resolve();
    /** How often it has been asked whether it is its turn: the last time counts. */
    this.considered = 0;
    /** Whether the search is about a person's turn, and has not been told to stop. */
    this.pondering = false;
    /** Where the person's turn was thought about last. @type {State['match']} */
    this.pondered = null;
    const rest = () => this.ponders || this.rest();
    document.addEventListener('visibilitychange', rest);
    controller.page.show(rest);
  }

  get state() {
    return this.controller.page.state;
  }

  /** @param {State['thinking']} thinking */
  show(thinking) {
    this.controller.page.change((s) => {
      s.thinking = thinking;
    });
  }

  /**
   * Searches the position on the table. Null if it was stopped by something else that was done.
   *
   * @param {'move' | 'hint' | 'offer'} purpose
   * @param {Record<string, unknown>} fields
   * @returns {Promise<Thought | null>}
   */
  async think(purpose, fields) {
    await this.quiet();
    const { match } = this.state;
    if (!match || match.outcome) return null;
    const own = { side: match.side, purpose };
    this.show(own);
    const { levels, helped } = this.state.meta;
    const shared = helped && (fields.level ?? levels) === levels;
    const search = this.controller.rules.request('think', fields, { shared });
    this.search = search.catch(() => null);
    try {
      const thought = await search;
      return this.state.thinking === own && this.state.match === match ? thought : null;
    } catch (error) {
      if (this.state.thinking === own) this.controller.fail(error);
      return null;
    } finally {
      if (this.state.thinking === own) this.show(null);
    }
  }

  /** Stops the search, and waits until it has ended. */
  async quiet() {
    if (this.state.thinking) {
      this.show(null);
      this.stop();
    }
    this.rest();
    await this.controller.analyst?.quiet();
    await this.search;
  }

  stop() {
    this.controller.rules.request('stop').catch(() => null);
  }

  /**
   * Whether to think while a person does: against full force alone, whose searches share a table, and once a turn has
   * been played. Analysis does the same by itself.
   */
  get ponders() {
    const { match, meta, players, analysis, paused, pending, thinking, edit } = this.state;
    return Boolean(
      match?.last &&
        !match.outcome &&
        players[match.side] === 0 &&
        players[state.other(match.side)] === meta.levels &&
        !(analysis || state.isStashed(this.state) || paused || pending || thinking || edit || document.hidden),
    );
  }

  /** Thinks about the person's turn, unseen, until anything is done. What it finds stays in the table. */
  async ponder() {
    await this.search;
    const { match } = this.state;
    if (!this.ponders || this.pondered === match) return;
    this.pondered = match;
    this.pondering = true;
    this.search = this.controller.rules.request('think', { time: PONDER_SECONDS, progress: false }).catch(() => null);
    await this.search;
    this.pondering = false;
  }

  /** Leaves off thinking about a person's turn. Says so once: the next search must not be taken for it. */
  rest() {
    if (this.pondering) this.stop();
    this.pondering = false;
  }

  /** Moves, if it is the computer's turn; if it is not, it may think about it all the same. */
  async consider() {
    const { controller } = this;
    this.considered += 1;
    const { considered } = this;
    while (controller.lock) await controller.lock;
    if (considered !== this.considered) return;
    const { match, players, paused, thinking } = this.state;
    if (!match || match.outcome || paused || thinking || this.state.edit || rests(this.state)) return;
    const level = players[match.side];
    if (level <= 0) {
      this.ponder();
      return;
    }
    const began = performance.now();
    const { clock, side } = match;
    const both = players.w > 0 && players.b > 0;
    const { think, breath } = both ? PACES[this.state.settings.speed] : { think: THINK_SECONDS, breath: PAUSE_MS };
    const limit =
      clock && !both
        ? { time: MAX_CLOCKED_SECONDS, clock: { left: clock[side], increment: clock.increment } }
        : { time: think };
    const thought = await this.think('move', { ...limit, level });
    const still = () => this.state.match === match && !this.state.paused && !this.state.pending && !rests(this.state);
    if (!thought || !still()) return;
    const { motion } = this.state;
    await wait(Math.max(began + breath, motion ? motion.start + motion.ends + breath / 2 : 0) - performance.now());
    const move = match.moves.find((one) => one.path.join() === thought.path.join());
    if (!move || !still() || players !== this.state.players) return;
    await controller.entry.play(
      move,
      turn(match.rows, move, { shown: 0, ghosts: 0, whole: true }, performance.now()),
    );
  }

  /** Suggests a turn, with the reason; asked again, takes the suggestion away. */
  async hint() {
    const { controller } = this;
    if (this.state.puzzle) {
      controller.trainer?.hint();
      return;
    }
    if (this.state.hint) {
      controller.page.change((s) => {
        s.hint = null;
        s.notice = null;
      });
      return;
    }
    if (!state.isOpen(this.state) || this.state.thinking) return;
    const thought = await this.think('hint', { time: THINK_SECONDS });
    if (!thought) return;
    controller.autosave.aid('hint');
    const because = said({ text: thought.because, said: thought.said });
    const text = t('status.hint', { move: thought.move.text, because });
    controller.page.change((s) => {
      s.draft = [];
      s.motion = null;
      s.hint = { path: thought.path, text };
      s.notice = { kind: 'hint', text, rule: null };
    });
    const path = thought.path.map((name) => called(this.state.meta, name)).join(' – ');
    controller.say(t('say.hint', { path, because }));
  }

  /** Answers the draw that it has been offered. */
  async answer() {
    const { match } = this.state;
    if (!match?.offer) return;
    const side = state.other(match.offer);
    const thought = await this.think('offer', { time: THINK_SECONDS / 2 });
    if (!thought) return;
    const own = match.side === side ? thought.score : -thought.score;
    const accepts = own <= -ACCEPTS_DRAW_BEHIND || (match.ply >= OLD_GAME_PLIES && own <= ACCEPTS_DRAW_LEVEL);
    await this.controller.offers.ask(accepts ? 'accept' : 'decline', { side });
    if (!accepts) this.controller.tell('plain', t('status.declined', { side: t(`side.${side}`) }));
  }
}

/** Whether a step of a lesson is over: then nothing is answered. @param {State} state */
const rests = ({ lesson }) => lesson !== null && lesson.state !== 'open';

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
