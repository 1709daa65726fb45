/** The field for typed moves. A key shows it, over the buttons below the board: `M`, or the first digit of a move. */

import type { GameController } from '../game/controller.ts';
import { idle, tell } from '../game/messages.ts';
import { byId } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { isAwaited, isOpen } from '../state/rights.ts';
import { everything } from '../state/state.ts';
import { toBoard } from './grid.ts';

/** What it returns shows the field, with the first characters of a move in it. */
export function typed(controller: GameController): (begun?: string) => void {
  const form = byId('typed');
  const input = byId('typed-move') as HTMLInputElement;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    // A fast typist enters the next move while the last one is on its way to the board.
    while (controller.lock && isAwaited(controller.page.state)) await controller.lock;
    if (input.value.trim() === text) input.value = '';
    if (!isOpen(controller.page.state)) return tell(controller, 'plain', idle(controller.page.state));
    await controller.entry.type(text);
  });
  input.addEventListener('keydown', (event) => {
    controller.entry.forget();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  input.addEventListener('blur', () => {
    const leave = () => input.value || document.activeElement === input || hide();
    // What is being pressed must not move before the press has ended.
    if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(leave), { once: true });
    else leave();
  });

  const hide = () => form.classList.remove('asked');
  const close = () => {
    if (document.activeElement === input) toBoard();
    input.value = '';
    hide();
  };

  let example = '';
  let place: unknown = null; // the game and the session that the field was shown in
  controller.page.view(everything, (state) => {
    const now = `${state.meta.key} ${state.session.kind}`;
    const isElsewhere = place !== now;
    place = now;
    // After the last move, and in another game or session, hide the field: it covers other buttons.
    if ((isElsewhere || (state.match?.outcome && !input.value)) && form.classList.contains('asked')) close();
    const move = state.match?.moves[0];
    // The example is a move of the person's; while the computer thinks, the last example stays.
    if (isOpen(state)) example = move?.path.length ? move.text : '';
    else if (!state.match || state.match.outcome) example = '';
    const text = example ? t('typed.placeholder', { example }) : t('typed.label');
    if (input.placeholder !== text) input.placeholder = text;
    input.setAttribute('aria-label', t('typed.label'));
  });

  return (begun = '') => {
    form.classList.add('asked');
    input.value = begun;
    input.focus();
  };
}
