/**
 * The keys of the page's commands. Single letters can be switched off in the settings. While the board has the focus, it
 * handles the arrow keys itself.
 *
 * @import { Context } from '../types.d.ts'
 */

import { byId } from '../lib/dom.js';
import { letterOf } from '../lib/keyboard.js';
import { COMMANDS, perform } from '../state/commands.js';

/** @param {string} key in lower case */
const commandAt = (key) => COMMANDS.find((command) => command.key?.toLowerCase() === key);

/** Whether a form field has the focus. @param {KeyboardEvent} event */
const isWriting = ({ target }) => /** @type {HTMLElement} */ (target).closest('input, select, textarea') !== null;

/** @param {Context} context */
export function keys(context) {
  const { controller, panels, type } = context;
  document.addEventListener('keydown', (event) => {
    const key = /^[?؟՞]$/.test(event.key) ? '?' : letterOf(event);
    const isHeld = event.ctrlKey || event.metaKey;
    if (isHeld && key === 'z' && !isWriting(event)) {
      event.preventDefault();
      perform(event.shiftKey ? 'redo' : 'undo', context);
      return;
    }
    if (event.defaultPrevented || isHeld || event.altKey) return;
    if (/** @type {HTMLDialogElement} */ (byId('ask')).open) return;
    if (key !== 'escape' && isWriting(event)) return;
    const { settings, meta } = controller.page.state;
    if (key.length === 1 && key !== '?' && !settings.keys) return;
    if (key.length > 1 && key !== 'escape' && /** @type {HTMLElement} */ (event.target).closest('.panel')) return;
    if (meta.numbered && /^[1-9]$/.test(key)) {
      event.preventDefault();
      type(key);
      return;
    }
    const command = (event.shiftKey && commandAt(`shift+${key}`)) || commandAt(key);
    if (!command?.run) return;
    const done = command.panel ? panels.toggle(command.panel) : command.run(context);
    if (done !== false) event.preventDefault();
  });
}
