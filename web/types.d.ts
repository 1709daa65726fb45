/**
 * What the page builds on the types of the protocol (`protocol.d.ts`). Read by the type checker alone; the browser never
 * loads this file.
 */

import type { Known } from './board/diagram.ts';
import type { GameApi } from './game/api.d.ts';
import type { Opened } from './game/rulebook.ts';
import type {
  Game,
  LinePosition,
  MatchState,
  Move,
  Op,
  OpeningsReply,
  Progress,
  PuzzleProgress,
  Replies,
  Requests,
  ReviewReply,
  Said,
  Side,
} from './protocol.d.ts';
import type { Ended } from './state/result.ts';
import type { ArchivedGame } from './store/archive.ts';
import type { Days } from './store/days.ts';
import type { explored } from './store/library/catalogue.ts';
import type { Progress as ImportProgress } from './store/library/importing.ts';
import type { LibraryGame, WholeGame } from './store/library/types.d.ts';
import type { Ratings } from './store/ratings.ts';
import type { Runs } from './store/runs.ts';
import type { Memory } from './store/schedule.ts';
import type { Left } from './store/store.ts';

/** Requests to the rules: `protocol.d.ts` has their types. */
export interface Rules {
  /** Sends a request. Rejects with an `EngineError`. If `shared`, a second worker may search too. */
  request<O extends Op>(
    op: O,
    fields: Requests[O],
    how?: { onprogress?: (event: Progress[O]) => void; shared?: boolean },
  ): Promise<Replies[O]>;
  /**
   * Fetches a table, or waits while another call does so. Resolves, to whether this call has fetched it, once the rules
   * have it or it cannot be fetched.
   */
  supply(name: string): Promise<boolean>;
}

/** A game as the page knows it: all that the board needs to draw it before the rules have loaded. */
export interface Meta extends Game {
  /** Whether it has an opening book. */
  book: boolean;
  /** What the chooser and the start card play in a loop; from its book of rules. */
  demo?: Demo;
  /** Whether it has a book of rules with diagrams and lessons. */
  written: boolean;
}

/** The match on the board: its state with its record. */
export interface Match extends MatchState {
  record: string;
}

/** A turn that is being made. */
export interface Turn {
  side: Side;
  /** In ms. */
  used: number;
  /** Whether the flag falls on the board: the game goes on here, and this is no look back. */
  falls: boolean;
}

/** What the turns that are being made have used of the clocks. */
export interface Timing {
  /** By the moves that led to them: one, and more only where moves were taken back or an earlier position is looked at. */
  turns: Record<string, Turn>;
  /** When they were last brought up to date, by `performance.now()`. */
  steady: number;
  /** The same by `Date.now()`. */
  device: number;
}

/** The same as it is saved. */
export interface SavedTiming {
  turns: Timing['turns'];
  /** By `Date.now()`; null while the clocks stand. */
  at: number | null;
}

/** The places of a board's squares on its canvas, in device pixels. */
export interface Layout {
  width: number;
  height: number;
  files: number;
  ranks: number;
  /** Columns and rows as seen on the screen. */
  columns: number;
  rows: number;
  /** The side of one square: a whole number, so that every edge is sharp. */
  cell: number;
  /** The top left corner of the top left square. */
  x: number;
  y: number;
  /** Whether the board is seen from its upper side. */
  turned: boolean;
  /** Whether its files run down the screen. */
  upright: boolean;
  /** Device pixels in one CSS pixel. */
  ratio: number;
}

/** A piece that moves along `stops`, one leg after another; `after` is its letter at the end. */
export interface Mover {
  letter: string;
  after: string;
  stops: string[];
}

/** A piece that fades out (`to` 0) or in (`to` 1), starting `at` ms after the motion; it is a ghost from `dim` ms on. */
export interface Fader {
  letter: string;
  square: string;
  at: number;
  dim?: number;
  from: number;
  to: number;
}

/** An animation on the board: it begins at `start` and ends `ends` ms later; a leg takes `leg` ms. */
export interface Motion {
  start: number;
  leg: number;
  movers: Mover[];
  faders: Fader[];
  ends: number;
}

/** Pieces on a small board: squares by letter, or `start` for the starting position. */
export interface Placement {
  w?: string;
  b?: string;
  W?: string;
  B?: string;
  start?: boolean;
  side?: Side;
}

/** A diagram: the moves of a piece (`from`), a move (`path`), a refused move (`not`), or a finished game (`end`). */
export interface Diagram extends Placement {
  from?: string;
  path?: string[];
  not?: string[];
  end?: boolean;
}

/**
 * What the opening explorer shows of the match on the board. Each part is asked for anew when another match stands there
 * (`asked`), and shows what it has (of `match`) until the reply is here.
 */
