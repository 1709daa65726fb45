/** The dialog for a yes-or-no question, and the names of the computer's levels. */

import { byId, setText } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';

/** Asks a question in a modal dialog: as a rule whether to forget something. Resolves to whether the answer is yes. */
export function ask(text: string, yes: string = t('ask.forget.yes')): Promise<boolean> {
  const dialog = byId('ask') as HTMLDialogElement;
  setText(byId('ask-text'), text);
  setText(byId('ask-yes'), yes);
  dialog.returnValue = 'no';
  // By hand: a form may send nothing in a sandboxed frame, not even to its dialog.
  dialog.onclick = ({ target }) => target instanceof HTMLButtonElement && dialog.close(target.value);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true });
  });
}

/** The computer at a level: the number and the opponent's name. */
export const levelName = (level: number) => t('player.level', { level, name: t(`opponent.${level}`) });
