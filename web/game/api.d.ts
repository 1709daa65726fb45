/**
 * The game on the board as the rest of the page sees it. `GameController` (controller.ts) and the modules beside it make
 * it; nothing else imports them. Read by the type checker alone; the browser never loads this file.
 *
 * `GameApi` is for views, panels, sounds, and pages that hold this one: it says what a player can do.
 * `GameController` is for the modules of `game/` and `features/`, which change the match themselves.
 */

import type { MatchState, Move, Op, Replies, Side } from '../protocol.d.ts';
import type { Edit, RunStanding } from '../state/mode.ts';
import type { Notice, Page, State } from '../state/state.ts';
import type { Aid } from '../store/archive.ts';
import type { Turn } from '../store/store.ts';
import type { Lined, Match, Motion, Rules, SavedTiming } from '../types.d.ts';

/** Replies to requests that are `recorded`: the state of the match has its record. */
export type Recorded = { [O in Op]: Replies[O] extends MatchState ? Match : Replies[O] };

/** Requests that put another match on the board. */
export type Beginning = 'new' | 'load';

/** How a new match begins. */
export interface NewGame {
  setup?: string;
  seed?: number;
  /** The number of the ballot: three opening moves. */
  ballot?: number;
  options?: Record<string, boolean>;
  /** In seconds. */
  clock?: { initial: number; increment: number } | null;
  players?: Record<Side, number>;
}

/**
 * The players of a match that is put on the board, its orientation, whether the computer is paused, and what the turn that
 * is being made has used of the clock. By default the computer is paused if it would have to continue a game in progress.
 */
export type Seats = Partial<Pick<State, 'players' | 'bottom' | 'paused'>> & { clock?: SavedTiming };

export interface GameApi {
  readonly page: Page;
  readonly rules: Rules;
  readonly entry: MoveEntry;
  readonly navigation: Navigation;
  readonly offers: Offers;
  readonly computer: Pick<Computer, 'hint' | 'hintAlways'>;
  readonly autosave: Pick<Autosave, 'bringBack'>;

  /** Counts the matches that have been on the board: a reply for another number is out of date. */
  readonly gameId: number;
  /** Settles when the last `exclusive` work has ended; null while there is none. */
  readonly lock: Promise<void> | null;

  /** Sets up positions. Null until it is first needed. */
  editor: Editor | null;
  /** Gives lessons. Null until it is first needed. */
  lesson: Lesson | null;
  /** Gives puzzles. Null until it is first needed. */
  trainer: Trainer | null;
  /** Plays the sounds. Null until it is loaded. */
  speaker: Speaker | null;

  // -- which game --

  /** Shows a game: its autosaved match, or else its starting position. */
  open(key: string): Promise<void>;
  /** Starts a new match of the current game; `notice` is a message to show with it. Resolves to whether it has begun. */
  fresh(wishes: NewGame, notice?: string): Promise<boolean>;
  /** A rematch with the same set-up; `level` is the computer's, if it changes. */
  again(level?: number): Promise<void>;
  /** Replaces the match with one from a record. Resolves to whether the rules could read it. */
  bring(record: string, seats?: Seats, id?: string): Promise<boolean>;
  /** Replaces the match by a `new` or `load` request. Resolves to the error, or null. */
  put<O extends Beginning>(op: O, fields: Requests[O], seats: Seats, id?: string): Promise<unknown>;

  // -- players and settings --

  /** Sets who plays a side: 0 for a person, else the computer's level. */
  seat(side: Side, level: number): Promise<void>;
  /** Pauses the computer, or resumes it. */
  pause(): Promise<void>;
  /** Continues the game from the position on the board: the computer replies again. */
  playOn(): Promise<void>;
  /** Selects the next speed of computer against computer. */
  faster(): void;
  /** Turns the sound off or on. */
  hush(): void;
  /** Turns the board round. */
  flip(): void;
  /** Turns the analysis on or off. */
  analyse(): Promise<void>;
  /** Sets the comment and the glyphs of a node. */
  annotate(fields: { node: number; comment: string; glyphs: number[] }): Promise<void>;

  // -- messages --

  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Shows a message in the status line, and announces it. */
  tell(kind: Notice['kind'], text: string): void;
  /** Shows a short confirmation over the page. It is for the eye: `say` speaks the same words. */
  toast(text: string): void;
  /** Shows an error to the player. */
  fail(error: unknown): null;
  /** The reason why the board takes no move now, as a message. */
  idle(): string;
}

export interface GameController extends GameApi {
  readonly computer: Computer;
  readonly autosave: Autosave;
  /** Analyses the position. Null until it is first needed. */
  readonly analyst: Analyst | null;
  gameId: number;
  /** Resolves when the sessions that are ending (lesson, puzzle, retrospect) have put the player's game back. */
  leaving: Promise<unknown>;
  /** Resolves when the rules have the game that is shown. */
  whenLaid(): Promise<void>;

  /** Sends a request. Resolves to null if another match is on the board when the reply arrives. */
  ask<O extends Op>(op: O, fields: Requests[O], gameId: number): Promise<Recorded[O] | null>;
  /** Runs `work` that changes the match, after all earlier such work. Meanwhile the board takes no input. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Shows a new state of the match; `move` is the move that was just played, to be announced. */
  take(match: Match, motion?: Motion | null, move?: Move | null): Promise<void>;
}

