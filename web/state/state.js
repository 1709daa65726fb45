/**
 * The whole state of the page in one object, and the functions that change it.
 *
 * Views only read it; they are called after changes, at most once a frame. Nothing here knows the rules: the legal moves
 * are `match.moves`, which Python sends.
 *
 * @import { Ballot, Format, ListedGame, Move, PuzzleReply, PuzzlesReply, Side } from '../protocol.d.ts'
 * @import { Explorer, Match, Meta, MistakeCard, Motion, Review, Rulebook, Shelf, Timing } from '../types.d.ts'
 * @import { Mode } from './mode.js'
 * @import { Settings } from './settings.js'
 */

import { draw } from '../lib/seed.js';
import { PLAIN } from './looks.js';
import { acceptsMoves, isStashed, PLAY } from './mode.js';
import { isTall } from './screen.js';
import { settings } from './settings.js';

/**
 * A message in the status line in place of whose turn it is. It stays until the position changes.
 *
 * @typedef {object} Notice
 * @property {'refusal' | 'hint' | 'plain' | 'error'} kind
 * @property {string} text
 * @property {string | null} rule the rule that refuses the move
 * @property {boolean} [back] whether it offers to restore the match that was replaced
 */

/**
 * A move that was just refused, as the board shows it for a moment.
 *
 * @typedef {object} Refused
 * @property {string[]} squares that flash: where the move was refused
 * @property {string[]} because squares that are the reason, as the pieces that must capture
 * @property {string | null} piece the square of the piece that shakes
 * @property {number} since when, in ms
 * @property {boolean} moves whether anything may move
 */

/**
 * The results of the analysis so far. Scores are from White's side, in hundredths of a piece (or of a point).
 *
 * @typedef {object} Analysis
 * @property {number} node the node that is analysed; -1 before the first result
 * @property {{ score: number, moves: Move[] }[]} lines the best first; each has as many moves as the page shows
 * @property {number} depth in plies
 * @property {number} nodes
 * @property {number} nps nodes per second
 * @property {boolean} exact whether the scores are exact, so that the search is finished
 * @property {boolean} every whether there is a line for every legal move
 * @property {Record<Side, number> | null} scores the points at the end of the game, if the best line reaches it
 */

/**
 * A position of a line of the analysis, shown instead of the match.
 *
 * @typedef {object} Preview
 * @property {string[]} rows
 * @property {Move} last the move that led to it
 * @property {string} at its place in the lines
 * @property {Analysis['lines']} lines those that were listed when the preview began, and are until it ends
 */

/**
 * What was chosen in the form for a new game. What was not is as in the match on the board, or as it is proposed.
 *
 * @typedef {object} Wish
 * @property {string} [who] the person's side, or `lots`, `both`, `none`, `link`
 * @property {number} [level] of the computer
 * @property {string} [setup]
 * @property {string} seed as it was typed; drawn at first
 * @property {'none' | 'lot' | 'chosen'} [begin] without a ballot, or with one
 * @property {number} [ballot] the number of the chosen one
 * @property {Ballot[] | null} ballots those of the game, once one is to be chosen
 * @property {string} search what was typed to find one of them
 * @property {Record<string, boolean>} options
 * @property {string} [clock] `none`, `other`, or a usual time control as players write it
 * @property {string} [minutes] of another one, as it was typed
 * @property {string} [increment]
 */

/**
 * Games from other programs that are taken in. It outlives the panel: the player can look a mistake up in the rules and
 * correct it.
 *
 * @typedef {object} Inbox
 * @property {string} text the content of the text field
 * @property {string} error what is wrong with it
 * @property {string} warned what was unusual in the text that was read last
 * @property {Found | null} found the games, if there are several
 * @property {{ name: string, share: number, stop: () => void } | null} reading the file that is being read, and how much of
 *   it has been, from 0 to 1
 */

