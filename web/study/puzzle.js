/**
 * A puzzle on the board: sets it up, and asks the rules whether each move is the right one. The player's game is
 * stashed meanwhile.
 *
 * @import { Match, Move } from '../types.d.ts'
 * @import { Puzzle, State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { turn } from '../board/animation.js';
import { Stash } from '../game/stash.js';
import { t } from '../lib/i18n.js';
import { asks, ended } from '../state/describe.js';
import { ratePuzzle } from '../state/ratings.js';
import { glides, isAsked, other } from '../state/state.js';
import { notePuzzle } from './daily.js';
import { remember } from './schedule.js';
import { countsPieces } from './why.js';

/** How long a wrong turn is left standing, what refutes it, and how long the other side thinks, in ms. */
const WRONG_MOVE_MS = 800;
const REFUTATION_MS = 1600;
const REPLY_MS = 450;

/** Seconds for finding how the game would go on after the solution, and how many plies of that are told. */
const EXPLANATION_SECONDS = 0.6;
const EXPLANATION_PLIES = 7;

/** Seconds for finding what refutes a wrong move: it is answered while the move is still being looked at. */
const REFUTATION_SECONDS = 0.4;

/**
 * What a list tells of a puzzle.
 *
 * @typedef {Pick<Puzzle, 'side' | 'goal' | 'by' | 'grade' | 'themes' | 'turns' | 'rows'> & { puzzle: string }} Listed
 */

/** What the rules tell of one puzzle. @typedef {Listed & Pick<Puzzle, 'asked' | 'line'>} Told */

