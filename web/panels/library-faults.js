/** What went wrong in the library, for the player. */

import { t } from '../lib/i18n.js';
import { BackupError } from '../library/backup.js';
import { explained } from '../state/describe.js';

/** @param {unknown} error */
export function faultOf(error) {
  if (error instanceof BackupError) return t('library.error.backup');
  return explained(error);
}
