/**
 * What may be done on the board: one table, a row for each kind of session, and `rights`, which reads it. What depends
 * on the kind of session is a column here; a new kind is a row.
 *
 * Sessions lie on each other: the game, what is tried out beyond it, a review or the editor of both. A cell says what
 * the session gives: a word or true; `no` with the key of the text that says why not; or a function of the state and of
 * what the session below gives. Below a lesson and a puzzle there is nothing: the game is put aside for them.
 */

import { isLookingBack } from './online.ts';
import { hasTakenBack, homeOf, isAsked, isUncovered, lessonOf, puzzleOf, type Session } from './session.ts';
import type { State } from './state.ts';
import { isMain } from './tree.ts';

type Game = 'game' | 'by-link' | 'online' | 'watching';

export type Kind = Game | Exclude<Session['kind'], 'game'>;

/** What the columns give, in their order in the table. */
interface Given {
  moves: 'turn' | 'both'; // to each person here at their turn, or both sides to one
  computer: true; // whether it moves where it has a seat
  clock: 'runs' | 'waits'; // `waits`: under something else; null for a game without one, or that is over
  hint: true;
  engine: true; // whether it tells what it knows: in the analysis, the opening book, a review
  undo: true | 'asked'; // `asked`: of the other player
  seats: true | 'list'; // whether the players may be changed: by a key, too, or in the list alone
  saved: 'game' | 'variations' | 'beside'; // also in the archive, once it has ended; not there; not with the game
  rated: true; // whether the game can count for the rating
  becomes: 'next' | 'variation' | 'tried'; // a move; `tried`: the game stays as it is
  premove: true;
  ponder: true; // whether the computer thinks on the person's time
  touch: true; // whether a piece that was picked up must move, where the setting says so
  resign: true; // or offer a draw: in a game of their own that has not ended
  study: true; // whether there are ‹ › and tools for lines in place of Undo and Redo
  spare: true; // whether the engine has time for other games: it has none while this one is played
}

type Refused = { why: string };
type Right<Word> = Word | Refused | null;
type Cell<Word> = Right<Word> | ((state: State, below: Right<Word>) => Right<Word>);
type Column = keyof Given;

// biome-ignore format: in the order of the table
const COLUMNS = [
  'moves', 'computer', 'clock', 'hint', 'engine', 'undo', 'seats', 'saved', 'rated', 'becomes', 'premove', 'ponder',
  'touch', 'resign', 'study', 'spare',
] as const;

type RowOf<Columns extends readonly Column[]> = { [At in keyof Columns]: Cell<Given[Columns[At]]> };

export type Rights = { [C in Column]: Given[C] | null } & { why: { [C in Column]?: string } };

const no = (why: string): Refused => ({ why });

const EDIT = no('editor.how');
const LEARN = no('not.lesson');
const SOLVE = no('not.puzzle');
const LOOK = no('not.review');
const SEATS = no('not.seats');
const TRIES = no('status.tries');
const WATCH = no('not.watching');

/** Who plays the game, whatever covers it. */
export const gameOf = ({ players: { w, b }, isOnline }: State): Game =>
  w >= 0 && b >= 0 ? 'game' : !isOnline ? 'by-link' : w < 0 && b < 0 ? 'watching' : 'online';

/** Whether the game has ended, and its end was not taken back. */
const isOver = (state: State) =>
  Boolean(state.online?.isOver || state.match?.outcome || (state.match?.end && !hasTakenBack(state)));

// -- the cells that depend on the state ------------------------------------------------------------------

const below = (_: State, right: any) => right;

/** Between friends the engine says nothing of a game that goes on. */
const fair = (state: State) => isOver(state) || no('say.fair');

const ticks = (state: State) => (state.match?.clock && !isOver(state) ? 'runs' : null);
const waits = (state: State) => ticks(state) && 'waits';

/** Not before the start card is closed, nor while the game of a link is on its way to the board. */
const replies = ({ introduced, arriving }: State) =>
  arriving ? no('link.opening') : introduced ? no('status.begin') : true;

/** The analysis tries things: nothing is thought or held to beside it. */
const alone = ({ analysis }: State) => !analysis || no('status.free');

/** One person against the computer. */
const counts = ({ players: { w, b }, match }: State) =>
  Math.min(w, b) === 0 && Math.max(w, b) > 0 && !match?.end ? true : null;

const studied = ({ analysis }: State) => (analysis ? 'variation' : 'next');

/** What the book shows is tried out; between friends it is shut, and moves are played. */
const played = (state: State) =>
  state.panel === 'openings' && (gameOf(state) === 'game' || isOver(state)) ? 'tried' : studied(state);

/** In a review a move before the end of the game leaves the game as it is. */
const looked = ({ match }: State, right: any) => (right === 'next' && match?.can_redo ? 'variation' : right);

/** While a position is set up no key changes the players. */
const listed = (_: State, right: any) => (right === true ? 'list' : right);

/** What is tried beyond the end of a game is no part of it. */
const beyond = (state: State) => (homeOf(state) === null ? 'variations' : 'beside');

const atEnd = (state: State) => (isLookingBack(state) ? no('online.back') : 'turn');
const early = (state: State) =>
  !state.online || isOver(state) || isLookingBack(state) ? no('online.back') : alone(state);
/** On a server the other player grants it. */
const wish = ({ online }: State) => (online?.canTakeBack ? 'asked' : no('not.takeback'));

const goesOn = ({ match }: State) => (match && !match.outcome ? true : null);
/** Nobody resigns at the end of a line that is tried out beyond the game, nor in the review of one that is over. */
const within = (state: State, right: any) => (homeOf(state) === null ? right : null);
const unended = ({ match }: State, right: any) => (match?.end ? null : right);