/**
 * The games in a text or a file.
 *
 * @typedef {object} Found
 * @property {(ListedGame | null)[]} listed the first ones; null for a game that is too long
 * @property {number} count of all
 * @property {number} passed their number when a higher one was asked for; 0 if that was not the last thing asked
 * @property {File} file the file itself, which the library can take
 * @property {(index: number) => void} open puts one on the board
 */

/**
 * The puzzles that are listed while none is on the board.
 *
 * @typedef {object} Puzzles
 * @property {'sets' | 'mistakes'} view the games' puzzles, or those made of the player's own mistakes
 * @property {string} game empty for the one on the board
 * @property {number} grade 0 for all
 * @property {string} theme empty for all
 * @property {number} pages how much of a set is shown
 * @property {Record<string, PuzzlesReply | null | undefined>} lists by game; undefined while it is fetched, null if it could
 *   not be
 * @property {string} told what was said of what was shared
 */

/**
 * The player's own mistakes as puzzles, and the reviews that find them.
 *
 * @typedef {object} Mistakes
 * @property {MistakeCard[] | null} cards null until they have been read
 * @property {boolean} isOn whether games are reviewed
 * @property {string[]} names under which the player plays elsewhere
 * @property {number} todo how many own games have no review yet
 * @property {number} done how many have one
 * @property {number | null} share of the running review, from 0 to 1; null while none runs
 * @property {unknown} error
 */

/**
 * @typedef {object} State
 * @property {Meta[]} games all games, as the build has put them into the page
 * @property {Meta} meta the game on the board
 * @property {{ phase: 'loading' | 'ready' | 'failed', loaded: number, total: number, message: string,
 *   late: boolean, isBlocked?: boolean }} boot how far the rules are loaded, in bytes; `late` if nothing has arrived for a
 *   long time; `isBlocked` if they cannot run in this browser
 * @property {Match | null} match the match as the rules sent it last; null until their first reply
 * @property {string[]} rows the position on the board: of `match`, or of the store while the rules load
 * @property {Move | null} last the move that led to this position
 * @property {Side} bottom the side at the bottom of the screen
 * @property {boolean} tall whether the screen is so tall and narrow that a wide board stands upright on it
 * @property {string[]} draft the squares of the partly entered move, origin first
 * @property {boolean} pending whether a request that changes the match is running; then the board takes no input
 * @property {{ x: number, y: number, over: string | null } | null} drag the position of the dragged piece, in device
 *   pixels of the canvas, and the square below it
 * @property {Motion | null} motion the animation that is running
 * @property {Record<Side, number>} players 0 for a person at this device, else the computer's level; `REMOTE` for a
 *   person who plays by link
 * @property {{ side: Side, purpose: 'move' | 'hint' | 'offer' } | null} thinking the search that is running
 * @property {boolean} tookBack whether the last way through the game was by Undo or Redo, to play on from there
 * @property {boolean} paused whether the computer must not move
 * @property {boolean} free whether a game against the computer is analysed: a person plays both sides (`isFree`)
 * @property {Analysis | null} analysis the results of the analysis; null while it is off
 * @property {Preview | null} preview
 * @property {string[] | null} pointed the path of the move that the pointer is on in a list
 * @property {{ match: Match, name: string } | null} opening the name of the opening, and the match it was asked for
 * @property {{ path: string[], text: string } | null} hint the suggested move and the reason
 * @property {boolean} hinting whether a hint is shown at every move of a person, until that is switched off
 * @property {Record<Side, number[]> | null} points the points of each island of a finished game, in the order of
 *   `outcome.islands`
 * @property {number | null} counted how many of these points have been counted so far; null if they are not counted one by
 *   one
 * @property {Match | null} finished the match that has just ended on this board; null once another position is on it
 * @property {Notice | null} notice
 * @property {Refused | null} refused
 * @property {Record<Side, boolean>} grouped whose largest group is outlined
 * @property {string[] | null} before the position before the last move, where it was on the board: for its replay
 * @property {string | null} panel the key of the open panel
 * @property {string | null} rule the rule that the rules panel shows first
 * @property {Explorer} explorer
 * @property {Rulebook | null} rulebook null while the rules are not shown
 * @property {string} held the game that is pointed at in the list of games; empty for none
 * @property {Wish} wish a new object for another game, and once the form is closed
 * @property {string} ladder the game whose opponents are listed; empty for the one on the board
 * @property {{ game: string, listed: number }} statistics the game whose figures are shown, empty for the one on the board or
 *   the one that was played last; and how many of its games are listed
 * @property {Record<string, Format>} formats the format in which a game is written for others, by game: the one chosen last
 * @property {{ text: string, told: string }} written the game in it, empty until the rules have written it, and what was
 *   said of it last
 * @property {Inbox} inbox
 * @property {{ day: number, puzzles: Record<string, PuzzleReply | null | undefined>, told: string }} today the number of the
 *   day; its puzzles by game, each undefined while it is asked for and null if it did not come; and what was said of the
 *   result that was shared
 * @property {Puzzles} puzzles
 * @property {Mistakes} mistakes
 * @property {number} runSeconds how long the run of puzzles may still take, as its clock shows it
 * @property {'game' | 'study' | 'share' | null} menu the menu in the header that is open
 * @property {Shelf} library
 * @property {boolean} newcomer whether nothing has been played in this browser; then the page offers the lesson
 * @property {Review | null} review the review of the match; null if none was made
 * @property {Record<string, { rows: string[], over: boolean, yours?: boolean }>} tables the positions of the autosaved
 *   games, by game; `yours`: a person here is to move
 * @property {boolean} introduced whether the start card is shown; the computer does not move before it is closed
 * @property {Timing} timing what the turns that are being made have used of the clocks
 * @property {Mode} mode what the board is used for, with the data of that mode
 * @property {Settings} settings
 */