export interface Explorer {
  /** Without a page, though there is a match, the book could not be loaded. */
  book: { asked: Match | null; match: Match | null; page: OpeningsReply | null };
  /** The move that was shown when the pointer was pressed on the list. */
  pressed: string;
  /** Which games of the library are counted: a collection, or all; and which images of the position. */
  counted: { collection: string; mirrored: boolean; rotated: boolean };
  games: {
    asked: Match | null;
    match: Match | null;
    found: ReturnType<typeof explored> | null;
    /** Whether the library has no game of this kind. */
    isEmpty: boolean;
    collections: string[];
    fault: string;
  };
  /** The player's lines. */
  lines: {
    asked: Match | null;
    match: Match | null;
    positions: readonly LinePosition[];
    /** The positions by their key. */
    known: Record<Side, Map<string, Lined>>;
    fault: string;
  };
  /** What was done with the lines, or why not. */
  said: string;
}

/** The book of rules that is shown. Its texts are in the language that the page had when it was fetched. */
export interface Rulebook {
  game: string;
  language: string;
  /** Null until it has come. */
  found: Opened | null;
  /** Whether it could not be fetched. */
  isAbsent: boolean;
  /** What the rules say of the position of a diagram, once they have. */
  known: Map<Diagram, Known>;
}

/** A move of a demonstration, with all that it does: nothing is asked of the rules before it is drawn. */
export type DemoMove = Pick<Move, 'path'> & Partial<Pick<Move, 'captured' | 'crowns'>>;

/**
 * A few moves that show what a game is about, from `web/book/`; a test plays them by the rules. `still`: how many are
 * behind it in the picture that stands for the whole. `groups` are outlined at the end, with their `points`. Where it
 * needs no whole board, `files` and `ranks` say how much of it from the lower left corner on is shown.
 */
export interface Demo extends Placement {
  files?: number;
  ranks?: number;
  moves: DemoMove[];
  still: number;
  groups?: Record<Side, string[][]>;
  points?: Record<Side, number[]>;
}

/** The result of a review. */
export type ReviewFindings = Omit<ReviewReply, 'stopped'>;

/** The review of the match on the board, finished or in progress. */
export interface Review {
  /** The main line that was reviewed. */
  line: string;
  /** The match that was reviewed. */
  gameId: number;
  phase: 'making' | 'here' | 'failed';
  /** The progress, from 0 to 1. */
  share: number;
  /** The winning chances found so far. */
  chances: (number | null)[];
  found: ReviewFindings | null;
  /** The mistake that is shown: the node before it, and the played and the better move. */
  at: { ply: number; node: number; played: string[]; better: string[] } | null;
  /** Whether it has been written into the record. */
  written: boolean;
  /** Where the game left the player's lines; empty until that is known. */
  left: Departure[];
}

/** Where a game left the player's lines of a side: at the ply before the move that did. */
export interface Departure {
  side: Side;
  /** Who left them, or whether the lines or the game ended. */
  who: 'own' | 'opponent' | 'end' | 'game';
  ply: number;
  /** What the player means to play there, where it was the player. */
  meant: string[];
  played: string;
}

/** The retrospect: the player goes through the mistakes of a review and looks for better moves. */
export interface Retrospect {
  /** Of the move that is gone through. */
  index: number;
  side: Side;
  /** The level of the computer that the game was played against; 0 for none. */
  opponent: number;
  /** That game as it ended, for what to do next; null while it goes on. */
  ended: Ended | null;
  /** The moves that were played, each with its number and mark. */
  moves: string[];
  /** How the search for each better move went: not at all yet, or passed over, is `skipped`. */
  outcomes: ('found' | 'shown' | 'skipped')[];
  state: 'laying' | 'open' | 'judging' | 'wrong' | 'right' | 'shown' | 'over';
  /** The message about the last move. */
  said: string;
}

/** A game that a search has found, with the ply to open it at. */
export interface Hit {
  game: LibraryGame;
  ply: number;
}

/** What the library's panel shows, while it is open and while it is closed. */
export interface Shelf {
  view: 'list' | 'game' | 'tools';
  query: string;
  /** The query whose games are in `hits`; null before the first search. */
  searched: string | null;
  hits: Hit[];
  order: 'added' | 'newest' | 'oldest' | 'players' | 'event';
  /** The games that the explorer has found, by id with the ply to open each at; null for all. */
  only: Map<number, number> | null;
  /** How many games there are; null before the first search. */
  count: number | null;
  /** The names of their collections. */
  collections: string[];
  /** What was wrong with the query, with the library, or with what was tried last. */
  fault: string;
  /** Whether that was a search. */
  isRefused: boolean;
  areFiltersOpen: boolean;
  /** What the next tapped square of a pattern must hold, or must not. */
  pattern: { content: string; isNot: boolean };
  /** The rows of the list that are elements, from the first to the one before `last`; the one in the Tab order. */
  rows: { first: number; last: number; current: number };
  isChoosing: boolean;
  /** The games that are chosen, by id. */
  chosen: Map<number, LibraryGame>;
  /** What was deleted last, to be brought back. */
  removed: WholeGame[];
  /** The game that is shown. */
  game: LibraryGame | null;
  /** What was typed into fields, by name. */
  typed: Record<string, string>;
  isSaving: boolean;
  /** How work on many games stands, and what is said of it. */
  exported: { isBusy: boolean; told: string };
  backup: { isBusy: boolean; told: string };
  duplicates: { isBusy: boolean; told: string };
  /** The groups of games that look like one each, once they were looked for and found. */
  groups: LibraryGame[][] | null;
  /** The last import; null if there was none, or its report was put away. */
  imported: ImportRun | null;
}