/** A position that is looked at: of a game that is over, is analysed, or was gone back in, but not to play on from there. */
function looks(state: State) {
  const { match, analysis, panel } = state;
  if (!match) return null;
  if (analysis || match.outcome || panel === 'review' || panel === 'openings') return true;
  return !hasTakenBack(state) && (match.can_redo || !isMain(match)) ? true : null;
}
const strays = (state: State, right: any) => (homeOf(state) === null ? right : true);
const shown = ({ match }: State) => (match ? true : null);

const rests = ({ thinking, analysis }: State) => (thinking || analysis ? null : true);
const untimed = (state: State) => (ticks(state) && state.match?.ply ? null : rests(state));
/** A game that was left on the board for puzzles is not being played. */
const left = (state: State) =>
  goesOn(state) && state.match?.ply && state.panel !== 'puzzles' ? null : untimed(state);

/** A missed step takes a move again once the wrong one is taken back. */
function step(state: State) {
  const how = lessonOf(state)?.state;
  return how === 'open' || (how === 'missed' && state.match?.ply === 0) ? 'turn' : no(`lesson.${how}`);
}
const answers = (state: State) => (lessonOf(state)?.state === 'open' ? replies(state) : LEARN);

function solves(state: State) {
  const puzzle = puzzleOf(state);
  return puzzle && isAsked(puzzle) ? true : no('not.asked');
}
const told = (state: State) => {
  const puzzle = puzzleOf(state);
  return puzzle && state.match && !isAsked(puzzle) && puzzle.run?.over !== '' ? true : null;
};
const asked = (state: State) =>
  puzzleOf(state)?.side === state.match?.side && solves(state) === true ? 'turn' : no('not.asked');

//              moves   computer clock  hint   engine undo   seats   saved   rated   becomes  premove ponder touch  resign   study   spare
// biome-ignore format: a table
const TABLE: { [K in Kind]: RowOf<typeof COLUMNS> } = {
  game:        ['turn', replies, ticks, true,  true,  true,  true,   'game', counts, played,  alone,  alone, alone, goesOn,  looks,  left],
  'by-link':   ['turn', replies, ticks, fair,  fair,  true,  'list', 'game', null,   played,  null,   null,  alone, goesOn,  looks,  left],
  online:      [atEnd,  replies, ticks, fair,  fair,  wish,  SEATS,  'game', null,   played,  early,  null,  alone, goesOn,  looks,  left],
  watching:    [WATCH,  replies, ticks, fair,  fair,  WATCH, SEATS,  'game', null,   played,  WATCH,  null,  WATCH, null,    looks,  left],
  exploration: ['both', TRIES,   below, below, below, below, below,  beyond, TRIES,  'tried', TRIES,  TRIES, TRIES, within,  strays, below],
  review:      [below,  below,   below, below, below, LOOK,  below,  below,  below,  looked,  LOOK,   below, LOOK,  unended, shown,  untimed],
  editor:      [EDIT,   EDIT,    waits, EDIT,  below, EDIT,  listed, below,  below,  below,   EDIT,   EDIT,  EDIT,  null,    null,   rests],
  lesson:      [step,   answers, null,  true,  true,  true,  LEARN,  LEARN,  LEARN,  studied, LEARN,  LEARN, LEARN, null,    null,   rests],
  puzzle:      [asked,  SOLVE,   null,  true,  true,  SOLVE, SOLVE,  SOLVE,  SOLVE,  studied, solves, SOLVE, SOLVE, null,    told,   rests],
};

/** The kind of the session that is on the board. */
export const sessionOf = (state: State, { kind } = state.session): Kind => (kind === 'game' ? gameOf(state) : kind);

/** What a session gives by a column of the table, and what it covers below that. */
function right(state: State, column: number, session: Session): Right<unknown> {
  const cell: Cell<any> = TABLE[sessionOf(state, session)][column];
  return typeof cell === 'function'
    ? cell(state, 'below' in session ? right(state, column, session.below) : null)
    : cell;
}

/** What the session on the board gives, by column; null where it does not, and `why` may have the key of the reason. */
export function rights(state: State): Rights {
  const found: Record<string, any> = { why: {} };
  COLUMNS.forEach((column, at) => {
    const given = right(state, at, state.session);
    const refused = (given as Refused | null)?.why;
    found[column] = refused ? null : given;
    if (refused) found.why[column] = refused;
  });
  return found as Rights;
}

/** Whether a game's end was taken back, to play on. It stays in the record until another move: Redo brings it back. */
export const isReopened = (state: State) =>
  isUncovered(state) && hasTakenBack(state) && Boolean(state.match?.end && !state.match.outcome);

/** Whether a game is on the board, or what lies on it: no lesson and no puzzle, for which it is put aside. */
export const isGameOnBoard = (state: State) => rights(state).saved !== null;

/** Whether the next move is a person's, as soon as nothing is pending. */
export function isAwaited(state: State) {
  const { match, players, arriving, boot } = state;
  if (!match || arriving || match.outcome || boot.phase === 'failed') return false;
  const { moves } = rights(state);
  return moves === 'both' ? players[match.side] >= 0 : moves === 'turn' && !players[match.side];
}

/** Whether a person may enter a turn just now. */
export const isOpen = (state: State) => !state.pending && isAwaited(state);

/** Whether the page can do nothing before the rules are there. */
export const isWaiting = (state: State) => state.boot.phase === 'loading' && !isOpen(state) && !state.match?.outcome;
