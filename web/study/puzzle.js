/**
 * Exercises on the board: one is laid, turns are tried, the rules say whether they are the ones. What is on the table
 * makes way and comes back afterwards.
 *
 * @import { Match, Move } from '../types.d.ts'
 * @import { Exercise, State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { turn } from '../board/animation.js';
import { Stash } from '../game/stash.js';
import { t } from '../lib/i18n.js';
import { asks, ended } from '../state/describe.js';
import { glides, isAsked } from '../state/state.js';
import { remember } from './schedule.js';

/** How long a wrong turn is left standing, and how long the other side thinks, in ms. */
const PAUSE = 800;
const BREATH = 450;

/**
 * What a list tells of an exercise.
 *
 * @typedef {Pick<Exercise, 'side' | 'goal' | 'by' | 'grade' | 'themes' | 'turns'> & { exercise: string }} Listed
 */

export class Trainer {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
    /** The game that makes way. */
    this.stash = new Stash(controller);
    /** By game. @type {Map<string, Promise<{ exercises: Listed[], themes: string[] } | null>>} */
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
   * The exercises of a game, the easier ones first; null where they could not be fetched.
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

  /** @private @param {string} game @returns {Promise<{ exercises: Listed[], themes: string[] }>} */
  async fetch(game) {
    await this.controller.rules.supply(`${game}-exercises`);
    return this.controller.rules.request('exercises', { game });
  }

  /**
   * Lays an exercise.
   *
   * @param {string} game
   * @param {{ exercise: string } | { day: number }} which
   */
  async begin(game, which) {
    const { controller, page } = this;
    const begun = ++this.begun;
    const told = await controller.rules
      .request('exercise', { game, ...which })
      .catch((error) => controller.fail(error));
    if (!told || begun !== this.begun) return;
    if (!page.state.exercise) {
      await this.stash.rest();
      if (begun !== this.begun) return;
      this.stash.clear();
    }
    const { exercise: id, rows, side } = told;
    page.change((s) => {
      s.exercise = { ...told, id, game, state: 'open', hints: 0, helped: false, faults: 0, tried: '' };
    });
    const { exercise } = page.state;
    const error = await controller.put('new', { game, rows, side }, { players: { w: 0, b: 0 }, bottom: side });
    if (page.state.exercise !== exercise || !exercise) return;
    if (error) await this.end();
    else controller.say(asks(exercise));
  }

  /** The game that made way comes back. */
  async end() {
    this.begun++;
    if (!this.page.state.exercise) return;
    await this.stash.back((s) => {
      s.exercise = null;
    });
  }

  // -- a turn is tried ---------------------------------------------------------------------------------------

  /** @param {State} state */
  watch({ exercise, match, pending }) {
    if (!exercise || !isAsked(exercise) || pending || !match?.ply || match === this.judged) return;
    if (match.side === exercise.side && !match.outcome) return;
    this.judged = match;
    this.controller.exclusive(() => this.judge(match, exercise));
  }

  /**
   * @private
   * @param {Match} match after a turn of the solver's
   * @param {Exercise} exercise
   */
  async judge(match, exercise) {
    const { controller, page } = this;
    const line = match.history.filter((node) => node.main && node.ply <= match.ply);
    const turns = line.map(({ move }) => move.path.join('-'));
    const fields = { game: exercise.game, exercise: exercise.id, turns };
    const found = await controller.rules.request('judge', fields).catch((error) => controller.fail(error));
    if (!found || page.state.exercise !== exercise) return;
    if (!found.right) await this.refuse(exercise, match.last?.text ?? '');
    else if (found.done) this.solve(exercise);
    else await this.reply(found.answer);
  }

  /**
   * A wrong turn is left standing for a moment, and taken back.
   *
   * @private
   * @param {Exercise} exercise
   * @param {string} tried
   */
  async refuse(exercise, tried) {
    this.miss(exercise);
    const missed = this.amend({ state: 'missed', faults: exercise.faults + 1, tried });
    this.controller.say(t('exercise.missed', { move: tried }));
    await wait(PAUSE);
    if (this.page.state.exercise !== missed) return;
    const match = await this.controller
      .ask('undo', {}, this.controller.gameId)
      .catch((error) => this.controller.fail(error));
    if (match && this.page.state.exercise === missed) await this.controller.take(match);
  }

