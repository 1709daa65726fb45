/** The buttons below the board and below the move list, and the keys: each does the command of its id. */

import { byId } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { letterOf, plainMove } from '../lib/keyboard.ts';
import { rights } from '../state/rights.ts';
import { everything } from '../state/state.ts';
import { type Context, commandOf, commandsOf, perform, reasonOf } from './commands.ts';
import { toBoard } from './grid.ts';

const TWINS: Record<string, string> = { undo: 'to-before', redo: 'to-next', 'to-before': 'undo', 'to-next': 'redo' };

const AT_TIMES = ['redo', 'promote', 'prune']; // the buttons that are there only while they can do something

/** Shows ‹ › for studying the game, or Undo and Redo for playing it. Where one has the focus, its twin gets it, else the board. */
function showPair(studying: boolean) {
  const root = document.documentElement;
  if (root.hasAttribute('data-studying') === studying) return;
  const held = document.activeElement;
  root.toggleAttribute('data-studying', studying);
  if (held && held.id in TWINS) byId(TWINS[held.id]).focus({ preventScroll: true });
  else if (held?.matches('.action') && !held.checkVisibility()) toBoard();
}

export function actions(context: Context) {
  const { page, autosave } = context.controller;
  const root = document.documentElement;
  const elements = document.querySelectorAll('.action[id]') as NodeListOf<HTMLButtonElement>;
  const buttons = [...elements].map((element) => {
    const command = commandOf(element.id);
    const { id, isEnabled = () => true } = command;
    element.addEventListener('click', () => isEnabled(page.state) && perform(id, context));
    return { element, command, isEnabled, isTool: element.matches('.study-only, .study-tools *') };
  });
  page.view(everything, (state) => {
    showPair(rights(state).study !== null);
    for (const { element, command, isEnabled, isTool } of buttons) {
      const enabled = isEnabled(state) && !(isTool && state.pending);
      element.setAttribute('aria-disabled', String(!enabled));
      element.title = reasonOf(command, state);
      // The tools for studying keep their places for Tab. A button with the focus would lose it.
      if (!isTool) element.disabled = !enabled && document.activeElement !== element;
      if (element.id === 'hint') element.hidden = !rights(state).engine;
      if (AT_TIMES.includes(element.id)) element.hidden = !isEnabled(state) && document.activeElement !== element;
    }
    if (state.match && autosave.atStake(state.match)) byId('hint').title = t('action.hint.rated');
    byId('hint').classList.toggle('on', state.hint !== null || state.thinking?.purpose === 'hint');
    byId('analyse').setAttribute('aria-pressed', String(state.analysis !== null));
    root.toggleAttribute('data-varied', !byId('promote').hidden);
  });
}

const isWriting = ({ target }: KeyboardEvent) => (target as HTMLElement).closest('input, select, textarea') !== null;

/** Settings switch single letters off. Arrow keys on the board are the board's; those up and down scroll a panel. */
export function keys(context: Context) {
  const { controller, panels, type } = context;
  document.addEventListener('keydown', (event) => {
    const key = /^[?؟՞]$/.test(event.key) ? '?' : letterOf(event);
    const isHeld = event.ctrlKey || event.metaKey;
    if (isHeld && key === 'z' && !isWriting(event) && !controller.page.state.arriving) {
      event.preventDefault();
      return perform(event.shiftKey ? 'redo' : 'undo', context);
    }
    if (event.defaultPrevented || isHeld || event.altKey || controller.page.state.arriving) return;
    if ((byId('ask') as HTMLDialogElement).open) return;
    if (key !== 'escape' && isWriting(event)) return;
    const { settings, meta } = controller.page.state;
    if (key.length === 1 && key !== '?' && !settings.keys) return;
    const isOfBoard = key.length === 1 || ['escape', 'arrowleft', 'arrowright'].includes(key);
    if (!isOfBoard && (event.target as HTMLElement).closest('.panel')) return;
    const digit = plainMove(key);
    if (meta.numbered && /^[1-9]$/.test(digit)) {
      event.preventDefault();
      return type(digit);
    }
    const commands = commandsOf(controller.page.state);
    const commandAt = (at: string) => commands.find((command) => command.key?.toLowerCase() === at);
    const command = (event.shiftKey && commandAt(`shift+${key}`)) || commandAt(key);
    if (!command?.run) return;
    const done = command.panel ? panels.toggle(command.panel) : command.run(controller, context);
    if (done !== false) event.preventDefault();
  });
}
