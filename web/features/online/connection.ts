/**
 * The connection to a game on the server: a WebSocket, or questions by HTTP where there is none. It is taken up again
 * until it is closed. The server's page `/api/docs` describes what is said.
 */

import { EngineError } from '../../lib/engine-error.ts';
import { begin, pending } from '../../lib/pending.ts';
import { unique } from '../../lib/random.ts';
import { gameServer } from '../../lib/server.ts';
import type { Side } from '../../protocol.d.ts';
import type { Wish } from '../../state/online.ts';

const OPEN_MS = 4000; // a socket that is not open by then is none
const ANSWER_MS = 10_000;
const QUIET_MS = 20_000; // after which it is asked whether a socket is still connected
const WAIT_SECONDS = 5; // how long the server may wait for news before it answers a question: soon after it, nobody counts as there
const MAX_ATTEMPTS = 3; // sockets that failed in a row, after which the game is played without one
const PAUSE_MS = { first: 500, most: 8000 };

/** What the server says of a game; with its record where the whole state was asked for. */
export type GameMessage = Record<Wish, Side | null> & {
  version: number;
  turn: number;
  side: Side;
  names: Record<Side, string>;
  joined: Record<Side, boolean>;
  clock: (Record<Side, number> & { running: Side | null }) | null;
  next: string | null;
  outcome: object | null;
  present: Record<Side, boolean> & { watchers: number };
  act?: string; // of an event
  path?: string[]; // of a move
  game_id?: string;
  game?: string;
  seat?: Side | null;
  record?: string;
  tokens?: Record<Side, string>; // of a new game
};

export type Message = { [Name in keyof GameMessage]?: GameMessage[Name] } & { present: GameMessage['present'] };

/** A request by HTTP. Rejects with an `EngineError`, whose code is `away` where no server answers. */
export async function request(
  path: string,
  token: string | null,
  body?: object,
  signal?: AbortSignal,
): Promise<GameMessage> {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const fields = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
  const given = signal ?? AbortSignal.timeout(ANSWER_MS);
  const asked = fetch(`${gameServer()}${path}`, { ...fields, signal: given })
    .then((response) => response.json())
    .catch(() => away());
  // One that may wait for news is none that the page waits for.
  const reply = await (signal ? asked : pending('server', asked));
  if (!reply.ok) throw new EngineError(reply.error ?? away().error);
  return reply;
}

const away = () => ({ ok: false, error: { code: 'away', message: 'The server does not answer.' } });

export class Connection {
  private socket: WebSocket | null = null; // once it is open
  private waiting: Map<number, { resolve: (message: GameMessage) => void; reject: (error: unknown) => void }> =
    new Map();
  private sent = 0;
  private failed = 0; // sockets, in a row
  private closing = new AbortController();
  private wake = () => {}; // ends a pause
  private probe = () => {}; // asks the socket whether it is still connected
  private drop = () => {}; // ends the socket
  private version = 0; // the last that was heard
  private path: string;
  private token: string | null;
  private onMessage: (message: Message) => void;
  private onLost: (error: unknown) => void;

  constructor(
    id: string,
    token: string | null,
    onMessage: (message: Message) => void,
    onLost: (error: unknown) => void,
  ) {
    this.path = `/games/${id}`;
    this.token = token;
    this.onMessage = onMessage;
    this.onLost = onLost;
    const { signal } = this.closing;
    const look = () => {
      this.wake();
      this.probe();
    };
    for (const sign of ['online', 'pageshow', 'visibilitychange']) addEventListener(sign, look, { signal });
    addEventListener('offline', () => this.drop(), { signal });
    this.run();
  }

  close() {
    this.closing.abort();
    this.drop();
    this.wake();
  }

  /** Makes a request of a player; `key` has it count once, however often it arrives. */
  async ask(fields: object): Promise<GameMessage> {
    const body = { key: unique(), ...fields };
    const { socket } = this;
    if (!socket) return request(this.path, this.token, body);
    return this.say(socket, body).catch((error) => {
      if (error instanceof EngineError && error.code === 'away') return request(this.path, this.token, body);
      throw error;
    });
  }

  private say(socket: WebSocket, fields: object): Promise<GameMessage> {
    const id = ++this.sent;
    socket.send(JSON.stringify({ id, ...fields }));
    const timer = setTimeout(() => this.answered(id, away()), ANSWER_MS);
    const message = new Promise<GameMessage>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    return pending('server', message).finally(() => clearTimeout(timer));
  }

  private answered(
    id: number,
    reply: { ok: boolean; error?: ConstructorParameters<typeof EngineError>[0] } & object,
  ) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (reply.error) asked?.reject(new EngineError(reply.error));
    else asked?.resolve(reply as unknown as GameMessage);
  }

  /** Hears of the game until the connection is closed. */
  private async run() {
    for (let pause = PAUSE_MS.first; !this.closing.signal.aborted; ) {
      try {
        if (this.failed < MAX_ATTEMPTS && (await this.live().catch(() => false))) {
          pause = PAUSE_MS.first;
          continue;
        }
        const question = this.version ? `?after=${this.version}&wait=${WAIT_SECONDS}` : '';
        const limit = AbortSignal.timeout(WAIT_SECONDS * 1000 + ANSWER_MS);
        const ends = AbortSignal.any([limit, this.closing.signal]);
        this.receive(await request(this.path + question, this.token, undefined, ends));
        pause = PAUSE_MS.first;
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.failed = 0; // where no question is answered either, sockets may well work later
        this.onLost(error);
        await new Promise<void>((done) => {
          this.wake = done;
          setTimeout(done, pause);
        });
        pause = Math.min(PAUSE_MS.most, 2 * pause);
      }
    }
  }

  private receive(message: Message) {
    if (this.closing.signal.aborted) return;
    this.version = Math.max(this.version, message.version ?? 0);
    this.onMessage(message);
  }

  /**
   * Holds a socket open as long as it goes. Resolves to whether the server let it in. Where a device has slept or changed
   * its network, nobody tells of the end: so a socket that is quiet for long, or might be dead, is asked for the state.
   */
  private live(): Promise<boolean> {
    this.failed++;
    const end = begin('server');
    return new Promise((done) => {
      const address = new URL(`${gameServer()}${this.path}/live`, location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      const socket = new WebSocket(address); // a browser may forbid it
      const timer = setTimeout(() => this.drop(), OPEN_MS);
      let quiet = 0;
      const restartProbe = () => {
        clearInterval(quiet);
        quiet = setInterval(this.probe, QUIET_MS);
      };
      this.probe = () => {
        if (this.socket === socket)
          this.say(socket, { op: 'state' }).then((message) => this.receive(message), this.drop);
      };
      this.drop = () => {
        this.drop = () => {};
        end();
        clearTimeout(timer);
        clearInterval(quiet);
        socket.onclose = socket.onmessage = null;
        socket.close();
        const wasIn = this.socket === socket;
        this.socket = null;
        for (const id of [...this.waiting.keys()]) this.answered(id, away());
        done(wasIn);
      };
      socket.onopen = () => {
        this.say(socket, { op: 'enter', ...(this.token && { seat: this.token }) }).then(
          (message) => {
            clearTimeout(timer);
            this.socket = socket;
            this.failed = 0;
            restartProbe();
            this.receive(message);
            end();
          },
          () => this.drop(),
        );
      };
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        restartProbe();
        if (message.event) this.receive(message);
        else this.answered(message.id, message);
      };
      socket.onclose = this.drop;
    });
  }
}
