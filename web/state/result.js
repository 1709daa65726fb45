/**
 * What a game that has ended means for the player: the headline, what to do next, and the text to share.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { State } from './state.js'
 */

import { other, REMOTE } from './state.js';

/** What the result is decided from. @typedef {Pick<State, 'match' | 'meta' | 'players'>} Ended */

/**
 * The player's side where one person plays against the computer or a friend by link; null for two people at this
 * device, and for the computer against itself.
 *
 * @param {Pick<Ended, 'players'>} state
 * @returns {Side | null}
 */
export function ownSide({ players: { w, b } }) {
  if (!w === !b) return null;
  return w ? 'b' : 'w';
}

/**
 * How the game went for the player: `won`, `lost` or `draw`; `wins` where there is a winner but no single player.
 *
 * @param {Ended} state
 * @returns {'won' | 'lost' | 'draw' | 'wins'}
 */
export function verdict(state) {
  const winner = state.match?.outcome?.winner;
  if (!winner) return 'draw';
  const own = ownSide(state);
  if (!own) return 'wins';
  return own === winner ? 'won' : 'lost';
}

/** The level of the computer that the player met; 0 for none. @param {Ended} state */
export function opponentLevel({ players }) {
  const own = ownSide({ players });
  return own ? Math.max(0, players[other(own)]) : 0;
}

/**
 * The step to suggest after a game: the next opponent, where it is another one, else the same game again. A friend by link
 * gets the game first.
 *
 * @typedef {{ kind: 'next', level: number } | { kind: 'rematch' | 'send', level?: undefined }} NextStep
 */

/**
 * @param {Ended} state
 * @param {number} next the level that is proposed
 * @returns {NextStep}
 */
export function nextStep(state, next) {
  const { players } = state;
  if (players.w === REMOTE || players.b === REMOTE) return { kind: 'send' };
  const level = opponentLevel(state);
  return level && level !== next ? { kind: 'next', level: next } : { kind: 'rematch' };
}

/** How many moves the game had, as players count them: one of each side together. @param {Ended} state */
export const moveCount = ({ match }) => Math.ceil((match?.ply ?? 0) / 2);

/** A game shorter than this has no accuracy worth the name, in plies. */
const MIN_REVIEWED_PLIES = 4;

/** Whether the game is reviewed for its result sheet: a person played it, and it is long enough. @param {Ended} state */
export const isReviewed = ({ match, players }) =>
  (match?.ply ?? 0) >= MIN_REVIEWED_PLIES && (players.w <= 0 || players.b <= 0);

/**
 * Which text is shared (the end of a key of `result.told`), and its numbers.
 *
 * @param {Ended} state
 * @param {boolean} isAided whether it was won with help
 * @returns {{ how: 'won' | 'aided' | 'lost' | 'draw' | 'wins' | 'drawn', n: number, level: number }}
 */
export function shareText(state, isAided = false) {
  const level = opponentLevel(state);
  const how = isAided ? 'aided' : verdict(state);
  return { how: level ? how : how === 'draw' ? 'drawn' : 'wins', n: moveCount(state), level };
}

/**
 * The pieces that decided the game: in Gambit each island, in a game of connecting every piece of the side that is
 * connected.
 *
 * @param {Pick<State, 'match' | 'meta'>} state
 * @param {Map<string, string>} pieces by square
 * @returns {Record<Side, string[][]> | null}
 */
export function decisiveGroups({ match }, pieces) {
  const outcome = match?.outcome;
  if (!outcome) return null;
  if (outcome.islands) return outcome.islands;
  const connected = CONNECTED[outcome.reason];
  if (!connected) return null;
  /** @param {Side} side */
  const all = (side) => {
    if (connected === 'winner' && outcome.winner !== side) return [];
    return [[...pieces].filter(([, letter]) => letter.toLowerCase() === side).map(([square]) => square)];
  };
  return { w: all('w'), b: all('b') };
}

/** Whose pieces are connected, by the reason for which a game ended. @type {Record<string, 'winner' | 'both'>} */
const CONNECTED = { connected: 'winner', 'last-piece': 'winner', 'both-connected': 'both' };

/**
 * How much of each island's points has been counted, where they are counted one by one.
 *
 * @param {Record<Side, number[]>} points of each island
 * @param {number} counted of all points, White's first
 * @returns {Record<Side, number[]>}
 */
export function counting(points, counted) {
  let left = counted;
  /** @param {number} whole */
  const part = (whole) => {
    const taken = Math.max(0, Math.min(whole, left));
    left -= taken;
    return taken;
  };
  return { w: points.w.map(part), b: points.b.map(part) };
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
