/**
 * The row of actions below the board, and the questions that some of them ask first.
 *
 * @import { Table } from '../game/controller.js'
 * @import { State } from '../state/state.js'
 */

import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isOpen } from '../state/state.js';
import { ask } from './dialog.js';

/** @param {Table} table */
export async function resign(table) {
  const side = t(`side.${table.agreement.person}`);
  if (await ask(t('ask.resign', { side }), t('ask.resign.yes'))) table.agreement.resign();
}

/** @param {Table} table */
export const offer = (table) => table.agreement.offer();

/** The game that stood there can be brought back, so that nothing need be asked. @param {Table} table */
export const restart = (table) => table.again();

/** Takes back what was entered of a turn, else the turn before. @param {Table} table */
function undo(table) {
  if (table.page.state.draft.length > 1) table.hand.cancel();
  else table.walk.back();
}

/**
 * Whether there is something to take back: against the computer a turn of the person's own, or an ending.
 *
 * @param {State} state
 */
function canUndo({ match, players, exercise }) {
  if (!match?.can_undo || exercise) return false;
  const own = match.history.some((node) => node.main && node.ply <= match.ply && !players[node.side]);
  return own || match.outcome !== null || !players.w === !players.b;
}

/** @param {Table} table */
export function actions(table) {
  /** @type {[string, () => void, (state: State) => boolean][]} */
  const bound = [
    ['undo', () => undo(table), (s) => !s.pending && (s.draft.length > 1 || canUndo(s))],
    ['redo', () => table.walk.forth(), (s) => Boolean(s.match?.can_redo) && !s.pending && !s.exercise],
    ['hint', () => table.computer.hint(), (s) => isOpen(s) && s.thinking?.purpose !== 'offer'],
    ['flip', () => table.flip(), () => true],
    ['offer', () => offer(table), (s) => isOpen(s) && !s.match?.offer && !s.exercise],
    ['resign', () => resign(table), (s) => s.match !== null && !s.match.outcome && !s.exercise],
  ];
  const buttons = bound.map(([id, act, can]) => {
    const element = /** @type {HTMLButtonElement} */ (byId(id));
    element.addEventListener('click', () => {
      if (can(table.page.state)) act();
    });
    return { element, can };
  });
  table.page.show((state) => {
    for (const { element, can } of buttons) {
      // A button that has the focus is not disabled: the focus would be lost.
      const enabled = can(state);
      element.setAttribute('aria-disabled', String(!enabled));
      element.disabled = !enabled && document.activeElement !== element;
    }
    byId('hint').classList.toggle('on', state.hint !== null || state.thinking?.purpose === 'hint');
  });
}
