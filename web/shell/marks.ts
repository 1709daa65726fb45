/** What stays in sight in the header: that there is a newer version of the page, and that the browser saves nothing. */

import type { GameController } from '../game/controller.ts';
import { serviceWorkers } from '../lib/capabilities.ts';
import { byId } from '../lib/dom.ts';
import { html, nothing, render } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { onRenewal } from '../lib/renewal.ts';
import { everything } from '../state/state.ts';
import type { Panels } from './panels.ts';

export function marks({ page }: GameController, panels: Panels) {
  onRenewal(() => {
    // A service worker answers a reload with the version that it has, and tells of a newer one once it has all of it.
    if (!serviceWorkers()?.controller) page.set({ renew: page.state.renew ?? (() => location.reload()) });
  });
  const mark = (does: string, words: string, label: string, act: () => void) => html`
    <button type="button" class=${`header-mark ${does}`} id=${does} aria-label=${label} title=${label} @click=${act}>${words}</button>`;
  page.view(everything, ({ renew, isUnkept }) => {
    const newer = (act: () => void) => mark('renew', t('bar.renew'), t('bar.renew.label'), act);
    const unkept = () => mark('unkept', t('bar.unkept'), t('bar.unkept.label'), () => panels.open('settings'));
    byId('marks')
      .closest('.bar')
      ?.classList.toggle('marked', Boolean(renew) || isUnkept);
    render(html`${renew ? newer(renew) : nothing}${isUnkept ? unkept() : nothing}`, byId('marks'));
  });
}