  /**
   * The other side answers.
   *
   * @private
   * @param {Move} move
   */
  async reply(move) {
    const right = this.amend({ state: 'open', hints: 0, tried: '' });
    await wait(BREATH);
    if (this.page.state.exercise === right) await this.play(move);
    if (this.page.state.exercise === right) this.controller.say(`${move.text}. ${t('exercise.on')}`);
  }

  /** @private @param {Exercise} exercise */
  solve(exercise) {
    if (!exercise.helped && !exercise.faults) remember(exercise.game, exercise.id, true);
    const solved = this.amend({ state: 'solved' });
    if (!solved) return;
    this.controller.say(ended(solved));
    this.show(solved);
  }

  /** It was not solved at once: it comes again. @private @param {Exercise} exercise */
  miss(exercise) {
    if (!exercise.helped && !exercise.faults) remember(exercise.game, exercise.id, false);
  }

  // -- help --------------------------------------------------------------------------------------------------

  /** First the piece, then the move. */
  hint() {
    const { exercise, match } = this.page.state;
    if (!exercise || !match || !isAsked(exercise) || match.side !== exercise.side || this.page.state.pending) return;
    const wanted = exercise.line[match.ply];
    this.miss(exercise);
    const hints = Math.min(2, exercise.hints + 1);
    this.amend({ hints, helped: true });
    const text = hints > 1 ? t('exercise.hint.move', { move: wanted.text }) : t('exercise.hint.piece');
    this.page.change((s) => {
      s.draft = hints > 1 ? [] : wanted.path.slice(0, 1);
      s.hint = hints > 1 ? { path: wanted.path, text } : null;
      s.notice = { kind: 'hint', text, rule: null };
    });
    this.controller.say(hints > 1 ? text : `${text} ${wanted.path[0]}`);
  }

  /** Shows the solution, turn by turn. */
  give() {
    const { exercise } = this.page.state;
    if (!exercise || !isAsked(exercise)) return;
    this.miss(exercise);
    const shown = this.amend({ state: 'shown', helped: true });
    if (shown) this.show(shown);
  }

  /**
   * Plays the line on to its end, as long as nothing else is wanted.
   *
   * @private
   * @param {Exercise} exercise
   */
  async show(exercise) {
    const { state } = this.page;
    while (this.controller.lock) await this.controller.lock;
    // What was tried and not yet taken back is no part of the line.
    const path = () => state.match?.history.filter((node) => node.main && node.ply <= (state.match?.ply ?? 0)) ?? [];
    while (state.exercise === exercise && path().some(({ move }, ply) => !isSame(move, exercise.line[ply]))) {
      await this.controller.exclusive(async () => {
        const match = await this.controller
          .ask('undo', {}, this.controller.gameId)
          .catch((error) => this.controller.fail(error));
        if (match && state.exercise === exercise) await this.controller.take(match);
      });
      if (!state.match?.can_undo) break;
    }
    for (let ply = state.match?.ply ?? 0; ply < exercise.line.length; ply++) {
      await wait(PAUSE);
      if (state.exercise !== exercise || state.match?.ply !== ply) return;
      await this.controller.exclusive(() =>
        state.exercise === exercise ? this.play(exercise.line[ply]) : nothing(),
      );
    }
  }

  /** The exercise as a game of its own, with its line, in the analysis. */
  async analyse() {
    const { controller, page } = this;
    const { exercise } = page.state;
    if (!exercise) return;
    if (isAsked(exercise)) {
      controller.tell('plain', t('exercise.first'));
      return;
    }
    const { game, rows, side, line } = exercise;
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

  /** @private @param {Partial<Exercise>} change @returns {Exercise | null} the exercise as it is now */
  amend(change) {
    this.page.change((s) => {
      if (s.exercise) s.exercise = { ...s.exercise, ...change };
    });
    return this.page.state.exercise;
  }
}

/** @param {Move} one @param {Move | undefined} other */
const isSame = (one, other) => one.path.join() === other?.path.join();

const nothing = async () => {};

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
