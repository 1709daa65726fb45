/**
 * The shapes of what crosses the bridge, as `py/saltus/protocol/bridge.py` describes them, and of what the page builds on
 * them. Read by the type checker alone; the browser never loads this file.
 */

export type Side = 'w' | 'b';

/** A game as the build puts it into the page: all that the board needs to draw it before the rules have loaded. */
export interface Meta {
  key: string;
  name: string;
  files: number;
  ranks: number;
  /** The squares that the game uses, in reading order. */
  squares: string[];
  /** Who moves first. */
  first: Side;
  /** Whose pieces start on the lower ranks. */
  bottom: Side;
  /** Whether moves are written with the numbers of the squares. */
  numbered: boolean;
  kings: boolean;
  /** The name of an uncrowned piece. */
  piece: string;
  /** The style of the pieces: a key of `SHAPES` in board/shapes.js. */
  style: string;
  /** Whether colours are drawn at random. */
  lots: boolean;
  /** Whether matches may begin with a ballot: three opening moves. */
  ballots: boolean;
  /** Whether it has an opening book. */
  book: boolean;
  /** Whether it has a book of rules with diagrams and lessons. */
  written: boolean;
  /** Whether the game has points: then 100 in a score is a point. */
  points: boolean;
  /** The score at which a side gets 73 of 100 points: the scale of winning chances. */
  scale: number;
  /** Whether a second worker makes the search faster. */
  helped: boolean;
  /** The formats of its records: json, pdn, sgf, position. */
  formats: string[];
  setups: { key: string; name: string; seeded: boolean }[];
  options: { key: string; name: string; default: boolean; house: boolean }[];
  rules: Record<string, string>;
  /** Its tablebases, with the most pieces on the board for which each is worth fetching. */
  tables: Record<string, number>;
  levels: number;
  /** The starting position; `seed` if it was drawn at random. */
  start: { rows: string[]; side: Side; setup: string; seed: number | null };
}

export interface Move {
  /** Origin and every landing square; empty for a pass. */
  path: string[];
  captured: string[];
  crowns: boolean;
  text: string;
}

/** The parts of a sentence, for translation: a template's key with its values, or a list. */
export type Spelled =
  | string
  | number
  | { key: string; values: Record<string, Spelled> }
  | { or: Spelled[] }
  | { and: Spelled[] };

/** A sentence of the rules in English, and its parts if it can be translated. */
export interface Said {
  text: string | null;
  said: Spelled | null;
}

export interface Outcome extends Said {
  winner: Side | null;
  reason: string;
  scores: Record<Side, number> | null;
  islands: Record<Side, string[][]> | null;
}

export interface Node {
  node: number;
  parent: number;
  ply: number;
  side: Side;
  move: Move;
  /** Whether it is on the line through the current node. */
  main: boolean;
  /** Whether it is the main move in its position; the others are variations. */
  chief: boolean;
  /** The result, if the game ended with this move. */
  result: Side | 'draw' | null;
  /** Numeric annotation glyphs of the record. */
  glyphs?: number[];
  comment?: string;
  /** How often the position has occurred, if more than once and if the game counts that. */
  repeats?: number;
  /** A draw that could have been claimed here, if the record continues. */
  claimable?: Said;
}

/** The match on the board: the bridge's `state` reply. */
export interface Match {
  game: string;
  options: Record<string, boolean>;
  setup: string | null;
  seed: number | null;
  /** The number of the ballot with which it began. */
  ballot: number | null;
  rows: string[];
  side: Side;
  ply: number;
  node: number;
  moves: Move[];
  forced: boolean;
  last: Move | null;
  outcome: Outcome | null;
  history: Node[];
  /** The whole game in the json format. */
  record: string;
  /** The comment before the first move. */
  comment?: string;
  /** The end of the main line. */
  end: (Outcome & { node: number }) | null;
  can_undo: boolean;
  can_redo: boolean;
  offer: Side | null;
  claims: ({ side: Side; kind: string } & Said)[];
  counters: ({ key: string; count: number; limit: number } & Said)[];
  clock: { w: number; b: number; increment: number; initial: number } | null;
  counts: Record<Side, number>;
  position: string;
  /** The warnings about a record that was just read. */
  warnings?: ({ line: number; column: number } & Said)[];
}