/** The level of the computer in a first game: it plays sensibly and can be beaten. */
export const FIRST_LEVEL = 4;

/** The opening is named up to this ply. */
export const MAX_OPENING_PLIES = 24;

/** In `players`, in place of a level: a person who plays by link. */
export const REMOTE = -1;

/** @param {unknown} value @returns {value is Side} */
export const isSide = (value) => value === 'w' || value === 'b';

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'w' ? 'b' : 'w');

/**
 * The players of a first game: a person, who moves first, against the computer; colours are random if the game says so.
 *
 * @param {Meta} meta
 * @returns {Record<Side, number>}
 */
export function players(meta) {
  const person = meta.lots && Math.random() < 0.5 ? other(meta.first) : meta.first;
  return person === 'w' ? { w: 0, b: FIRST_LEVEL } : { w: FIRST_LEVEL, b: 0 };
}

/**
 * The side at the bottom of the board: the person's against the computer, else the side that moves first.
 *
 * @param {Meta} meta
 * @param {Record<Side, number>} seats
 * @returns {Side}
 */
export function seat(meta, seats) {
  if (!seats.w === !seats.b) return meta.first;
  return seats.w ? 'b' : 'w';
}

/** What the explorer shows before anything was asked. */
const unexplored = () => ({
  book: { asked: null, match: null, page: null },
  pressed: '',
  games: { asked: null, match: null, found: null, isEmpty: false, collections: [], fault: '' },
  lines: { asked: null, match: null, positions: [], known: { w: new Map(), b: new Map() }, fault: '' },
  said: '',
});

/** Empties the explorer; which games it counts stays. @param {State} state */
export const clearExplorer = (state) => {
  state.explorer = { ...unexplored(), counted: state.explorer.counted };
};

/** The form for a new game as it is opened. @returns {Wish} */
export const noWish = () => ({ seed: String(draw()), ballots: null, search: '', options: {} });

