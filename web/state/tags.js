/**
 * The tags of a game's record, with the names of PDN: what the page knows of a game besides its moves.
 *
 * @import { ArchivedGame } from './archive.js'
 * @import { State } from './state.js'
 */

import { localDate } from '../lib/date.js';
import { t } from '../lib/i18n.js';
import { ownSide } from './result.js';
import { REMOTE } from './state.js';

/** The event of a game that belongs to none, as records of other programs have it, too. */
export const CASUAL_GAME = 'Casual game';

/** The same, of a game that changed the player's rating. */
export const RATED_GAME = 'Rated game';

/**
 * The tags of a game that begins now: the date is the player's own. As in PGN, on which PDN is based, the site is where the
 * game is played, here on this page, and the round is `-` where there are no rounds.
 *
 * @returns {Record<string, string>}
 */
export function newGameTags(now = new Date()) {
  return {
    Event: CASUAL_GAME,
    Site: 'Saltus',
    Date: localDate(now, '.'),
    Round: '-',
  };
}

/**
 * The event of a game of one's own that has been rated, in place of the one it began with.
 *
 * @param {Partial<Pick<ArchivedGame, 'rated'>> | undefined} game
 * @returns {Record<string, string>}
 */
export const ratedTags = (game) => (game?.rated ? { Event: RATED_GAME } : {});

/**
 * The players as a record names them. They are added when it is exported: they may change during a game, and a friend who
 * gets the game as a link is someone else’s “You”. Two people at one device have no names.
 *
 * @param {Pick<State, 'players'>} state
 * @returns {Record<string, string>}
 */
export function playerTags({ players }) {
  if (!players.w && !players.b) return {};
  const own = ownSide({ players });
  /** @param {'w' | 'b'} side */
  const name = (side) => {
    if (side === own) return t('record.you');
    if (players[side] === REMOTE) return t('record.friend');
    return t('record.computer', { level: players[side] });
  };
  return { White: name('w'), Black: name('b') };
}
