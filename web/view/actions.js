/**
 * The buttons below the board and below the move list: each does the command of its id. And the question before giving up.
 *
 * @import { GameApi } from '../game/api.d.ts'
 * @import { Context } from '../types.d.ts'
 */

import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { commandOf, perform } from '../state/commands.js';
import { isStudying } from '../state/studying.js';
import { ask } from './dialog.js';

/** Asks, and then resigns. @param {GameApi} controller */
export async function resign(controller) {
  const side = t(`side.${controller.offers.person}`);
  if (await ask(t('ask.resign', { side }), t('ask.resign.yes'))) controller.offers.resign();
}

/** The buttons that take each other's place. @type {Record<string, string>} */
const TWINS = { undo: 'to-before', redo: 'to-next', 'to-before': 'undo', 'to-next': 'redo' };

/**
 * Shows one pair of buttons for moving through the game: ‹ › for studying it, Undo and Redo for playing it. If one of them
 * has the focus, its counterpart gets it.
 *
 * @param {boolean} studying
 */
function showPair(studying) {
  const root = document.documentElement;
  if (root.hasAttribute('data-studying') === studying) return;
  const held = document.activeElement;
  root.toggleAttribute('data-studying', studying);
  if (held && held.id in TWINS) byId(TWINS[held.id]).focus({ preventScroll: true });
}

/** @param {Context} context */
export function actions(context) {
  const { page } = context.controller;
  const found = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.action[id]'));
  const buttons = [...found].map((element) => {
    const { id, isEnabled = () => true } = commandOf(element.id);
    element.addEventListener('click', () => {
      if (isEnabled(page.state)) perform(id, context);
    });
    return { element, isEnabled, isTool: element.matches('.study-only, .study-tools *') };
  });
  page.show((state) => {
    showPair(isStudying(state));
    for (const { element, isEnabled, isTool } of buttons) {
      const enabled = isEnabled(state) && !(isTool && state.pending);
      element.setAttribute('aria-disabled', String(!enabled));
      // The tools for studying keep their places for Tab. A button with the focus would lose it.
      if (!isTool) element.disabled = !enabled && document.activeElement !== element;
      if (element.id === 'redo') element.hidden = element.disabled;
    }
    byId('hint').classList.toggle('on', state.hint !== null || state.thinking?.purpose === 'hint');
    byId('analyse').setAttribute('aria-pressed', String(state.analysis !== null));
  });
}
