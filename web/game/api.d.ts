/**
 * The game on the board as the rest of the page sees it. `GameController` (controller.js) and the modules beside it make
 * it; nothing else imports them. Read by the type checker alone; the browser never loads this file.
 *
 * `GameApi` is for views, panels, sounds, and pages that hold this one: it says what a player can do.
 * `GameController` is for the modules of `game/` and `study/`, which change the match themselves.
 */

import type { Aid } from '../state/archive.js';
import type { Edit, Notice, Page, State } from '../state/state.js';
import type { Turn } from '../state/store.js';
import type { Match, Motion, Move, Side } from '../types.d.ts';

/** A reply of the rules, or what they tell while they search: what it holds depends on the request. */
// biome-ignore lint/suspicious/noExplicitAny: each request has its own
export type Reply = any;

/** Requests to the rules: `py/saltus/protocol/bridge.py` describes them. */
export interface Rules {
  /** Rejects with a `RequestError`. A second worker may have a part in a search that is `shared`. */
  request(
    op: string,
    fields?: Record<string, unknown>,
    how?: { onprogress?: (event: Reply) => void; shared?: boolean },
  ): Promise<Reply>;
  /** Fetches a tablebase; false where it does not come. */
  supply(name: string): Promise<boolean>;
}

/** How a new match begins. */
export interface NewGame {
  setup?: string;
  seed?: number;
  /** The beginning of three moves that is played. */
  ballot?: number;
  options?: Record<string, boolean>;
  /** In seconds. */
  clock?: { initial: number; increment: number } | null;
  players?: Record<Side, number>;
}

/**
 * Who plays a match that is put on the board, from which side it is seen, and whether the computer waits. Where that is
 * not said, it waits where it would have to go on.
 */
export type Seats = Partial<Pick<State, 'players' | 'bottom' | 'paused'>>;

export interface GameApi {
  readonly page: Page;
  readonly rules: Rules;
  readonly entry: MoveEntry;
  readonly navigation: Navigation;
  readonly offers: Offers;
  readonly computer: Pick<Computer, 'hint'>;
  readonly autosave: Pick<Autosave, 'bringBack'>;

  /** Counts the matches that were put on the board: what is about another one is out of date. */
  readonly gameId: number;
  /** What is being done to the match, until it is done or has failed. */
  readonly lock: Promise<void> | null;

  /** Where positions are set up, once that has been asked for. */
  editor: Editor | null;
  /** What gives puzzles, once one has been asked for. */
  trainer: Trainer | null;
  /** What makes the sounds, once it has been fetched. */
  speaker: Speaker | null;

  // -- which game --

  /** Puts a game on the board as it was left, else its first position. */
  open(key: string): Promise<void>;
  /** Starts a match of the game on the board; `notice` is what to say about it. */
  fresh(wishes: NewGame, notice?: string): Promise<void>;
  /** The same game again, set up as before. */
  again(): Promise<void>;
  /** Puts another game on the board, from its record. Resolves to whether the rules could read it. */
  bring(record: string, seats?: Seats, id?: string): Promise<boolean>;
  /** Puts a match on the board as the rules make it of `new` or `load`. Resolves to what is wrong, or null. */
  put(op: string, fields: Record<string, unknown>, seats: Seats, id?: string): Promise<unknown>;

  // -- who plays, and how it is seen --

  /** Who plays a side: 0 for a person, else the computer's level. */
  seat(side: Side, level: number): Promise<void>;
  /** Holds the computer, or lets it go on. */
  pause(): Promise<void>;
  /** The computer against itself: the next speed, in turn. */
  faster(): void;
  /** Sounds off, or on again. */
  hush(): void;
  /** Turns the board round. */
  flip(): void;
  /** The analysis on, or off again. */
  analyse(): Promise<void>;
  /** Writes a comment and glyphs at a node of the match. */
  annotate(fields: { node: number; comment: string; glyphs: number[] }): Promise<void>;

  // -- what is said --

  /** Speaks through the live region. */
  say(text: string): void;
  /** Shows a notice, and speaks it. */
  tell(kind: Notice['kind'], text: string): void;
  /** Shows an error as a sentence. */
  fail(error: unknown): null;
  /** Why nothing can be entered just now. */
  idle(): string;
}

