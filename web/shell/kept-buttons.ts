/** The buttons that save what is kept as a file, and delete it once the player has said yes. */

import { fileName, save } from '../lib/files.ts';
import { button, html } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { ask } from './dialog.ts';

export function keptButtons(name: string, kept: () => object, question: string, forget: () => unknown) {
  const write = () => {
    const text = JSON.stringify(kept(), null, 1);
    save(fileName(name, 'json'), new Blob([text], { type: 'application/json' }));
  };
  const drop = async () => (await ask(question)) && forget();
  return html`
    <div class="row wrap">${button(t('statistics.export'), write)}${button(t('statistics.delete'), drop)}</div>`;
}
