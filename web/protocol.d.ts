/**
 * The types of the protocol. Made from `py/saltus/protocol/schema` by `python3 build.py protocol`: change them there.
 * Read by the type checker alone; the browser never loads this file.
 */

/** White or Black. */
export type Side = 'w' | 'b';

/** How a game ended: the winner's side, or a draw. */
export type Result = 'w' | 'b' | 'draw';

/** A form of games. Each game has some of them. */
export type Format = 'json' | 'pdn' | 'sgf' | 'position';

/**
 * The value of a position for the side to move, about 100 for a piece. A win in n plies is 1,000,000 - n, a loss the
 * negative.
 */
export type Score = number;

/** Up to the largest whole number that JavaScript has exactly. */
export type Count = number;

/** The same, but not 0. */
export type Positive = number;

/** Bytes as text. */
export type Base64 = string;

/** A move as squares: the origin and every landing square in order. Empty for a pass. */
export type Path = string[];

/** A sentence that can be translated: the key of its template, and the values to fill it with. */
export interface Sentence {
  key: string;
  values: Record<string, Spelled>;
}

/** Several things joined by `or`, as in `a, b or c`. */
export interface Either {
  or: Spelled[];
}

/** Several things joined by `and`. */
export interface Both {
  and: Spelled[];
}

/** What a sentence is made of. Text and numbers need no translation. */
export type Spelled = string | number | Sentence | Either | Both;

/** A sentence for people. */
export interface Said {
  /** The sentence in English. */
  text: string;
  /** The same in its translatable form; null if there is none. */
  said: Sentence | null;
}

/** The pieces and the side to move. */
export interface Board {
  /** The board, the top rank first: `w` `b` pieces, `W` `B` kings, `.` empty. */
  rows: string[];
  /** The side to move. */
  side: Side;
}

/** One whole move. */
export interface Move {
  path: Path;
  /** The squares of the pieces that it captures, in order. */
  captured: string[];
  crowns: boolean;
  /** The move in the game's notation: `11x18`. */
  text: string;
}

/** How a game ended. */
export interface Outcome extends Said {
  /** Null for a draw. */
  winner: Side | null;
  /** The key of the rule that ended it. */
  reason: string;
  /** Each side's points; null in games that count none. */
  scores: Record<Side, number> | null;
  /** Each side's groups of squares that earned the points; null in games that count none. */
  islands: Record<Side, string[][]> | null;
}

/** One move in the tree of variations, and the position after it. */
export interface Node {
  /** Its id. The start of the match is node 0, and not listed. */
  node: number;
  parent: number;
  ply: number;
  /** The side that made the move. */
  side: Side;
  move: Move;
  /** Whether it is on the current line: from the root through the node on the board to the last redo. */
  main: boolean;
  /** Whether it is its parent's main child. The chief nodes are the main line of the record. */
  chief: boolean;
  /** How the game ended with this move; null if it did not. */
  result: Result | null;
  /** Numeric annotation glyphs of the record. */
  glyphs?: number[];
  comment?: string;
  /** How many times the position has occurred, from 2 on, in games that count it. */
  repeats?: number;
  /** The draw that could have been claimed here, in a record that goes on after it. */
  claimable?: Said;
}

/** How the main line of the record ends. */
export interface End extends Outcome {
  node: number;
}

/** A result that a side may claim. */
export interface Claim extends Said {
  side: Side;
  kind: 'win' | 'draw';
}

/** A count towards a draw. */
export interface Counter extends Said {
  /** The occurrences of the position, or the plies without progress. */
  key: 'repetition' | 'quiet';
  count: number;
  /** The count at which the game is drawn. */
  limit: number;
}

/** The clocks at the start of the current move, in seconds. */
export interface Clock {
  w: number;
  b: number;
  increment: number;
  initial: number;
}

/** An error or a gap in a record that did not stop the reading. */
export interface RecordWarning extends Said {
  line: number;
  column: number;
}

/** A group of touching pieces of one side that counts in its game. */
export interface Group {
  squares: string[];
  /** What it is worth; null in a game without points. */
  points: number | null;
}

/** The current match. The reply to every request that changes it. */
export interface MatchState extends Board {
  game: string;
  options: Record<string, boolean>;
  /** Null if the match began from a given position. */
  setup: string | null;
  /** The number that a random start was drawn with; null if the start is not random. */
  seed: number | null;
  ballot: number | null;
  ply: number;
  /** The node on the board. */
  node: number;
  /** The legal moves. */
  moves: Move[];
  /** Whether every legal move captures. */
  forced: boolean;
  /** The move that led here; null at the start. */
  last: Move | null;
  /** The board before that move; null at the start. */
  before: string[] | null;
  /** Null while the game goes on. */
  outcome: Outcome | null;
  /** Every node of the variation tree except the root, as first played. */
  history: Node[];
  /** The comment before the first move. */
  comment?: string;
  /** How the main line of the record ends; null if it does not. */
  end: End | null;
  can_undo: boolean;
  can_redo: boolean;
  /** The side that offers a draw. */
  offer: Side | null;
  claims: Claim[];
  counters: Counter[];
  /** Null without clocks. */
  clock: Clock | null;
  /** The groups that count now, the largest first: in Gambit islands, in Rock all. Null in other games. */
  groups: Record<Side, Group[]> | null;
  /** How many pieces each side has. */
  counts: Record<Side, number>;
  /** The position as text. */
  position: string;
  /** What the record calls the players; missing if it names none, empty for one that it does not name. */
  names?: Record<Side, string>;
  /** The match as text of the json format, if the request was `recorded`. */
  record?: string;
  /** After `load`: errors and gaps that did not stop the reading. */
  warnings?: RecordWarning[];
}

