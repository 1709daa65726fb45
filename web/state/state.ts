/**
 * The whole state of the page in one object, and the functions that change it. Views only read it, after changes, at
 * most once a frame. Nothing here knows the rules: the legal moves are `match.moves`, which Python sends.
 */

import type { Motion } from '../board/animation.ts';
import { standsUpright } from '../board/geometry.ts';
import type { Refused } from '../board/model.d.ts';
import { initial, nullable } from '../lib/first.ts';
import { beforePaint } from '../lib/pending.ts';
import type { Move, Side, Thought } from '../protocol.d.ts';
import type { Match, Meta, Timing } from './game.d.ts';
import { unread } from './kept.ts';
import { noSeats, type Online } from './online.ts';
import { explore, GAME, isTried, type Review, resetGame, type Session } from './session.ts';
import { isPlain, PLAIN, settings } from './settings.ts';
import { isAtEnd } from './tree.ts';

/** A message in the status line in place of whose turn it is. It stays until the position changes. */
export interface Notice {
  kind: 'refusal' | 'hint' | 'plain' | 'error';
  text: string;
  anyway?: () => unknown; // puts the game of a link on the board that made way for one that is known here
  rule: string | null; // the rule that refuses the move
  below?: boolean; // whether it stands below whose turn it is
  back?: boolean; // whether it offers to restore the match that was replaced
  aside?: boolean; // whether it offers to show what could not be read
}

/** A suggested move. */
export interface Hint {
  path: string[];
  text: string; // what is said of it
  isIdea?: boolean; // whether that is shown without the move yet
  squares?: string[]; // the squares and the arrow that show the reason
  arrow?: string[];
  line?: Move[]; // the moves that are expected, from this one on
}

/** The results of the analysis so far. Scores are from White's side, in hundredths of a piece (or of a point). */
export interface Analysis extends Pick<Thought, 'depth'> {
  node: number; // the node that is analysed; -1 before the first result
  lines: { score: number; moves: Move[] }[]; // the best first; each has as many moves as the page shows
  exact: boolean; // whether the scores are exact, so that the search is finished
  every: boolean; // whether there is a line for every legal move
  scores: Record<Side, number> | null; // the points at the end of the game, if the best line reaches it
}

/** The analysis that is on, and has found nothing yet. */
export const UNANALYSED: Analysis = { node: -1, lines: [], depth: 0, exact: false, every: false, scores: null };

export type State = ReturnType<typeof create>;

export const FIRST_LEVEL = 2; // the level of the computer in a first game: somebody who learns the rules can beat it

export const MAX_OPENING_PLIES = 24;

export const REMOTE = -1; // in `players`, in place of a level: a person who plays by link

export const SIDES: Side[] = ['w', 'b'];

export const other = (side: Side): Side => (side === 'w' ? 'b' : 'w');

/** The players of a first game: a person, who moves first unless the game draws colours, against the computer. */
export function players(meta: Meta): Record<Side, number> {
  const person = meta.lots && Math.random() < 0.5 ? other(meta.first) : meta.first;
  return person === 'w' ? { w: 0, b: FIRST_LEVEL } : { w: FIRST_LEVEL, b: 0 };
}

/** Who plays: a person at this device on one side, the computer at a level or a friend (`REMOTE`) on the other. */
export const seated = (person: Side, level: number) =>
  ({ [person]: 0, [other(person)]: level }) as Record<Side, number>;

/** The players of an address: the numbers of White and Black; null where it names none. */
export function playersOf(text: string | null): Record<Side, number> | null {
  const [, w, b] = /^(\d|10)-(\d|10)$/.exec(text ?? '') ?? [];
  return w && b ? { w: Number(w), b: Number(b) } : null;
}

/** The side at the bottom of the board: the person's against the computer, else the side that moves first. */
export function seat(meta: Meta, seats: Record<Side, number>): Side {
  if (!seats.w === !seats.b) return meta.first;
  return seats.w ? 'b' : 'w';
}

export const metaOf = ({ games }: Pick<State, 'games'>, wanted: string) => games.find(({ key }) => key === wanted);

