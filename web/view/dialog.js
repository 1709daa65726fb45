/** The dialog for a yes-or-no question, and the names of the computer's levels. */

import { byId, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/**
 * Asks a question in a modal dialog. Resolves to whether the answer is yes.
 *
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(text, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('ask'));
  setText(byId('ask-text'), text);
  setText(byId('ask-yes'), yes);
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true });
  });
}

/** The computer at a level: the number and the opponent's name. @param {number} level */
export const levelName = (level) => t('player.level', { level, name: t(`opponent.${level}`) });
