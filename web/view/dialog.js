/** The dialog that asks for a yes or a no, and how a level of the computer is called. */

import { byId, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { opponentName } from '../state/opponents.js';

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

/**
 * What the computer is called at a level: the number and the opponent's name, or a word where a game has no opponents.
 *
 * @param {number} level
 * @param {string} game
 */
export const levelName = (level, game) =>
  t('player.level', { level, name: opponentName(game, level) || t(`level.${level}`) });
