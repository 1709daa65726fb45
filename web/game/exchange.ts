/**
 * The exchange with the rules: puts matches on the board, sends what is done there, and puts the replies into the state.
 *
 * Requests are answered in order. `gameId` counts the matches that have been on the board: a reply to an earlier
 * match is dropped. Every search is stopped before the match changes.
 */

import type { Rules } from '../engine/client.ts';
import { BEGINNINGS } from '../engine/requests.ts';
import { say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { unique } from '../lib/random.ts';
import { isRenewed } from '../lib/renewal.ts';
import type { MatchState, Move, Op, Replies, Requests, Side } from '../protocol.d.ts';
import * as clocks from '../state/clock.ts';
import { concluded, due, explained, spoken } from '../state/describe.ts';
import type { Match } from '../state/game.d.ts';
import { change, wholeMove } from '../state/motion.ts';
import { gameOf, isGameOnBoard, type Kind, sessionOf } from '../state/rights.ts';
import { explore, GAME, isTried, resetGame, type Seats, setBase } from '../state/session.ts';
import type { Page, State } from '../state/state.ts';
import * as state from '../state/state.ts';
import type { Key } from '../store/kinds.ts';
import * as store from '../store/store.ts';
import { newGameTags } from '../store/tags.ts';
import { Autosave } from './autosave.ts';
import { isSame, showEarly } from './instant.ts';
import { islandPoints } from './islands.ts';
import { announce, KEPT, tell } from './messages.ts';

/** Replies to requests that are `recorded`: the state of the match has its record. */
type Recorded = { [O in Op]: Replies[O] extends MatchState ? Match : Replies[O] };

/** Requests that put another match on the board. */
export type Beginning = 'new' | 'load';

export interface NewGame {
  setup?: string;
  seed?: number;
  ballot?: number; // the number of its three opening moves
  options?: Record<string, boolean>;
  clock?: { initial: number; increment: number } | null; // in seconds
  players?: Record<Side, number>;
}

/** Requests that end a game, or may end it, without a move. */
export type Ending = 'resign' | 'offer' | 'accept' | 'decline' | 'claim' | 'flag';

/** What a session does itself of what is done on the board. What it leaves out is done to the match. */
export interface SessionKind {
  choose?(square: string): void; // a square of the board
  movePiece?(from: string, to: string | null): void; // to another square, or off the board
  releasePiece?(): void;
  hint?(): void;
  analyse?(): void;
  entered?(): void; // a move was entered, and is on the board
  ask?(what: Ending | 'takeback' | 'rematch'): Promise<null>; // of the other player, or answers it
  leave?(): unknown; // gives the board back as it was
}

export abstract class Exchange {
  page: Page;
  rules: Rules;
  searches = new Set<() => Promise<void>>(); // each stops one, and waits until it has ended
  autosave: Autosave;
  gameId = 0; // of the match on the board: a reply for another number is out of date
  lock: Promise<void> | null = null; // settles when the last `exclusive` work has ended; null while there is none
  leaving: Promise<unknown> = Promise.resolve(); // the sessions that are ending have put the player's game back
  private syncing: Promise<void> | null = null; // resolves when the rules have the game that is shown; then null
  private synced: () => void = () => {}; // resolves it
  private syncs = 0; // how many times the rules were given one
  sessions: { [K in Kind]?: SessionKind } = {}; // those that do something themselves, once they are there
  answered = ''; // the move that was just made, if the one that comes is announced with it

  constructor(page: Page, rules: Rules) {
    this.page = page;
    this.rules = rules;
    this.autosave = new Autosave(page);
    this.expectSync();
  }

  /** Has the computer move, if it is its turn. */
  abstract consider(): Promise<void>;

  /** Goes back to the game, before another match comes onto the board; null if nothing is tried out beyond it. */
  abstract leaveExploration(): Promise<void> | null;

  /** Stops every search, and waits until it has ended. */
  async stopSearches() {
    await Promise.all([...this.searches].map((stop) => stop()));
  }

  /** What the session on the board does itself, or the game below it. */
  get session(): SessionKind {
    const { state } = this.page;
    return this.sessions[sessionOf(state)] ?? this.sessions[gameOf(state)] ?? {};
  }

  // -- starting and loading matches --------------------------------------------------------------------

  /**
   * Shows a game: its autosaved match or starting position. While the rules load it can be played if `isPlayed`, and `syncMatch`
   * gives it to them later. `players` are those of an address.
   */
  async open(key: string, isPlayed: boolean = true, players: Record<Side, number> | null = null) {
    const { page } = this;
    const meta = page.state.games.find((game) => game.key === key);
    if (!meta) return;
    // A move that waits for the rules is kept, and played when its game is opened again.
    if (this.syncing) this.lock = null;
    await this.unlocked();
    this.gameId++;
    if (meta !== page.state.meta) this.autosave.keepClock(true);
    page.change((s) => {
      s.session = GAME;
      s.pending = false;
      state.setGame(s, meta);
      const saved = store.loadTable(meta);
      this.autosave.id = saved?.id ?? unique();
      if (saved) {
        s.rows = saved.rows;
        s.players = saved.players;
        s.bottom = saved.bottom;
        if (saved.last.length) s.last = { path: saved.last, captured: [], crowns: false, text: '' };
      }
      if (players) Object.assign(s, { players, bottom: state.seat(meta, players) });
      if (isPlayed && s.boot.phase !== 'ready') showEarly(s);
    });
    page.set({ isUnkept: !store.write('last', key) });
    if (page.state.boot.phase === 'ready') await this.syncMatch();
  }

  /** What is asked about the match waits from now on for `syncMatch`. */
  private expectSync() {
    this.syncing ??= new Promise((resolve) => {
      this.synced = resolve;
    });
  }

  /** Gives the game on the board to the rules: loads its autosaved record, or else starts a new match. */
  async syncMatch() {
    const nth = ++this.syncs;
    this.expectSync();
    // At the start, before anything else is asked, the request is sent at once.
    if (this.page.state.boot.phase === 'ready') await this.stopSearches();
    await this.syncStored();
    // Another one may have begun; and where the rules were lost, another one will.
    if (nth !== this.syncs || this.page.state.boot.phase === 'failed') return;
    this.syncing = null;
    this.synced();
  }

  private async syncStored() {
    // A lesson's or puzzle's position is on the board, and the rules have it again; the player's game comes back later.
    if (!isGameOnBoard(this.page.state) && this.page.state.match) return;
    const { meta, early } = this.page.state;
    const gameId = this.gameId;
    const saved = store.loadTable(meta);
    if (saved?.id) this.autosave.id = saved.id;
    // Play the starting position that the page already shows, even if it was drawn at random.
    const { setup, seed } = meta.start;
    const start = { setup, seed: seed ?? undefined, options: store.loadOptions(meta) };
    const isLost = !saved && store.setAside(`table.${meta.key}`);
    if (!saved && !early) return void (await this.begin(start, isLost));
    try {
      const match: Match | null = saved
        ? await this.send('load', { text: saved.record, format: 'json' }, gameId)
        : await this.send('new', { game: meta.key, ...start, tags: newGameTags() }, gameId);
      // A move that the rules had not answered when the page was closed; or it waits for this.
      const turn = !this.lock && saved?.turn;
      const resumed = match && turn && (await this.send('play', turn, gameId).catch(() => null));
      if (!match || gameId !== this.gameId) return;
      if (early && !resumed) return this.confirm(match);
      // If the player was looking at an earlier position, the computer must not play on from there by itself; and a
      // game that is over does not go on from there.
      this.page.change((s) => {
        const isAway = match.can_redo && (s.players[match.side] > 0 || match.end !== null);
        explore(s, resumed ? isTried(s) : isAway, { home: null });
        s.timing = clocks.restored(saved?.clock, s.players);
      });
      await this.showMatch(resumed || match);
      if (!match.outcome) announce(this);
      if (!resumed) return;
      this.page.change((s) => clocks.startedBefore(s, clocks.since(saved?.clock)));
      this.autosave.finish();
    } catch (error) {
      if (gameId !== this.gameId) return;
      if (isUnanswered(error)) return this.halt(error);
      store.setAside(`table.${meta.key}`);
      store.saveTable(meta.key, null);
      this.page.set({ match: null });
      await this.begin({}, true);
    }
  }

  /** Takes the reply about the match that is shown already. If the rules have another one, what was entered is dropped. */
  private async confirm(match: Match) {
    const { page } = this;
    const { match: shown, meta } = page.state;
    const turn = store.loadTable(meta)?.turn;
    if (shown && isSame(shown, match)) {
      // The same object: what was asked meanwhile compares it.
      page.change((s) => {
        Object.assign(shown, match);
        s.early = false;
      });
      const settled = this.settle();
      if (turn) this.autosave.keepTurn(turn);
      return settled;
    }
    this.gameId++;
    page.change((s) => {
      s.motion = null;
      state.setMatch(s, match);
      clocks.start(s);
    });
    tell(this, 'plain', t('notice.changed'));
    await this.settle();
  }

  /** Resolves when `syncMatch` is done for the game that is shown: what replaces a match must not come before it. */
  async whenSynced() {
    while (this.syncing) await this.syncing;
  }

  /** Starts a new match, unless another game is shown before the rules are ready. Resolves to whether it has begun. */
  async startMatch(wishes: NewGame): Promise<boolean> {
    const { meta } = this.page.state;
    if (this.syncing) await this.whenSynced();
    await this.leaveExploration();
    if (this.page.state.meta !== meta) return false;
    return this.exclusive(async () => {
      await this.stopSearches();
      return this.begin(wishes);
    });
  }

  /** Begins a match; `isLost`: in the place of one that cannot be read. */
  private async begin({ clock, players, ...wishes }: NewGame, isLost: boolean = false) {
    const { meta, bottom } = this.page.state;
    const fields = { game: meta.key, ...wishes, clock: clock ?? undefined, tags: newGameTags() };
    const seats = { paused: false, analysis: null, ...(players ? { players } : { bottom }) };
    const told = (isKept: boolean) => {
      if (isLost) tell(this, 'plain', t('notice.lost'), { aside: true });
      else if (isKept) tell(this, 'plain', t('earlier.kept'), KEPT);
      else announce(this);
    };
    return this.replace('new', fields, seats, unique(), told).catch((error) => Boolean(this.fail(error)));
  }

  /**
   * Replaces the match with one from a record in any format that the rules read, and shows an error if they cannot. The
   * replaced match goes to the earlier games. `id` is the match's, if it was on the board before; `key` is where the record
   * is stored: one that they refuse is set aside. Resolves to whether they could read it.
   */
  async loadRecord(record: string, seats: Seats = {}, id?: string, key?: Key): Promise<boolean> {
    const error = await this.replaceMatch('load', { text: record }, seats, id);
    if (error) tell(this, 'error', explained(error));
    if (error && key && !isUnanswered(error)) store.setAside(key, record);
    return !error;
  }

  /** Replaces the match by a request. If it fails, the match stays. Resolves to the error, or null. */
  async replaceMatch<O extends Beginning>(
    op: O,
    fields: Requests[O],
    seats: Seats,
    id: string = unique(),
  ): Promise<unknown> {
    // Without a pause where there is nothing to wait for: nobody may take the old match for the new one meanwhile.
    if (this.syncing) await this.whenSynced();
    const trial = this.leaveExploration();
    if (trial) await trial;
    try {
      await this.exclusive(async () => {
        await this.stopSearches();
        return this.replace(op, fields, seats, id, () => announce(this));
      });
      return null;
    } catch (error) {
      if (isLost(error)) this.fail(error);
      return error;
    }
  }

  /** Puts the match of a reply on the board, and the one before among the earlier games. Resolves to whether it is there. */
  private async replace<O extends Beginning>(
    op: O,
    fields: Requests[O],
    seats: Seats,
    id: string,
    told: (isKept: boolean) => void,
  ) {
    const { page } = this;
    const isKept = this.autosave.keepEarlier();
    const match: Match | null = await this.ask(op, fields, ++this.gameId);
    const meta = page.state.games.find((game) => game.key === match?.game);
    if (!match || !meta) return false;
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
      if (seats.analysis === null) s.analysis = null;
      if (seats.session) setBase(s, seats.session);
      else resetGame(s);
      clocks.start(s);
      s.paused = seats.paused ?? (s.players[match.side] > 0 && match.ply > 0);
    });
    told(isKept);
    store.write('last', meta.key);
    await this.settle();
    return true;
  }

  // -- replies of the rules ----------------------------------------------------------------------------

  /** Shows a state of the match, after `move` if one was just played. Without a motion, what differs makes one. */
  async showMatch(match: Match, motion: State['motion'] = null, move: Move | null = null) {
    const { page } = this;
    const before = page.state.rows;
    const mover = page.state.match?.side;
    page.change((s) => {
      clocks.tick(s);
      const isAnimated = state.glides(s);
      state.setMatch(s, match);
      const { last } = match;
      // A step forward through the game shows the move as it was made.
      const isNext = match.before?.join() === before.join();
      const made = isNext && last?.path.length ? wholeMove(before, last, s) : null;
      const found = move ? null : (made ?? change(before, match.rows, s));
      s.motion = isAnimated ? (motion ?? found) : null;
      clocks.start(s);
    });
    if (move && mover) {
      const told = this.withAnswered(spoken(page.state.meta, mover, move));
      say([told, ...due(page.state)].join('. '));
    }
    await this.settle();
  }

  /** Follows every new state: saves it, announces the result if the game is over, and lets the computer move. */
  async settle() {
    const { match } = this.page.state;
    if (!match) return;
    this.autosave.keep(match);
    if (match.outcome) {
      say(concluded(this.page.state));
      if (match.outcome.islands) this.count(match, match.outcome.islands);
    }
    this.consider();
  }

  /** What is said of a move of the player: of one in advance with the move that it answers. */
  withAnswered(text: string) {
    const parts = [this.answered, text];
    this.answered = '';
    return parts.filter(Boolean).join(' ');
  }

  /** Finds the points of each island of a finished game. */
  private async count(match: Match, islands: Record<Side, string[][]>) {
    const counted = islandPoints(this.rules, this.page.state.meta, islands);
    const points = await counted.catch(() => ({ w: [], b: [] }));
    if (this.page.state.match === match) this.page.set({ points });
  }

  // -- requests ----------------------------------------------------------------------------------------

  /** Resolves when no work has the match to itself. */
  async unlocked() {
    while (this.lock) await this.lock;
  }

  /**
   * Runs `work` that changes the match, after all earlier such work. Meanwhile the board takes no input, and `open`
   * waits before it shows another game, so that no move is lost.
   */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.page.set({ pending: true });
    const done = this.lock ? this.lock.then(work) : work();
    const lock = done.then(nothing, nothing);
    this.lock = lock;
    try {
      return await done;
    } finally {
      if (this.lock === lock) {
        this.lock = null;
        this.page.set({ pending: false });
      }
    }
  }

  /** Sends a request to the rules. Resolves to null if another match is on the board when the reply or an error arrives. */
  async ask<O extends Op>(op: O, fields: Requests[O], gameId: number): Promise<Recorded[O] | null> {
    if (!BEGINNINGS.has(op)) await this.whenSynced();
    return gameId === this.gameId ? this.send(op, fields, gameId) : null;
  }

  /** Sends what changes the match, and shows what it is then, or what is wrong. Resolves to the match, if it is there. */
  async change<O extends Ending | 'play' | 'prune'>(op: O, fields: Requests[O], gameId = this.gameId) {
    const match: Match | null = await this.ask(op, fields, gameId).catch((error) => this.fail(error));
    if (match) await this.showMatch(match);
    return match;
  }

  private async send<O extends Op>(op: O, fields: Requests[O], gameId: number): Promise<Recorded[O] | null> {
    const reply = await this.rules.request(op, { ...fields, recorded: true }).catch((error) => {
      if (gameId === this.gameId || isLost(error)) throw error;
    });
    return gameId === this.gameId ? (reply as Recorded[O]) : null;
  }

  /** Shows an error. Where the rules are lost, or a part for which the game `isHeld`, it offers to load them again. */
  fail(error: unknown, isHeld = false): null {
    if (codeOf(error) === 'not-loaded') isRenewed(); // then that stands in the header
    if (isLost(error) || (isHeld && codeOf(error) === 'not-loaded')) this.halt(error);
    else tell(this, 'error', explained(error));
    return null;
  }

  /** Says that nothing can be played now, and offers to start the rules again. */
  private halt(error: unknown) {
    this.expectSync();
    this.page.amend('boot', { phase: 'failed', message: explained(error) });
    this.page.set({ thinking: null });
  }
}

/** What works by the exchange: it has that, and its page. */
export class Controlled<Control extends Exchange = Exchange> {
  controller: Control;
  page: Page;

  constructor(controller: Control) {
    this.controller = controller;
    this.page = controller.page;
  }
}

const nothing = () => {};

const codeOf = (error: unknown) => (error as { code?: string })?.code ?? '';

const isLost = (error: unknown) => codeOf(error) === 'engine-lost';

/** Whether an error says nothing about the request: the rules could not answer it. */
const isUnanswered = (error: unknown) =>
  ['engine-lost', 'unanswered', 'not-loaded', 'no-webassembly', 'internal', ''].includes(codeOf(error));
