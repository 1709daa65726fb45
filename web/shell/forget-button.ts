/** The button that deletes what is kept, once the player has said yes; a backup (`features/library`) saves it as a file. */

import { button, html } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { ask } from './dialog.ts';

export function forgetButton(question: string, forget: () => unknown) {
  const drop = async () => (await ask(question)) && forget();
  return html`<div class="row wrap">${button(t('statistics.delete'), drop)}</div>`;
}
