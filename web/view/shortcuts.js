/**
 * The keyboard shortcuts of the page. Single letters can be switched off in the settings. While the board has the focus,
 * it handles the arrow keys itself.
 *
 * @import { GameApi } from '../game/api.d.ts'
 * @import { PanelOpener } from '../types.d.ts'
 */

import { beside, leap } from '../game/navigation.js';

import { byId } from '../lib/dom.js';
import { letterOf } from '../lib/keyboard.js';
import { areSeatsFree, seatComputer } from './seats.js';

/** The shortcuts in the help: the key, and the key of its text. @type {[string, string][]} */
export const SHORTCUTS = [
  ['← →', 'keys.navigation'],
  ['↑ ↓', 'keys.sides'],
  ['Home End', 'keys.ends'],
  ['Enter', 'keys.enter'],
  ['Esc', 'keys.escape'],
  ['Tab', 'keys.tab'],
  ['M', 'keys.type'],
  ['B', 'keys.board'],
  ['J', 'keys.jump'],
  ['U', 'keys.undo'],
  ['R', 'keys.replay'],
  ['H', 'keys.hint'],
  ['A', 'keys.analyse'],
  ['F', 'keys.flip'],
  ['N', 'keys.new'],
  ['W K', 'keys.seats'],
  ['G', 'keys.games'],
  ['S', 'keys.sound'],
  ['?', 'keys.help'],
];

/** Whether a form field has the focus. @param {KeyboardEvent} event */
const isWriting = ({ target }) => /** @type {HTMLElement} */ (target).closest('input, select, textarea') !== null;

/** Clicks the Undo or the Redo button, which do nothing while disabled. @param {boolean} shift whether to redo */
const undoOrRedo = (shift) => byId(shift ? 'redo' : 'undo').click();

/**
 * @param {GameApi} controller
 * @param {PanelOpener} panels
 * @param {(back: boolean) => void} jump moves the focus to the next or previous square that can be entered
 */
export function keys(controller, panels, jump) {
  /** @type {Record<string, (shift: boolean) => void>} */
  const letters = {
    b: () => /** @type {HTMLElement | null} */ (byId('grid').querySelector('[tabindex="0"]'))?.focus(),
    j: jump,
    u: undoOrRedo,
    r: () => controller.entry.replay(),
    h: (shift) => (shift ? controller.computer.hintAlways() : controller.computer.hint()),
    a: () => controller.analyse(),
    f: () => controller.flip(),
    n: (shift) => (shift && areSeatsFree(controller.page.state) ? controller.again() : panels.toggle('new')),
    w: () => seatComputer(controller, 'w'),
    k: () => seatComputer(controller, 'b'),
    g: () => panels.toggle('games'),
    m: () => panels.type(),
    s: () => controller.hush(),
  };
  document.addEventListener('keydown', (event) => {
    const letter = letterOf(event);
    if ((event.ctrlKey || event.metaKey) && letter === 'z' && !isWriting(event)) {
      event.preventDefault();
      undoOrRedo(event.shiftKey);
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {HTMLDialogElement} */ (byId('ask')).open) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape') {
      if (controller.entry.cancel()) return;
      panels.close();
      return;
    }
    if (isWriting(event)) return;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (target.closest('.panel')) return;
      event.preventDefault();
      if (event.key === 'ArrowLeft') controller.navigation.go('undo');
      else controller.navigation.go('redo');
      return;
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (!target.closest('.panel') && beside(controller, event.key === 'ArrowUp' ? -1 : 1)) event.preventDefault();
      return;
    }
    if (event.key === 'Home' || event.key === 'End') {
      if (target.closest('.panel')) return;
      event.preventDefault();
      leap(controller, event.key === 'Home' ? 'first' : 'last');
      return;
    }
    const { settings, meta } = controller.page.state;
    if (/^[?؟՞]$/.test(event.key)) {
      event.preventDefault();
      panels.toggle('keys');
      return;
    }
    if (!settings.keys) return;
    if (meta.numbered && /^[1-9]$/.test(event.key)) {
      event.preventDefault();
      panels.type(event.key);
      return;
    }
    const act = letters[letter];
    if (!act) return;
    event.preventDefault();
    act(event.shiftKey);
  });
}