/** The library before it is first opened. @returns {Shelf} */
const closedLibrary = () => ({
  view: 'list',
  query: '',
  searched: null,
  hits: [],
  order: 'added',
  only: null,
  count: null,
  collections: [],
  fault: '',
  isRefused: false,
  areFiltersOpen: false,
  pattern: { content: 'w', isNot: false },
  rows: { first: 0, last: 0, current: 0 },
  isChoosing: false,
  chosen: new Set(),
  removed: [],
  game: null,
  typed: {},
  isSaving: false,
  exported: { isBusy: false, told: '' },
  backup: { isBusy: false, told: '' },
  duplicates: { groups: null, told: '' },
  imported: null,
});

/**
 * @param {Meta[]} games
 * @param {Meta} meta
 * @param {unknown} stored settings from the store
 * @returns {State}
 */
export function create(games, meta, stored) {
  const seats = players(meta);
  return {
    games,
    meta,
    boot: { phase: 'loading', loaded: 0, total: 0, message: '', late: false },
    match: null,
    rows: meta.start.rows,
    last: null,
    bottom: seat(meta, seats),
    tall: isTall(),
    draft: [],
    pending: false,
    drag: null,
    motion: null,
    players: seats,
    thinking: null,
    tookBack: false,
    paused: false,
    free: false,
    analysis: null,
    preview: null,
    pointed: null,
    opening: null,
    hint: null,
    hinting: false,
    points: null,
    counted: null,
    finished: null,
    notice: null,
    refused: null,
    grouped: { w: false, b: false },
    before: null,
    panel: null,
    rule: null,
    explorer: { ...unexplored(), counted: { collection: '', mirrored: false, rotated: false } },
    rulebook: null,
    held: '',
    wish: noWish(),
    ladder: '',
    statistics: { game: '', listed: 30 },
    formats: {},
    written: { text: '', told: '' },
    inbox: { text: '', error: '', warned: '', found: null, reading: null },
    today: { day: 0, puzzles: {}, told: '' },
    puzzles: { view: 'sets', game: '', grade: 0, theme: '', pages: 1, lists: {}, told: '' },
    mistakes: { cards: null, isOn: false, names: [], todo: 0, done: 0, share: null, error: null },
    runSeconds: 0,
    menu: null,
    library: closedLibrary(),
    newcomer: false,
    review: null,
    tables: {},
    introduced: false,
    timing: { turns: {}, steady: 0, device: 0 },
    settings: settings(stored),
    mode: PLAY,
  };
}

/**
 * Switches to another game, without a match yet.
 *
 * @param {State} state
 * @param {Meta} meta
 */
export function setGame(state, meta) {
  state.meta = meta;
  state.match = null;
  state.finished = null;
  state.opening = null;
  state.rows = meta.start.rows;
  state.last = null;
  state.before = null;
  state.grouped = { w: false, b: false };
  state.players = players(meta);
  state.bottom = seat(meta, state.players);
  state.paused = false;
  state.free = false;
  state.motion = null;
  state.timing.turns = {};
  state.wish = noWish();
  clearExplorer(state);
  clearTurn(state);
}

/**
 * Takes over a match from the rules.
 *
 * @param {State} state
 * @param {Match} match
 */
export function setMatch(state, match) {
  state.before = before(state, match);
  state.match = match;
  state.finished = null;
  if (match.ply > 1) state.newcomer = false;
  state.rows = match.rows;
  state.last = match.last;
  const yours = !match.outcome && !state.players[match.side];
  if (!isStashed(state)) state.tables[match.game] = { rows: match.rows, over: match.outcome !== null, yours };
  clearTurn(state);
}

/**
 * The position before the last move of `match`: the one on the board, if that move was just made from it.
 *
 * @param {State} state with the match as it was
 * @param {Match} match
 */
function before({ match: was, before: kept }, match) {
  if (!was || was.game !== match.game) return null;
  if (was.node === match.node) return was.rows.join() === match.rows.join() ? kept : null;
  const parent = match.history.find(({ node }) => node === match.node)?.parent;
  return parent === was.node && match.ply === was.ply + 1 ? was.rows : null;
}