/** The files that are read into the library one after the other, and what came of them. */
export interface ImportRun {
  /** The name of the file that is being read. */
  name: string;
  /** The number of files begun so far. */
  files: number;
  /** All files so far. */
  progress: ImportProgress;
  /** Null when it has ended. */
  stop: AbortController | null;
  wasStopped: boolean;
  /** What was wrong with a whole file, or with the import. */
  faults: string[];
}

/** What this browser has kept of the games and puzzles that were played (`store/kept.ts`). */
export interface Kept {
  /** The latest first. */
  games: ArchivedGame[];
  /** The ids of those that can be opened again. */
  records: Set<string>;
  /** The games that were replaced by another, the latest first. */
  earlier: Left[];
  ratings: Ratings;
  puzzles: Memory;
  runs: Runs;
  days: Days;
  /** How many steps of its lesson were done, by game. */
  lessons: Record<string, number>;
}

/** A run of puzzles: a streak ends with the first miss, a run against the clock after three minutes or three misses. */
export type RunKind = 'streak' | 'rush';

/** A part of a game's puzzles: of one difficulty (0 for any) and with one theme (empty for any). */
export interface PuzzleSet {
  grade: number;
  theme: string;
}

/** A mistake of the player's own, as a puzzle of the deck. */
export interface MistakeCard {
  id: string;
  /** The library's game that it comes from. */
  game: number;
  /** The key of the game that was played. */
  key: string;
  options: Readonly<Record<string, boolean>>;
  rows: string[];
  side: Side;
  /** The ply of the mistake. */
  ply: number;
  /** The mistake, as text. */
  played: string;
  mark: string;
  /** The better line; its first move is to be found. */
  line: Move[];
  /** What the mistake did. */
  reason: Said;
  /** How the other side can use it. */
  refutation: Move[];
  players: string;
  date: string;
  /** When it came into the deck, in ms since 1970. */
  added: number;
  /** When it is to be repeated, in ms since 1970; not there if it is not. */
  due?: number;
  /** Null before the first try. */
  progress: PuzzleProgress | null;
}

/** A position of a repertoire, with the moves that are meant to be played in it. */
export interface Lined {
  id: string;
  /** The key of the game. */
  kind: string;
  options: Readonly<Record<string, boolean>>;
  /** The key of the position. */
  key: string;
  rows: string[];
  side: Side;
  /** The ply at which it was first added. */
  ply: number;
  moves: Move[];
  /** The keys of the own positions that lead here. */
  from: string[];
  /** When it is to be repeated, in ms since 1970; not there if it is not. */
  due?: number;
  progress: PuzzleProgress | null;
}

/** The panels, as far as the views need them. */
export interface PanelOpener {
  /** Opens a panel; `rule` is the rule to show in the rules panel. */
  open(key: string, rule?: string | null): void;
  close(): void;
  toggle(key: string): void;
}

/** What commands act on, and what they need of the page beside that (`state/commands.ts`). `shell.ts` makes it. */
export interface Context {
  controller: GameApi;
  panels: PanelOpener;
  /** Starts the rules again. */
  retry(): void;
  /** Moves the focus to the board. */
  toBoard(): void;
  /** Moves the focus to the next or previous square that can be entered. */
  jump(back: boolean): void;
  /** Shows the field for typed moves. */
  type(begun?: string): void;
  /** Gives a side to the computer, or to a person. */
  seat(side: Side): void;
  /** Asks, and then resigns. */
  resign(): Promise<void>;
  /** Asks, and then deletes the move on the board with all moves after it. */
  prune(): Promise<void>;
  // What follows is loaded when it is first asked for.
  /** Opens the form for a comment on the current move, or closes it. */
  annotate(): Promise<void>;
  /** Sends the game as a link. */
  share(): Promise<void>;
  /** Copies or saves the board as a picture, and says which. */
  picture(): Promise<void>;
  /** Opens the panel that takes games in, with the cursor in its field. */
  openText(): Promise<void>;
  /** Opens the player's own mistakes. */
  openMistakes(): Promise<void>;
}

declare global {
  /** The worker that `early.ts` started and its messages so far, until the engine takes it over. */
  var early: { worker: Worker; heard: Event[] } | undefined;

  /** Starts a worker in a sandboxed frame. Defined by `early.ts`. */
  var sandboxed: ((address: string) => Worker) | undefined;

  /** Shows the message that a part of the page is missing; `key` is the message's key. Defined by `missing.ts`. */
  var incomplete: ((key?: string) => unknown) | undefined;
}
