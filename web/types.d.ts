/**
 * The shapes of what crosses the bridge, as `py/saltus/protocol/bridge.py` describes them, and of what the page builds on
 * them. Read by the type checker alone; the browser never loads this file.
 */

export type Side = 'w' | 'b';

/** A game as the page knows it: everything that the board needs in order to draw it. */
export interface Meta {
  key: string;
  name: string;
  files: number;
  ranks: number;
  /** The squares that are played on, in reading order. */
  squares: string[];
  /** Who moves first. */
  first: Side;
  /** Whose pieces start on the lower ranks. */
  bottom: Side;
  /** Whether moves are written with the numbers of the squares. */
  numbered: boolean;
  kings: boolean;
  /** What an uncrowned piece is called. */
  piece: string;
  /** The look of the pieces: a key of `SHAPES` in board/pieces.js. */
  style: string;
  /** Whether a piece moves as many squares as there are pieces on its line. */
  counts_lines: boolean;
  /** Whether the sides are drawn by lot. */
  lots: boolean;
  /** Whether matches may begin with a ballot of three turns. */
  ballots: boolean;
  /** Whether there is a book of its openings. */
  book: boolean;
  /** Whether its rules are written down with diagrams and lessons. */
  written: boolean;
  /** Whether points are counted: a score is then 100 a point. */
  points: boolean;
  /** The score at which a side gets 73 of 100 points: the scale of winning chances. */
  scale: number;
  /** Whether a second worker that searches too is worth having. */
  helped: boolean;
  /** What its games can be written as: json, pdn, sgf, position. */
  formats: string[];
  setups: { key: string; name: string; seeded: boolean }[];
  options: { key: string; name: string; default: boolean; house: boolean }[];
  rules: Record<string, string>;
  /** The tables of what is known for certain, and the most pieces on the board for which one is worth fetching. */
  tables: Record<string, number>;
  levels: number;
  /** The first position, or one of them: `seed` is the number that gave it. */
  start: { rows: string[]; side: Side; setup: string; seed: number | null };
}

export interface Move {
  /** Origin and every landing square; empty for a pass. */
  path: string[];
  captured: string[];
  crowns: boolean;
  text: string;
}

/** What a sentence of the rules is made of: a template's key with its values, or things in a row. */
export type Spelled =
  | string
  | number
  | { key: string; values: Record<string, Spelled> }
  | { or: Spelled[] }
  | { and: Spelled[] };

/** A sentence of the rules in English, and what it is made of where it can be translated. */
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
  /** Whether it lies on the line through the node on the board. */
  main: boolean;
  /** Whether it is the main one of the turns that were tried there. */
  chief: boolean;
  /** How the game ended with this turn. */
  result: Side | 'draw' | null;
  /** Numeric annotation glyphs of the record. */
  glyphs?: number[];
  comment?: string;
  /** How many times the position has stood, from 2 on, where the game counts that. */
  repeats?: number;
  /** The draw that was due here and not claimed, where a record goes on after it. */
  claimable?: Said;
}

/** The match on the table, as the bridge's `state` reply tells it. */
export interface Match {
  game: string;
  options: Record<string, boolean>;
  setup: string | null;
  seed: number | null;
  /** The number of the ballot that it began with. */
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
  /** The whole game as the json format has it. */
  record: string;
  /** What the record says before the first move. */
  comment?: string;
  /** How the main line of the record ends. */
  end: (Outcome & { node: number }) | null;
  can_undo: boolean;
  can_redo: boolean;
  offer: Side | null;
  claims: ({ side: Side; kind: string } & Said)[];
  counters: ({ key: string; count: number; limit: number } & Said)[];
  clock: { w: number; b: number; increment: number; initial: number } | null;
  /** The groups that count now, the largest first: Gambit's islands with their points, Rock's groups. */
  groups: Record<Side, { squares: string[]; points: number | null }[]> | null;
  counts: Record<Side, number>;
  position: string;
  /** What a record that was just read says amiss or leaves open. */
  warnings?: ({ line: number; column: number } & Said)[];
}

/** A refused turn: the rule that forbids it, in words. */
export interface Refusal extends Said {
  rule: string | null;
  squares: string[];
}

/** What `think` and `bestmove` answer. */
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

// -- what the page builds on them ---------------------------------------------------------------------------

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

/** The sign that a review puts after a move: inaccuracy, mistake, blunder. */
export type Mark = '?!' | '?' | '??';

/** A move looked back at. */
export interface ReviewedMove {
  ply: number;
  side: Side;
  text: string;
  /** That of its side, in hundredths of a piece. */
  score: number;
  /** The chances that it cost. */
  loss: number;
  mark: Mark | '';
  /** The position before it, where there is a mark, and what would have been better there. */
  rows?: string[];
  best?: { score: number; moves: Move[] };
}

/** What a review found. */
export interface ReviewFindings {
  /** White's at each position, from 0 to 1, the start first. */
  chances: (number | null)[];
  turns: ReviewedMove[];
  /** Of a hundred. */
  accuracy: Record<Side, number | null>;
  marks: Record<Side, Record<Mark, number>>;
  moments: (Said & { ply: number })[];
}

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

/** What a request that the rules refuse, or that they did not get, fails with. */
export interface RequestError extends Error {
  code: string;
  details: Record<string, unknown>;
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

/** One of the games of a text, before any of its moves is played. */
export interface Listed {
  game: string | null;
  tags: Record<string, string>;
  turns: number;
  winner: Side | 'draw' | null;
  /** Where it stands, in characters. */
  start: number;
  end: number;
}
