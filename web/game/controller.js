/**
 * Controls the match on the board: sends what the player does to the rules, and puts their replies into the state.
 * Entering moves, the computer, navigation, offers and autosave are modules of their own beside it; `api.d.ts` is
 * what the rest of the page may use.
 *
 * Requests are answered in order. `gameId` counts the matches that were put on the board; a reply about an earlier
 * one is dropped. A search is stopped before anything changes the match.
 *
 * @import { Analyst, Editor, GameController as Controller, NewGame, Rules, Seats, Speaker, Trainer } from './api.d.ts'
 * @import { Match, Move, Side } from '../types.d.ts'
 * @import { Page, State } from '../state/state.js'
 */

import { change } from '../board/animation.js';
import { rowsOf } from '../board/geometry.js';
import { t } from '../lib/i18n.js';
import { draw } from '../lib/seed.js';
import { unique } from '../lib/uuid.js';
import { due, ending, explained, spoken } from '../state/describe.js';
import * as state from '../state/state.js';
import * as store from '../state/store.js';
import { Autosave } from './autosave.js';
import { Computer } from './computer.js';
import { MoveEntry } from './entry.js';
import { Navigation } from './navigation.js';
import { Offers } from './offers.js';

/** @implements {Controller} */
export class GameController {
  /**
   * @param {Page} page
   * @param {Rules} rules
   * @param {(text: string) => void} say speaks through the live region
   * @param {() => Promise<(controller: Controller) => Analyst>} fetchAnalyst fetches what makes the analyst
   */
  constructor(page, rules, say, fetchAnalyst) {
    this.page = page;
    this.rules = rules;
    this.say = say;
    this.fetchAnalyst = fetchAnalyst;
    this.computer = new Computer(this);
    this.entry = new MoveEntry(this);
    this.navigation = new Navigation(this);
    this.offers = new Offers(this);
    this.autosave = new Autosave(this);
    this.gameId = 0;
    /** What is being done to the match, until it is done or has failed. @type {Promise<void> | null} */
    this.lock = null;
    /** Where positions are set up, once that has been asked for. @type {Editor | null} */
    this.editor = null;
    /** What analyses, once it has been asked for. @type {Analyst | null} */
    this.analyst = null;
    /** What gives puzzles, once one has been asked for. @type {Trainer | null} */
    this.trainer = null;
    /** What makes the sounds, once it has been fetched. @type {Speaker | null} */
    this.speaker = null;
  }

  // -- the table is laid -------------------------------------------------------------------------------

  /**
   * Puts a game on the table as it was left, or its first position; before the rules are up as well as after.
   *
   * @param {string} key
   */
  async open(key) {
    const { page } = this;
    const meta = page.state.games.find((game) => game.key === key);
    if (!meta) return;
    while (this.lock) await this.lock;
    this.gameId++;
    page.change((s) => {
      s.lesson = null;
      s.retrospect = null;
      s.puzzle = null;
      state.setGame(s, meta);
      const saved = store.loadTable(meta);
      if (!saved) return;
      s.rows = saved.rows;
      s.players = saved.players;
      s.bottom = saved.bottom;
      if (saved.last.length) s.last = { path: saved.last, captured: [], crowns: false, text: '' };
    });
    store.saveLast(key);
    if (page.state.boot.phase === 'ready') await this.lay();
  }

  /** Hands the game on the table to the rules: the kept record if there is one, else a fresh match. */
  async lay() {
    const { meta } = this.page.state;
    const gameId = this.gameId;
    const saved = store.loadTable(meta);
    this.autosave.id = saved?.id ?? unique();
    if (saved) {
      try {
        /** @type {Match | null} */
        const match = await this.ask('load', { text: saved.record, format: 'json' }, gameId);
        const on = match && saved.turn && (await this.ask('play', saved.turn, gameId).catch(() => null));
        // Whoever was looking at an earlier place finds it: there the computer waits to be told to go on.
        if (match && !on) {
          this.page.change((s) => {
            s.paused = s.players[match.side] > 0 && match.can_redo;
          });
        }
        if (match) await this.take(on ?? match);
        if (on) await this.autosave.finish();
      } catch (error) {
        if (isLost(error)) return void this.fail(error);
        store.dropTable(meta.key);
        await this.fresh({}, t('notice.lost'));
      }
      return;
    }
    // The position that was drawn before the rules were up is the one that is played.
    await this.fresh({ setup: meta.start.setup, seed: meta.start.seed ?? undefined });
  }

  /**
   * Starts a match of the game on the table.
   *
   * @param {NewGame} wishes
   * @param {string} notice what to say about it
   */
  fresh(wishes, notice = '') {
    return this.exclusive(() => this.begin(wishes, notice));
  }

