/**
 * How the library's games are told, and what went wrong with them.
 *
 * @import { LibraryGame } from './types.d.ts'
 */

import { LANGUAGES, language, t } from '../lib/i18n.js';
import { explained } from '../state/describe.js';
import { CASUAL_GAME, RATED_GAME } from '../state/tags.js';
import { BackupError } from './backup-lines.js';
import { MINE } from './collections.js';

/** What went wrong in the library, for the player. @param {unknown} error */
export function faultOf(error) {
  if (error instanceof BackupError) {
    return error.isLater ? t('library.error.backup-later') : t('library.error.backup', { place: error.place });
  }
  return explained(error);
}

/** A number as the page's language writes it. @param {number} number */
export const count = (number) => number.toLocaleString(LANGUAGES[language()].tag);

/** The name of a collection for the player. @param {string} name */
export const collectionName = (name) => (name === MINE ? t('library.mine') : name);

/** A tag's value; empty for one that stands for nothing. @param {string | undefined} value */
export const known = (value) => (value && !/^[?.\-\s]*$/.test(value) ? value : '');

/** The result, with the reason in the words of the record. @param {LibraryGame} game */
export const resultText = ({ result, tags }) => {
  const why = known(tags.Termination);
  return t(`library.result.${result}`) + (why ? ` (${why})` : '');
};

/** Both players, for a list. @param {LibraryGame} game */
export const playersOf = ({ white, black }) =>
  known(white) || known(black)
    ? [white, black].map((name) => known(name) || '?').join(' – ')
    : t('library.players.unknown');

/** The event, for a list. @param {LibraryGame} game */
export const eventOf = ({ event }) => {
  if (event === CASUAL_GAME) return t('printed.casual');
  return event === RATED_GAME ? t('printed.rated') : known(event);
};

/** The opening, for a list. @param {LibraryGame} game */
export const openingOf = ({ opening }) => (known(opening) ? t('status.opening', { name: opening }) : '');

/** A date without what is unknown: `1950`, `1950-03`. @param {string} date */
export const dateText = (date) =>
  date
    .split('.')
    .filter((part) => !part.includes('?'))
    .join('-');
