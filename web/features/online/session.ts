/**
 * The game with others that is on the board. The board has a copy: a move is played on it at once, and stands when the
 * server has taken it; what the server says goes to the board. A move that has not arrived is sent again.
 */

import type { GameController } from '../../game/controller.ts';
import { Controlled, type Ending, type SessionKind } from '../../game/exchange.ts';
import { affirm } from '../../game/messages.ts';
import { attempt } from '../../lib/attempt.ts';
import { notifications, serviceWorkers } from '../../lib/capabilities.ts';
import { say } from '../../lib/dom.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { gameName, t } from '../../lib/i18n.ts';
import { readdress } from '../../lib/link.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import { unique } from '../../lib/random.ts';
import type { Side } from '../../protocol.d.ts';
import type { Match } from '../../state/game.d.ts';
import { wholeMove } from '../../state/motion.ts';
import type { Online, OwnGame, Wish } from '../../state/online.ts';
import { isGameOnBoard } from '../../state/rights.ts';
import { askedFor, asksFor, calledOther } from '../../state/seats.ts';
import { everything, glides, other, REMOTE, type State, seated } from '../../state/state.ts';
import { isAtEnd, mainLine } from '../../state/tree.ts';
import { loadArchivedRecord } from '../../store/store.ts';
import { Connection, type GameMessage, type Message, request } from './connection.ts';
import { keepOwnGame, keyOf, ownGameBy, readSeats } from './own-games.ts';

const AGAIN_MS = 2000; // after which a move is sent again that the server could not take
const PASSING = ['away', 'store-failed', 'too-many']; // errors that say nothing about a request

const isOfCode = (error: unknown, codes: string[]) => error instanceof EngineError && codes.includes(error.code);

const linkOf = (id: string, token: string | null) =>
  `${location.href.split('#')[0]}#online=${id}${token ? `.${token}` : ''}`;

const lineOf = (match: Match) => mainLine(match).map(({ move }) => move.path.join('-'));

/** The moves of a record, which has no variations. */
const recorded = (record: string): string[] =>
  JSON.parse(record)
    .nodes.slice(1)
    .map(({ path }: { path: string[] }) => path.join('-'));

/** Shows a notification: by the service worker where there is one, for phones allow no other. That leads to the page. */
async function showNotification(Note: typeof Notification, title: string, options: NotificationOptions) {
  const worker = await serviceWorkers()?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const note = new Note(title, options);
  note.onclick = () => {
    focus();
    note.close();
  };
}

class OnlineSession extends Controlled<GameController> implements SessionKind {
  private own: OwnGame;
  private connection: Connection;
  private isClosed = false;
  private version = 0; // of the latest that was heard
  private turn = -1; // of the server, that the board shows
  private heardTurn = -1; // the turn that was heard last
  private plies = 0; // of the game on the board at that turn
  private next: string | null | undefined; // the game after this one; undefined until the server has told it
  private isFinished = false; // whether the game that is over is on the board as such
  private work: Promise<unknown> = Promise.resolve(); // settles when all that was heard is on the board

  constructor(controller: GameController, own: OwnGame) {
    super(controller);
    this.own = own;
    const neither = { w: false, b: false };
    this.page.set({
      online: {
        id: own.id,
        seat: own.seat,
        side: null,
        isLost: false,
        names: { w: '', b: '' },
        joined: { w: true, b: true },
        present: neither,
        watchers: 0,
        clock: null,
        toldAt: 0,
        asked: { draw: null, takeback: null, rematch: null },
        canTakeBack: false,
        isOver: own.isOver,
        links: {
          invite: own.invite ? linkOf(own.id, own.invite) : '',
          own: own.token ? linkOf(own.id, own.token) : '',
          watch: linkOf(own.id, null),
        },
      },
    });
    controller.sessions[own.seat ? 'online' : 'watching'] = this;
    this.connection = new Connection(
      own.id,
      own.token,
      (message) => this.receive(message),
      (error) => this.disconnected(error),
    );
  }

  close() {
    this.isClosed = true;
    this.connection.close();
    this.controller.sessions[this.own.seat ? 'online' : 'watching'] = undefined;
    this.page.set({ online: null });
  }

  // -- what the player does ------------------------------------------------------------------------------

  entered() {
    const path = this.page.state.match?.last?.path;
    if (path) this.send(path);
  }

  async ask(what: Ending | Wish) {
    const { online } = this.page.state;
    const asked = online && askedFor(online);
    if (what === 'offer') await this.wish({ op: 'draw' });
    else if (what === 'resign' || what === 'takeback' || what === 'rematch') await this.wish({ op: what });
    else if (asked && (what === 'accept' || what === 'decline')) await this.wish({ op: what, what: asked });
    return null;
  }

  setName(name: string) {
    this.wish({ op: 'join', name });
  }

  private wish(fields: object) {
    return attempt(this.controller, async () => this.receive(await this.connection.ask(fields)));
  }

