/**
 * Everything the page knows, in one object, and the ways it changes.
 *
 * Views only read it and are called after each change, at most once a frame. Nothing here knows a rule: what may
 * be played is `match.moves`, which came from Python.
 *
 * @import { Match, Meta, Motion, Move, Retrospect, Review, Side } from '../types.d.ts'
 */

import { isLanguage } from '../lib/i18n.js';
import { BOARDS, PLAIN, SETS } from './looks.js';

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {string} board one of `BOARDS`
 * @property {string} pieces one of `SETS`
 * @property {'system' | 'more' | 'normal'} contrast `system` asks the device
 * @property {boolean} sound
 * @property {number} volume 0 to 1
 * @property {'slow' | 'normal' | 'fast'} speed of the computer against itself
 * @property {boolean} coordinates whether letters and numbers stand in the frame
 * @property {boolean} numbers whether the squares of a game whose moves are numbers show theirs
 * @property {'system' | 'on' | 'off'} motion whether pieces glide; `system` asks the device
 * @property {boolean} keys whether single letters are shortcuts
 * @property {Record<string, number>} lines how many lines the analysis tells apart in a game, where that was chosen
 * @property {string} language a name of `LANGUAGES`; `system` for the browser's own
 */

/**
 * A line of the status that is not simply whose turn it is; it stands until the position changes.
 *
 * @typedef {object} Notice
 * @property {'refusal' | 'hint' | 'plain' | 'error'} kind
 * @property {string} text
 * @property {string | null} rule the rule that a refusal rests on
 * @property {boolean} [back] whether the game that made way for this one may be brought back from here
 */

/**
 * What the analysis has found so far. Scores are White's, in hundredths of a piece (or of a point); the moves of a line
 * are as many as anyone looks at.
 *
 * @typedef {object} Analysis
 * @property {number} node the place in the game that it is about; -1 before it has begun
 * @property {{ score: number, moves: Move[] }[]} lines the best first
 * @property {number} depth in plies
 * @property {number} nodes
 * @property {number} nps nodes per second
 * @property {boolean} exact whether it is known for certain: there is nothing more to find
 * @property {boolean} every whether there is a line for every move, however few are wanted
 * @property {Record<Side, number> | null} scores the points at the end, where the best line leads to it
 */

/**
 * A position that is being set up.
 *
 * @typedef {object} Edit
 * @property {string[]} rows
 * @property {Side} side whose turn it is
 * @property {string} tool the piece that a tap puts down; `.` takes away; empty to move pieces
 * @property {string | null} held the square whose piece is being moved
 */

/**
 * A puzzle as the rules tell it, and what the person has done about it.
 *
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {string} id
 * @property {string[]} rows
 * @property {Side} side whose turn it is
 * @property {'win' | 'hold' | 'points'} goal
 * @property {number} by so many points
 * @property {number} grade 1 to 5
 * @property {string[]} themes
 * @property {number} turns that have to be found
 * @property {number} asked the plies of the line that make the solution
 * @property {Move[]} line
 * @property {'open' | 'missed' | 'solved' | 'shown'} state
 * @property {number} hints that were given for the turn that is looked for: 1 the piece, 2 the move
 * @property {boolean} helped whether there were any at all
 * @property {number} faults turns that were not the one
 * @property {string} tried the last of them
 * @property {{ moves: Move[], score: number } | null} after what the engine expects after a line that ends with the
 *   solution, the score being the solver's; null while that is not known
 * @property {string} refuted what it would have led to, in a sentence; empty while that is not known
 * @property {number | null} day whose puzzle it is, see lib/seed.js; null for one that was chosen
 */