/** A refused move: the rule that forbids it, in words. */
export interface Refusal extends Said {
  rule: string | null;
  squares: string[];
}

/** The reply to `think` and `bestmove`. */
export interface Thought {
  path: string[];
  captured: string[];
  score: number;
  depth: number;
  nodes: number;
  nps: number;
  pv: string[][];
  move: Move;
  because: string;
  said: Spelled | null;
  /** While a draw is offered: whether the computer would accept it. */
  accepts?: boolean;
}

/** The places of a board's squares on its canvas, in device pixels. */
export interface Layout {
  width: number;
  height: number;
  files: number;
  ranks: number;
  /** The side of one square: a whole number, so that every edge is sharp. */
  cell: number;
  /** The top left corner of the top left square. */
  x: number;
  y: number;
  /** Whether the board is seen from its upper side. */
  turned: boolean;
  /** Device pixels in one CSS pixel. */
  ratio: number;
}

// -- the page's own types -----------------------------------------------------------------------------------

/** A piece that moves along `stops`, one leg after another; `after` is its letter at the end. */
export interface Mover {
  letter: string;
  after: string;
  stops: string[];
}

/** A piece that fades out (`to` 0) or in (`to` 1), starting `at` ms after the motion. */
export interface Fader {
  letter: string;
  square: string;
  at: number;
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

/** The sign that a review puts after a move: inaccuracy, mistake, blunder. */
export type Mark = '?!' | '?' | '??';

/** A move of a reviewed game. */
export interface ReviewedMove {
  ply: number;
  side: Side;
  text: string;
  /** From its side, in hundredths of a piece. */
  score: number;
  /** The loss of winning chances. */
  loss: number;
  mark: Mark | '';
  /** If it has a mark: the position before it, and the best move there. */
  rows?: string[];
  best?: { score: number; moves: Move[] };
}

/** The result of a review. */
export interface ReviewFindings {
  /** White's winning chances at each position, from 0 to 1, the start first. */
  chances: (number | null)[];
  turns: ReviewedMove[];
  /** From 0 to 100. */
  accuracy: Record<Side, number | null>;
  marks: Record<Side, Record<Mark, number>>;
  moments: (Said & { ply: number })[];
}

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
}

/** The retrospect: the player goes through the mistakes of a review and looks for better moves. */
export interface Retrospect {
  index: number;
  count: number;
  /** The number of better moves found so far. */
  found: number;
  side: Side;
  /** The move that was played, with its number and mark. */
  move: string;
  state: 'laying' | 'open' | 'judging' | 'wrong' | 'right' | 'shown' | 'over';
  /** The message about the last move. */
  said: string;
}

/** The error of a request that the rules refuse, or that could not be sent. */
export interface RequestError extends Error {
  code: string;
  details: Record<string, unknown>;
}

/** The panels, as far as the views need them. */
export interface PanelOpener {
  /** Opens a panel; `rule` is the rule to show in the rules panel. */
  open(key: string, rule?: string | null): void;
  close(): void;
  toggle(key: string): void;
  /** Shows the field for typed moves. */
  type: (begun?: string) => void;
}

declare global {
  /** The worker that `early.js` started and its messages so far, until the engine takes it over. */
  var early: { worker: Worker; heard: Event[] } | undefined;

  /** Starts a worker in a sandboxed frame. Defined by `early.js`. */
  var sandboxed: ((address: string) => Worker) | undefined;

  /** Shows the message that a part of the page is missing; `key` is the message's key. Defined by `early.js`. */
  var incomplete: ((key?: string) => unknown) | undefined;
}

/** One of the games in a text, before its moves are read. */
export interface Listed {
  game: string | null;
  tags: Record<string, string>;
  turns: number;
  winner: Side | 'draw' | null;
  /** Its place in the text, in characters. */
  start: number;
  end: number;
}