  /** Sends a move that is on the board already. */
  private async send(path: string[], key = unique()): Promise<void> {
    const { turn } = this;
    try {
      const message = await this.connection.ask({ op: 'move', turn, path, key });
      if (this.isClosed) return;
      if (this.turn === turn) this.adopt(message.turn);
      this.receive(message);
    } catch (error) {
      if (this.isClosed || this.turn !== turn) return;
      if (isOfCode(error, PASSING)) {
        this.disconnected(error);
        runAfter(AGAIN_MS, () => !this.isClosed && this.turn === turn && this.send(path, key));
        return;
      }
      this.controller.fail(error);
      this.work = this.work.then(async () => this.load(await this.connection.ask({ op: 'state' }))).catch(() => {});
    }
  }

  // -- what the server says ------------------------------------------------------------------------------

  private update(values: Partial<Online>) {
    this.page.change((s) => {
      if (s.online) s.online = { ...s.online, ...values };
    });
  }

  private disconnected(error: unknown) {
    if (this.isClosed) return;
    this.update({ isLost: true });
    if (!isOfCode(error, ['no-game', 'no-seat', 'wrong-origin'])) return;
    this.controller.fail(error);
    this.connection.close();
  }

  private receive(message: Message) {
    if (this.isClosed) return;
    const { page, own } = this;
    const before = page.state.online;
    const { present, version, turn, side, names, joined, clock = null, outcome, next } = message;
    const seen = { isLost: false, present, watchers: present.watchers };
    if (version === undefined || turn === undefined || !names || !joined) return this.update(seen);
    if (version < this.version) return;
    this.version = version;
    const isOver = Boolean(outcome);
    const { draw = null, takeback = null, rematch = null } = message;
    const plies = own.seat === side ? 2 : 1;
    this.update({
      ...seen,
      side,
      names,
      joined,
      clock,
      toldAt: performance.now(),
      asked: { draw, takeback, rematch },
      canTakeBack: own.seat !== null && !isOver && !takeback && turn >= plies,
      isOver,
    });
    const isTurn = !isOver && side === own.seat;
    if (isTurn && message.act === 'move') this.notify();
    const isSame = turn === this.heardTurn && isOver === before?.isOver && !next;
    if (before && page.state.online) this.announce(before, page.state.online, isSame);
    this.heardTurn = turn;
    const known = { isTurn, isOver, other: own.seat ? names[other(own.seat)] : '' };
    this.own = keepOwnGame(page, { ...own, ...known, ...(message.act && { when: Date.now() }) });
    this.work = this.work.then(() => this.sync(message as GameMessage)).catch((error) => this.controller.fail(error));
    // Not where a game of long ago is looked at.
    if (next && this.next === null) attempt(this.controller, () => openGame(this.controller, next, own.token));
    this.next = next;
  }

  /** Announces that the other player has come, has declined, or asks for something, which the page shows. */
  private announce(before: Online, now: Online, isSame: boolean) {
    const { controller } = this;
    const tell = (key: string) => affirm(controller, t(key, { side: calledOther(now) }));
    const asked = asksFor(before);
    if (now.seat && now.joined[other(now.seat)] && !before.joined[other(now.seat)]) tell('online.came');
    if (asked && isSame && !now.asked[asked]) tell('online.declined');
    const wanted = askedFor(now);
    if (wanted && wanted !== askedFor(before)) say(t(`online.asked.${wanted}`, { side: calledOther(now) }));
  }

  /** Tells of the other's move by the browser, where the player wants that and does not see the page. */
  private notify() {
    const { seats, meta } = this.page.state;
    const Note = notifications();
    if (!seats.notifies || !document.hidden || Note?.permission !== 'granted') return;
    const options = { body: t('online.notification'), tag: this.own.id, data: location.href };
    showNotification(Note, gameName(meta), options).catch(() => {}); // a browser may refuse it all the same
  }

  /** The board is as the server has it at a turn, or will be. */
  private adopt(turn: number, plies = this.page.state.match ? lineOf(this.page.state.match).length : 0) {
    this.turn = turn;
    this.plies = plies;
    this.own = keepOwnGame(this.page, { ...this.own, turn });
  }

  /** Brings the board to what the server said, once the game is on it. */
  private async sync(message: GameMessage): Promise<void> {
    await this.page.until((state) => this.isClosed || (isGameOnBoard(state) && state.session.kind !== 'editor'));
    const { match } = this.page.state;
    if (this.isClosed || !match) return;
    const isOver = Boolean(message.outcome);
    if (message.turn === this.turn && isOver === this.isFinished) return;
    const ours = lineOf(match);
    if (message.record) return this.compare({ ...message, record: message.record }, match, ours);
    if (message.act === 'move' && message.path && message.turn === this.turn + 1 && !isOver) {
      const isHere = ours.length === this.plies + 1 && ours.at(-1) === message.path.join('-');
      if (!isHere && ours.length === this.plies) await this.play(message.path);
      if (isHere || ours.length === this.plies) return this.adopt(message.turn);
    }
    const whole = await this.connection.ask({ op: 'state' });
    if (!this.isClosed && whole.version >= message.version) await this.sync(whole);
  }

