/** What lies over the page for a moment: a short confirmation, and a link that is to be copied by hand. */

import { html, nothing, render } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { GameApi } from '../game/api.d.ts';
import { t } from '../lib/i18n.ts';

const confirmation = (text: string) => html`<div class="toast" popover="manual" aria-hidden="true">${text}</div>`;

const copyable = (link: string, closed: () => void) => html`
  <dialog class="ask" id="copyable" @close=${closed}>
    <form method="dialog">
      <p><label for="link">${t('link.field')}</label></p>
      <textarea class="text" id="link" readonly rows="4" spellcheck="false" .value=${link}></textarea>
      <div class="row"><button class="button">${t('panel.close')}</button></div>
    </form>
  </dialog>`;

export function over({ page }: GameApi) {
  const closed = () =>
    page.change((s) => {
      s.link = '';
    });
  let shown: unknown = null;
  page.show(({ toast, link }) => {
    const parts = html`${link && copyable(link, closed)}${toast ? keyed(toast, confirmation(toast.text)) : nothing}`;
    render(parts, document.body);
    const dialog = document.getElementById('copyable') as HTMLDialogElement | null;
    if (dialog && !dialog.open) {
      dialog.showModal();
      dialog.querySelector('textarea')?.select();
    }
    // Above a dialog that is open, too.
    if (toast !== shown) (document.querySelector('.toast') as HTMLElement | null)?.showPopover?.();
    shown = toast;
  });
}