/**
 * @typedef {object} State
 * @property {Meta[]} games every game there is, as the build put them into the page
 * @property {Meta} meta the game on the table
 * @property {{ phase: 'loading' | 'ready' | 'failed', loaded: number, total: number, message: string,
 *   late: boolean }} boot how far the rules have come, in bytes; `late` where nothing has come for long
 * @property {Match | null} match the rules' last word; null until they have answered
 * @property {string[]} rows the position that is shown: of `match`, or of the store while the rules load
 * @property {Move | null} last the turn that led here
 * @property {Side} bottom whose side of the board is at the bottom of the screen
 * @property {string[]} draft the squares of the half-entered turn, origin first
 * @property {boolean} pending what changes the match is on its way to the rules; no input until they answer
 * @property {{ x: number, y: number, over: string | null } | null} drag where the piece under the pointer is, in
 *   device pixels of the canvas, and the square below
 * @property {Motion | null} motion what is gliding or fading just now
 * @property {Record<Side, number>} players 0 for a person here, else the computer's level; `REMOTE` for a person
 *   elsewhere, whose moves come by link
 * @property {{ side: Side, purpose: 'move' | 'hint' | 'offer' } | null} thinking the search that is running
 * @property {boolean} paused computer against computer is held
 * @property {Analysis | null} analysis what the engine thinks of the position; null while it is not asked
 * @property {{ rows: string[], last: Move } | null} preview a board that is only looked at, and the turn that led to it
 * @property {Edit | null} edit the position that is being set up on the board
 * @property {string[] | null} pointed the turn that someone points at in a list
 * @property {{ match: Match, name: string } | null} opening what the opening is called, and where in the game it was asked
 * @property {{ path: string[], text: string } | null} hint the turn that is suggested, and why
 * @property {Record<Side, number[]> | null} points what each island of a finished game is worth, in the order of its
 *   outcome's islands
 * @property {Notice | null} notice
 * @property {string | null} panel the key of the open panel
 * @property {string | null} rule the rule that the rules panel was opened at
 * @property {{ game: string, index: number, count: number, done: number[], state: 'open' | 'done' | 'missed' } | null}
 *   lesson the lesson that is being given, the steps that have been done, and how far the one on the board has come
 * @property {boolean} newcomer whether nothing has been played here yet: then the lesson is offered
 * @property {Review | null} review what looking back at the game has found; null where nobody has
 * @property {Retrospect | null} retrospect the search for better moves, and how far it has come
 * @property {Puzzle | null} puzzle the puzzle on the board, and how far its solution has come
 * @property {Record<string, { rows: string[], over: boolean }>} tables what stands on the other games' tables
 * @property {{ since: number, seen: number } | null} turn when the clock of the side to move began to run, and when it
 *   was last looked at, in ms
 * @property {Mode} mode follows from `edit`, `puzzle`, `lesson` and `retrospect`
 * @property {Settings} settings
 */

/**
 * What the board is used for. In a lesson, in a puzzle and in the search for better moves the player's own game makes way
 * and comes back. While a position is set up, what was on the board stays behind it.
 *
 * @typedef {'play' | 'lesson' | 'puzzle' | 'retrospect' | 'edit'} Mode
 */

/** @type {Settings} */
const SETTINGS = {
  theme: 'system',
  board: 'oak',
  pieces: 'own',
  contrast: 'system',
  sound: true,
  volume: 0.6,
  speed: 'normal',
  coordinates: true,
  numbers: true,
  motion: 'system',
  keys: true,
  lines: {},
  language: 'system',
};

/** The level a newcomer meets: it answers sensibly and can be beaten. */
const NEWCOMER = 4;

/** The plies after which it is of no more use to say what the opening is called. */
export const NAMED = 24;

/** In place of a level: someone else plays the side, somewhere else, and sends the moves as links. */
export const REMOTE = -1;

/** @param {unknown} value @returns {value is Side} */
export const isSide = (value) => value === 'w' || value === 'b';

/** @param {Side} side */
export const other = (side) => (side === 'w' ? 'b' : 'w');

/**
 * Settings from the store, each only if it is one we know.
 *
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settings(stored) {
  const given = /** @type {Partial<Settings>} */ (stored && typeof stored === 'object' ? stored : {});
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   * @param {(value: Settings[Name]) => boolean} fits
   * @returns {Settings[Name]}
   */
  const take = (name, fits) => {
    const value = given[name];
    return value !== undefined && fits(value) ? value : SETTINGS[name];
  };
  /** @param {unknown} value */
  const either = (value) => typeof value === 'boolean';
  return {
    theme: take('theme', (value) => ['light', 'dark'].includes(value)),
    board: take('board', (value) => BOARDS.includes(value)),
    pieces: take('pieces', (value) => SETS.includes(value)),
    contrast: take('contrast', (value) => ['more', 'normal'].includes(value)),
    sound: take('sound', either),
    volume: take('volume', (value) => typeof value === 'number' && value >= 0 && value <= 1),
    speed: take('speed', (value) => ['slow', 'fast'].includes(value)),
    coordinates: take('coordinates', either),
    numbers: take('numbers', either),
    motion: take('motion', (value) => ['on', 'off'].includes(value)),
    keys: take('keys', either),
    lines: counts(given.lines),
    language: take('language', isLanguage),
  };
}

/** What stands for all legal moves in `lines`. */
export const ALL = 200;

/** The choices of lines, game by game, that can be. @param {unknown} stored @returns {Record<string, number>} */
const counts = (stored) =>
  stored && typeof stored === 'object'
    ? Object.fromEntries(Object.entries(stored).filter(([, count]) => [1, 2, 3, ALL].includes(count)))
    : {};

/**
 * How many lines the analysis tells apart: as many as were chosen for this game. Where points are counted it is every
 * move by itself, as what each of them is worth can be known.
 *
 * @param {State} state
 */
export const linesOf = ({ settings, meta }) => settings.lines[meta.key] ?? (meta.points ? ALL : 1);

/**
 * Who plays at first: a person moves first against the computer, or draws lots where the game's document does.
 *
 * @param {Meta} meta
 * @returns {Record<Side, number>}
 */
export function players(meta) {
  const person = meta.lots && Math.random() < 0.5 ? other(meta.first) : meta.first;
  return person === 'w' ? { w: 0, b: NEWCOMER } : { w: NEWCOMER, b: 0 };
}

