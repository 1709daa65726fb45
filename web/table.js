/**
 * The match on the table: carries what a person does to the rules and what they answer into the state, gives the
 * computer its turns, and keeps the game in the store.
 *
 * Requests are answered in order. `visit` counts the games that were put on the table, so that an answer about
 * one that has gone is dropped. A search is stopped before anything changes the match.
 *
 * @import { Match, Move, Refusal, Side, Thought } from './types.d.ts'
 * @import { Page, State } from './state.js'
 */

import { change, turn } from './board/animation.js';
import { t } from './i18n.js';
import * as state from './state.js';
import * as store from './store.js';
import { enter, follow, onlyPass } from './turn.js';

/** Seconds the computer may think about a turn, and about a hint. */
const THINK = 1;

/** Between two turns of the computer there is time to see the first, in ms. */
const BREATH = 260;

/** A computer accepts a draw when it is this much behind, or when the game is old and level within this much. */
const BEHIND = 60;
const LEVEL = 30;
const OLD = 30;

/**
 * @typedef {{ request: (op: string, fields?: Record<string, unknown>) => Promise<any> }} Rules
 *
 * @typedef {object} Fresh
 * @property {string} [setup]
 * @property {number} [seed]
 * @property {Record<string, boolean>} [options]
 * @property {{ initial: number, increment: number } | null} [clock]
 * @property {Record<Side, number>} [players]
 */

export class Table {
  /**
   * @param {Page} page
   * @param {Rules} rules
   * @param {(text: string) => void} say speaks through the live region
   */
  constructor(page, rules, say) {
    this.page = page;
    this.rules = rules;
    this.say = say;
    this.visit = 0;
    /** The search that is running, settled when it has ended, however it did. @type {Promise<unknown>} */
    this.search = Promise.resolve();
    this.answered = false;
  }

  // -- the table is laid -------------------------------------------------------------------------------

  /**
   * Puts a game on the table as it was left, or its first position; before the rules are up as well as after.
   *
   * @param {string} key
   */
  open(key) {
    const { page } = this;
    const meta = page.state.games.find((game) => game.key === key);
    if (!meta) return;
    this.visit++;
    page.change((s) => {
      state.setGame(s, meta);
      const saved = store.loadTable(meta);
      if (!saved) return;
      s.rows = saved.rows;
      s.players = saved.players;
      s.bottom = saved.bottom;
      if (saved.last.length) s.last = { path: saved.last, captured: [], crowns: false, text: '' };
    });
    store.saveLast(key);
    if (page.state.boot.phase === 'ready') this.lay();
  }

  /** Hands the game on the table to the rules: the kept record if there is one, else a fresh match. */
  async lay() {
    const { meta } = this.page.state;
    const visit = this.visit;
    const saved = store.loadTable(meta);
    if (saved) {
      const match = await this.ask('load', { record: saved.record, format: 'json' }, visit).catch(() => null);
      if (visit !== this.visit) return;
      if (match) {
        await this.take(match);
        return;
      }
      store.dropTable(meta.key);
      await this.fresh({}, t('notice.lost'));
      return;
    }
    await this.fresh({});
  }

