/** How the library's games are told in lists, and what went wrong with them. */

import { counted, listed, t } from '../../lib/i18n.ts';
import { isolated } from '../../lib/isolated.ts';
import { explained } from '../../state/describe.ts';
import { type LibraryGame, MINE } from '../../state/library.ts';
import { CASUAL_GAME, known, RATED_GAME } from '../tags.ts';
import { BackupError } from './backup-lines.ts';
import { CAME, type Came } from './merging.ts';

export function faultOf(error: unknown) {
  if (!(error instanceof BackupError)) return explained(error);
  return error.isLater ? t('library.error.backup-later') : t('library.error.backup', { place: error.message });
}

/** What came of a backup. */
export function cameText(came: Came) {
  const what = CAME.flatMap((name) => (came[name] ? [counted(`library.came.${name}`, came[name])] : []));
  return what.length ? t('library.backup.restored', { what: listed(what) }) : t('library.backup.nothing');
}

export const collectionName = (name: string) => (name === MINE ? t('library.mine') : isolated(name));

export const resultText = ({ result, tags }: LibraryGame) => {
  const why = known(tags.Termination);
  return t(`library.result.${result}`) + (why ? ` (${why})` : '');
};

export const playersOf = ({ white, black }: LibraryGame) =>
  known(white) || known(black)
    ? [white, black].map((name) => isolated(known(name)) || '?').join(' – ')
    : t('library.players.unknown');

export const eventOf = ({ event }: LibraryGame) => {
  if (event === CASUAL_GAME) return t('printed.casual');
  return event === RATED_GAME ? t('printed.rated') : isolated(known(event));
};

export const openingOf = ({ opening }: LibraryGame) => (known(opening) ? t('status.opening', { name: opening }) : '');

/** A date without what is unknown: `1950`, `1950-03`. */
export const dateText = (date: string) => {
  const known = date.split('.').filter((part) => !part.includes('?'));
  return known.join('-');
};
