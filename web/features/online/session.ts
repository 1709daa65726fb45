/**
 * The game with others that is on the board. The board has a copy: a move is played on it at once, and stands when the
 * server has taken it; what the server says goes to the board. A move that has not arrived is sent again.
 */

import type { GameController } from '../../game/controller.ts';
import type { Ending, SessionKind } from '../../game/exchange.ts';
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
import type { Mine, Online, Wish } from '../../state/online.ts';
import { isGameOnBoard } from '../../state/rights.ts';
import { askedFor, asksFor, calledOther } from '../../state/seats.ts';
import { everything, glides, other, type Page, REMOTE, type State, seated } from '../../state/state.ts';
import { isAtEnd, mainLine } from '../../state/tree.ts';
import { loadArchivedRecord } from '../../store/store.ts';
import { Connection, type Heard, request, type Told } from './connection.ts';
import { keepMine, keyOf, mineBy, readSeats } from './mine.ts';

const AGAIN_MS = 2000; // after which a move is sent again that the server could not take
const PASSING = ['away', 'store-failed', 'too-many']; // errors that say nothing about a request

const isOfCode = (error: unknown, codes: string[]) => error instanceof EngineError && codes.includes(error.code);

export const linkOf = (id: string, token: string | null) =>
  `${location.href.split('#')[0]}#online=${id}${token ? `.${token}` : ''}`;

const lineOf = (match: Match) => mainLine(match).map(({ move }) => move.path.join('-'));

/** The moves of a record, which has no variations. */
const recorded = (record: string): string[] =>
  JSON.parse(record)
    .nodes.slice(1)
    .map(({ path }: { path: string[] }) => path.join('-'));

/** Shows a notification: by the service worker where there is one, for phones allow no other. That leads to the page. */
async function tell(Note: typeof Notification, title: string, options: NotificationOptions) {
  const worker = await serviceWorkers()?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const note = new Note(title, options);
  note.onclick = () => {
    focus();
    note.close();
  };
}

class Session implements SessionKind {
  private controller: GameController;
  private page: Page;
  private one: Mine;
  private connection: Connection;
  private isClosed = false;
  private version = 0; // of the latest that was heard
  private turn = -1; // of the server, that the board shows
  private told = -1; // the turn that was heard last
  private plies = 0; // of the game on the board at that turn
  private next: string | null | undefined; // the game after this one; undefined until the server has told
  private isFinished = false; // whether the game that is over is on the board as such
  private work: Promise<unknown> = Promise.resolve(); // settles when all that was heard is on the board

  constructor(controller: GameController, one: Mine) {
    this.controller = controller;
    this.page = controller.page;
    this.one = one;
    const neither = { w: false, b: false };
    this.page.set({
      online: {
        id: one.id,
        seat: one.seat,
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
        isOver: one.isOver,
        links: {
          invite: one.invite ? linkOf(one.id, one.invite) : '',
          own: one.token ? linkOf(one.id, one.token) : '',
          watch: linkOf(one.id, null),
        },
      },
    });
    controller.sessions[one.seat ? 'online' : 'watching'] = this;
    this.connection = new Connection(
      one.id,
      one.token,
      (told) => this.hear(told),
      (error) => this.lose(error),
    );
  }

