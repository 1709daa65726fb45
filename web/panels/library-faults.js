/** What went wrong in the library, for the player. */

import { t } from '../lib/i18n.js';
import { BackupError } from '../library/backup-lines.js';
import { explained } from '../state/describe.js';

/** @param {unknown} error */
export function faultOf(error) {
  if (error instanceof BackupError) {
    return error.isLater ? t('library.error.backup-later') : t('library.error.backup', { place: error.place });
  }
  return explained(error);
}