/** Clears what belongs to the position on the board: draft, hint, preview, notice. @param {State} state */
export function clearTurn(state) {
  state.draft = [];
  state.drag = null;
  state.preview = null;
  state.pointed = null;
  state.hint = null;
  state.points = null;
  state.counted = null;
  state.notice = null;
}

/** @param {State} state */
export const isComputer = (state, side = state.match?.side ?? state.meta.first) => state.players[side] > 0;

/** Whether a person plays both sides of a game against the computer, to analyse it. @param {State} state */
export const isFree = ({ free, mode, players: { w, b } }) =>
  free && (mode.kind === 'play' || mode.kind === 'review') && (w > 0 || b > 0);

/**
 * Whether the players may be changed now: not in a lesson, a puzzle or the editor, and not in a game by link.
 *
 * @param {State} state
 */
export const areSeatsFree = (state) =>
  !isStashed(state) && state.mode.kind !== 'edit' && state.players.w >= 0 && state.players.b >= 0;

/** Whether the analysis makes the board free: not while two computers play, whose game can be watched with it. @param {State} state */
export const analysisFrees = ({ analysis, players: { w, b } }) => analysis !== null && !(w > 0 && b > 0);

/** Whether the next move is a person's, as soon as nothing is pending. @param {State} state */
export const isAwaited = (state) =>
  state.match !== null &&
  !state.match.outcome &&
  acceptsMoves(state.mode, state.match) &&
  (!state.players[state.match.side] || (isFree(state) && isComputer(state))) &&
  state.boot.phase === 'ready';

/** Whether a person may enter a turn just now. @param {State} state */
export const isOpen = (state) => !state.pending && isAwaited(state);

/**
 * What the record calls the player of a side, where people play both; empty where it names none.
 *
 * @param {Pick<State, 'players' | 'match'>} state
 * @param {Side} side
 */
export const recordedName = ({ players, match }, side) =>
  (players.w === 0 && players.b === 0 && match?.names?.[side]) || '';

/** Whether the board is seen from its upper side. @param {State} state */
export const isTurned = (state) => state.bottom !== state.meta.bottom;

/** Whether a board that is wider than high stands upright. @param {State} state */
export const isUpright = ({ meta, tall }) => tall && meta.files > meta.ranks;

/** Whether the board is drawn with high contrast. @param {State} state */
export const isPlain = ({ settings: { contrast } }) =>
  contrast === 'more' ||
  (contrast === 'system' && matchMedia('(prefers-contrast: more), (forced-colors: active)').matches);

/**
 * The board and the piece set that a game is drawn with.
 *
 * @param {Pick<State, 'settings'>} state
 * @param {Pick<Meta, 'style'>} meta
 */
export function look(state, meta = /** @type {State} */ (state).meta) {
  if (isPlain(/** @type {State} */ (state))) return PLAIN;
  const { board, pieces } = state.settings;
  return { board, pieces: pieces === 'own' ? meta.style : pieces };
}

/** Whether moves are animated. @param {State} state */
export const glides = ({ settings: { motion } }) =>
  motion === 'system' ? !matchMedia('(prefers-reduced-motion: reduce)').matches : motion !== 'off';

/** How many times as long as usual a move takes. @param {State} state */
export const pace = ({ settings: { motion } }) => ({ slow: 1.8, fast: 0.5 })[/** @type {string} */ (motion)] ?? 1;

/**
 * The state with its views. `change` runs a mutation; all mutations of one task are followed by one call of each view.
 *
 * @typedef {(state: State) => void} View
 */
export class Page {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Set<View>} */
    this.views = new Set();
    this.due = false;
  }

  /** Calls `view` after every change, until what this returns is called. @param {View} view @returns {() => void} */
  show(view) {
    this.views.add(view);
    return () => {
      this.views.delete(view);
    };
  }

  /** @param {(state: State) => void} mutate */
  change(mutate) {
    mutate(this.state);
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      if (this.due) this.draw();
    });
  }

  draw() {
    this.due = false;
    for (const view of this.views) view(this.state);
  }
}
