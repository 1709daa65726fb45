/** What a game that has ended means for the player: the headline, what to do next, and the text to share. */

import type { Side } from '../protocol.d.ts';
import type { Ended, Match } from './game.d.ts';
import type { Online } from './online.ts';
import { other, REMOTE, type State } from './state.ts';

/** The player's side against the computer or a friend by link; null for two people at this device, and for none. */
export function ownSide({ players: { w, b } }: Pick<Ended, 'players'>): Side | null {
  if (!w === !b) return null;
  return w ? 'b' : 'w';
}

/** Whether there is something to take back: a move of a person here, or the end of the game. */
export function mayTakeBack({ match, players }: Pick<State, 'match' | 'players'>) {
  if (!match) return false;
  const own = match.history.some((node) => node.main && node.ply <= match.ply && !players[node.side]);
  return own || match.outcome !== null || !players.w === !players.b;
}

/** How the game went for the player, whichever move of it is on the board: `won`, `lost` or `draw`; `wins` where there is a winner but no single player. */
export function verdict(state: Ended): 'won' | 'lost' | 'draw' | 'wins' {
  const { outcome, end } = state.match ?? {};
  const winner = (outcome ?? end)?.winner;
  if (!winner) return 'draw';
  const own = ownSide(state);
  if (!own) return 'wins';
  return own === winner ? 'won' : 'lost';
}

/** Whether others have played the game: it was opened from a record that names them, or says how it ended. */
export const isOthers = ({ players, match }: Pick<Ended, 'players' | 'match'>) =>
  !(players.w || players.b) && Boolean(match?.names?.w || match?.names?.b || match?.end?.reason === 'record');

const OFF_BOARD = ['resignation', 'agreement', 'flag', 'claim', 'record'];

/** Whether the position on the board has ended the game. One that was given up can still be analysed. */
export const isPlayedOut = ({ outcome }: Match) => outcome !== null && !OFF_BOARD.includes(outcome.reason);

/** The level of the computer that the player met; 0 for none. */
export function opponentLevel({ players }: Ended) {
  const own = ownSide({ players });
  return own ? Math.max(0, players[other(own)]) : 0;
}

/**
 * What to do after a game: after a win an opponent one level higher, if one is due, else the same again, with `other` as
 * the opponent that would suit better, if there is one. A friend by link gets the game first; one of others is reviewed;
 * who has watched does none.
 */
type NextStep = { kind: 'next' | 'rematch' | 'send' | 'review' | 'none'; level?: number; other?: number };

export function nextStep(state: Ended & { online?: Pick<Online, 'seat'> | null }, next: number): NextStep {
  const { players, online } = state;
  if (online) return { kind: online.seat ? 'rematch' : 'none' };
  if (players.w === REMOTE || players.b === REMOTE) return { kind: 'send' };
  if (isOthers(state)) return { kind: 'review' };
  const level = opponentLevel(state);
  const isWon = verdict(state) === 'won';
  if (!level || level === next || (isWon && next < level)) return { kind: 'rematch' };
  return isWon ? { kind: 'next', level: level + 1 } : { kind: 'rematch', other: next };
}

const MIN_REVIEWED_PLIES = 4; // a game shorter than this is not worth a review, in plies

/** Whether the game is reviewed for its result sheet: a person played it, and it is long enough. */
export const isReviewed = ({ match, players }: Ended) =>
  (match?.ply ?? 0) >= MIN_REVIEWED_PLIES && (players.w <= 0 || players.b <= 0);

/** The text that is shared, as the end of a key of `result.told`; `n` moves of both sides; `isAided`: won with help. */
export function shareText(state: Ended, isAided: boolean = false) {
  const level = opponentLevel(state);
  const how = isAided ? 'aided' : verdict(state);
  return { how: level ? how : how === 'draw' ? 'drawn' : 'wins', n: Math.ceil((state.match?.ply ?? 0) / 2), level };
}

/** The pieces, given by square, that decided the game: each island, or every piece of a side that is connected. */
export function decisiveGroups({ match }: Pick<State, 'match'>, pieces: Map<string, string>) {
  const outcome = match?.outcome;
  if (!outcome) return null;
  if (outcome.islands) return outcome.islands;
  const connected = CONNECTED[outcome.reason];
  if (!connected) return null;
  const all = (side: Side) => {
    if (connected === 'winner' && outcome.winner !== side) return [];
    return [[...pieces].filter(([, letter]) => letter.toLowerCase() === side).map(([square]) => square)];
  };
  return { w: all('w'), b: all('b') };
}

/** Whose pieces are connected, by the reason for which a game ended. */
const CONNECTED: Record<string, string> = { connected: 'winner', 'last-piece': 'winner', 'both-connected': 'both' };

/** How much of each island's points has been counted, of all those that were, White's first. */
export function counting(points: Record<Side, number[]>, counted: number) {
  let left = counted;
  const part = (whole: number) => {
    const taken = Math.max(0, Math.min(whole, left));
    left -= taken;
    return taken;
  };
  return { w: points.w.map(part), b: points.b.map(part) };
}

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