  private async compare(message: GameMessage & { record: string }, match: Match, ours: string[]) {
    const theirs = recorded(message.record);
    const begins = (long: string[], short: string[]) => short.every((move, ply) => long[ply] === move);
    const isOver = Boolean(message.outcome);
    const isUnsent = message.turn === this.own.turn;
    this.adopt(message.turn, theirs.length);
    const more = ours.length - theirs.length;
    if (isOver) {
      if (match.end && more === 0 && loadArchivedRecord(this.controller.autosave.id) !== null) this.isFinished = true;
      else await this.load(message);
    } else if (more === 1 && isUnsent && message.side === this.own.seat && begins(ours, theirs)) {
      this.send(mainLine(match)[ours.length - 1].move.path);
    } else if (more === -1 && begins(theirs, ours)) {
      await this.play(theirs[ours.length].split('-').filter(Boolean));
    } else if (more !== 0 || !begins(ours, theirs) || match.end) {
      await this.load(message);
    }
  }

  /** Plays the other's move on the board, wherever in the game it is. */
  private play(path: string[]) {
    const { controller, page } = this;
    return controller.exclusive(async () => {
      const { gameId } = controller;
      let match = page.state.match;
      if (match && !isAtEnd(match)) {
        const end: Match | null = await controller.ask('goto', { node: mainLine(match).at(-1)?.node ?? 0 }, gameId);
        if (!end) return;
        await controller.showMatch(end);
        match = end;
      }
      const move = match?.moves.find((move) => move.path.join() === path.join());
      const motion = match && move && glides(page.state) ? wholeMove(match.rows, move, page.state) : null;
      const next = await controller.ask('play', { path, spent: 0, variation: false }, gameId);
      if (next) await controller.showMatch(next, motion, move ?? null);
    });
  }

  /** Takes over a record of the server. At the end it has the names and the clocks, and goes to the finished games. */
  private load({ record = '', turn, outcome }: GameMessage) {
    const { controller, page } = this;
    return controller.exclusive(async () => {
      await controller.stopSearches();
      const match = await controller.ask('load', { text: record, format: 'json' }, controller.gameId);
      const { match: shown } = page.state;
      if (!match || this.isClosed) return;
      if (shown?.outcome && match.outcome && shown.rows.join() === match.rows.join()) {
        // The same object: what was asked meanwhile compares it.
        page.change(() => Object.assign(shown, match));
        controller.autosave.keep(shown);
      } else await controller.showMatch(match);
      this.adopt(turn);
      this.isFinished = Boolean(outcome);
      if (outcome) controller.autosave.finish();
    });
  }
}

/** Whoever is at a game with others: it begins when such a game comes to the board, and ends when another one does. */
class Seats {
  session: OnlineSession | null = null;
  private key = '';
  private controller: GameController;

  constructor(controller: GameController) {
    this.controller = controller;
    readSeats(controller.page);
    controller.page.effect(everything, (state) => this.follow(state));
  }

  private follow(state: State) {
    if (!isGameOnBoard(state) || state.boot.phase !== 'ready') return;
    const { id } = this.controller.autosave;
    const key = state.match && !state.early && state.isOnline ? id : '';
    if (key === this.key) return;
    this.key = key;
    const own = ownGameBy(key);
    this.session?.close();
    this.session = own ? new OnlineSession(this.controller, own) : null;
  }
}

/** The seats of a page; from the first time on it watches what is on the board. */
export const seatsOf = once((controller: GameController) => new Seats(controller));

/** Puts a game of the server on the board; who has a free seat takes it. Resolves to whether it is there. */
export async function openGame(
  controller: GameController,
  id: string,
  token: string | null,
  tokens?: Record<Side, string>,
) {
  const { page } = controller;
  seatsOf(controller);
  let message = await request(`/games/${id}`, token);
  const { seat = null, game = '' } = message;
  if (seat && (!message.joined[seat] || (page.state.seats.name && !message.names[seat])))
    message = await request(`/games/${id}`, token, { op: 'join', name: page.state.seats.name });
  const invite = seat && tokens ? tokens[other(seat)] : undefined;
  const own = keepOwnGame(page, {
    id,
    seat,
    token,
    game,
    isOver: Boolean(message.outcome),
    turn: message.turn,
    ...(invite && { invite }),
  });
  const players = seat ? seated(seat, REMOTE) : { w: REMOTE, b: REMOTE };
  const error = await controller.replaceMatch(
    'load',
    { text: message.record ?? '', format: 'json' },
    { players, paused: false },
    keyOf(own),
  );
  if (error) throw error;
  readdress(`#online=${id}${token ? `.${token}` : ''}`);
}