  /** @private @param {NewGame} wishes @param {string} notice */
  async begin({ setup, seed, ballot, options, clock, players }, notice) {
    const { page } = this;
    const kept = this.autosave.shelve();
    const gameId = ++this.gameId;
    this.autosave.id = unique();
    const { meta } = page.state;
    const fields = { game: meta.key, setup, seed, ballot, options, clock: clock ?? undefined };
    const match = await this.ask('new', fields, gameId).catch((error) => this.fail(error));
    if (!match || gameId !== this.gameId) return;
    page.change((s) => {
      if (players) {
        s.players = players;
        s.bottom = state.seat(meta, players);
      }
      s.paused = false;
      s.turn = null;
      state.setMatch(s, match);
      s.motion = null;
      if (notice) s.notice = { kind: 'plain', text: notice, rule: null };
      else if (kept) s.notice = { kind: 'plain', text: t('shelf.kept'), rule: null, back: true };
    });
    if (page.state.notice) this.say(page.state.notice.text);
    await this.settle();
  }

  /**
   * Puts another game on the table, from its record; the one that stood there is kept.
   *
   * @param {string} record as the rules write it, in JSON, or in any other form that they read
   * @param {Seats} seats
   * @param {string} [id] by which the game is known among the past ones, where it is one
   * @returns {Promise<boolean>} whether the rules could read it
   */
  async bring(record, seats = {}, id) {
    const error = await this.put('load', { text: record }, seats, id);
    if (error) this.tell('error', explained(error));
    return !error;
  }

  /**
   * Puts a match on the table as the rules make it of `new` or `load`; where they cannot, the one there stays.
   *
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @param {Seats} seats
   * @param {string} id
   * @returns {Promise<unknown>} what is wrong; null where nothing is
   */
  put(op, fields, seats, id = unique()) {
    return this.exclusive(() => this.replace(op, fields, seats, id));
  }

  /**
   * @private
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @param {Seats} seats
   * @param {string} id
   */
  async replace(op, fields, seats, id) {
    const { page } = this;
    this.autosave.shelve();
    const gameId = ++this.gameId;
    /** @type {Match | null} */
    let match = null;
    try {
      match = await this.ask(op, fields, gameId);
    } catch (error) {
      if (isLost(error)) this.fail(error);
      return error;
    }
    const meta = page.state.games.find((game) => game.key === match?.game);
    if (!match || !meta) return null;
    this.autosave.id = id;
    page.change((s) => {
      if (s.meta !== meta) state.setGame(s, meta);
      if (seats.players) s.players = seats.players;
      s.bottom = seats.bottom ?? state.seat(meta, s.players);
      s.turn = null;
      s.motion = null;
      state.setMatch(s, match);
      s.paused = seats.paused ?? (s.players[match.side] > 0 && match.ply > 0);
    });
    store.saveLast(meta.key);
    await this.settle();
    return null;
  }

  /**
   * The same game again, set up as before; a seeded set-up is drawn anew. A ballot is played from both sides: once the
   * game that began with it is over, the players change colours.
   */
  async again() {
    const { meta, match, players } = this.page.state;
    const seeded = meta.setups.find((setup) => setup.key === match?.setup)?.seeded;
    const clock = match?.clock && { initial: match.clock.initial, increment: match.clock.increment };
    const level = players.w || players.b;
    const mixed = !players.w !== !players.b;
    const lots = meta.lots && mixed ? state.players(meta) : null;
    const back = match?.ballot && match.outcome && mixed ? { w: players.b, b: players.w } : players;
    await this.fresh({
      setup: match?.setup ?? undefined,
      seed: seeded ? draw() : undefined,
      ballot: match?.ballot ?? undefined,
      options: match?.options,
      clock,
      players: lots ? { w: lots.w && level, b: lots.b && level } : back,
    });
  }

  // -- what the rules answer ---------------------------------------------------------------------------

  /**
   * Takes a new state of the match over.
   *
   * @param {Match} match
   * @param {State['motion']} motion null to find one from the difference
   * @param {Move | null} move the turn that was just played, to be spoken
   */
  async take(match, motion = null, move = null) {
    const { page } = this;
    const before = page.state.rows;
    const mover = page.state.match?.side;
    page.change((s) => {
      const glide = state.glides(s);
      state.setMatch(s, match);
      s.motion = glide ? (motion ?? (move ? null : change(before, match.rows, performance.now()))) : null;
      const now = performance.now();
      s.turn = match.clock && !match.outcome && match.ply > 0 ? { since: now, seen: now } : null;
    });
    if (move && mover) this.say([spoken(page.state.meta, mover, move), ...due(page.state)].join('. '));
    await this.settle();
  }

  /** What follows every new state: it is kept, spoken where it is the end, and the computer has its turn. */
  async settle() {
    const { page } = this;
    const { match } = page.state;
    if (!match) return;
    this.autosave.keep(match);
    if (match.outcome) {
      this.say(ending(match));
      if (match.outcome.islands) await this.count(match, this.gameId);
    }
    this.computer.consider();
  }

  /**
   * What each island of a finished game is worth: the rules count it as if it stood alone.
   *
   * @param {Match} match
   * @param {number} gameId
   */
  async count(match, gameId) {
    const { meta } = this.page.state;
    const found = match.outcome?.islands;
    if (!found) return;
    /** @type {Record<Side, number[]>} */
    const points = { w: [], b: [] };
    for (const side of /** @type {Side[]} */ (['w', 'b'])) {
      for (const island of found[side]) {
        const rows = rowsOf(meta, island, side);
        const reply = await this.ask('outcome', { game: meta.key, rows, side: state.other(side) }, gameId).catch(
          () => null,
        );
        if (!reply?.scores) return;
        points[side].push(reply.scores[side]);
      }
    }
    this.page.change((s) => {
      if (s.match === match) s.points = points;
    });
  }