/** A way to place the pieces. */
export interface Setup {
  key: string;
  name: string;
  /** Whether it is random: drawn from a seed. */
  seeded: boolean;
}

/** A rule that players may switch on or off. */
export interface Option {
  key: string;
  name: string;
  default: boolean;
  /** Whether it is not in the game's source document. */
  house: boolean;
}

/** The first position of a game, or one of them. */
export interface Start extends Board {
  setup: string;
  /** The number that gave a random one. */
  seed: number | null;
}

/** How much stronger a level is than the first, in rating points of this game's ladder. */
export interface Strength {
  above: number;
  /** The 95 % margin of that. */
  margin: number;
}

/** The handicap of a level. */
export interface Sight {
  /** How many moves ahead it looks at most. */
  depth: number;
  /** How many of 100 quiet moves it overlooks. */
  blindness: number;
  /** By how much it may misjudge a position: hundredths of a piece, or of a point. */
  noise: number;
  /** Whether it follows captures to their end. */
  exchanges: boolean;
}

/** A level of the computer. */
export interface Rung {
  /** Null if it was never measured. */
  strength: Strength | null;
  /** Null for the last one, which has no handicap. */
  sight: Sight | null;
}

/** A game, as a front end needs it to draw the board. */
export interface Game {
  key: string;
  name: string;
  /** How it is won, in one English sentence. */
  goal: string;
  files: number;
  ranks: number;
  /** The playable squares, in reading order. */
  squares: string[];
  /** The side that moves first. */
  first: Side;
  /** The side whose pieces start on the lower ranks. */
  bottom: Side;
  /** Whether moves are written with the numbers of the squares. */
  numbered: boolean;
  kings: boolean;
  /** What an uncrowned piece is called. */
  piece: string;
  /** The most pieces of a side. */
  pieces: number;
  /** The look of the pieces: a name for the front end. */
  style: string;
  /** Whether the sides are drawn by lot. */
  lots: boolean;
  /** Whether there are opening ballots. */
  ballots: boolean;
  /** Whether the game counts points. A score is then 100 a point. */
  points: boolean;
  /** Whether a piece moves as many squares along a line as there are pieces on that line. */
  counts_lines: boolean;
  /** The score at which a side expects 73 of 100 points: the scale of winning chances. */
  scale: number;
  /** Whether a `think` that helps another is worth a processor. */
  helped: boolean;
  /** The formats of `record`. */
  formats: Format[];
  setups: Setup[];
  options: Option[];
  /** Each rule in one sentence, by key. */
  rules: Record<string, string>;
  /** Each tablebase, and the most pieces on the board for which fetching it is worthwhile. */
  tables: Record<string, number>;
  /** How many strengths the computer has. */
  levels: number;
  /** Those strengths, the weakest first. */
  ladder: Rung[];
  start: Start;
}

/** One of the games of a text. Its moves were not played. */
export interface ListedGame {
  /** Null if the text does not name it. */
  game: string | null;
  tags: Record<string, string>;
  /** How many moves it has. */
  turns: number;
  /** Null if the text leaves it open. */
  winner: Result | null;
  /** Where it begins in the text, in characters. */
  start: number;
  end: number;
}

/** The codes of errors that have nothing but a message. */
export type PlainCode =
  | 'bad-json'
  | 'bad-request'
  | 'unknown-op'
  | 'unknown-game'
  | 'no-match'
  | 'not-now'
  | 'too-large'
  | 'too-long'
  | 'not-loaded'
  | 'internal';

/** The code of an error, for programs. */
export type ErrorCode = PlainCode | 'bad-position' | 'bad-move' | 'bad-record' | 'bad-query';

/** A request that failed. */
export interface PlainError {
  code: PlainCode;
  /** What is wrong and what would be right, for people. */
  message: string;
}

/** An error whose message can be translated. */
export interface SaidError {
  message: string;
  said: Sentence | null;
}

/** A position that is impossible. */
export interface PositionError extends SaidError {
  code: 'bad-position';
}

/** A move that is illegal. */
export interface MoveError extends SaidError {
  code: 'bad-move';
  /** The key of the rule that forbids it. */
  rule: string;
  /** The squares that the reason is about. */
  squares: string[];
}

/** A text that cannot be read. */
export interface RecordError extends SaidError {
  code: 'bad-record';
  /** Where the first error is, from 1. */
  line: number;
  column: number;
}

