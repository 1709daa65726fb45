/** The dialog that asks for a yes or a no, and how a level of the computer is called. */

import { byId, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/**
 * Asks a question that must be answered. Returns whether the answer is yes.
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

/** What a level is called: its number and a word. @param {number} level */
export const levelName = (level) => t('player.level', { level, name: t(`level.${level}`) });