  /**
   * Starts a match of the game on the table.
   *
   * @param {Fresh} wishes
   * @param {string} notice what to say about it
   */
  async fresh({ setup, seed, options, clock, players }, notice = '') {
    const { page } = this;
    const visit = ++this.visit;
    const { meta } = page.state;
    const fields = {
      game: meta.key,
      setup,
      seed,
      options,
      clock: clock ?? undefined,
    };
    const match = await this.ask('new', fields, visit).catch((error) => this.fail(error));
    if (!match || visit !== this.visit) return;
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
    });
    await this.settle();
  }

  /** The same game again, set up as before; a seeded set-up is drawn anew. */
  async again() {
    const { meta, match, players } = this.page.state;
    const seeded = meta.setups.find((setup) => setup.key === match?.setup)?.seeded;
    const clock = match?.clock ? this.times : null;
    const seats = meta.lots && !players.w !== !players.b ? state.players(meta) : players;
    const level = Math.max(players.w, players.b);
    const lots = { w: seats.w && level, b: seats.b && level };
    await this.fresh({
      setup: match?.setup ?? undefined,
      seed: seeded ? draw() : undefined,
      options: match?.options,
      clock,
      players: meta.lots && !players.w !== !players.b ? lots : players,
    });
  }

  /** The time control of the match, for the next one. @type {{ initial: number, increment: number } | null} */
  times = null;

  // -- entering a turn ---------------------------------------------------------------------------------

  /**
   * One square of a turn, by whatever means it came.
   *
   * @param {string} name
   * @param {{ dragged?: boolean, spoken?: boolean }} how `dragged`: the piece is there already; `spoken`: someone
   *   listens rather than looks, so that even a tap on nothing is answered
   */
  enter(name, { dragged = false, spoken = false } = {}) {
    const { page } = this;
    const { match, draft, rows } = page.state;
    if (!match || !state.isOpen(page.state)) {
      if (spoken) this.say(this.idle());
      return;
    }
    const entry = enter(match.moves, draft, name);
    const now = performance.now();
    const ghosts = Math.max(0, draft.length - 1);
    if (entry.kind === 'play') {
      const shown = dragged ? entry.move.path.length - 1 : ghosts;
      const motion = turn(rows, entry.move, { shown, ghosts, whole: true }, now);
      this.play(entry.move, motion);
    } else if (entry.kind === 'draft') {
      const { captured, next, whole } = follow(match.moves, entry.draft);
      const leg = { path: entry.draft, captured, crowns: false };
      const grows = entry.draft.length > 1;
      const shown = dragged ? entry.draft.length - 1 : ghosts;
      page.change((s) => {
        s.draft = entry.draft;
        s.notice = null;
        s.motion = grows && state.glides(s) ? turn(rows, leg, { shown, ghosts, whole: false }, now) : null;
      });
      if (grows) this.say(whole ? t('say.may-end', { square: name }) : t('say.goes-on', { square: name }));
      else if (entry.draft.length) this.say(t('say.chosen', { square: name, targets: [...next].join(', ') }));
      else this.say(t('say.put-down', { square: name }));
    } else if (entry.kind === 'ask') {
      this.tell('plain', t('status.ask'));
    } else if (draft.length || spoken || rowsHave(page.state, name)) {
      this.refuse(entry.path);
    }
  }

  /** Ends the half-entered turn where it stands. */
  end() {
    const { match, draft, rows } = this.page.state;
    const whole = follow(match?.moves ?? [], draft).whole;
    if (!whole || !state.isOpen(this.page.state)) return;
    const legs = draft.length - 1;
    this.play(whole, turn(rows, whole, { shown: legs, ghosts: legs, whole: true }, performance.now()));
  }

  /** Passes, where that is all there is. */
  pass() {
    const { match } = this.page.state;
    const pass = match && onlyPass(match.moves);
    if (pass && state.isOpen(this.page.state)) this.play(pass, null);
  }

  /** Takes the half-entered turn back. Returns whether there was one. */
  cancel() {
    const { page } = this;
    const { draft, notice, hint } = page.state;
    if (page.state.pending || !(draft.length || notice || hint)) return false;
    page.change((s) => {
      state.clearTurn(s);
      s.motion = null;
    });
    if (draft.length) this.say(t('say.cancelled'));
    return true;
  }

  /** @param {State['drag']} drag */
  drag(drag) {
    this.page.change((s) => {
      s.drag = drag;
    });
  }

  /**
   * @param {Move} move
   * @param {State['motion']} motion
   */
  async play(move, motion) {
    const { page } = this;
    const visit = this.visit;
    page.change((s) => {
      state.clearTurn(s);
      s.draft = move.path;
      s.pending = true;
      s.motion = state.glides(s) ? motion : null;
    });
    await this.quiet();
    const match = await this.ask('play', { path: move.path, spent: this.spent() }, visit).catch((error) => {
      page.change(state.clearTurn);
      return this.fail(error);
    });
    if (match) await this.take(match, page.state.motion, move);
  }

  /** Asks the rules why this turn is not allowed, and shows what they say. @param {string[]} path */
  async refuse(path) {
    const visit = this.visit;
    const { meta } = this.page.state;
    /** @type {Refusal | null} */
    const refusal = await this.ask('why', { path }, visit).catch((error) => this.fail(error));
    if (!refusal?.rule) return;
    const rule = refusal.rule in meta.rules ? refusal.rule : null;
    this.page.change((s) => {
      s.notice = { kind: 'refusal', text: refusal.text, rule };
    });
    this.say(refusal.text);
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
      s.turn = match.clock && !match.outcome && match.ply > 0 ? { since: performance.now() } : null;
    });
    if (move && mover) this.say(spoken(mover, move));
    await this.settle();
  }

  /** What follows every new state: it is kept, spoken where it is the end, and the computer has its turn. */
  async settle() {
    const { page } = this;
    const { match } = page.state;
    if (!match) return;
    const visit = this.visit;
    if (match.outcome) {
      this.say(`${result(page.state)}. ${match.outcome.text}`);
      if (match.outcome.islands) await this.count(match, visit);
    }
    await this.keep(match, visit);
    if (!this.answered) await this.first(visit);
    this.consider();
  }

  /** The page is ready when the engine, too, has answered a first question. @param {number} visit */
  async first(visit) {
    this.answered = true;
    await this.ask('bestmove', { ...position(this.page.state), depth: 1 }, visit).catch(() => null);
    performance.mark('engine-ready');
  }

  /**
   * @param {Match} match
   * @param {number} visit
   */
  async keep(match, visit) {
    const reply = await this.ask('record', { format: 'json' }, visit).catch(() => null);
    if (!reply) return;
    const { bottom, players } = this.page.state;
    store.saveTable(match.game, {
      record: reply.text,
      rows: match.rows,
      last: match.last?.path ?? [],
      over: match.outcome !== null,
      bottom,
      players,
    });
  }

  /** Keeps who plays and which way the board lies, which the record does not hold. */
  keepSeats() {
    const { meta, bottom, players } = this.page.state;
    const saved = store.loadTable(meta);
    if (saved) store.saveTable(meta.key, { ...saved, bottom, players });
  }

  /**
   * What each island of a finished game is worth: the rules count it as if it stood alone.
   *
   * @param {Match} match
   * @param {number} visit
   */
  async count(match, visit) {
    const { meta } = this.page.state;
    const found = match.outcome?.islands;
    if (!found) return;
    /** @type {Record<Side, number[]>} */
    const points = { w: [], b: [] };
    for (const side of /** @type {Side[]} */ (['w', 'b'])) {
      for (const island of found[side]) {
        const rows = alone(meta, island, side);
        const reply = await this.ask('outcome', { game: meta.key, rows, side: state.other(side) }, visit).catch(
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

  // -- the computer ------------------------------------------------------------------------------------

  /** Lets the computer move if it is its turn. */
  async consider() {
    const { page } = this;
    const { match, players, paused, thinking } = page.state;
    if (!match || match.outcome || paused || thinking || page.state.pending) return;
    const level = players[match.side];
    if (!level) return;
    const visit = this.visit;
    const began = performance.now();
    const thought = await this.think('move', { time: THINK, level });
    if (!thought || visit !== this.visit || page.state.match !== match || page.state.paused) return;
    const glide = page.state.motion ? page.state.motion.start + page.state.motion.ends : 0;
    await wait(Math.max(began + BREATH, glide + BREATH / 2) - performance.now());
    if (visit !== this.visit || page.state.match !== match || page.state.paused || page.state.pending) return;
    const move = match.moves.find((one) => one.path.join() === thought.path.join());
    if (!move) return;
    const motion = turn(match.rows, move, { shown: 0, ghosts: 0, whole: true }, performance.now());
    await this.play(move, motion);
  }

  /**
   * Searches the position on the table. Null if it was stopped by something else that was done.
   *
   * @param {'move' | 'hint' | 'offer'} purpose
   * @param {Record<string, unknown>} fields
   * @returns {Promise<Thought | null>}
   */
  async think(purpose, fields) {
    const { page } = this;
    const { match } = page.state;
    if (!match) return null;
    await this.quiet();
    const own = { side: match.side, purpose };
    page.change((s) => {
      s.thinking = own;
    });
    const search = this.rules.request('think', fields);
    this.search = search.catch(() => null);
    try {
      const thought = await search;
      return page.state.thinking === own ? thought : null;
    } catch (error) {
      if (page.state.thinking === own) this.fail(error);
      return null;
    } finally {
      if (page.state.thinking === own) {
        page.change((s) => {
          s.thinking = null;
        });
      }
    }
  }

  /** Stops the search, and waits until it has. */
  async quiet() {
    if (!this.page.state.thinking) return;
    this.page.change((s) => {
      s.thinking = null;
    });
    this.rules.request('stop').catch(() => null);
    await this.search;
  }

  /** Suggests a turn, with the reason; asked again, takes the suggestion away. */
  async hint() {
    const { page } = this;
    if (page.state.hint) {
      page.change((s) => {
        s.hint = null;
        s.notice = null;
      });
      return;
    }
    if (!state.isOpen(page.state) || page.state.thinking) return;
    const thought = await this.think('hint', { time: THINK });
    if (!thought) return;
    const text = t('status.hint', {
      move: thought.move?.text ?? thought.path.join('-'),
      because: thought.because,
    });
    page.change((s) => {
      s.draft = [];
      s.hint = { path: thought.path, text };
      s.notice = { kind: 'hint', text, rule: null };
    });
    this.say(
      t('say.hint', {
        path: thought.path.join(', '),
        because: thought.because,
      }),
    );
  }

  /**
   * Who plays a side: 0 for a person, else the computer's level.
   *
   * @param {Side} side
   * @param {number} level
   */
  async seat(side, level) {
    await this.quiet();
    this.page.change((s) => {
      s.players = { ...s.players, [side]: level };
      s.draft = [];
      s.paused = false;
    });
    this.keepSeats();
    this.consider();
  }

  /** Holds the computer, or lets it go on. */
  async pause() {
    const { page } = this;
    page.change((s) => {
      s.paused = !s.paused;
    });
    if (page.state.paused) await this.quiet();
    else this.consider();
  }

  // -- through the game --------------------------------------------------------------------------------

  /** Back: against the computer to the person's own turn before. */
  async undo() {
    const { match, players } = this.page.state;
    if (!match?.can_undo) return;
    const line = ancestors(match);
    const own = line.findIndex((node) => !players[node.side]);
    await this.walk('undo', { plies: own < 0 ? 1 : own + 1 });
  }

  /** Forth along the line that was left: against the computer to the person's next turn. */
  async redo() {
    const { match, players } = this.page.state;
    if (!match?.can_redo) return;
    const ahead = match.history.filter((node) => node.main && node.ply > match.ply);
    const own = ahead.slice(1).findIndex((node) => !players[node.side]);
    const alone = !players.w === !players.b;
    await this.walk('redo', {
      plies: alone ? 1 : own < 0 ? ahead.length : own + 1,
    });
  }

  /** @param {number} node */
  goto(node) {
    return this.walk('goto', { node });
  }

  /**
   * @param {string} op
   * @param {Record<string, unknown>} fields
   */
  async walk(op, fields) {
    const visit = this.visit;
    if (this.page.state.pending) return;
    await this.quiet();
    const match = await this.ask(op, fields, visit).catch((error) => this.fail(error));
    if (!match) return;
    this.page.change((s) => {
      s.paused = s.players[/** @type {Side} */ (match.side)] > 0;
    });
    const text = match.last ? match.last.text : t('say.start');
    this.say(t('say.at', { ply: match.ply, move: text }));
    await this.take(match);
  }

  flip() {
    this.page.change((s) => {
      s.bottom = state.other(s.bottom);
    });
    this.keepSeats();
  }

  // -- agreements --------------------------------------------------------------------------------------

  /** The person who resigns or offers: the only one, or the one whose turn it is. @returns {Side} */
  person() {
    const { players, match, meta } = this.page.state;
    if (!players.w !== !players.b) return players.w ? 'b' : 'w';
    return match?.side ?? meta.first;
  }

  /**
   * @param {string} op
   * @param {Record<string, unknown>} fields
   */
  async settleBy(op, fields) {
    const visit = this.visit;
    await this.quiet();
    const match = await this.ask(op, fields, visit).catch((error) => this.fail(error));
    if (match) await this.take(match);
    return match;
  }

  resign() {
    return this.settleBy('resign', { side: this.person() });
  }

  /** Offers a draw. The computer takes it when it is behind, or when a long game stands level. */
  async offer() {
    const { page } = this;
    const side = this.person();
    const opponent = state.other(side);
    if (!state.isOpen(page.state)) return;
    const match = await this.settleBy('offer', { side });
    if (!match || !page.state.players[opponent]) return;
    const thought = await this.think('offer', { time: THINK / 2 });
    if (!thought || page.state.match !== match) return;
    const own = match.side === opponent ? thought.score : -thought.score;
    const accepts = own <= -BEHIND || (match.ply >= OLD && own <= LEVEL);
    await this.settleBy(accepts ? 'accept' : 'decline', { side: opponent });
    if (!accepts) this.tell('plain', t('status.declined', { side: t(`side.${opponent}`) }));
  }

  /** Answers the offer that stands. @param {boolean} accepts */
  answer(accepts) {
    const offer = this.page.state.match?.offer;
    if (offer)
      this.settleBy(accepts ? 'accept' : 'decline', {
        side: state.other(offer),
      });
  }

  /** @param {string} kind */
  claim(kind) {
    return this.settleBy('claim', { side: this.person(), kind });
  }

  // -- clocks ------------------------------------------------------------------------------------------

  /** Seconds since the side to move began to think. */
  spent() {
    const { turn: running } = this.page.state;
    return running ? (performance.now() - running.since) / 1000 : 0;
  }

  /** What is left on a clock, in seconds; null where there are no clocks. @param {Side} side */
  left(side) {
    const { match } = this.page.state;
    if (!match?.clock) return null;
    return Math.max(0, match.clock[side] - (match.side === side && !match.outcome ? this.spent() : 0));
  }

  /** A flag falls. */
  flag() {
    const { match } = this.page.state;
    if (!match?.clock || match.outcome || this.page.state.pending || !this.page.state.turn) return;
    const { side } = match;
    if (this.left(side) !== 0) return;
    this.page.change((s) => {
      s.turn = null;
    });
    this.settleBy('flag', { side });
  }

  // -- talking -----------------------------------------------------------------------------------------

  /**
   * Asks the rules; null if another game is on the table by the time they answer.
   *
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @param {number} visit
   */
  async ask(op, fields, visit) {
    if (op === 'new' || op === 'load') await this.quiet();
    const reply = await this.rules.request(op, fields);
    return visit === this.visit ? reply : null;
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
    if (/** @type {{ code?: string }} */ (error)?.code === 'engine-lost') {
      this.page.change((s) => {
        s.boot = {
          ...s.boot,
          phase: 'failed',
          message: /** @type {Error} */ (error).message,
        };
        s.thinking = null;
      });
      return null;
    }
    this.tell('error', error instanceof Error ? error.message : String(error));
    return null;
  }

  /** Why nothing can be entered just now. */
  idle() {
    const { boot, match, thinking } = this.page.state;
    if (boot.phase !== 'ready' || !match) return t('status.loading');
    if (match.outcome) return `${result(this.page.state)}. ${match.outcome.text}`;
    return t(thinking ? 'status.thinking' : 'status.computer', {
      side: t(`side.${match.side}`),
    });
  }
}

/** A seed number that a person can read out to another. */
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

/**
 * The result in one short sentence. @param {State} s
 */
export function result({ match }) {
  const winner = match?.outcome?.winner;
  return winner ? t('result.wins', { side: t(`side.${winner}`) }) : t('result.draw');
}

/**
 * A turn as it is read aloud.
 *
 * @param {Side} side
 * @param {Move} move
 */
function spoken(side, move) {
  if (!move.path.length) return t('say.passes', { side: t(`side.${side}`) });
  const parts = [t('say.move', { side: t(`side.${side}`), path: move.path.join(' – ') })];
  if (move.captured.length) parts.push(t('say.takes', { squares: move.captured.join(', ') }));
  if (move.crowns) parts.push(t('say.crowned'));
  return parts.join(', ');
}

/** The nodes from the one on the table back to the first, newest first. @param {Match} match */
function ancestors(match) {
  const byNode = new Map(match.history.map((node) => [node.node, node]));
  const line = [];
  for (let node = byNode.get(match.node); node; node = byNode.get(node.parent)) line.push(node);
  return line;
}

/** The position on the table in the bridge's words. @param {State} s */
const position = ({ meta, match }) => ({
  game: meta.key,
  rows: match?.rows,
  side: match?.side,
  options: match?.options,
});

/** @param {State} s @param {string} name */
function rowsHave({ rows, meta }, name) {
  const row = rows[meta.ranks - Number(name.slice(1))];
  return row?.['abcdefghijklmnopqrstuvwxyz'.indexOf(name[0])] !== '.';
}

/**
 * The rows of a board on which only these pieces of one side stand.
 *
 * @param {{ files: number, ranks: number }} meta
 * @param {string[]} squares
 * @param {Side} side
 */
function alone({ files, ranks }, squares, side) {
  const there = new Set(squares);
  return Array.from({ length: ranks }, (_, line) =>
    Array.from({ length: files }, (_, file) =>
      there.has(`${'abcdefghijklmnopqrstuvwxyz'[file]}${ranks - line}`) ? side : '.',
    ).join(''),
  );
}