/** A query that cannot be read. */
export interface QueryError extends SaidError {
  code: 'bad-query';
  /** The part of the query that is wrong, in characters from 0. */
  start: number;
  end: number;
}

/** The `error` of a reply that is not `ok`. */
export type ProtocolError = PlainError | PositionError | MoveError | RecordError | QueryError;

/** How long a job may take, in seconds. */
export type Seconds = number;

/** A time of a clock, in seconds. */
export type ClockSeconds = number;

/** Nothing. */
export type NoFields = Record<never, never>;

/** A game with its rules. */
export interface GameRequest {
  /** The key of the game. */
  game: string;
  /** Rules to switch on or off, by key. The others are the game's defaults. */
  options?: Record<string, boolean> | null;
}

/** A position of a game: the one that `rows` shows, else the starting position. */
export interface PositionRequest extends GameRequest {
  /** The board, the top rank first: `w` `b` pieces, `W` `B` kings, `.` empty. */
  rows?: string[] | null;
  /** The side to move; by default the one that moves first. */
  side?: Side | null;
  /** The starting position; by default the game's first. */
  setup?: string | null;
  /** The number that a random starting position is drawn with; by default 1. */
  seed?: Count | null;
}

/** A position and a depth. */
export interface PerftRequest extends PositionRequest {
  /** In plies. */
  depth: number;
  /** The longest that it may take; by default 60. */
  time?: Seconds | null;
}

/** The clock of the side to move, in seconds. */
export interface ClockLeft {
  left: number;
  increment?: ClockSeconds | null;
}

/** The limits of a search. It needs at least one of `time`, `depth`, `nodes` and `clock`. */
export interface SearchRequest {
  /** Counted from when the work starts. Without it a depth or nodes may take 60. */
  time?: Seconds | null;
  /** In plies. The depth reached may be 0 if the search was stopped at once. */
  depth?: number | null;
  /** The number of positions after which the search ends; overrun by a few hundred at most. */
  nodes?: Positive | null;
  /** The search chooses its time from it, and takes less if the best move is clear. */
  clock?: ClockLeft | null;
  /** By default 10. The lower levels vary from match to match. */
  level?: number | null;
  /** How many best moves to report, by default 1. */
  lines?: number | null;
  /** Whether to send progress; by default a `think` does and a `bestmove` does not. */
  progress?: boolean | null;
  /** Whether each line has its moves in full, too. */
  written?: boolean | null;
}

/** A position and the limits of the search. */
export type BestMoveRequest = PositionRequest & SearchRequest;

/** A position and a move. */
export interface CostRequest extends PositionRequest {
  path: Path;
  /** The positions before and after the move share it. */
  time: Seconds;
}

/** A line that a search has found, or that is a puzzle's solution. */
export interface FoundLine {
  /** Its moves, each as its path: `c3-d4`. */
  turns: string[];
  /** As a search scores. Without it the line proves no win. */
  score?: number | null;
}

/** A position and what was found in it. */
export interface ExplainRequest extends PositionRequest {
  /** The first begins with the move to explain, a second with the best other move. */
  lines: FoundLine[];
  /**
   * Whether to explain that of the lines as good as the first whose reason is the strongest, as a hint does; by
   * default the first is explained. It does not go with `impersonal`.
   */
  choose?: boolean | null;
  /** How many more pieces the opponent has taken in an exchange under way; by default 0. */
  owed?: Count | null;
  /** Whether to say what the move does, "It wins a piece.", and not to speak to its player; by default not. */
  impersonal?: boolean | null;
}

/** A position as text. */
export interface ParseRequest extends GameRequest {
  text: string;
}

/** The game of a text. */
export interface TextRequest {
  /** The game, for a text that does not name it. */
  game?: string | null;
  /** The rules of that game. */
  options?: Record<string, boolean> | null;
}

/** A text that may hold several games. */
export interface ContentsRequest extends TextRequest {
  text: string;
  /** By default it is detected from the text. */
  format?: Format | null;
  /** More follows. The last game is left out, as only what follows shows where it ends. */
  goes_on?: boolean | null;
}

/** The beginning of a file. */
export interface EncodingRequest {
  /** Its bytes. */
  data: Base64;
  /** Not to be found out, but one of `cp1252`, `cp1250`, `cp850`, `cp437`. */
  encoding?: string | null;
}

/** One puzzle, by its key or by the day. */
export interface PuzzleRequest extends GameRequest {
  /** The key of the puzzle. */
  puzzle?: string | null;
  /** In place of the key: the day, counted from 1970, whose puzzle is wanted. */
  day?: Count | null;
}

/**
 * The words of a page that is written, for a page in another language. They are English where they are not given. In
 * `after` and `position_after`, `{move}` stands for the move.
 */