/** What belongs to the position on the board, before anything was done there. */
const newTurn = () => ({
  draft: initial<string[]>([]), // the squares of the partly entered move, origin first
  // a position of a line of the analysis, shown instead of the match: the last move, and its place in the lines, which are
  // those that were listed when the preview began; `text` is said of it in the place of a hint
  preview: nullable<{ rows: string[]; last: Move; at: string; lines: Analysis['lines']; text?: string }>(),
  drawn: initial<string[][]>([]), // what was drawn on the board: a square, or the two ends of an arrow
  pointed: nullable<string[]>(), // the path of the move that the pointer is on in a list
  hint: nullable<Hint>(),
  points: nullable<Record<Side, number[]>>(), // of each island of a finished game, in the order of `outcome.islands`
  counted: nullable<number>(), // how many of these points have been so far; null if they are not counted one by one
  notice: nullable<Notice>(),
});

/** What belongs to the game on the board, without a match yet. */
function newGame(meta: Meta) {
  const seats = players(meta);
  return {
    meta,
    match: nullable<Match>(), // as the rules sent it last; null until their first reply
    early: false, // whether the match is from an earlier reply, and the rules have yet to be given it (`game/instant.ts`)
    finished: nullable<Match>(), // the one that has just ended on this board; null once another position is on it
    opening: nullable<{ match: Match; name: string }>(), // the name of the opening, and the match it was asked for
    rows: meta.start.rows, // the position on the board: of `match`, or of the store while the rules load
    last: nullable<Move>(), // the move that led to this position
    grouped: initial<Record<Side, boolean>>({ w: false, b: false }), // whose largest group is outlined
    // 0 for a person at this device, else the computer's level; `REMOTE` for a person who plays by link
    players: seats,
    bottom: seat(meta, seats), // the side at the bottom of the screen
    // the move that was entered in advance: the square of its piece, and where that is to go; empty for none
    premove: initial<string[]>([]),
    paused: false, // whether the computer must not move
    analysis: nullable<Analysis>(), // the results of the analysis; null while it is off
    motion: nullable<Motion>(), // the animation that runs, or has run
    ...newTurn(),
  };
}

export const create = (games: Meta[], meta: Meta, storedSettings: unknown) => ({
  games, // all games, as the build has put them into the page
  ...newGame(meta),
  boot: {
    phase: initial<'loading' | 'ready' | 'failed'>('loading'), // of the rules
    loaded: 0, // how far that is, in bytes
    total: 0,
    message: '', // what failed
    late: false, // whether nothing has arrived for a long time
    isBlocked: false, // whether they cannot run in this browser
  },
  version: '', // which rules the site has
  tall: false, // whether the screen is so tall and narrow that a wide board stands upright on it
  pending: false, // whether a request that changes the match is running; then the board takes no input
  lastLevel: FIRST_LEVEL, // of the computer, when it last gave a seat back
  thinking: nullable<{ side: Side; purpose: 'move' | 'hint' | 'offer' }>(), // the search that is running
  hinting: false, // whether a hint is shown at every move of a person, until that is switched off
  refused: nullable<Refused>(), // the move that was refused last
  renew: nullable<() => void>(), // loads the newer version of the page, once there is one
  isUnkept: false, // whether the browser has refused to store what the page keeps
  toast: nullable<{ text: string; picture: HTMLCanvasElement | null }>(), // a short confirmation over the page
  // the game of a link that is on its way to the board: another one than is there, or the same, after a reload
  arriving: initial<'' | 'other' | 'same'>(''),
  isOnline: false, // whether the game on the board is one of a server, also before that has told of it
  online: nullable<Online>(), // the game on the board, where it is played with others by a server
  seats: noSeats(), // the games with others, read where they are shown
  sent: '', // the record of the game by link that was sent last
  link: nullable<{ text: string; label: string; code?: { size: number; path: string } | null }>(), // shown as copied, or to be copied by hand
  panels: initial<string[]>([]), // the keys of the panels that there are
  panel: nullable<string>(), // the key of the open one
  rule: nullable<string>(), // the rule that the rules panel shows first
  held: '', // the game that is pointed at in the list of games; empty for none
  kept: unread(), // what this browser keeps of what was played: read where a view shows it
  next: nullable<number>(), // the level to play next, after the finished game on the board; null where another step is due
  menu: nullable<'game' | 'study' | 'share'>(), // the menu in the header that is open
  newcomer: false, // whether nothing has been played in this browser; then the page offers the lesson
  review: nullable<Review>(), // the review of the match; null if none was made
  // the positions of the autosaved games, by game; `yours`: a person here is to move
  tables: initial<Record<string, { rows: string[]; over: boolean; yours?: boolean }>>({}),
  portrait: nullable<(level: number) => unknown>(), // draws the face of an opponent, once the faces are here
  introduced: false, // whether the start card is shown; the computer does not move before it is closed
  timing: initial<Timing>({ turns: {}, steady: 0, device: 0, hidden: false }), // what the turns being made have used of the clocks
  settings: settings(storedSettings),
  session: initial<Session>(GAME), // what the board is used for, with what it needs and what it covers
  slices: initial<ReadonlyMap<object, unknown>>(new Map()), // what others keep here, by their `Slice`
});