  close() {
    this.isClosed = true;
    this.connection.close();
    this.controller.sessions[this.one.seat ? 'online' : 'watching'] = undefined;
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

  call(name: string) {
    this.wish({ op: 'join', name });
  }

  private wish(fields: object) {
    return attempt(this.controller, async () => this.hear(await this.connection.ask(fields)));
  }

  /** Sends a move that is on the board already. */
  private async send(path: string[], key = unique()): Promise<void> {
    const { turn } = this;
    try {
      const told = await this.connection.ask({ op: 'move', turn, path, key });
      if (this.isClosed) return;
      if (this.turn === turn) this.adopt(told.turn);
      this.hear(told);
    } catch (error) {
      if (this.isClosed || this.turn !== turn) return;
      if (isOfCode(error, PASSING)) {
        this.lose(error);
        runAfter(AGAIN_MS, () => !this.isClosed && this.turn === turn && this.send(path, key));
        return;
      }
      this.controller.fail(error);
      this.work = this.work.then(async () => this.load(await this.connection.ask({ op: 'state' }))).catch(() => {});
    }
  }

  // -- what the server says ------------------------------------------------------------------------------

  private know(values: Partial<Online>) {
    this.page.change((s) => {
      if (s.online) s.online = { ...s.online, ...values };
    });
  }

  private lose(error: unknown) {
    if (this.isClosed) return;
    this.know({ isLost: true });
    if (!isOfCode(error, ['no-game', 'no-seat', 'wrong-origin'])) return;
    this.controller.fail(error);
    this.connection.close();
  }

  private hear(told: Heard) {
    if (this.isClosed) return;
    const { page, one } = this;
    const before = page.state.online;
    const { present, version, turn, side, names, joined, clock = null, outcome, next } = told;
    const seen = { isLost: false, present, watchers: present.watchers };
    if (version === undefined || turn === undefined || !names || !joined) return this.know(seen);
    if (version < this.version) return;
    this.version = version;
    const isOver = Boolean(outcome);
    const { draw = null, takeback = null, rematch = null } = told;
    const plies = one.seat === side ? 2 : 1;
    this.know({
      ...seen,
      side,
      names,
      joined,
      clock,
      toldAt: performance.now(),
      asked: { draw, takeback, rematch },
      canTakeBack: one.seat !== null && !isOver && !takeback && turn >= plies,
      isOver,
    });
    const isTurn = !isOver && side === one.seat;
    if (isTurn && told.act === 'move') this.notify();
    const isSame = turn === this.told && isOver === before?.isOver && !next;
    if (before && page.state.online) this.tellOf(before, page.state.online, isSame);
    this.told = turn;
    const known = { isTurn, isOver, other: one.seat ? names[other(one.seat)] : '' };
    this.one = keepMine(page, { ...one, ...known, ...(told.act && { when: Date.now() }) });
    this.work = this.work.then(() => this.sync(told as Told)).catch((error) => this.controller.fail(error));
    // Not where a game of long ago is looked at.
    if (next && this.next === null) attempt(this.controller, () => go(this.controller, next, one.token));
    this.next = next;
  }

  /** Tells that the other player has come, has declined, or asks for something, which the page shows. */
  private tellOf(before: Online, now: Online, isSame: boolean) {
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
    const options = { body: t('online.notification'), tag: this.one.id, data: location.href };
    tell(Note, gameName(meta), options).catch(() => {}); // a browser may refuse it all the same
  }

  /** The board is as the server has it at a turn, or will be. */
  private adopt(turn: number, plies = this.page.state.match ? lineOf(this.page.state.match).length : 0) {
    this.turn = turn;
    this.plies = plies;
    this.one = keepMine(this.page, { ...this.one, turn });
  }

  /** Brings the board to what was told, once the game is on it. */
  private async sync(told: Told): Promise<void> {
    await this.page.until((state) => this.isClosed || (isGameOnBoard(state) && state.session.kind !== 'editor'));
    const { match } = this.page.state;
    if (this.isClosed || !match) return;
    const isOver = Boolean(told.outcome);
    if (told.turn === this.turn && isOver === this.isFinished) return;
    const ours = lineOf(match);
    if (told.record) return this.compare({ ...told, record: told.record }, match, ours);
    if (told.act === 'move' && told.path && told.turn === this.turn + 1 && !isOver) {
      const isHere = ours.length === this.plies + 1 && ours.at(-1) === told.path.join('-');
      if (!isHere && ours.length === this.plies) await this.play(told.path);
      if (isHere || ours.length === this.plies) return this.adopt(told.turn);
    }
    const whole = await this.connection.ask({ op: 'state' });
    if (!this.isClosed && whole.version >= told.version) await this.sync(whole);
  }

  private async compare(told: Told & { record: string }, match: Match, ours: string[]) {
    const theirs = recorded(told.record);
    const begins = (long: string[], short: string[]) => short.every((move, ply) => long[ply] === move);
    const isOver = Boolean(told.outcome);
    const isUnsent = told.turn === this.one.turn;
    this.adopt(told.turn, theirs.length);
    const more = ours.length - theirs.length;
    if (isOver) {
      if (match.end && more === 0 && loadArchivedRecord(this.controller.autosave.id) !== null) this.isFinished = true;
      else await this.load(told);
    } else if (more === 1 && isUnsent && told.side === this.one.seat && begins(ours, theirs)) {
      this.send(mainLine(match)[ours.length - 1].move.path);
    } else if (more === -1 && begins(theirs, ours)) {
      await this.play(theirs[ours.length].split('-').filter(Boolean));
    } else if (more !== 0 || !begins(ours, theirs) || match.end) {
      await this.load(told);
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
      const move = match?.moves.find((one) => one.path.join() === path.join());
      const motion = match && move && glides(page.state) ? wholeMove(match.rows, move, page.state) : null;
      const next = await controller.ask('play', { path, spent: 0, variation: false }, gameId);
      if (next) await controller.showMatch(next, motion, move ?? null);
    });
  }

  /** Takes over a record of the server. At the end it has the names and the clocks, and goes to the finished games. */
  private load({ record = '', turn, outcome }: Told) {
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
  session: Session | null = null;
  private key = '';
  private controller: GameController;

  constructor(controller: GameController) {
    this.controller = controller;
    readSeats(controller.page);
    controller.page.effect(everything, (state) => this.look(state));
  }

  private look(state: State) {
    if (!isGameOnBoard(state) || state.boot.phase !== 'ready') return;
    const { id } = this.controller.autosave;
    const key = state.match && !state.early && state.isOnline ? id : '';
    if (key === this.key) return;
    this.key = key;
    const one = mineBy(key);
    this.session?.close();
    this.session = one ? new Session(this.controller, one) : null;
  }
}

/** The seats of a page; from the first time on it watches what is on the board. */
export const seatsOf = once((controller: GameController) => new Seats(controller));

/** Puts a game of the server on the board; who has a free seat takes it. Resolves to whether it is there. */
export async function go(
  controller: GameController,
  id: string,
  token: string | null,
  tokens?: Record<Side, string>,
) {
  const { page } = controller;
  seatsOf(controller);
  let told = await request(`/games/${id}`, token);
  const { seat = null, game = '' } = told;
  if (seat && (!told.joined[seat] || (page.state.seats.name && !told.names[seat])))
    told = await request(`/games/${id}`, token, { op: 'join', name: page.state.seats.name });
  const invite = seat && tokens ? tokens[other(seat)] : undefined;
  const one = keepMine(page, {
    id,
    seat,
    token,
    game,
    isOver: Boolean(told.outcome),
    turn: told.turn,
    ...(invite && { invite }),
  });
  const players = seat ? seated(seat, REMOTE) : { w: REMOTE, b: REMOTE };
  const error = await controller.replaceMatch(
    'load',
    { text: told.record ?? '', format: 'json' },
    { players, paused: false },
    keyOf(one),
  );
  if (error) throw error;
  readdress(`#online=${id}${token ? `.${token}` : ''}`);
}