export interface PageWords {
  /** The language tag of the page: `it`. */
  language?: string | null;
  /** The name of the game. */
  game?: string | null;
  /** What to call a game whose `Event` is `Casual game`. */
  casual?: string | null;
  /** The same for `Rated game`. */
  rated?: string | null;
  /** How the main line ended. */
  ended?: string | null;
  /** How a variation ended that White won. */
  white_wins?: string | null;
  black_wins?: string | null;
  draw?: string | null;
  white_to_move?: string | null;
  black_to_move?: string | null;
  /** A move that moves nothing. */
  passes?: string | null;
  /** Below the diagram of the first position. */
  start?: string | null;
  /** Below another diagram. */
  after?: string | null;
  solutions?: string | null;
  /** The name of the group of buttons. */
  replay?: string | null;
  first?: string | null;
  back?: string | null;
  play?: string | null;
  pause?: string | null;
  forward?: string | null;
  last?: string | null;
  flip?: string | null;
  /** What the board shows, for screen readers. */
  starting_position?: string | null;
  position_after?: string | null;
}

/** Puzzles to print. */
export interface SheetRequest extends GameRequest {
  /** Their keys. */
  puzzles: string[];
  title?: string | null;
  /** What each puzzle asks, in the words of the page: as many as there are puzzles. By default in English. */
  tasks?: string[] | null;
  words?: PageWords | null;
}

/** A puzzle and the moves tried. */
export interface JudgeRequest extends PuzzleRequest {
  /** Both sides' moves from the puzzle's position on, each as its path: `c3-d4`. */
  turns: string[];
}

/** A request that is answered with the state of the match. */
export interface StateRequest {
  /** Whether the state has the `record`, too: what to show and what to save in one. */
  recorded?: boolean | null;
}

/** The clocks of a new match, in seconds. */
export interface ClockSetting {
  initial: ClockSeconds;
  increment?: ClockSeconds | null;
}

/** A position to begin from. A random one without a seed gets a random seed. `side` needs `rows`. */
export interface NewRequest extends PositionRequest, StateRequest {
  clock?: ClockSetting | null;
  /** The number of an opening ballot, which is played. */
  ballot?: Count | null;
  /** Tags of the record, with the names of PDN: `Event`, `Date` … With clocks, `TimeControl` is added: `300+5`. */
  tags?: Record<string, string> | null;
}

/** A record: `text`, or `record`. */
export interface LoadRequest extends StateRequest, TextRequest {
  /** A game in one of the formats, or a position. */
  text?: string | null;
  /** In place of the text: the object that the text of the json format holds. */
  record?: Record<string, unknown> | null;
  /** By default it is detected from the text. */
  format?: Format | null;
  /** Which of the `contents` of the text to load, from 0; needed if there are several. */
  part?: Count | null;
}

/** How to write the match. */
export interface RecordRequest {
  /** One of the formats of the game. */
  format: Format;
  /** Tags to write where the match has none of that name, as `White` and `Black`. The match itself keeps its own. */
  tags?: Record<string, string> | null;
}

/** What the page is for. */
export interface PageRequest {
  kind: 'replay' | 'print';
  /** As for `record`. */
  tags?: Record<string, string> | null;
  words?: PageWords | null;
}

/** A move as squares, or its beginning. */
export interface PathRequest {
  path: Path;
}

/** A move: `path`, or `text`. */
export interface PlayRequest extends StateRequest {
  path?: Path | null;
  /** The move in the game's notation. */
  text?: string | null;
  /** How long the move took. If the clock has less left, the flag falls. */
  spent?: ClockSeconds | null;
  /** Play it as a variation, and keep the main line. */
  variation?: boolean | null;
}

/** How far to go. */
export interface PliesRequest extends StateRequest {
  /** By default 1. An ending off the board, such as a resignation, is a step of its own. */
  plies?: Positive | null;
}

/** A node of the match. */
export interface NodeRequest extends StateRequest {
  /** Its id in `history`; 0 for the start. */
  node: number;
}

/** A node of the match, and the line to be on. */
export interface GotoRequest extends NodeRequest {
  /** The node that the current line then leads through. */
  through?: number | null;
  /** Whether to go to after the resignation or agreement at that node; by default true. */
  ended?: boolean | null;
}

/** A node and its new notes. Those of node 0 stand before the first move. */
export interface AnnotateRequest extends NodeRequest {
  /** At most 2,000 letters; empty for none. */
  comment: string;
  /** Numeric annotation glyphs. */
  glyphs?: number[] | null;
}

/** A side. */
export interface SideRequest extends StateRequest {
  side: Side;
}

/** A side and what it claims. */
export interface ClaimRequest extends SideRequest {
  kind: 'win' | 'draw';
}

/** The limits of the search. */
export interface ThinkRequest extends SearchRequest {
  /**
   * Whether to send what the search finds, for a `share` request to another bridge that has the same match. Only
   * level 10 does.
   */
  shares?: boolean | null;
  /** Search in a different order from the search that this one helps, and share. */
  helps?: boolean | null;
}

/** What a search in another bridge has found. */
export interface ShareRequest {
  /** As its `share` event has them. Entries that are not valid are skipped. */
  entries: string;
}

/** How far a review looks. Positions of the opening book are not searched, where the bridge has the book. */
export interface ReviewRequest {
  /** What it looks at from each position, by default 4000; four times that around mistakes. */
  nodes?: Positive | null;
}

