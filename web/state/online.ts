/** The game with others that is on the board, as its server tells it (`py/saltus/server/schema.py`). */

import { initial } from '../lib/first.ts';
import type { Wanted } from '../lib/link.ts';
import type { Side } from '../protocol.d.ts';
import type { Match } from './game.d.ts';
import { isAtEnd } from './tree.ts';

export interface Online {
  id: string;
  seat: Side | null; // null for who watches
  side: Side | null; // to move; null until the server has told
  isLost: boolean; // whether the connection is lost
  names: Record<Side, string>; // empty where there is none
  joined: Record<Side, boolean>; // whether somebody has taken the seat
  present: Record<Side, boolean>;
  watchers: number;
  clock: (Record<Side, number> & { running: Side | null }) | null; // in seconds, as they were told
  toldAt: number; // when, by `performance.now()`
  asked: Record<Wish, Side | null>; // the side that asks for it
  canTakeBack: boolean;
  isOver: boolean;
  links: { invite: string; own: string; watch: string }; // to the other seat and to the own one; empty where unknown
}

/** A game with others that this browser knows. */
export interface OwnGame {
  id: string;
  game: string; // the key of its rules
  seat: Side | null; // null to watch
  token: string | null; // of the seat
  invite: string | null; // the other seat's, where the game was begun here
  other: string; // the other player's name; empty where it is not known
  isTurn: boolean; // whether this player is to move
  isOver: boolean;
  turn: number; // of the server, when the board here was last as the server had it
  when: number; // of the last change, in ms since 1970
}

export const noSeats = () => ({
  games: initial<OwnGame[]>([]), // those of this browser, where it is this player's turn first
  name: '', // that others see; empty for none
  notifies: false, // whether the browser tells of moves while the page is hidden
});

export const ONLINE = 'online.'; // how the id of such a game begins, as it is saved on this device

/** Whether a link leads to a game, and whether that is the one that is shown, of this id: as after a reload. */
export function arrivalOf({ record, online }: Wanted, id: string): '' | 'other' | 'same' {
  if (!record && !online) return '';
  return online && id.startsWith(`${ONLINE}${online.split('.')[0]}.`) ? 'same' : 'other';
}

export type Wish = 'draw' | 'takeback' | 'rematch';

export type Playing = { online: Online | null; match: Match | null };

/** The seconds left on a side's clock; null if there are no clocks. The server counts them, this only goes on. */
export function onlineLeft({ clock, toldAt }: Online, side: Side) {
  if (!clock) return null;
  const passed = clock.running === side ? (performance.now() - toldAt) / 1000 : 0;
  return Math.max(0, clock[side] - passed);
}

/** Whether an earlier position of a game with others that goes on is looked at: no move is made there. */
export const isLookingBack = ({ online, match }: Playing) =>
  online !== null && !online.isOver && match !== null && !isAtEnd(match);
