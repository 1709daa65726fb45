/**
 * What the board is used for: one mode at a time, stored with its data as `state.mode`.
 *
 * @import { Move, PuzzleReply, Side } from '../protocol.d.ts'
 * @import { Match, MistakeCard, PuzzleSet, Retrospect, RunKind } from '../types.d.ts'
 */

/**
 * A position that is being set up.
 *
 * @typedef {object} Edit
 * @property {string[]} rows
 * @property {Side} side whose turn it is
 * @property {string} tool the piece that a tap puts on a square; `.` removes the piece there; empty to move pieces
 * @property {string | null} held the square of the piece that is being moved
 * @property {Record<string, boolean>} options the optional rules
 * @property {string} text the position as the rules write it, or what they cannot read
 * @property {string | null} typed the position as it is being typed
 * @property {string} error why the rules do not accept it; empty where they do
 */

/**
 * The lesson on the board.
 *
 * @typedef {object} LessonProgress
 * @property {string} game
 * @property {number} index of the step on the board
 * @property {number} count of all steps
 * @property {number[]} done the indices of the completed steps
 * @property {'open' | 'done' | 'missed'} state of the step on the board
 */

/**
 * The puzzle on the board: the puzzle as the rules describe it, and how far its solution has come.
 *
 * @typedef {Omit<PuzzleReply, 'goal'> & { goal: PuzzleReply['goal'] | 'better' | 'line' } & Attempt} Puzzle
 *
 * @typedef {object} Attempt
 * @property {string} game
 * @property {string} id
 * @property {'open' | 'missed' | 'solved' | 'shown' | 'failed'} state `failed`: missed in a run, where there is no second
 *   try
 * @property {number} hints given for the next move: 1 the piece, 2 the move
 * @property {boolean} helped whether any hint was given
 * @property {number} faults the number of wrong moves
 * @property {string} tried the last wrong move
 * @property {string} refuted what the last wrong move would lead to, in a sentence; empty until that is known
 * @property {{ moves: Move[], score: number } | null} after what the engine expects after a line that ends with the
 *   solution, the score being the solver's; null until that is known
 * @property {number | null} day the day whose puzzle it is (see lib/seed.js); null for any other puzzle
 * @property {RunStanding | null} run the run that it belongs to; null outside of runs
 * @property {MistakeCard | null} card the own mistake that it is made of; null for any other puzzle
 */

/**
 * How a run of puzzles stands.
 *
 * @typedef {object} RunStanding
 * @property {RunKind} kind
 * @property {PuzzleSet} set
 * @property {number} score the puzzles solved so far
 * @property {number} misses
 * @property {number | null} until when the time is over, on the clock of `performance.now()`; null without a clock
 * @property {number} best the best result before this run
 * @property {'' | 'missed' | 'time' | 'all'} over why it has ended; empty while it goes on
 * @property {string[]} missed the ids of the puzzles that were missed
 */

/**
 * In a lesson, a puzzle and a retrospect the player's own game is stashed and comes back afterwards. In a review, moves
 * played before the end of the game are variations. While a position is edited, the match stays in `state.match`.
 *
 * @typedef {{ kind: 'play' } | { kind: 'review' } | { kind: 'lesson', lesson: LessonProgress }
 *   | { kind: 'puzzle', puzzle: Puzzle } | { kind: 'retrospect', retrospect: Retrospect }
 *   | { kind: 'edit', edit: Edit }} Mode
 */

/** The state of the page, as far as modes need it. @typedef {{ mode: Mode }} WithMode */

/** @type {Mode} */
export const PLAY = { kind: 'play' };

/**
 * Enters a mode, or updates the data of the current one.
 *
 * @param {WithMode} state
 * @param {Mode} mode
 */
export function enterMode(state, mode) {
  state.mode = mode;
}

/**
 * Leaves a mode and returns to play. Does nothing if the page has entered another mode meanwhile.
 *
 * @param {WithMode} state
 * @param {Mode['kind']} kind
 */
export function leaveMode(state, kind) {
  if (state.mode.kind === kind) state.mode = PLAY;
}

/** The lesson on the board, or null. @param {WithMode} state */
export const lessonOf = ({ mode }) => (mode.kind === 'lesson' ? mode.lesson : null);

/** The puzzle on the board, or null. @param {WithMode} state */
export const puzzleOf = ({ mode }) => (mode.kind === 'puzzle' ? mode.puzzle : null);

/** The retrospect on the board, or null. @param {WithMode} state */
export const retrospectOf = ({ mode }) => (mode.kind === 'retrospect' ? mode.retrospect : null);

/** The position that is being set up, or null. @param {WithMode} state */
export const editOf = ({ mode }) => (mode.kind === 'edit' ? mode.edit : null);

/** Whether the player's own game is stashed. @param {WithMode} state */
export const isStashed = ({ mode: { kind } }) => kind === 'lesson' || kind === 'puzzle' || kind === 'retrospect';

/** Whether the player still has to find a move. @param {Puzzle} puzzle */
export const isAsked = ({ state }) => state === 'open' || state === 'missed';

/**
 * Whether the mode lets the player enter a move now, if the match does too.
 *
 * @param {Mode} mode
 * @param {Match} match
 */
export function acceptsMoves(mode, { side, ply }) {
  switch (mode.kind) {
    case 'edit':
      return false;
    case 'puzzle':
      return isAsked(mode.puzzle) && side === mode.puzzle.side;
    case 'lesson':
      return mode.lesson.state === 'open' || (mode.lesson.state === 'missed' && ply === 0);
    case 'retrospect':
      return mode.retrospect.state === 'open';
    default:
      return true;
  }
}