  // -- who plays ---------------------------------------------------------------------------------------

  /**
   * Who plays a side: 0 for a person, else the computer's level.
   *
   * @param {Side} side
   * @param {number} level
   */
  async seat(side, level) {
    await this.computer.quiet();
    this.autosave.aid('seat');
    this.page.change((s) => {
      s.players = { ...s.players, [side]: level };
      s.draft = [];
      s.paused = false;
    });
    this.autosave.keepSeats();
    this.computer.consider();
  }

  /** Holds the computer, or lets it go on. */
  async pause() {
    const { page } = this;
    page.change((s) => {
      s.paused = !s.paused;
    });
    if (page.state.paused) await this.computer.quiet();
    else this.computer.consider();
  }

  /** Sounds off, or on again. */
  hush() {
    this.page.change((s) => {
      s.settings = { ...s.settings, sound: !s.settings.sound };
    });
    const { settings } = this.page.state;
    store.saveSettings(settings);
    this.say(t(settings.sound ? 'say.sound' : 'say.silence'));
  }

  /** The computer against itself: the next speed, in turn. */
  faster() {
    const speeds = /** @type {const} */ (['slow', 'normal', 'fast']);
    this.page.change((s) => {
      const speed = speeds[(speeds.indexOf(s.settings.speed) + 1) % speeds.length];
      s.settings = { ...s.settings, speed };
    });
    store.saveSettings(this.page.state.settings);
  }

  flip() {
    this.page.change((s) => {
      s.bottom = state.other(s.bottom);
    });
    this.autosave.keepSeats();
  }

  /** The analysis on, or off again. It is fetched when it is first asked for. */
  async analyse() {
    if (this.page.state.puzzle) {
      await this.trainer?.analyse();
      return;
    }
    if (!this.analyst) {
      try {
        const make = await this.fetchAnalyst();
        this.analyst ??= make(this);
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    this.autosave.aid('analysis');
    this.analyst.toggle();
  }

  /**
   * Writes a comment and glyphs at a node of the match.
   *
   * @param {{ node: number, comment: string, glyphs: number[] }} fields
   */
  async annotate(fields) {
    /** @type {Match | null} */
    const told = await this.ask('annotate', fields, this.gameId).catch((error) => this.fail(error));
    if (!told) return;
    this.page.change(({ match: now }) => {
      // The match stays the object that it was: what is thought about it goes on.
      if (now?.history.length !== told.history.length) return;
      now.history = told.history;
      now.comment = told.comment;
      now.record = told.record;
    });
    this.autosave.keep(told);
  }

  // -- talking -----------------------------------------------------------------------------------------

  /**
   * Does something to the match as a whole, one thing after another: meanwhile nothing is entered on the board, and no
   * other game comes onto the table, so that what was played is kept.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async exclusive(work) {
    const { page } = this;
    page.change((s) => {
      s.pending = true;
    });
    const done = this.lock ? this.lock.then(work) : work();
    const lock = done.then(nothing, nothing);
    this.lock = lock;
    try {
      return await done;
    } finally {
      if (this.lock === lock) {
        this.lock = null;
        page.change((s) => {
          s.pending = false;
        });
      }
    }
  }

  /**
   * Asks the rules; null if another game is on the table by the time they answer.
   *
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @param {number} gameId
   */
  async ask(op, fields, gameId) {
    if (op === 'new' || op === 'load') await this.computer.quiet();
    const reply = await this.rules.request(op, { ...fields, recorded: true });
    return gameId === this.gameId ? reply : null;
  }

  /**
   * @param {'refusal' | 'hint' | 'plain' | 'error'} kind
   * @param {string} text
   */
  tell(kind, text) {
    this.page.change((s) => {
      s.notice = { kind, text, rule: null };
    });
    this.say(text);
  }

  /** Shows an error as a sentence. @param {unknown} error @returns {null} */
  fail(error) {
    if (isLost(error)) {
      this.page.change((s) => {
        s.boot = {
          ...s.boot,
          phase: 'failed',
          message: explained(error),
        };
        s.thinking = null;
      });
      return null;
    }
    this.tell('error', explained(error));
    return null;
  }

  /** Why nothing can be entered just now. */
  idle() {
    const { boot, match, thinking } = this.page.state;
    if (boot.phase !== 'ready' || !match) return t('status.loading');
    if (match.outcome) return ending(match);
    const key = this.page.state.players[match.side] < 0 ? 'remote' : thinking ? 'thinking' : 'computer';
    return t(`status.${key}`, { side: t(`side.${match.side}`) });
  }
}

const nothing = () => {};

/** Whether there is no worker behind the rules any more. @param {unknown} error */
const isLost = (error) => /** @type {{ code?: string }} */ (error)?.code === 'engine-lost';