/** Switches to another game, without a match yet. */
export function setGame(state: State, meta: Meta) {
  Object.assign(state, newGame(meta));
  resetGame(state);
  state.timing.turns = {};
}

/** Takes over a match from the rules. */
export function setMatch(state: State, match: Match) {
  // A move in advance is for the game as it goes on, and not for another position; so is what is said below it.
  if (match.ply !== (state.match?.ply ?? 0) + 1) Object.assign(state, { premove: [], notice: null });
  clearTurn(state);
  state.match = match;
  state.early = false;
  state.finished = null;
  if (match.ply > 1) state.newcomer = false;
  state.rows = match.rows;
  state.last = match.last;
}

/** Clears what belongs to the position. What is said below whose turn it is stays while the computer replies. */
export function clearTurn(state: State) {
  const { notice } = state;
  const stays = notice?.below && isComputer(state) && !isTried(state);
  Object.assign(state, newTurn(), stays && { notice });
}

/** Draws a circle around a square, or an arrow, on the board; the second time it goes. */
export function toggleDrawn(state: State, path: string[]) {
  const others = state.drawn.filter((shape) => shape.join() !== path.join());
  state.drawn = others.length < state.drawn.length ? others : [...others, path];
}

/** Shows on the board that the move over these squares is refused, and the squares that are the reason. */
export function refuse(state: State, path: string[], because: string[]) {
  state.refused = {
    squares: path.slice(-1),
    because: because.filter((square) => !path.includes(square)),
    piece: path[0] ?? null,
    since: performance.now(),
    moves: glides(state),
  };
}

export const isComputer = (state: State, side = state.match?.side ?? state.meta.first) => state.players[side] > 0;

/** Turns the analysis off, or on: then the computer does not reply to a person's moves. */
export function toggleAnalysis(s: State) {
  s.analysis = s.analysis ? null : UNANALYSED;
  explore(s, s.match !== null && !isAtEnd(s.match));
  s.preview = null;
  if (s.notice?.below) s.notice = null; // it was of the board without the analysis, or with it
}

/** Whether the friend has been sent the game as it is. */
export const isSent = ({ match, sent }: State) => match?.record === sent;

/** What the record calls the player of a side, where people play both; empty where it names none. */
export const recordedName = ({ players, match }: Pick<State, 'players' | 'match'>, side: Side) =>
  (players.w === 0 && players.b === 0 && match?.names?.[side]) || '';

/** Whether the board is seen from its upper side. */
export const isTurned = (state: State) => state.bottom !== state.meta.bottom;

/** Whether a board that is wider than high stands upright. */
export const isUpright = ({ meta, tall }: State) => standsUpright(meta, tall);

/** The board and the piece set that a game is drawn with. */
export function look(state: Pick<State, 'settings'>, meta: Pick<Meta, 'style'> = (state as State).meta) {
  if (isPlain(state.settings)) return PLAIN;
  const { board, pieces } = state.settings;
  return { board, pieces: pieces === 'own' ? meta.style : pieces };
}

/** Whether moves are animated. */
export const glides = ({ settings: { motion } }: State) =>
  motion === 'system' ? !matchMedia('(prefers-reduced-motion: reduce)').matches : motion !== 'off';

/** How many times as long as usual a move takes. */
export const pace = ({ settings: { motion } }: State) => ({ slow: 1.8, fast: 0.5 })[motion as string] ?? 1;

/** What a view or an effect selects that is about the whole state. */
export const everything = (state: State) => state;

type Select<Part> = (state: State) => Part;

