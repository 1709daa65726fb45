/**
 * The row of actions below the board, and the questions that some of them ask first.
 *
 * @import { GameApi } from '../game/api.d.ts'
 * @import { State } from '../state/state.js'
 */

import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isOpen } from '../state/state.js';
import { isStudying, mayEnd } from '../state/studying.js';
import { ask } from './dialog.js';

/** @param {GameApi} controller */
export async function resign(controller) {
  const side = t(`side.${controller.offers.person}`);
  if (await ask(t('ask.resign', { side }), t('ask.resign.yes'))) controller.offers.resign();
}

/** @param {GameApi} controller */
export const offer = (controller) => controller.offers.offer();

/** Starts a rematch without a question: the match that it replaces can be restored. @param {GameApi} controller */
export const restart = (controller) => controller.again();

/** Cancels the partly entered move, else takes back a move. @param {GameApi} controller */
function undo(controller) {
  if (controller.page.state.draft.length > 1) controller.entry.cancel();
  else controller.navigation.back();
}

/**
 * Whether there is something to take back. Against the computer: a move of the person, or the end of the game.
 *
 * @param {State} state
 */
function canUndo({ match, players, mode }) {
  if (!match?.can_undo || mode.kind === 'puzzle' || mode.kind === 'review') return false;
  const own = match.history.some((node) => node.main && node.ply <= match.ply && !players[node.side]);
  return own || match.outcome !== null || !players.w === !players.b;
}

/** Whether Redo goes forward: in a puzzle and in a review it does not. @param {State} state */
const canRedo = ({ match, pending, mode }) =>
  Boolean(match?.can_redo) && !pending && mode.kind !== 'puzzle' && mode.kind !== 'review';

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

/** @param {GameApi} controller */
export function actions(controller) {
  /** @type {[string, () => void, (state: State) => boolean][]} */
  const bound = [
    ['undo', () => undo(controller), (s) => !s.pending && (s.draft.length > 1 || canUndo(s))],
    ['redo', () => controller.navigation.forth(), canRedo],
    ['hint', () => controller.computer.hint(), (s) => isOpen(s) && s.thinking?.purpose !== 'offer'],
    ['flip', () => controller.flip(), () => true],
    ['offer', () => offer(controller), (s) => isOpen(s) && !s.match?.offer && mayEnd(s)],
    ['resign', () => resign(controller), mayEnd],
  ];
  const buttons = bound.map(([id, act, can]) => {
    const element = /** @type {HTMLButtonElement} */ (byId(id));
    element.addEventListener('click', () => {
      if (can(controller.page.state)) act();
    });
    return { element, can };
  });
  controller.page.show((state) => {
    showPair(isStudying(state));
    for (const { element, can } of buttons) {
      // A button with the focus is not disabled, since it would lose the focus.
      const enabled = can(state);
      element.setAttribute('aria-disabled', String(!enabled));
      element.disabled = !enabled && document.activeElement !== element;
      if (element.id === 'redo') element.hidden = element.disabled;
    }
    byId('hint').classList.toggle('on', state.hint !== null || state.thinking?.purpose === 'hint');
  });
}