/** What to stop. */
export interface StopRequest {
  /**
   * Stop the review, or the first `index`. Without it they go on: they wait in the background while other jobs run.
   */
  of?: 'review' | 'index' | null;
}

/** The sign for an inaccuracy, a mistake and a blunder. */
export type Mark = '?!' | '?' | '??';

/** A legal move, and whether it ends the game. */
export interface MoveWithResult extends Move {
  /** The result after the move; null while the game goes on. */
  result: Result | null;
}

/** A line of play and its score. */
export interface ScoredMoves {
  score: Score;
  /** At most the first twelve. */
  moves: Move[];
}

/** A line that the search has found. */
export interface Line {
  score: Score;
  pv: Path[];
  /** At most the first twelve of them in full, if the request was `written`. */
  moves?: Move[];
}

/** What a search has found so far. */
export interface Thought {
  score: Score;
  /** In plies. May be 0 if the search was stopped at once. */
  depth: number;
  nodes: number;
  /** Positions per second. */
  nps: number;
  /** The moves of the best line. */
  pv: Path[];
  /** The best lines, as many as requested, the best first. */
  lines: Line[];
  /**
   * Whether everything was known without a search (only at level 10 without depth and nodes). Then every move has a
   * line, however few were requested.
   */
  exact: boolean;
}

/** How the game ends after a line. */
export interface Leads {
  result: Result | null;
  scores: Record<Side, number> | null;
}

/** The result of a search. */
export interface Answer extends Thought {
  /** The best move. */
  path: Path;
  captured: string[];
  /** How the game ends after the moves of `pv`, if they reach its end. */
  leads: Leads | null;
}

/** What is proved of a move. */
export interface Proof {
  /** Its side's score before and after it, where both are proved: by the rules, a tablebase or a solved game. */
  proved?: Score[];
}

/** A move of a reviewed game. */
export interface ReviewedMove extends Proof {
  node: number;
  ply: number;
  side: Side;
  text: string;
  /** Its side's score after it. */
  score: Score;
  /** The winning chances that it cost its side, from 0 to 1. */
  loss: number;
  mark: Mark | '';
  /** Whether another move was legal. */
  free: boolean;
  /** Whether it is the move that the review would have played. */
  preferred: boolean;
  /** Whether it lost nothing beyond the noise of the search: it is preferred, or as good. */
  good: boolean;
  /** The position before the move; only with a mark. */
  rows?: string[];
  /** The better line; only with a mark. */
  best?: ScoredMoves;
  /** How many moves of `best` are told: about eight, to where no exchange is open. */
  told?: number;
  /** Why its first move is good, where that can be said; only with a mark. */
  why?: Said;
  /** What the move did; only with the mark `?` or `??`. */
  reason?: Said;
  /** How the other side can use it, as far as it takes to show what was lost; only with the mark `?` or `??`. */
  refutation?: Move[];
}

/** A turning point of a game. */
export interface Moment extends Said {
  ply: number;
}

/** A move of the opening book. The value and the results are from the view of the side that makes it. */
export interface BookMove extends Move {
  /** The moves that lead to the same position or to its mirror image. */
  alike: Move[];
  value: Score;
  /** How many games the book has with it. */
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** The name of the opening after it. */
  name: string | null;
}

/** An opening of three moves that is drawn by lot. */
export interface Ballot {
  number: number;
  /** The moves: `11-15 23-19 8-11`. */
  text: string;
  name: string | null;
  /** Whether it is drawn from, or barred. */
  deck: boolean;
  /** The board after it. */
  rows: string[];
}

/** A puzzle without its solution. */
export interface Puzzle extends Board {
  puzzle: string;
  /** To win, to hold the draw, or to win by more than any other move would. */
  goal: 'win' | 'hold' | 'points';
  /** How many points to win by. */
  by: number;
  /** From 1 to 5: which fifth of the puzzles of the game it is in, by its level. */
  grade: number;
  /** The level that solves it half of the time, measured: 0.5 if all do, 10.5 if none does. */
  level: number;
  themes: string[];
  /** How many moves the solver must find. */
  turns: number;
}

/** Every game. */
export interface GamesReply {
  games: Game[];
}

/** The legal moves. */
export interface MovesReply {
  moves: MoveWithResult[];
}

/** The count. */
export interface PerftReply {
  leaves: number;
}

/** How the game ended; all null while it goes on. */
export interface OutcomeReply {
  result: Result | null;
  /** The key of the rule that ended the game. */
  reason: string | null;
  /** The reason in a sentence. */
  text: string | null;
  said: Sentence | null;
  /** Each side's points; null in games that count none. */
  scores: Record<Side, number> | null;
  /** Each side's groups of squares that earned the points. */
  islands: Record<Side, string[][]> | null;
}

/** The best move, and what the search has found. */
export interface BestMoveReply extends Answer {
  /** Whether the search was stopped. It has a move even then. */
  stopped: boolean;
}

/** What a move costs its side. */
export interface CostReply extends Proof {
  /** Its side's score after the move. */
  score: Score;
  /** The winning chances that it cost, from 0 to 1. */
  loss: number;
  mark: Mark | '';
  /** The best line instead. */
  best: ScoredMoves;
  stopped: boolean;
}