/** Whether a view or an effect selects something else than before: another value, or a list with another item. */
const differs = (before: unknown, now: unknown) =>
  Array.isArray(before) && Array.isArray(now)
    ? before.length !== now.length || now.some((item, at) => !Object.is(item, before[at]))
    : !Object.is(before, now);

/**
 * The state with its views and its effects. Each selects a part of the state, and is called once at first and then when that
 * has changed; who selects the state itself is called after every change. Effects are called after the task that made the
 * change, and may work. Views are drawn after them, at most once a frame, and write nothing.
 */
export class Page {
  state: State;
  private effects: Set<() => void> = new Set();
  private views: Set<() => void> = new Set();
  private isChanged = false; // whether effects are to be called
  private callOff: (() => void) | null = null; // the drawing that is due
  private drawing: { during: Event | undefined } | null = null; // the event in whose handler views are drawn now, if any

  constructor(state: State) {
    this.state = state;
  }

  /** Draws what `select` gives, until what this returns is called. */
  view<const Part>(select: Select<Part>, render: (part: Part) => void): () => void {
    return this.watch(this.views, select, render);
  }

  /** Does what follows from what `select` gives, or from a part by its name. What `run` returns undoes it: before the next run, and at the end. */
  effect<Name extends keyof State>(name: Name, run: (part: State[Name]) => unknown): () => void;
  effect<const Part>(select: Select<Part>, run: (part: Part) => unknown): () => void;
  effect(selected: Select<unknown> | keyof State, run: (part: any) => unknown) {
    const select = typeof selected === 'string' ? (state: State) => state[selected] : selected;
    let undo: unknown;
    const end = () => typeof undo === 'function' && undo();
    const stop = this.watch(this.effects, select, (part) => {
      end();
      undo = run(part);
    });
    return () => {
      stop();
      end();
      undo = null;
    };
  }

  private watch<Part>(all: Set<() => void>, select: Select<Part>, call: (part: Part) => void) {
    let seen: { part: Part } | null = null;
    const look = () => {
      const part = select(this.state);
      if (seen && part !== (this.state as unknown) && !differs(seen.part, part)) return;
      seen = { part };
      call(part);
    };
    all.add(look);
    this.changed();
    return () => void all.delete(look);
  }

  change(mutate: (state: State) => void) {
    // A view may move the focus, and a handler of that change the state.
    if (this.drawing && this.drawing.during === globalThis.event) throw new Error('a view writes into the state');
    mutate(this.state);
    this.changed();
  }

  private changed() {
    this.callOff ??= beforePaint(() => this.draw());
    if (this.isChanged) return;
    this.isChanged = true;
    queueMicrotask(() => this.react());
  }

  private react() {
    if (!this.isChanged) return;
    this.isChanged = false;
    for (const look of [...this.effects]) if (this.effects.has(look)) look();
  }

  set(values: Partial<State>) {
    this.change((s) => Object.assign(s, values));
  }

  /** Puts new values into a part of the state, which becomes a new object. */
  amend<Part extends keyof State>(part: Part, values: Partial<State[Part]>) {
    this.change((s) => {
      s[part] = Object.assign({}, s[part], values);
    });
  }

  /** Resolves when something holds. */
  until(holds: (state: State) => boolean) {
    return new Promise<void>((resolve) => {
      const end = this.effect(holds, (isSo) => {
        if (!isSo) return;
        end();
        resolve();
      });
    });
  }

  /** Draws at once what is due, for who needs the elements. */
  draw() {
    while (this.isChanged) this.react();
    if (!this.callOff || this.drawing) return;
    this.callOff();
    this.callOff = null;
    this.drawing = { during: globalThis.event };
    try {
      for (const look of this.views) look();
    } finally {
      this.drawing = null;
    }
  }
}

/** A part of the state of which only those know that import it: a feature's own is gone with its folder. */
export class Slice<Value> {
  private initial: Value;

  constructor(initial: Value) {
    this.initial = initial;
  }

  of({ slices }: Pick<State, 'slices'>): Value {
    return slices.has(this) ? (slices.get(this) as Value) : this.initial;
  }

  put(page: Page, value: Value) {
    page.change((s) => {
      s.slices = new Map(s.slices).set(this, value);
    });
  }

  /** Puts new values into it: it becomes a new object. */
  amend(page: Page, values: Partial<Value>) {
    this.put(page, { ...this.of(page.state), ...values });
  }
}
