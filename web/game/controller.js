/**
 * Controls the match on the board: sends the player's actions to the rules, and puts their replies into the state.
 * The modules beside it handle move entry, the computer, navigation, draw offers and autosave; the rest of the page
 * may use what `api.d.ts` declares.
 *
 * Requests are answered in order. `gameId` counts the matches that have been on the board: a reply to an earlier
 * match is dropped. Every search is stopped before the match changes.
 *
 * @import { Analyst, Beginning, Editor, GameController as Controller, Lesson, NewGame, Recorded } from './api.d.ts'
 * @import { Rules, Seats, Speaker, Trainer } from './api.d.ts'
 * @import { Move, Op, Requests, Side } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { Page, State } from '../state/state.js'
 */

import { change, wholeMove } from '../board/animation.js';
import { rowsOf } from '../board/geometry.js';
import { BEGINNINGS } from '../engine/requests.js';
import { t } from '../lib/i18n.js';
import { draw } from '../lib/seed.js';
import { unique } from '../lib/uuid.js';
import * as clocks from '../state/clock.js';
import { concluded, due, explained, spoken } from '../state/describe.js';
import { enterMode, isStashed, PLAY } from '../state/mode.js';
import * as state from '../state/state.js';
import * as store from '../state/store.js';
import { newGameTags } from '../state/tags.js';
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
   * @param {(text: string) => void} say announces a text to screen readers, through the live region
   * @param {() => Promise<(controller: Controller) => Analyst>} fetchAnalyst loads the function that makes the analyst
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
    /** Settles when the last `exclusive` work has ended; null while there is none. @type {Promise<void> | null} */
    this.lock = null;
    /** Resolves when the sessions that are ending have put the player's game back. @type {Promise<unknown>} */
    this.leaving = Promise.resolve();
    /** Resolves `laying`, as it is until `lay` is first called. @type {(laying: Promise<void>) => void} */
    this.firstLaying = () => {};
    /** Resolves when the rules have been given the game that is shown; null once they have. @type {Promise<void> | null} */
    this.laying = new Promise((resolve) => {
      this.firstLaying = resolve;
    });
    // The next five are loaded when they are first needed.
    /** Sets up positions. @type {Editor | null} */
    this.editor = null;
    /** Analyses the position. @type {Analyst | null} */
    this.analyst = null;
    /** Whether the analysis is being loaded. */
    this.fetching = false;
    /** Gives lessons. @type {Lesson | null} */
    this.lesson = null;
    /** Gives puzzles. @type {Trainer | null} */
    this.trainer = null;
    /** Plays the sounds. @type {Speaker | null} */
    this.speaker = null;
  }

  // -- starting and loading matches --------------------------------------------------------------------

  /**
   * Shows a game: its autosaved match, or else its starting position. If the rules are still loading, it shows the
   * position alone, and `lay` gives it to the rules later.
   *
   * @param {string} key
   */
  async open(key) {
    const { page } = this;
    const meta = page.state.games.find((game) => game.key === key);
    if (!meta) return;
    while (this.lock) await this.lock;
    this.gameId++;
    if (meta !== page.state.meta) this.autosave.keepClock(true);
    page.change((s) => {
      enterMode(s, PLAY);
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

  /** Gives the game on the board to the rules: loads its autosaved record, or else starts a new match. */
  lay() {
    const done = this.layKept();
    const laying = done.then(nothing, nothing).then(() => {
      if (this.laying === laying) this.laying = null;
    });
    this.laying = laying;
    this.firstLaying(laying);
    return done;
  }

  /** @private */
  async layKept() {
    // A lesson's or puzzle's position is on the board, and the rules have it again; the player's game comes back later.
    if (isStashed(this.page.state) && this.page.state.match) return;
    const { meta } = this.page.state;
    const gameId = this.gameId;
    const saved = store.loadTable(meta);
    this.autosave.id = saved?.id ?? unique();
    if (saved) {
      try {
        /** @type {Match | null} */
        const match = await this.ask('load', { text: saved.record, format: 'json' }, gameId);
        // A move that the rules had not answered when the page was closed.
        const resumed = match && saved.turn && (await this.ask('play', saved.turn, gameId).catch(() => null));
        if (!match || gameId !== this.gameId) return;
        // If the player was looking at an earlier position, the computer must not play on from there by itself.
        this.page.change((s) => {
          if (!resumed) s.free = s.players[match.side] > 0 && match.can_redo;
          s.timing = clocks.restored(saved.clock, s.players);
        });
        await this.take(resumed ?? match);
        if (!match.outcome) this.announce();
        if (resumed) {
          this.page.change((s) => clocks.startedBefore(s, clocks.since(saved.clock)));
          await this.autosave.finish();
        }
      } catch (error) {
        if (gameId !== this.gameId) return;
        if (isUnanswered(error)) return this.halt(error);
        store.dropTable(meta.key);
        await this.exclusive(() => this.begin({}, t('notice.lost')));
      }
      return;
    }
    // Play the starting position that the page already shows, even if it was drawn at random.
    const { setup, seed } = meta.start;
    await this.exclusive(() => this.begin({ setup, seed: seed ?? undefined, options: store.loadOptions(meta) }, ''));
  }

  /** Resolves when `lay` is done for the game that is shown: what replaces a match must not come before it. */
  async whenLaid() {
    while (this.laying) await this.laying;
  }

  /**
   * Starts a new match of the current game; does nothing if another game is shown before the rules are ready.
   *
   * @param {NewGame} wishes
   * @param {string} notice a message to show with it
   * @returns {Promise<boolean>} whether it has begun
   */
  async fresh(wishes, notice = '') {
    const { meta } = this.page.state;
    if (this.laying) await this.whenLaid();
    if (this.page.state.meta !== meta) return false;
    return this.exclusive(() => this.begin(wishes, notice));
  }

  /** @private @param {NewGame} wishes @param {string} notice */
  async begin({ setup, seed, ballot, options, clock, players }, notice) {
    const { page } = this;
    const isKept = this.autosave.keepEarlier();
    const gameId = ++this.gameId;
    this.autosave.id = unique();
    const { meta } = page.state;
    const tags = newGameTags();
    const fields = { game: meta.key, setup, seed, ballot, options, clock: clock ?? undefined, tags };
    const match = await this.ask('new', fields, gameId).catch((error) => this.fail(error));
    if (!match || gameId !== this.gameId) return false;
    page.change((s) => {
      if (players) {
        s.players = players;
        s.bottom = state.seat(meta, players);
      }
      s.paused = false;
      s.free = false;
      s.timing.turns = {};
      state.setMatch(s, match);
      clocks.start(s);
      s.motion = null;
      if (notice) s.notice = { kind: 'plain', text: notice, rule: null };
      else if (isKept) s.notice = { kind: 'plain', text: t('earlier.kept'), rule: null, back: true };
    });
    this.announce(page.state.notice?.text);
    await this.settle();
    return true;
  }

  /**
   * Replaces the match with one from a record, and shows an error if the rules cannot read it. The replaced match goes
   * to the earlier games.
   *
   * @param {string} record JSON as the rules write it, or any other format that they read
   * @param {Seats} seats
   * @param {string} [id] the match's id, if it was on the board before
   * @returns {Promise<boolean>} whether the rules could read it
   */
  async bring(record, seats = {}, id) {
    const error = await this.put('load', { text: record }, seats, id);
    if (error) this.tell('error', explained(error));
    return !error;
  }

  /**
   * Replaces the match by a `new` or `load` request. If the request fails, the match stays.
   *
   * @template {Beginning} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {Seats} seats
   * @param {string} id
   * @returns {Promise<unknown>} the error, or null
   */
  async put(op, fields, seats, id = unique()) {
    // Without a pause where there is nothing to wait for: nobody may take the old match for the new one meanwhile.
    if (this.laying) await this.whenLaid();
    return this.exclusive(() => this.replace(op, fields, seats, id));
  }

  /**
   * @private
   * @template {Beginning} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {Seats} seats
   * @param {string} id
   */
  async replace(op, fields, seats, id) {
    const { page } = this;
    this.autosave.keepEarlier();
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
    // A link that is opened once more gives no time back.
    const clock = seats.clock ?? (match.record === page.state.match?.record ? clocks.saved(page.state) : null);
    page.change((s) => {
      if (s.meta !== meta) state.setGame(s, meta);
      if (seats.players) s.players = seats.players;
      s.bottom = seats.bottom ?? state.seat(meta, s.players);
      s.timing = clocks.restored(clock, s.players);
      s.motion = null;
      state.setMatch(s, match);
      s.free = false;
      clocks.start(s);
      s.paused = seats.paused ?? (s.players[match.side] > 0 && match.ply > 0);
    });
    this.announce();
    store.saveLast(meta.key);
    await this.settle();
    return null;
  }

  /**
   * A rematch with the same set-up, options and clock. A random set-up gets a new seed. After a finished game that
   * began with a ballot, person and computer swap colours, so that both sides of the ballot are played.
   *
   * @param {number} [wanted] the computer's level, if it changes
   */
  async again(wanted) {
    const { meta, match, players } = this.page.state;
    const seeded = meta.setups.find((setup) => setup.key === match?.setup)?.seeded;
    const clock = match?.clock && { initial: match.clock.initial, increment: match.clock.increment };
    const level = wanted ?? (players.w || players.b);
    const isPersonVsComputer = !players.w !== !players.b;
    const drawn = meta.lots && isPersonVsComputer ? state.players(meta) : null;
    const isSwapped = match?.ballot && match.outcome && isPersonVsComputer;
    const seated = isSwapped ? { w: players.b, b: players.w } : players;
    const seats = isPersonVsComputer ? { w: seated.w && level, b: seated.b && level } : seated;
    await this.fresh({
      setup: match?.setup ?? undefined,
      seed: seeded ? draw() : undefined,
      ballot: match?.ballot ?? undefined,
      options: match?.options,
      clock,
      players: drawn ? { w: drawn.w && level, b: drawn.b && level } : seats,
    });
  }

  // -- replies of the rules ----------------------------------------------------------------------------

  /**
   * Shows a new state of the match.
   *
   * @param {Match} match
   * @param {State['motion']} motion the animation; if it and `move` are null, made from the pieces that differ
   * @param {Move | null} move the move that was just played, to be announced
   */
  async take(match, motion = null, move = null) {
    const { page } = this;
    const before = page.state.rows;
    const mover = page.state.match?.side;
    page.change((s) => {
      clocks.tick(s);
      const isAnimated = state.glides(s);
      state.setMatch(s, match);
      const { last } = match;
      // A step forward through the game shows the move as it was made.
      const made = s.before && last?.path.length ? wholeMove(s.before, last, state.pace(s)) : null;
      const found = move ? null : (made ?? change(before, match.rows, performance.now(), state.pace(s)));
      s.motion = isAnimated ? (motion ?? found) : null;
      clocks.start(s);
    });
    if (move && mover) this.say([spoken(page.state.meta, mover, move), ...due(page.state)].join('. '));
    await this.settle();
  }

  /**
   * Speaks a text, and what must be heard about the position, such as that a capture is compulsory. While the start card
   * is shown the goal of the game is heard; the card says the rest when it closes.
   *
   * @private
   * @param {string} [text]
   */
  announce(text) {
    const { state: s } = this.page;
    const told = [text, ...(s.introduced ? [] : due(s))].filter(Boolean).join(' ');
    if (told) this.say(told);
  }

  /** Follows every new state: saves it, announces the result if the game is over, and lets the computer move. */
  async settle() {
    const { page } = this;
    const { match } = page.state;
    if (!match) return;
    this.autosave.keep(match);
    if (match.outcome) {
      this.say(concluded(page.state));
      if (match.outcome.islands) this.count(match, this.gameId);
    }
    this.computer.consider();
  }

  /**
   * Finds the points of each island of a finished game, by asking for the score of a board with that island alone.
   *
   * @param {Match} match
   * @param {number} gameId
   */
  async count(match, gameId) {
    const { meta } = this.page.state;
    const islands = match.outcome?.islands;
    if (!islands) return;
    /** @type {Record<Side, number[]>} */
    const points = { w: [], b: [] };
    for (const side of /** @type {Side[]} */ (['w', 'b'])) {
      for (const island of islands[side]) {
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
   * Sets who plays a side.
   *
   * @param {Side} side
   * @param {number} level the computer's level; 0 for a person
   */
  async seat(side, level) {
    await this.computer.quiet();
    this.autosave.aid('seat');
    this.page.change((s) => {
      clocks.tick(s);
      s.players = { ...s.players, [side]: level };
      s.draft = [];
      s.paused = false;
      s.free = state.analysisFrees(s);
      clocks.start(s);
    });
    this.autosave.keepSeats();
    this.computer.consider();
  }

  /** Pauses the computer, or resumes it. */
  async pause() {
    const { page } = this;
    page.change((s) => {
      s.paused = !s.paused;
    });
    if (page.state.paused) await this.computer.quiet();
    else this.computer.consider();
  }

  /** Continues the game from the position on the board: the line to it becomes the main line, and the computer replies. */
  async playOn() {
    const { page } = this;
    const { match } = page.state;
    if (!match) return;
    if (match.node) await this.navigation.go('promote', { node: match.node });
    page.change((s) => {
      s.free = false;
      s.paused = false;
      clocks.start(s);
    });
    this.computer.consider();
  }

  /** Turns the sound off or on. */
  hush() {
    this.page.change((s) => {
      s.settings = { ...s.settings, sound: !s.settings.sound };
    });
    const { settings } = this.page.state;
    store.saveSettings(settings);
    this.say(t(settings.sound ? 'say.sound' : 'say.silence'));
  }

  /** Selects the next speed of computer against computer; after the last comes the first. */
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

  /** Turns the analysis on or off. Its code is loaded the first time. During a puzzle, the trainer handles it. */
  async analyse() {
    if (this.page.state.mode.kind === 'puzzle') {
      await this.trainer?.analyse();
      return;
    }
    if (!this.analyst) {
      // A second press while the code is on its way would turn it off again.
      if (this.fetching) return;
      const { mode } = this.page.state;
      this.fetching = true;
      try {
        const make = await this.fetchAnalyst();
        this.analyst = make(this);
      } catch (error) {
        this.fail(error);
        return;
      } finally {
        this.fetching = false;
      }
      if (this.page.state.mode.kind !== mode.kind) return;
    }
    this.autosave.aid('analysis');
    this.analyst.toggle();
  }

  /**
   * Sets the comment and the annotation glyphs of a node.
   *
   * @param {{ node: number, comment: string, glyphs: number[] }} fields
   */
  async annotate(fields) {
    /** @type {Match | null} */
    const annotated = await this.ask('annotate', fields, this.gameId).catch((error) => this.fail(error));
    if (!annotated) return;
    this.page.change(({ match: now }) => {
      // Keep the same `match` object: searches and the analysis compare it to see whether the position has changed.
      if (now?.history.length !== annotated.history.length) return;
      now.history = annotated.history;
      now.comment = annotated.comment;
      now.record = annotated.record;
    });
    this.autosave.keep(annotated);
  }

  // -- requests and messages ---------------------------------------------------------------------------

  /**
   * Runs `work` that changes the match, after all earlier such work. Meanwhile the board takes no input, and `open`
   * waits before it shows another game, so that no move is lost.
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
   * Sends a request to the rules. Resolves to null if another match is on the board when the reply arrives.
   *
   * @template {Op} O
   * @param {O} op
   * @param {Requests[O]} fields
   * @param {number} gameId
   * @returns {Promise<Recorded[O] | null>}
   */
  async ask(op, fields, gameId) {
    if (BEGINNINGS.has(op)) await this.computer.quiet();
    const reply = await this.rules.request(op, { ...fields, recorded: true });
    return gameId === this.gameId ? /** @type {Recorded[O]} */ (reply) : null;
  }

  /**
   * Shows a message in the status line, and announces it.
   *
   * @param {'refusal' | 'hint' | 'plain' | 'error'} kind
   * @param {string} text
   */
  tell(kind, text) {
    this.page.change((s) => {
      s.notice = { kind, text, rule: null };
    });
    this.say(text);
  }

  /**
   * Shows an error to the player; if there is no worker any more, offers to start the rules again. Returns null, so
   * that `catch((error) => this.fail(error))` resolves to null.
   *
   * @param {unknown} error
   * @returns {null}
   */
  fail(error) {
    if (isLost(error)) this.halt(error);
    else this.tell('error', explained(error));
    return null;
  }

  /** Says that nothing can be played now, and offers to start the rules again. @private @param {unknown} error */
  halt(error) {
    this.page.change((s) => {
      s.boot = { ...s.boot, phase: 'failed', message: explained(error) };
      s.thinking = null;
    });
  }

  /** The reason why the board takes no move now, as a message. */
  idle() {
    const { boot, match, thinking } = this.page.state;
    if (boot.phase !== 'ready' || !match) return t('status.loading');
    if (match.outcome) return concluded(this.page.state);
    const key = this.page.state.players[match.side] < 0 ? 'remote' : thinking ? 'thinking' : 'computer';
    return t(`status.${key}`, { side: t(`side.${match.side}`) });
  }
}

const nothing = () => {};

/** The code of an error that a request fails with. @param {unknown} error */
const codeOf = (error) => /** @type {{ code?: string }} */ (error)?.code ?? '';

/** Whether an error means that there is no worker any more. @param {unknown} error */
const isLost = (error) => codeOf(error) === 'engine-lost';

/** Whether an error says nothing about the request: the rules could not answer it. @param {unknown} error */
const isUnanswered = (error) =>
  ['engine-lost', 'unanswered', 'not-loaded', 'no-webassembly', 'internal', ''].includes(codeOf(error));
