/** Of a game with others: what the players are called, whose turn it is, and what they ask of each other. */

import { t } from '../lib/i18n.ts';
import { isolated } from '../lib/isolated.ts';
import type { Side } from '../protocol.d.ts';
import type { Match } from './game.d.ts';
import { isLookingBack, type Online, type Playing, type Wish } from './online.ts';
import { other } from './state.ts';

/** What a player of a game with others is called. */
export const seatedName = ({ names, seat }: Online, side: Side) =>
  isolated(names[side]) || t(side === seat ? 'player.you' : 'online.player');

/** The other player by name, else by side. */
export const calledOther = ({ names, seat }: Online) => {
  const side = other(seat ?? 'w');
  return isolated(names[side]) || t(`side.${side}`);
};

/** The side to move: in the game, where an earlier position of one with others is looked at. */
export const toMove = (state: Playing, match: Match) => (isLookingBack(state) && state.online?.side) || match.side;

const WISHES: Wish[] = ['draw', 'takeback', 'rematch'];

/** What the other player asks for, if anything. */
export const askedFor = ({ asked, seat }: Online) =>
  seat ? WISHES.find((wish) => asked[wish] !== null && asked[wish] !== seat) : undefined;

/** What this player has asked for. */
export const asksFor = ({ asked, seat }: Online) => seat && WISHES.find((wish) => asked[wish] === seat);