export class Trainer {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
    /** The game that makes way. */
    this.stash = new Stash(controller);
    /** By game. @type {Map<string, Promise<{ puzzles: Listed[], themes: string[] } | null>>} */
    this.lists = new Map();
    /** How often something was begun or ended: the last time counts. */
    this.begun = 0;
    /** The match that was judged last. @type {Match | null} */
    this.judged = null;
    /** Closes the panel. @type {() => void} */
    this.leave = () => {};
    this.page.show((state) => this.watch(state));
  }

  /**
   * The puzzles of a game, the easier ones first; null where they could not be fetched.
   *
   * @param {string} game
   */
  list(game) {
    const known = this.lists.get(game);
    if (known) return known;
    const asked = this.fetch(game).catch(() => {
      this.lists.delete(game);
      return null;
    });
    this.lists.set(game, asked);
    return asked;
  }

  /** @private @param {string} game @returns {Promise<{ puzzles: Listed[], themes: string[] }>} */
  async fetch(game) {
    await this.controller.rules.supply(`${game}-puzzles`);
    return this.controller.rules.request('puzzles', { game });
  }

  /**
   * The puzzle of a day, without laying it.
   *
   * @param {string} game
   * @param {number} day
   * @returns {Promise<Told>}
   */
  async ofDay(game, day) {
    if (!(await this.list(game))) throw new Error('the puzzles have not come');
    return this.controller.rules.request('puzzle', { game, day });
  }

  /**
   * Lays a puzzle.
   *
   * @param {string} game
   * @param {{ puzzle: string } | { day: number }} which
   */
  async begin(game, which) {
    const { controller, page } = this;
    const begun = ++this.begun;
    const told = await controller.rules
      .request('puzzle', { game, ...which })
      .catch((error) => controller.fail(error));
    if (!told || begun !== this.begun) return;
    if (!page.state.puzzle) {
      await this.stash.rest();
      if (begun !== this.begun) return;
      this.stash.clear();
    }
    const { puzzle: id, rows, side } = told;
    page.change((s) => {
      const day = 'day' in which ? which.day : null;
      s.puzzle = {
        ...told,
        id,
        game,
        day,
        state: 'open',
        hints: 0,
        helped: false,
        faults: 0,
        tried: '',
        refuted: '',
        after: null,
      };
    });
    const { puzzle } = page.state;
    const error = await controller.put('new', { game, rows, side }, { players: { w: 0, b: 0 }, bottom: side });
    if (page.state.puzzle !== puzzle || !puzzle) return;
    if (error) await this.end();
    else controller.say(asks(puzzle));
  }

  /** The game that made way comes back. */
  async end() {
    this.begun++;
    if (!this.page.state.puzzle) return;
    await this.stash.back((s) => {
      s.puzzle = null;
    });
  }

  // -- a turn is tried ---------------------------------------------------------------------------------------

  /** @param {State} state */
  watch({ puzzle, match, pending }) {
    if (!puzzle || !isAsked(puzzle) || pending || !match?.ply || match === this.judged) return;
    if (match.side === puzzle.side && !match.outcome) return;
    this.judged = match;
    this.controller.exclusive(() => this.judge(match, puzzle));
  }

  /**
   * @private
   * @param {Match} match after a turn of the solver's
   * @param {Puzzle} puzzle
   */
  async judge(match, puzzle) {
    const { controller, page } = this;
    const line = match.history.filter((node) => node.main && node.ply <= match.ply);
    const turns = line.map(({ move }) => move.path.join('-'));
    const fields = { game: puzzle.game, puzzle: puzzle.id, turns };
    const found = await controller.rules.request('judge', fields).catch((error) => controller.fail(error));
    if (!found || page.state.puzzle !== puzzle) return;
    if (!found.right) await this.refuse(puzzle, match.last?.text ?? '');
    else if (found.done) this.solve(puzzle);
    else await this.reply(found.answer);
  }

  /**
   * A wrong turn is left standing for a moment, answered with the move that refutes it, and taken back.
   *
   * @private
   * @param {Puzzle} puzzle
   * @param {string} tried
   */
  async refuse(puzzle, tried) {
    this.miss(puzzle);
    this.noteDay({ faults: puzzle.faults + 1 });
    let now = this.amend({ state: 'missed', faults: puzzle.faults + 1, tried, refuted: '' });
    this.controller.say(t('puzzle.missed', { move: tried }));
    const [reply] = await Promise.all([this.refutation(), wait(WRONG_MOVE_MS)]);
    if (this.page.state.puzzle !== now) return;
    if (reply) {
      const refuted = refutes(puzzle, tried, reply);
      now = this.amend({ refuted });
      this.controller.say(`${refuted} ${t('puzzle.again')}`);
      await this.play(reply);
      await wait(REFUTATION_MS);
      if (this.page.state.puzzle !== now) return;
    }
    const match = await this.controller
      .ask('undo', { plies: reply ? 2 : 1 }, this.controller.gameId)
      .catch((error) => this.controller.fail(error));
    if (match && this.page.state.puzzle === now) await this.controller.take(match);
  }

  /** The other side's best answer to what is on the board; null where there is none. @private @returns {Promise<Move | null>} */
  async refutation() {
    if (this.page.state.match?.outcome) return null;
    const fields = { time: REFUTATION_SECONDS, progress: false };
    const thought = await this.controller.rules.request('think', fields).catch(() => null);
    return thought?.move?.path.length ? thought.move : null;
  }

  /** Notes how the puzzle of a day went. @private @param {Parameters<typeof notePuzzle>[2]} change */
  noteDay(change) {
    const { puzzle } = this.page.state;
    if (puzzle && puzzle.day !== null) notePuzzle(puzzle.day, puzzle.game, change);
  }

  /**
   * The other side answers.
   *
   * @private
   * @param {Move} move
   */
  async reply(move) {
    const right = this.amend({ state: 'open', hints: 0, tried: '', refuted: '' });
    await wait(REPLY_MS);
    if (this.page.state.puzzle === right) await this.play(move);
    if (this.page.state.puzzle === right) this.controller.say(`${move.text}. ${t('puzzle.on')}`);
  }

  /** @private @param {Puzzle} puzzle */
  solve(puzzle) {
    if (!puzzle.helped && !puzzle.faults) this.settle(puzzle, true);
    this.noteDay({ solved: true });
    const solved = this.amend({ state: 'solved' });
    if (!solved) return;
    this.controller.say(ended(solved));
    this.show(solved);
    this.explain(solved);
  }

  /** Where the line ends with the solution, asks the engine how it would go on. @private @param {Puzzle} puzzle */
  async explain({ id, line, asked, side }) {
    const { match } = this.page.state;
    if (line.length > asked || !match || match.outcome || match.side === side) return;
    const fields = { time: EXPLANATION_SECONDS, written: true, progress: false };
    const thought = await this.controller.rules.request('think', fields).catch(() => null);
    const [best] = thought?.lines ?? [];
    if (!best?.moves?.length || this.page.state.puzzle?.id !== id) return;
    this.amend({ after: { moves: best.moves.slice(0, EXPLANATION_PLIES), score: -best.score } });
  }

  /** It was not solved at once: it comes again. @private @param {Puzzle} puzzle */
  miss(puzzle) {
    if (!puzzle.helped && !puzzle.faults) this.settle(puzzle, false);
  }

  /** How it went is remembered; the first time, it is rated. @private @param {Puzzle} puzzle @param {boolean} isClean */
  settle({ game, id, grade }, isClean) {
    if (remember(game, id, isClean)) ratePuzzle(grade, isClean);
  }

  // -- help --------------------------------------------------------------------------------------------------

  /** First the piece, then the move. */
  hint() {
    const { puzzle, match } = this.page.state;
    if (!puzzle || !match || !isAsked(puzzle) || match.side !== puzzle.side || this.page.state.pending) return;
    const wanted = puzzle.line[match.ply];
    this.miss(puzzle);
    this.noteDay({ helped: true });
    const hints = Math.min(2, puzzle.hints + 1);
    this.amend({ hints, helped: true });
    const text = hints > 1 ? t('puzzle.hint.move', { move: wanted.text }) : t('puzzle.hint.piece');
    this.page.change((s) => {
      s.draft = hints > 1 ? [] : wanted.path.slice(0, 1);
      s.hint = hints > 1 ? { path: wanted.path, text } : null;
      s.notice = { kind: 'hint', text, rule: null };
    });
    this.controller.say(hints > 1 ? text : `${text} ${wanted.path[0]}`);
  }

  /** Shows the solution, turn by turn. */
  give() {
    const { puzzle } = this.page.state;
    if (!puzzle || !isAsked(puzzle)) return;
    this.miss(puzzle);
    this.noteDay({ helped: true });
    const shown = this.amend({ state: 'shown', helped: true });
    if (shown) this.show(shown);
  }

  /**
   * Plays the line on to its end, as long as nothing else is wanted.
   *
   * @private
   * @param {Puzzle} puzzle
   */
  async show(puzzle) {
    const { state } = this.page;
    while (this.controller.lock) await this.controller.lock;
    // What was tried and not yet taken back is no part of the line.
    const path = () => state.match?.history.filter((node) => node.main && node.ply <= (state.match?.ply ?? 0)) ?? [];
    while (state.puzzle === puzzle && path().some(({ move }, ply) => !isSame(move, puzzle.line[ply]))) {
      await this.controller.exclusive(async () => {
        const match = await this.controller
          .ask('undo', {}, this.controller.gameId)
          .catch((error) => this.controller.fail(error));
        if (match && state.puzzle === puzzle) await this.controller.take(match);
      });
      if (!state.match?.can_undo) break;
    }
    for (let ply = state.match?.ply ?? 0; ply < puzzle.line.length; ply++) {
      await wait(WRONG_MOVE_MS);
      if (state.puzzle !== puzzle || state.match?.ply !== ply) return;
      await this.controller.exclusive(() => (state.puzzle === puzzle ? this.play(puzzle.line[ply]) : nothing()));
    }
  }

  /** The puzzle as a game of its own, with its line, in the analysis. */
  async analyse() {
    const { controller, page } = this;
    const { puzzle } = page.state;
    if (!puzzle) return;
    if (isAsked(puzzle)) {
      controller.tell('plain', t('puzzle.first'));
      return;
    }
    const { game, rows, side, line } = puzzle;
    await this.end();
    this.leave();
    const begun = this.begun;
    if (await controller.put('new', { game, rows, side }, { players: { w: 0, b: 0 }, bottom: side })) return;
    await controller.exclusive(async () => {
      const { gameId } = controller;
      let match = null;
      for (const { path } of line) match = await controller.ask('play', { path }, gameId);
      match = match && (await controller.ask('goto', { node: 0 }, gameId));
      if (match) await controller.take(match);
    });
    if (begun === this.begun && !page.state.analysis) await controller.analyse();
  }

  // -- small help --------------------------------------------------------------------------------------------

  /** @private @param {Move} move of either side */
  async play(move) {
    const { controller, page } = this;
    const { rows } = page.state;
    const match = await controller
      .ask('play', { path: move.path }, controller.gameId)
      .catch((error) => controller.fail(error));
    if (!match) return;
    const motion = glides(page.state)
      ? turn(rows, move, { shown: 0, ghosts: 0, whole: true }, performance.now())
      : null;
    await controller.take(match, motion);
  }

  /** @private @param {Partial<Puzzle>} change @returns {Puzzle | null} the puzzle as it is now */
  amend(change) {
    this.page.change((s) => {
      if (s.puzzle) s.puzzle = { ...s.puzzle, ...change };
    });
    return this.page.state.puzzle;
  }
}

/** @param {Move} one @param {Move | undefined} other */
const isSame = (one, other) => one.path.join() === other?.path.join();

/**
 * What a wrong move leads to, in a sentence.
 *
 * @param {Puzzle} puzzle
 * @param {string} move
 * @param {Move} reply
 */
function refutes({ side, goal, themes }, move, reply) {
  const values = { move, side: t(`side.${other(side)}`), reply: reply.text };
  if (reply.captured.length && countsPieces(themes)) {
    return t('puzzle.refuted.takes', { ...values, n: reply.captured.length });
  }
  return t(`puzzle.refuted.${goal}`, values);
}

const nothing = async () => {};

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
