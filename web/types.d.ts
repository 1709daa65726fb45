/**
 * What the page builds on the types of the protocol (`protocol.d.ts`). Read by the type checker alone; the browser never
 * loads this file.
 */

import type { Game, MatchState, ReviewReply, Side } from './protocol.d.ts';

/** A game as the page knows it: everything that the board needs in order to draw it. */
export interface Meta extends Game {
  /** Whether there is a book of its openings. */
  book: boolean;
  /** Whether its rules are written down with diagrams and lessons. */
  written: boolean;
}

/** The match on the board: its state with its record. */
export interface Match extends MatchState {
  record: string;
}

/** Where a board's squares lie inside its canvas, in device pixels. */
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

/** A piece on its way along `stops`, one leg after another; it lands as `after`. */
export interface Mover {
  letter: string;
  after: string;
  stops: string[];
}

/** A piece that goes (`to` 0) or comes (`to` 1), beginning `at` ms after the motion; from `dim` ms on it is a ghost. */
export interface Fader {
  letter: string;
  square: string;
  at: number;
  dim?: number;
  from: number;
  to: number;
}

/** What moves on the board: it begins at `start` and has ended `ends` ms later; a leg takes `leg` ms. */
export interface Motion {
  start: number;
  leg: number;
  movers: Mover[];
  faders: Fader[];
  ends: number;
}

/** Pieces on a small board: squares by letter, or `start` for the first position. */
export interface Placement {
  w?: string;
  b?: string;
  W?: string;
  B?: string;
  start?: boolean;
  side?: Side;
}

/** What a diagram shows: where a piece may go, a turn, or one that is refused; else a game that is over. */
export interface Diagram extends Placement {
  from?: string;
  path?: string[];
  not?: string[];
  end?: boolean;
}

/** What a review found. */
export type ReviewFindings = Omit<ReviewReply, 'stopped'>;

/** The review of the game on the board, and how far it has come. */
export interface Review {
  /** The main line that it is about. */
  line: string;
  /** The match on the board that it is about. */
  gameId: number;
  phase: 'making' | 'here' | 'failed';
  /** How far it has come, from 0 to 1. */
  share: number;
  /** As far as they are known. */
  chances: (number | null)[];
  found: ReviewFindings | null;
  /** The move whose better one is shown: the position before it, and both as paths. */
  at: { ply: number; node: number; played: string[]; better: string[] } | null;
  /** Whether it has been written into the record. */
  written: boolean;
}

/** The search for better moves in a game that was reviewed. */
export interface Retrospect {
  index: number;
  count: number;
  /** How many were found so far. */
  found: number;
  side: Side;
  /** The move that was played, with its number and mark. */
  move: string;
  state: 'laying' | 'open' | 'judging' | 'wrong' | 'right' | 'shown' | 'over';
  /** The last word on a move that was tried. */
  said: string;
}

/** What the views ask of the place where panels appear. */
export interface PanelOpener {
  /** Opens a panel; `rule` is the rule to show in the rules panel. */
  open(key: string, rule?: string | null): void;
  close(): void;
  toggle(key: string): void;
  /** Shows the field for typed moves. */
  type: (begun?: string) => void;
}

declare global {
  /** The worker that `early.js` started and what it has said, until someone takes it over. */
  var early: { worker: Worker; heard: Event[] } | undefined;

  /** Starts the worker at an address from within a sandbox. Defined by `early.js`. */
  var sandboxed: ((address: string) => Worker) | undefined;

  /** Says that a part of the page is missing: a key among the page's texts. Defined by `early.js`. */
  var incomplete: ((key?: string) => unknown) | undefined;
}