/** Why a move is good. */
export interface ExplainReply extends Said {
  /** Which of the lines is explained, from 0. */
  line: number;
  /** The squares that the most telling reason is about. */
  squares: string[];
  /** The path of another move that it is about, such as a threat; empty if there is none. */
  arrow: Path;
}

/** A position, as rows and as text. */
export interface PlacedReply extends Board {
  position: string;
}

/** The games of a PDN or SGF text. Any other text holds one game, and only the format is told. */
export interface ContentsReply {
  format: Format;
  games: ListedGame[];
}

/** How the bytes of a file are characters. */
export interface EncodingReply {
  /** Such as `utf-8`, `utf-16-le`, `cp1252` (windows-1252) or `shift_jis`. */
  encoding: string;
  /** The characters of the bytes from 128 to 255, if each byte is one character; otherwise empty. */
  letters: string;
}

/** What the opening book has about a position. */
export interface OpeningsReply {
  /** Whether the game has a book. */
  book: boolean;
  /** Whether the book has the position. */
  known: boolean;
  /** The score of the position for the side to move. */
  value: Score | null;
  games: number;
  /** The most played first. */
  moves: BookMove[];
}

/** The opening ballots; none if the game has none. */
export interface BallotsReply {
  ballots: Ballot[];
}

/** The puzzles of a game. */
export interface PuzzlesReply {
  /** The easier ones first. */
  puzzles: Puzzle[];
  themes: string[];
}

/** A puzzle with its solution. */
export interface PuzzleReply extends Puzzle {
  /** How many plies of the line make the solution. */
  asked: number;
  line: Move[];
}

/** Whether the moves are right. */
export interface JudgeReply {
  right: boolean;
  /** Whether the puzzle is solved. */
  done: boolean;
  /** The other side's reply. */
  answer: Move | null;
}

/** The match as text. */
export interface RecordReply {
  text: string;
}

/** An HTML page of its own, which needs nothing else. */
export interface PageReply {
  html: string;
}

/** The opening of the match. */
export interface OpeningReply {
  name: string | null;
  /** At which it was reached. */
  ply: number | null;
  /** The number of the ballot that the first three moves make. */
  number: number | null;
}

/** How a begun move can go on. */
export interface FollowReply {
  next: string[];
  /** The pieces captured so far. */
  captured: string[];
  /** Whether the move may end here. */
  complete: boolean;
}

/** Why a move is illegal; null if it is legal. */
export interface WhyReply {
  /** The key of the rule that forbids it. */
  rule: string | null;
  /** The reason in a sentence. */
  text: string | null;
  said: Sentence | null;
  /** The squares that the reason is about. */
  squares: string[];
}

/** The best move of the match. */
export interface ThinkReply extends BestMoveReply {
  /** The best move in full. */
  move: Move;
  /** The node that was searched. */
  node: number;
  /** Whether the computer would accept the draw that is offered; null if none is. */
  accepts: boolean | null;
}

/** How many entries were new. */
export interface ShareReply {
  known: number;
}

/** How far a review has come. */
export interface ReviewProgress {
  /** From 0 to 1. */
  share: number;
  /** White's winning chances at each position of the main line so far. */
  chances: (number | null)[];
}

/** The worth that a side lost in a game, beyond the noise of the search, and what was at stake for it. */
export interface Stakes {
  lost: number;
  stake: number;
}

/** The review of the main line. `saltus.analysis.chances` defines loss, marks and accuracy. */
export interface ReviewReply {
  /**
   * White's winning chances at each position of the main line, from 0 to 1, the start first. Null for positions that
   * a stopped review has not reached.
   */
  chances: (number | null)[];
  turns: ReviewedMove[];
  /**
   * Out of 100: the share kept of what was at stake. About 0 for moves drawn by lot; null for a side for which
   * nothing was at stake, as where it never had a choice, or for which one move would decide it.
   */
  accuracy: Record<Side, number | null>;
  /** What the accuracy is the share of; over several games they are added. */
  stakes: Record<Side, Stakes>;
  /** How many of each mark each side has. */
  marks: Record<Side, Record<Mark, number>>;
  /** The turning points. */
  moments: Moment[];
  stopped: boolean;
}

/** Whether there was anything to stop. */
export interface StopReply {
  stopped: boolean;
}

/** What a search has found, for another bridge. */
export interface ShareEvent {
  /** Entries of its transposition table. */
  entries: string;
}

/** How a game of a collection ended. */
export type Winner = 'white' | 'black' | 'draw' | 'unfinished';

/** The lowest and the highest number; null for no limit. */
export type NumberRange = (number | null)[];

/** The beginnings of the first and of the last date; empty for no limit. */
export type DateRange = string[];

