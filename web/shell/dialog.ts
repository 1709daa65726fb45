/** The dialog for a yes-or-no question, and the names of the computer's levels. */

import { byId, setText } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { begin } from '../lib/pending.ts';

/** Asks a question in a modal dialog: as a rule whether to forget something. Resolves to whether the answer is yes. */
export function ask(text: string, yes: string = t('ask.forget.yes'), isDangerous: boolean = true): Promise<boolean> {
  const dialog = byId('ask') as HTMLDialogElement;
  setText(byId('ask-text'), text);
  setText(byId('ask-yes'), yes);
  byId('ask-yes').classList.toggle('danger', isDangerous);
  dialog.returnValue = 'no';
  // By hand: a form may send nothing in a sandboxed frame, not even to its dialog.
  let endWait = () => {};
  dialog.onclick = ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    endWait = begin('device'); // the browser says only in the next frame that it is closed
    dialog.close(target.value);
  };
  dialog.oncancel = () => {
    endWait = begin('device');
  };
  dialog.showModal();
  return new Promise((done) => {
    const close = () => {
      endWait();
      done(dialog.returnValue === 'yes');
    };
    dialog.addEventListener('close', close, { once: true });
  });
}

/** The computer at a level: the number and the opponent's name. */
export const levelName = (level: number) => t('player.level', { level, name: t(`opponent.${level}`) });