/**
 * The side to seat at the bottom: the person's; the first mover's where there is no one person.
 *
 * @param {Meta} meta
 * @param {Record<Side, number>} seats
 * @returns {Side}
 */
export function seat(meta, seats) {
  if (!seats.w === !seats.b) return meta.first;
  return seats.w ? 'b' : 'w';
}

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
    draft: [],
    pending: false,
    drag: null,
    motion: null,
    players: seats,
    thinking: null,
    paused: false,
    analysis: null,
    preview: null,
    edit: null,
    pointed: null,
    opening: null,
    hint: null,
    points: null,
    notice: null,
    panel: null,
    rule: null,
    lesson: null,
    newcomer: false,
    review: null,
    retrospect: null,
    puzzle: null,
    tables: {},
    turn: null,
    settings: settings(stored),
    get mode() {
      if (this.edit) return 'edit';
      if (this.puzzle) return 'puzzle';
      if (this.lesson) return 'lesson';
      return this.retrospect ? 'retrospect' : 'play';
    },
  };
}

/**
 * Puts another game on the table, with nothing yet known of its match.
 *
 * @param {State} state
 * @param {Meta} meta
 */
export function setGame(state, meta) {
  state.meta = meta;
  state.match = null;
  state.opening = null;
  state.rows = meta.start.rows;
  state.last = null;
  state.players = players(meta);
  state.bottom = seat(meta, state.players);
  state.paused = false;
  state.motion = null;
  state.turn = null;
  clearTurn(state);
}

/**
 * Takes over what the rules say.
 *
 * @param {State} state
 * @param {Match} match
 */
export function setMatch(state, match) {
  state.match = match;
  if (match.ply > 1) state.newcomer = false;
  state.rows = match.rows;
  state.last = match.last;
  state.tables[match.game] = { rows: match.rows, over: match.outcome !== null };
  clearTurn(state);
}

/** @param {State} state */
export function clearTurn(state) {
  state.draft = [];
  state.drag = null;
  state.preview = null;
  state.pointed = null;
  state.hint = null;
  state.points = null;
  state.notice = null;
}

/** @param {State} state */
export const isComputer = (state, side = state.match?.side ?? state.meta.first) => state.players[side] > 0;

/** Whether what is on the table is not a game of anyone's: it made way, and comes back. @param {State} state */
export const isStashed = ({ lesson, retrospect, puzzle }) =>
  lesson !== null || retrospect !== null || puzzle !== null;

/** Whether a turn is looked for. @param {Puzzle} puzzle */
export const isAsked = ({ state }) => state === 'open' || state === 'missed';

/**
 * Whether a turn may be entered in a mode, where the match itself is open to one.
 *
 * @type {Record<Mode, (state: State, match: Match) => boolean>}
 */
const IS_OPEN = {
  play: () => true,
  edit: () => false,
  puzzle: ({ puzzle }, { side }) => puzzle !== null && isAsked(puzzle) && side === puzzle.side,
  lesson: ({ lesson }, { ply }) => lesson?.state === 'open' || (lesson?.state === 'missed' && !ply),
  retrospect: ({ retrospect }) => retrospect?.state === 'open',
};

/** Whether a person may enter a turn just now. @param {State} state */
export const isOpen = (state) =>
  state.match !== null &&
  !state.match.outcome &&
  !state.pending &&
  IS_OPEN[state.mode](state, state.match) &&
  !state.players[state.match.side] &&
  state.boot.phase === 'ready';

/** Whether the board is seen from its upper side. @param {State} state */
export const isTurned = (state) => state.bottom !== state.meta.bottom;

/** Whether contrast matters more than looks. @param {State} state */
export const isPlain = ({ settings: { contrast } }) =>
  contrast === 'more' || (contrast === 'system' && matchMedia('(prefers-contrast: more)').matches);

/**
 * How board and pieces of a game look.
 *
 * @param {Pick<State, 'settings'>} state
 * @param {Pick<Meta, 'style'>} meta
 */
export function look(state, meta = /** @type {State} */ (state).meta) {
  if (isPlain(/** @type {State} */ (state))) return PLAIN;
  const { board, pieces } = state.settings;
  return { board, pieces: pieces === 'own' ? meta.style : pieces };
}

/** Whether pieces glide. @param {State} state */
export const glides = (state) =>
  state.settings.motion === 'on' ||
  (state.settings.motion === 'system' && !matchMedia('(prefers-reduced-motion: reduce)').matches);

/**
 * The state with its views: `change` runs a mutation and calls every view once before the next frame is drawn.
 *
 * @typedef {(state: State) => void} View
 */
export class Page {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {View[]} */
    this.views = [];
    this.due = false;
  }

  /** @param {View} view */
  show(view) {
    this.views.push(view);
  }

  /** @param {(state: State) => void} mutate */
  change(mutate) {
    mutate(this.state);
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => this.draw());
  }

  draw() {
    this.due = false;
    for (const view of this.views) view(this.state);
  }
}
