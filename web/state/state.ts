/**
 * The whole state of the page in one object, and the functions that change it. Views only read it, after changes, at
 * most once a frame. Nothing here knows the rules: the legal moves are `match.moves`, which Python sends.
 */

import type { Motion } from '../board/animation.ts';
import { standsUpright } from '../board/geometry.ts';
import type { Refused } from '../board/model.d.ts';
import { none, of } from '../lib/first.ts';
import { draw } from '../lib/random.ts';
import type { Ballot, Format, ListedGame, Move, PuzzleReply, PuzzlesReply, Side, Thought } from '../protocol.d.ts';
import type { Rulebook } from './book.d.ts';
import { unexplored } from './explorer.ts';
import type { Match, Meta, Timing } from './game.d.ts';
import { type MistakeCard, unread } from './kept.ts';
import { closedLibrary } from './library.ts';
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

/** The comment and the glyphs of a move, as they are being written. */
export interface Note {
  node: number; // of the move; 0 for the start of the game
  gameId: number; // of its match
  comment: string;
  glyphs: number[];
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

/** What was chosen in the form for a new game. What was not is as in the match on the board, or as it is proposed. */
export interface Wish {
  who?: string; // the person's side, or `lots`, `both`, `none`, `link`, `online`
  seat?: Side | 'any'; // of the person in a game with a friend
  level?: number; // of the computer; of its White where it plays itself
  rival?: number; // of its Black
  setup?: string;
  seed: string; // as it was typed; drawn at first
  begin?: 'none' | 'lot' | 'chosen'; // without a ballot, or with one
  ballot?: number; // the number of the chosen one
  ballots: Ballot[] | null; // those of the game, once one is to be chosen
  search: string; // what was typed to find one of them
  options: Record<string, boolean>;
  clock?: string; // `none`, `other`, or a usual time control as players write it
  minutes?: string; // of another one, as it was typed
  increment?: string;
}

/** Games from other programs. It outlives the panel: the player can look a mistake up in the rules and correct it. */
export interface Inbox {
  text: string; // the content of the text field
  error: string; // what is wrong with it
  warned: string; // what was unusual in the text that was read last
  found: Found | null; // the games, if there are several
  // the file that is being read, and how much of it has been, from 0 to 1
  reading: { name: string; share: number; stop: () => void } | null;
  // the file that was read last, if its encoding was a guess or chosen, and the record of what came of it
  source: { file: File; encoding: string; record: string } | null;
}

/** The games in a text or a file. */
export interface Found {
  listed: (ListedGame | null)[]; // the first ones; null for a game that is too long
  count: number; // of all
  passed: number; // their number when a higher one was asked for; 0 if that was not the last thing asked
  file: File; // the file itself, which the library can take
  open: (index: number) => void; // puts one on the board
}

/** The player's own mistakes as puzzles, and the reviews that find them. */
export interface Mistakes {
  cards: MistakeCard[] | null; // null until they have been read
  isOn: boolean; // whether games are reviewed
  names: string[]; // under which the player plays elsewhere
  todo: number; // how many own games have no review yet
  done: number; // how many have one
  share: number | null; // of the running review, from 0 to 1; null while none runs
  error: unknown;
}

export type State = ReturnType<typeof create>;

const FIRST_LEVEL = 4; // the level of the computer in a first game: it plays sensibly and can be beaten

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

/** Empties the explorer; which games it counts stays. */
export const clearExplorer = (state: State) => {
  state.explorer = unexplored(state.explorer.counted);
};

export const noWish = (): Wish => ({ seed: String(draw()), ballots: null, search: '', options: {} });

/** What belongs to the position on the board, before anything was done there. */
const newTurn = () => ({
  draft: of<string[]>([]), // the squares of the partly entered move, origin first
  // a position of a line of the analysis, shown instead of the match: the last move, and its place in the lines, which are
  // those that were listed when the preview began
  preview: none<{ rows: string[]; last: Move; at: string; lines: Analysis['lines'] }>(),
  drawn: of<string[][]>([]), // what was drawn on the board: a square, or the two ends of an arrow
  pointed: none<string[]>(), // the path of the move that the pointer is on in a list
  // the suggested move, the reason, and the squares and the arrow that show the reason
  hint: none<{ path: string[]; text: string; squares?: string[]; arrow?: string[] }>(),
  points: none<Record<Side, number[]>>(), // of each island of a finished game, in the order of `outcome.islands`
  counted: none<number>(), // how many of these points have been so far; null if they are not counted one by one
  notice: none<Notice>(),
});

/** What belongs to the game on the board, without a match yet. */
function newGame(meta: Meta) {
  const seats = players(meta);
  return {
    meta,
    match: none<Match>(), // as the rules sent it last; null until their first reply
    early: false, // whether the match is from an earlier reply, and the rules have yet to be given it (`game/instant.ts`)
    finished: none<Match>(), // the one that has just ended on this board; null once another position is on it
    opening: none<{ match: Match; name: string }>(), // the name of the opening, and the match it was asked for
    rows: meta.start.rows, // the position on the board: of `match`, or of the store while the rules load
    last: none<Move>(), // the move that led to this position
    before: none<string[]>(), // the position before the last move, where it was on the board: for its replay
    grouped: of<Record<Side, boolean>>({ w: false, b: false }), // whose largest group is outlined
    // 0 for a person at this device, else the computer's level; `REMOTE` for a person who plays by link
    players: seats,
    bottom: seat(meta, seats), // the side at the bottom of the screen
    // the move that was entered in advance: the square of its piece, and where that is to go; empty for none
    premove: of<string[]>([]),
    paused: false, // whether the computer must not move
    analysis: none<Analysis>(), // the results of the analysis; null while it is off
    motion: none<Motion>(), // the animation that runs, or has run
    wish: noWish(), // a new object for another game, and once the form is closed
    ...newTurn(),
  };
}

export const create = (games: Meta[], meta: Meta, storedSettings: unknown) => ({
  games, // all games, as the build has put them into the page
  ...newGame(meta),
  boot: {
    phase: of<'loading' | 'ready' | 'failed'>('loading'), // of the rules
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
  thinking: none<{ side: Side; purpose: 'move' | 'hint' | 'offer' }>(), // the search that is running
  hinting: false, // whether a hint is shown at every move of a person, until that is switched off
  refused: none<Refused>(), // the move that was refused last
  renew: none<() => void>(), // loads the newer version of the page, once there is one
  isUnkept: false, // whether the browser has refused to store what the page keeps
  toast: none<{ text: string; picture: HTMLCanvasElement | null }>(), // a short confirmation over the page
  // the game of a link that is on its way to the board: another one than is there, or the same, after a reload
  arriving: of<'' | 'other' | 'same'>(''),
  isOnline: false, // whether the game on the board is one of a server, also before that has told of it
  online: none<Online>(), // the game on the board, where it is played with others by a server
  seats: noSeats(), // the games with others, read where they are shown
  sent: '', // the record of the game by link that was sent last
  link: none<{ text: string; told: string; code?: { size: number; path: string } | null }>(), // shown as copied, or to be copied by hand
  note: none<Note>(), // what is written about the move on the board; null while its form is closed
  panels: of<string[]>([]), // the keys of the panels that there are
  panel: none<string>(), // the key of the open one
  rule: none<string>(), // the rule that the rules panel shows first
  explorer: unexplored({ collection: '', mirrored: false, rotated: false }),
  rulebook: none<Rulebook>(), // null while the rules are not shown
  held: '', // the game that is pointed at in the list of games; empty for none
  kept: unread(), // what this browser keeps of what was played: read where a view shows it
  ladder: '', // the game whose opponents are listed; empty for the one on the board
  // the game whose figures are shown, empty for the one on the board or the one that was played last; and how many of
  // its games are listed
  statistics: { game: '', listed: 30 },
  formats: of<Record<string, Format>>({}), // in which a game is written for others, by game: the one chosen last
  // the game in it, empty until the rules have written it, and what was said of it last
  written: { text: '', told: '' },
  inbox: of<Inbox>({ text: '', error: '', warned: '', found: null, reading: null, source: null }),
  // the number of the day; its puzzles by game, each undefined while it is asked for and null if it did not come; and
  // what was said of the result that was shared
  today: { day: 0, puzzles: of<Record<string, PuzzleReply | null | undefined>>({}), told: '' },
  // the puzzles that are listed while none is on the board
  puzzles: {
    view: of<'sets' | 'mistakes'>('sets'), // the games' puzzles, or those made of the player's own mistakes
    game: '', // empty for the one on the board
    grade: 0, // 0 for all
    theme: '', // empty for all
    pages: 1, // how much of a set is shown
    lists: of<Record<string, PuzzlesReply | null | undefined>>({}), // by game, as the puzzles of `today`
    told: '', // what was said of what was shared
  },
  mistakes: of<Mistakes>({ cards: null, isOn: false, names: [], todo: 0, done: 0, share: null, error: null }),
  runSeconds: 0, // how long the run of puzzles may still take, as its clock shows it
  menu: none<'game' | 'study' | 'share'>(), // the menu in the header that is open
  library: closedLibrary(),
  newcomer: false, // whether nothing has been played in this browser; then the page offers the lesson
  review: none<Review>(), // the review of the match; null if none was made
  // the positions of the autosaved games, by game; `yours`: a person here is to move
  tables: of<Record<string, { rows: string[]; over: boolean; yours?: boolean }>>({}),
  portrait: none<(level: number) => unknown>(), // draws the face of an opponent, once the faces are here
  introduced: false, // whether the start card is shown; the computer does not move before it is closed
  timing: of<Timing>({ turns: {}, steady: 0, device: 0, hidden: false }), // what the turns being made have used of the clocks
  settings: settings(storedSettings),
  session: of<Session>(GAME), // what the board is used for, with what it needs and what it covers
});

/** Switches to another game, without a match yet. */
export function setGame(state: State, meta: Meta) {
  Object.assign(state, newGame(meta));
  resetGame(state);
  state.timing.turns = {};
  clearExplorer(state);
}

/** Takes over a match from the rules. */
export function setMatch(state: State, match: Match) {
  state.before = before(state, match);
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

/** The position before the last move of `match`: the one on the board, if that move was just made from it. */
function before({ match: was, before: kept }: State, match: Match) {
  if (!was || was.game !== match.game) return null;
  if (was.node === match.node) return was.rows.join() === match.rows.join() ? kept : null;
  const parent = match.history.find(({ node }) => node === match.node)?.parent;
  return parent === was.node && match.ply === was.ply + 1 ? was.rows : null;
}

/** Clears what belongs to the position. What is said below whose turn it is stays while the computer replies. */
export function clearTurn(state: State) {
  const { notice } = state;
  const stays = notice?.below && isComputer(state) && !isTried(state);
  Object.assign(state, newTurn(), stays && { notice });
}

/** Draws a circle around a square, or an arrow, on the board; the second time it goes. */
export function toggleDrawn(state: State, path: string[]) {
  const others = state.drawn.filter((one) => one.join() !== path.join());
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

type View = (state: State) => unknown;

/** The state with its views. All changes of one task are followed by one call of each view. */
export class Page {
  state: State;
  views: Set<View> = new Set();
  due = false;

  constructor(state: State) {
    this.state = state;
  }

  /** Calls `view` after every change, until what this returns is called. */
  show(view: View): () => void {
    this.views.add(view);
    return () => void this.views.delete(view);
  }

  change(mutate: (state: State) => void) {
    mutate(this.state);
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => this.due && this.draw());
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
      const end = this.show((state) => {
        if (!holds(state)) return;
        end();
        resolve();
      });
      this.change(() => {});
    });
  }

  draw() {
    this.due = false;
    for (const view of this.views) view(this.state);
  }
}