/** What a collection knows of a game: normalised tags, and the indexes for searching. Unknown texts are empty. */
export interface GameEntry {
  /** The key of the game. */
  game: string;
  white: string;
  black: string;
  event: string;
  /** `YYYY.MM.DD` with `?` for unknown digits; empty without a year. */
  date: string;
  result: Winner;
  opening: string;
  ballot: Positive | null;
  /** The moves of both sides on the main line. */
  plies: number;
  /** The side that moves first, 0 for White and 1 for Black. */
  side: number;
  tags: Record<string, string>;
  /** Six bytes for each position of the main line, in order. Equal positions have equal keys. */
  keys: Base64;
  /** For each change two bytes of its ply, then one for White's and Black's men, then kings. */
  material: Base64;
  /** The plies at which each square held a piece of each kind (`saltus.library.planes`). */
  planes: Base64;
  /** The collections that the game belongs to. `index` leaves this empty. */
  collections: string[];
}

/** Where one of the games of a text is. */
export interface Place {
  /** Where it begins, in characters. */
  start: number;
  end: number;
  /** The line it begins in, from 1; of a game that cannot be read, that of its first error. */
  line: number;
}

/** One of the games of a text. */
export interface IndexedGame extends Place {
  /** Equal for two games with the same moves by the same players on the same date. */
  digest: Base64;
  /** Equal for two records that say the same: tags, result, moves, variations, comments. */
  content: Base64;
  entry: GameEntry;
}

/** One of the games of a text that cannot be read. */
export interface RejectedGame extends Place {
  column: number;
  message: string;
  said: Sentence | null;
}

/** A text with any number of games. */
export interface IndexRequest extends TextRequest {
  text: string;
  /** Whether more follows. The last game is then left out: send it again with the rest. */
  goes_on?: boolean;
}

/** The games of a text. */
export interface IndexReply {
  games: IndexedGame[];
  rejected: RejectedGame[];
  /** How much of the text was read, in characters. */
  used: number;
  /** Whether it was stopped before the end. */
  stopped: boolean;
}

/** How far a text has been read. */
export interface IndexProgress {
  used: number;
  games: number;
  rejected: number;
}

/** A query, as `py/docs/games.md` describes it. */
export interface QueryRequest {
  query: string;
  /** The game for terms on the board, if the query does not name one. */
  game?: string;
}

/** What a query asks of a game's tags. One of the last four says what the tag must have. */
export interface QueryTerm {
  key: string;
  negated: boolean;
  /** What must occur in the tag. It is compared without case, accents and doubled spaces. */
  text: string;
  ranges: NumberRange[];
  dates: DateRange[];
  choices: string[];
}

/** The pieces of one side: men and kings, or both together as `total`. */
export interface SideForce {
  men: number;
  kings: number;
  total: number | null;
}

/** The pieces of both sides. */
export interface QueryMaterial {
  white: SideForce;
  black: SideForce;
}

/** What must hold at one moment of a game. */
export interface QueryMoment {
  /** The key of the position, as in `GameEntry.keys`; empty for any. */
  key: string;
  /** Square → what it may hold: letters of `wbWB`, and a dot for nothing. */
  squares: Record<string, string>;
  material: QueryMaterial | null;
  /** The side to move, 0 for White and 1 for Black; null for either. */
  side: number | null;
}

/** A query that has been read. A game fits if it fits every term and has one of the moments. */
export interface QueryReply {
  /** The only game, null for all. */
  game: string | null;
  terms: QueryTerm[];
  /** Empty if nothing is asked of the board. */
  moments: QueryMoment[];
}

/** A query and some games. */
export interface FittingRequest extends QueryRequest {
  /** An index that the query does not need may be empty. */
  games: GameEntry[];
}

/** A game that fits a query. */
export interface Fit {
  /** Which of the games, from 0. */
  number: number;
  /** The first moment that fits what is asked of the board; null if nothing is. */
  ply: number | null;
}

/** The games that fit. */
export interface FittingReply {
  fits: Fit[];
}

/** A game to count. */
export interface ExploredGame {
  id: Count;
  keys: Base64;
  result: Winner;
  year?: number | null;
}

/** A position, and games that may have it. */
export interface ExploreRequest extends PositionRequest {
  /** Count the position turned or reflected as well, where all pieces move alike. */
  rotated?: boolean;
  /** Count the position with the colours exchanged as well. */
  mirrored?: boolean;
  games?: ExploredGame[];
}

/** Games by result. */
export interface GameCounts {
  white: number;
  black: number;
  draw: number;
  unfinished: number;
  first_year: number | null;
  last_year: number | null;
  /** The first 50 games. */
  ids: number[];
}

/** A move and the games with it. */
export interface ExploredMove extends Move, GameCounts {
  /** Other moves to the same position; the counts include them. */
  alike: Path[];
}

/** A move as the keys of games show it. */
export interface KeyAfter {
  /** The key of the position after it. */
  key: string;
  path: Path;
}

/** An image of the position: a game with `key` had it, and played the move whose key follows. */
export interface PositionView {
  key: string;
  /** Whether the colours are exchanged, so that White's wins count as Black's. */
  swaps: boolean;
  moves: KeyAfter[];
}

/** What was played from a position; the most played moves come first. */
export interface ExploreReply {
  moves: ExploredMove[];
  /** The games that ended here. */
  ended: GameCounts;
  /** What to look for in the keys of other games. */
  views: PositionView[];
}

