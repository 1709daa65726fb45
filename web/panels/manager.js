/**
 * Opens and closes the panels: beside the board on a wide screen, over its lower half on a phone. One is open at a
 * time; Escape, the cross and the browser's Back close it, and the focus returns to what opened it.
 *
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { enter, readdress } from '../lib/address.js';
import { button, byId, make, setText } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { wanted } from '../lib/link.js';

/** How long a panel may be on its way, in ms, before that is shown. */
const SHOW_LOADING_MS = 400;

/**
 * A panel: its heading, and what fills it. `key` says what the content depends on; it is filled anew when that
 * changes while the panel is open.
 *
 * @typedef {object} Panel
 * @property {(state: State) => string} title
 * @property {(state: State) => string} key
 * @property {(body: HTMLElement, controller: GameController, panels: Panels) => void} fill
 * @property {() => void} [closed] called when it is no longer shown
 */

export class Panels {
  /**
   * @param {GameController} controller
   * @param {Record<string, () => Promise<Panel>>} kinds how each is fetched; no board waits for a panel
   */
  constructor(controller, kinds) {
    this.controller = controller;
    this.kinds = kinds;
    /** Those that have been fetched. @type {Map<string, Panel>} */
    this.here = new Map();
    this.element = byId('panel');
    this.title = byId('panel-title');
    this.body = byId('panel-body');
    this.filled = '';
    /** Those that are to be shown and are on their way. @type {Set<string>} */
    this.summoned = new Set();
    /** The panel that is shown. @type {string | null} */
    this.shown = null;
    /** Shows the field for typed moves. @type {(begun?: string) => void} */
    this.type = () => {};
    /** @type {Element | null} */
    this.opener = null;
    byId('panel-close').addEventListener('click', () => this.close());
    for (const opener of document.querySelectorAll('[data-panel]')) {
      opener.addEventListener('click', () => this.toggle(/** @type {HTMLElement} */ (opener).dataset.panel ?? ''));
    }
    /** Where the panel was opened; empty once it has been closed, for the same link may open it again. */
    this.address = '';
    addEventListener('popstate', () => {
      if (history.state?.panel) return;
      if (controller.page.state.panel) this.hide();
      if (location.href !== this.address) return;
      this.address = '';
      this.tidy();
    });
    if (history.state?.panel) readdress(null, null);
    controller.page.show((state) => this.show(state));
  }

  /** @param {string} key */
  toggle(key) {
    if (this.controller.page.state.panel === key) this.close();
    else this.open(key);
  }

  /**
   * @param {string} key
   * @param {string | null} rule the rule to show, in the rules panel
   */
  open(key, rule = null) {
    const { page } = this.controller;
    if (!page.state.panel) {
      this.opener = document.activeElement;
      this.address = location.href;
      enter({ panel: key });
    }
    page.change((s) => {
      s.panel = key;
      s.rule = rule;
    });
    page.draw();
    if (this.here.has(key)) this.title.focus({ preventScroll: true });
  }

  /** Fetches all panels, so that each opens at once, without the network too. */
  async prepare() {
    const unfetched = Object.keys(this.kinds).filter((key) => !this.here.has(key) && !this.summoned.has(key));
    await Promise.allSettled(unfetched.map((key) => this.fetch(key)));
  }

  /** @param {string} key */
  async fetch(key) {
    this.here.set(key, await this.kinds[key]());
  }

  /**
   * Fetches the panel that is to be shown, and shows it, or why that is not possible.
   *
   * @param {string} key
   */
  async summon(key) {
    if (this.summoned.has(key)) return;
    this.summoned.add(key);
    const { page } = this.controller;
    const slow = setTimeout(() => {
      if (!this.here.has(key)) this.here.set(key, coming);
      page.draw();
    }, SHOW_LOADING_MS);
    try {
      await this.fetch(key);
    } catch {
      this.here.set(key, absent(key));
    }
    clearTimeout(slow);
    this.summoned.delete(key);
    page.draw();
    if (page.state.panel === key) this.title.focus({ preventScroll: true });
  }

  /** Closes by going back, so that Back does not open it again. */
  close() {
    if (!this.controller.page.state.panel) return;
    if (history.state?.panel) history.back();
    this.hide();
  }

  /** An address that asks for a panel asks no more once that has been closed: loading it again leaves it closed. */
  tidy() {
    const { panel, rule } = wanted(location.hash);
    if (panel || rule) readdress(`#game=${this.controller.page.state.meta.key}`);
  }

  /**
   * Closes for somewhere else: the history entry of the panel becomes that of the new place.
   *
   * @param {string} address
   * @param {() => void} go
   */
  leave(address, go) {
    this.hide();
    readdress(address, null);
    go();
  }

  hide() {
    const inside = this.element.contains(document.activeElement);
    this.controller.page.change((s) => {
      s.panel = null;
    });
    this.controller.page.draw();
    if (inside && this.opener instanceof HTMLElement) this.opener.focus({ preventScroll: true });
  }

  /** @param {State} state */
  show(state) {
    if (this.shown !== state.panel) {
      const left = this.shown;
      this.shown = state.panel;
      if (left) this.here.get(left)?.closed?.();
    }
    this.element.dataset.kind = state.panel ?? '';
    const panel = state.panel ? this.here.get(state.panel) : null;
    for (const opener of document.querySelectorAll('[data-panel]')) {
      const open = /** @type {HTMLElement} */ (opener).dataset.panel === state.panel;
      opener.setAttribute('aria-expanded', String(open));
    }
    if (state.panel && !panel) this.summon(state.panel);
    this.element.hidden = !panel;
    if (!panel) {
      this.filled = '';
      return;
    }
    const key = `${state.panel} ${language()} ${panel.key(state)}`;
    if (key === this.filled) return;
    const again = this.filled.split(' ')[0] === state.panel;
    this.filled = key;
    setText(this.title, panel.title(state));
    const place = this.body.scrollTop;
    const focus = again ? document.activeElement?.getAttribute('data-keep') : null;
    this.body.replaceChildren();
    panel.fill(this.body, this.controller, this);
    this.body.scrollTop = again ? place : 0;
    if (focus) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-keep="${focus}"]`))?.focus();
  }
}

/** In the place of a panel that is on its way. @type {Panel} */
const coming = {
  title: () => t('panel.loading'),
  key: () => 'coming',
  fill: (body) => body.append(make('p', { class: 'note', 'aria-busy': 'true' }, t('panel.loading.text'))),
};

/**
 * In the place of what could not be fetched: why there is nothing, and a button that tries again.
 *
 * @param {() => void} retry
 * @param {string} [text]
 */
export const missing = (retry, text = t('panel.absent.text')) =>
  make(
    'div',
    { class: 'missing' },
    make('p', { role: 'alert' }, text),
    button(t('status.retry'), retry, { 'data-keep': 'retry' }),
  );

/**
 * In the place of a panel that could not be fetched.
 *
 * @param {string} key
 * @returns {Panel}
 */
const absent = (key) => ({
  title: () => t('panel.absent'),
  key: () => 'absent',
  fill(body, controller, panels) {
    const again = () => {
      panels.here.set(key, coming);
      controller.page.draw();
      panels.summon(key);
    };
    body.append(missing(again));
  },
});