export interface GameController extends GameApi {
  readonly computer: Computer;
  readonly autosave: Autosave;
  /** What analyses, once it has been asked for. */
  readonly analyst: Analyst | null;
  gameId: number;

  /** Asks the rules; null if another match is on the board by the time they answer. */
  ask(op: string, fields: Record<string, unknown>, gameId: number): Promise<Reply>;
  /** Does something to the match as a whole, one thing after another: meanwhile nothing is entered on the board. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Takes a new state of the match over; `move` is the one that was just played, to be spoken. */
  take(match: Match, motion?: Motion | null, move?: Move | null): Promise<void>;
}

/** Enters moves: square by square, or whole. */
export interface MoveEntry {
  /**
   * One square of a move. `dragged`: the piece is there already; `spoken`: someone listens rather than looks, so that even
   * a tap on nothing is answered.
   */
  enter(square: string, how?: { dragged?: boolean; spoken?: boolean }): void;
  /** Ends the half-entered move where it stands. */
  end(): void;
  /** Takes the half-entered move back. Returns whether there was one. */
  cancel(): boolean;
  /** Passes, where that is all there is. */
  pass(): void;
  /** A move that was written down. Resolves to whether it was played. */
  type(text: string): Promise<boolean>;
  play(move: Move, motion: Motion | null): Promise<void>;
}

/** Moves through the game, and changes its tree. */
export interface Navigation {
  /** Back: against the computer to the person's own move before. */
  back(): Promise<void>;
  /** Forth along the line that was left: against the computer to the person's next move. */
  forth(): Promise<void>;
  /** To a node. */
  to(node: number): Promise<void>;
  /** Plays moves as a variation of what was played there. */
  follow(moves: Move[]): Promise<void>;
  /** `undo`, `redo`, `goto`, `promote` or `prune`. */
  go(op: string, fields?: Record<string, unknown>): Promise<void>;
}

/** What ends a game, or would, without a move. */
export interface Offers {
  /** The person who resigns or offers: the only one, or the one whose turn it is. */
  readonly person: Side;
  resign(): Promise<Match | null>;
  /** Offers a draw to the other side. */
  offer(): Promise<void>;
  /** Answers the offer that stands. */
  answer(accepts: boolean): void;
  /** A flag has fallen. */
  flag(side: Side): Promise<Match | null>;
  claim(kind: string): void;
  /** Asks the rules for one of these as the request `op`. */
  ask(op: string, fields: Record<string, unknown>): Promise<Match | null>;
}

/** The computer's moves, its hints, and its answers to a draw offer. */
export interface Computer {
  /** Stops the search, and waits until it has ended. */
  quiet(): Promise<void>;
  /** Moves, if it is the computer's turn. */
  consider(): Promise<void>;
  /** Suggests a move, with the reason; asked again, takes the suggestion away. */
  hint(): Promise<void>;
  /** Answers the draw that it has been offered. */
  answer(): Promise<void>;
}

/** Keeps the match on the board in the browser's storage. */
export interface Autosave {
  /** By which the match on the board is known among those that have ended. */
  id: string;
  keep(match: Match): void;
  /** Notes help in the game on the board: it will not be rated. */
  aid(aid: Aid): void;
  /** Keeps a move that the rules have not answered yet; null where they have refused it. */
  keepTurn(turn: Turn | null): void;
  /** Keeps a match that has just ended among the past ones. */
  finish(): Promise<void>;
  /** The game that made way for this one, back on the board. */
  bringBack(): Promise<void>;
}

/** The analysis, as far as the game needs it: `study/analysis.js`. */
export interface Analyst {
  toggle(): void;
  /** Stops the search, and waits until it has ended. */
  quiet(): Promise<void>;
}

/** The editor, as far as the board needs it: `study/editor.js`. */
export interface Editor {
  enter(square: string): void;
  set(change: Partial<Edit>): Promise<void>;
  /** Moves a piece; off the board it is gone. */
  move(from: string, to: string | null): void;
}

/** The puzzle on the board, as far as the game needs it: `study/puzzle.js`. */
export interface Trainer {
  hint(): void;
  analyse(): Promise<void>;
}

/** The sounds: `sound/synth.js`. */
export interface Speaker {
  play(sound: 'move' | 'capture' | 'crown' | 'low' | 'win' | 'loss' | 'draw', style?: string, after?: number): void;
}