/** A position of the match. */
export interface LinePosition extends Board {
  node: number;
  ply: number;
  /** As in `GameEntry.keys`. */
  key: string;
  /** The move that follows on the line; null at its end. */
  move: Move | null;
}

/** The positions from the start of the match through the one on the board to the end of the line. */
export interface LineReply {
  positions: LinePosition[];
}

/** When to show a puzzle again. Times are in milliseconds since 1970. */
export interface PuzzleProgress {
  /** Null if it is not to be repeated. */
  box: number | null;
  due: Count;
  /** When it was last tried. */
  when: Count;
  /** How many times it was solved without help or a wrong move. */
  solved: Count;
  missed: Count;
}

/** A try at a puzzle. */
export interface ScheduleRequest {
  /** The progress before it; none if it was the first. */
  progress?: PuzzleProgress;
  /** Whether it was solved without help and without a wrong move. */
  clean: boolean;
  now: Count;
}

/** The progress after the try. */
export interface ScheduleReply {
  progress: PuzzleProgress;
}

/** The fields of each request, beside `id` and `op`. */
export interface Requests {
  games: NoFields;
  moves: PositionRequest;
  perft: PerftRequest;
  outcome: PositionRequest;
  check: PositionRequest;
  parse: ParseRequest;
  contents: ContentsRequest;
  encoding: EncodingRequest;
  openings: PositionRequest;
  ballots: GameRequest;
  opening: NoFields;
  bestmove: BestMoveRequest;
  think: ThinkRequest;
  share: ShareRequest;
  stop: StopRequest;
  review: ReviewRequest;
  cost: CostRequest;
  explain: ExplainRequest;
  puzzles: GameRequest;
  puzzle: PuzzleRequest;
  judge: JudgeRequest;
  sheet: SheetRequest;
  index: IndexRequest;
  query: QueryRequest;
  fitting: FittingRequest;
  explore: ExploreRequest;
  line: NoFields;
  schedule: ScheduleRequest;
  new: NewRequest;
  load: LoadRequest;
  record: RecordRequest;
  state: StateRequest;
  follow: PathRequest;
  why: PathRequest;
  play: PlayRequest;
  undo: PliesRequest;
  redo: PliesRequest;
  goto: GotoRequest;
  promote: NodeRequest;
  prune: NodeRequest;
  annotate: AnnotateRequest;
  resign: SideRequest;
  offer: SideRequest;
  accept: SideRequest;
  decline: SideRequest;
  claim: ClaimRequest;
  flag: SideRequest;
  page: PageRequest;
}

/** The fields of each reply, beside `id` and `ok`. */
export interface Replies {
  games: GamesReply;
  moves: MovesReply;
  perft: PerftReply;
  outcome: OutcomeReply;
  check: PlacedReply;
  parse: PlacedReply;
  contents: ContentsReply;
  encoding: EncodingReply;
  openings: OpeningsReply;
  ballots: BallotsReply;
  opening: OpeningReply;
  bestmove: BestMoveReply;
  think: ThinkReply;
  share: ShareReply;
  stop: StopReply;
  review: ReviewReply;
  cost: CostReply;
  explain: ExplainReply;
  puzzles: PuzzlesReply;
  puzzle: PuzzleReply;
  judge: JudgeReply;
  sheet: PageReply;
  index: IndexReply;
  query: QueryReply;
  fitting: FittingReply;
  explore: ExploreReply;
  line: LineReply;
  schedule: ScheduleReply;
  new: MatchState;
  load: MatchState;
  record: RecordReply;
  state: MatchState;
  follow: FollowReply;
  why: WhyReply;
  play: MatchState;
  undo: MatchState;
  redo: MatchState;
  goto: MatchState;
  promote: MatchState;
  prune: MatchState;
  annotate: MatchState;
  resign: MatchState;
  offer: MatchState;
  accept: MatchState;
  decline: MatchState;
  claim: MatchState;
  flag: MatchState;
  page: PageReply;
}

/** What each request may tell before its reply, as events called `progress`. */
export interface Progress {
  games: never;
  moves: never;
  perft: never;
  outcome: never;
  check: never;
  parse: never;
  contents: never;
  encoding: never;
  openings: never;
  ballots: never;
  opening: never;
  bestmove: Thought;
  think: Thought;
  share: never;
  stop: never;
  review: ReviewProgress;
  cost: never;
  explain: never;
  puzzles: never;
  puzzle: never;
  judge: never;
  sheet: never;
  index: IndexProgress;
  query: never;
  fitting: never;
  explore: never;
  line: never;
  schedule: never;
  new: never;
  load: never;
  record: never;
  state: never;
  follow: never;
  why: never;
  play: never;
  undo: never;
  redo: never;
  goto: never;
  promote: never;
  prune: never;
  annotate: never;
  resign: never;
  offer: never;
  accept: never;
  decline: never;
  claim: never;
  flag: never;
  page: never;
}

/** The kinds of request. */
export type Op = keyof Requests;