/** Enters moves: square by square, or whole. */
export interface MoveEntry {
  /**
   * Enters one square of a move. `dragged`: the piece was dragged to the square; `spoken`: the square comes from the grid of
   * buttons, which screen readers use, so every press is answered.
   */
  enter(square: string, how?: { dragged?: boolean; spoken?: boolean }): void;
  /** Ends a multi-jump where it is now. */
  end(): void;
  /** Cancels the partly entered move. Returns whether there was anything to cancel. */
  cancel(): boolean;
  /** Passes, if that is the only move. */
  pass(): void;
  /** Plays a typed move. Resolves to whether it was played. */
  type(text: string): Promise<boolean>;
  play(move: Move, motion: Motion | null): Promise<void>;
  /** Shows the last move again, and speaks it. Returns whether it is shown. */
  replay(): boolean;
}

/** Requests that move through the game or change its tree. */
export type Step = 'undo' | 'redo' | 'goto' | 'promote' | 'prune';

/** Moves through the game, and changes its tree. */
export interface Navigation {
  /** Back one move; against the computer, to the person's previous move. */
  back(): Promise<void>;
  /** Forward one move; against the computer, to the person's next move. */
  forth(): Promise<void>;
  /** Goes to a node. */
  to(node: number): Promise<void>;
  /** Plays moves as a variation. */
  follow(moves: Move[]): Promise<void>;
  /** Goes to the next variation or the previous one. Returns whether there is one. */
  beside(way: 1 | -1): boolean;
  /** Goes to the start or the end of the line. */
  leap(where: 'first' | 'last'): void;
  /** Takes a step; without fields where the request needs none. */
  go<O extends Step>(op: O, fields?: Requests[O]): Promise<void>;
}

/** Requests that end a game, or may end it, without a move. */
export type Ending = 'resign' | 'offer' | 'accept' | 'decline' | 'claim' | 'flag';

/** Resigning, draw offers and claims, and losing on time. */
export interface Offers {
  /** The side of the person who resigns or offers a draw: the only person, else the one to move. */
  readonly person: Side;
  resign(): Promise<Match | null>;
  /** Offers a draw to the other side. */
  offer(): Promise<void>;
  /** Answers the open draw offer. */
  answer(accepts: boolean): void;
  /** Ends the game on time. */
  flag(side: Side): Promise<Match | null>;
  claim(kind: 'win' | 'draw'): void;
  /** Sends one of these requests to the rules. */
  ask<O extends Ending>(op: O, fields: Requests[O]): Promise<Match | null>;
}

/** The computer's moves, its hints, and its answers to a draw offer. */
export interface Computer {
  /** Stops the search, and waits until it has ended. */
  quiet(): Promise<void>;
  /** Moves, if it is the computer's turn. */
  consider(): Promise<void>;
  /** Shows a hint with its reason; if one is shown, hides it. */
  hint(): Promise<void>;
  /** Shows a hint at every move of a person from now on, or no longer. */
  hintAlways(): void;
  /** Answers a draw offer. */
  answer(): Promise<void>;
}

/** Saves the match on the board in the browser's storage. */
export interface Autosave {
  /** The id of the match on the board in the archive. */
  id: string;
  keep(match: Match): void;
  /** Notes help in the game on the board: the game will not be rated. */
  aid(aid: Aid): void;
  /** Saves a move before the rules have answered; null if they have refused it. */
  keepTurn(turn: Turn | null): void;
  /** Saves what the turn has used of the clock; `isAside`: the game is put aside, and its clock stands. */
  keepClock(isAside?: boolean): void;
  /** Archives a match that has just ended. */
  finish(): Promise<void>;
  /** Restores the last of the earlier games. */
  bringBack(): Promise<void>;
}

/** The analysis, as far as the game needs it: `features/analysis/`. */
export interface Analyst {
  toggle(): void;
  /** Stops the search, and waits until it has ended. */
  quiet(): Promise<void>;
}

/** The editor, as far as the board needs it: `features/editor/`. */
export interface Editor {
  enter(square: string): void;
  set(change: Partial<Edit>): Promise<void>;
  /** Moves a piece; off the board it is gone. */
  move(from: string, to: string | null): void;
}

/** A lesson: `features/lessons/`. */
export interface Lesson {
  /** Goes to a step; after the last, ends the lesson. */
  go(index: number): void;
  /** Begins the step again. */
  again(): void;
  /** Shows a move that solves the step. */
  point(): Promise<void>;
  /** Ends the lesson: restores the player's game. */
  end(): Promise<void>;
}

/** The training of a repertoire, for the line on the board. */
export interface LineTrainer {
  /** Puts the next line on the board. Resolves to false if there is none; `early` takes one that is not due. */
  start(early: boolean): Promise<boolean>;
  /** Keeps the first answer to the position that is asked. */
  settle(clean: boolean): void;
  judge(match: Match, move: Move): Promise<{ right: boolean; done: boolean; answer: Move | null }>;
  /** The position that is asked; null at the end of the line. */
  readonly asked: Lined | null;
}

/** A run of puzzles, for the puzzle on the board. */
export interface PuzzleRun {
  readonly standing: RunStanding;
  /** The puzzle on the board is solved. */
  solve(): void;
  /** The puzzle on the board is missed; `tried` is the wrong move. */
  miss(tried: string): void;
  /** The player leaves. */
  leave(): void;
}

/** The puzzle on the board, as far as the game needs it: `features/puzzles/`. */
export interface Trainer {
  hint(): void;
  analyse(): Promise<void>;
}

/** The sounds: `sound/synth.ts`. */
export interface Speaker {
  play(
    sound: 'move' | 'capture' | 'crown' | 'refusal' | 'low' | 'win' | 'loss' | 'draw',
    style?: string,
    after?: number,
  ): void;
}
