/** The tags of a game's record, with the names of PDN: what the page knows of a game besides its moves. */

import { localDate } from '../lib/date.ts';
import { t } from '../lib/i18n.ts';
import type { ArchivedGame } from '../state/kept.ts';
import { ownSide } from '../state/result.ts';
import { REMOTE, type State } from '../state/state.ts';

/** A tag's value; empty for one that stands for nothing. */
export const known = (value: string | undefined) => (value && !/^[?.\-\s]*$/.test(value) ? value : '');

/** The event of a game that belongs to none, as records of other programs have it, too. */
export const CASUAL_GAME = 'Casual game';

export const RATED_GAME = 'Rated game'; // the same, of a game that changed the player's rating

/**
 * The tags of a game that begins now: the date is the player's own. As in PGN, on which PDN is based, the site is where the
 * game is played, here on this page, and the round is `-` where there are no rounds.
 */
export function newGameTags(now = new Date()): Record<string, string> {
  return { Event: CASUAL_GAME, Site: 'Saltus', Date: localDate(now, '.'), Round: '-' };
}

/** The event of a game of one's own that has been rated, in place of the one it began with. */
export const ratedTags = (game: Partial<Pick<ArchivedGame, 'rated'>> | undefined): Record<string, string> =>
  game?.rated ? { Event: RATED_GAME } : {};

/**
 * The players as a record names them. They are added when it is exported: they may change during a game, and a friend who
 * gets the game as a link is someone else’s “You”. Two people at one device have no names.
 */
export function playerTags({ players }: Pick<State, 'players'>): Record<string, string> {
  if (!players.w && !players.b) return {};
  const own = ownSide({ players });
  const name = (side: 'w' | 'b') => {
    if (side === own) return t('record.you');
    if (players[side] === REMOTE) return t('record.friend');
    return t('record.computer', { level: players[side], name: t(`opponent.${players[side]}`) });
  };
  return { White: name('w'), Black: name('b') };
}
