/**
 * Opens and closes the panels: beside the board on a wide screen, over its lower half on a phone. One is open at a time.
 * Escape, the cross and the browser's Back close it; the focus returns to the element that opened it.
 *
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { enter, readdress } from '../lib/address.js';
import { button, byId, make, setText } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { asksPuzzles, wanted } from '../lib/link.js';

/** A panel that takes longer to load shows a loading message. */
const SHOW_LOADING_MS = 400;

/**
 * What the view of a panel may call when something in it is pressed.
 *
 * @typedef {{ controller: GameController, panels: Panels }} PanelContext
 *
 * A panel: its heading and its content. `view` is a pure function of the state and is drawn after every change. A panel that
 * still has `fill` is filled again when its `key` changes.
 *
 * @typedef {object} Drawn
 * @property {(state: State) => string} title
 * @property {(state: State, context: PanelContext) => import('lit-html').TemplateResult} view
 * @property {(context: PanelContext) => (() => void) | undefined} [opened] called before it is drawn first, to start what it
 *   needs; what it returns is called when it is no longer shown
 *
 * @typedef {object} Filled
 * @property {(state: State) => string} title
 * @property {(state: State) => string} key
 * @property {(body: HTMLElement, controller: GameController, panels: Panels) => void} fill
 * @property {(controller: GameController) => void} [closed] called when it is no longer shown
 *
 * @typedef {Drawn | Filled} Panel
 */

export class Panels {
  /**
   * @param {GameController} controller
   * @param {Record<string, () => Promise<Panel>>} kinds the functions that load the panels
   */
  constructor(controller, kinds) {
    this.controller = controller;
    this.kinds = kinds;
    /** The panels that have been loaded. @type {Map<string, Panel>} */
    this.loaded = new Map();
    this.element = byId('panel');
    this.title = byId('panel-title');
    this.body = byId('panel-body');
    /** Draws a view. @type {typeof import('lit-html').render | undefined} */
    this.render = undefined;
    /** The panel whose content is in the body. @type {Panel | null} */
    this.content = null;
    /** Called when that panel is no longer shown. @type {(() => void) | undefined} */
    this.closed = undefined;
    /** The key of that content, where it was filled. */
    this.filled = '';
    /** What a view is drawn before: the end of its part of the body. A new one for each panel that is shown. */
    this.end = document.createComment('');
    /** The panels that are being loaded to be shown. @type {Set<string>} */
    this.loading = new Set();
    /** The element that opened the panel. @type {Element | null} */
    this.opener = null;
    byId('panel-close').addEventListener('click', () => this.close());
    for (const opener of document.querySelectorAll('[data-panel]')) {
      opener.addEventListener('click', () => this.toggle(/** @type {HTMLElement} */ (opener).dataset.panel ?? ''));
    }
    /** The address at which the panel was opened; empty once it was closed, since the same link may open it again. */
    this.address = '';
    /** Whether the browser is on its way back from the entry of a panel that was closed. */
    this.goesBack = false;
    addEventListener('popstate', () => {
      const isOwn = this.goesBack;
      this.goesBack = false;
      // Another panel was opened meanwhile: it gets its entry now that the browser is back.
      if (isOwn && controller.page.state.panel) enter({ panel: controller.page.state.panel });
      if (history.state?.panel) return;
      if (controller.page.state.panel) this.hide();
      const isWhereOpened = location.href === this.address;
      this.address = '';
      if (isWhereOpened) this.tidy();
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
      if (!this.goesBack) enter({ panel: key });
    }
    page.change((s) => {
      s.panel = key;
      s.rule = rule;
    });
    page.draw();
    if (this.loaded.has(key)) this.title.focus({ preventScroll: true });
  }

  /** Loads all panels, so that each opens immediately, also offline. */
  async prepare() {
    const unfetched = Object.keys(this.kinds).filter((key) => !this.loaded.has(key) && !this.loading.has(key));
    await Promise.allSettled(unfetched.map((key) => this.fetch(key)));
  }

  /** @param {string} key */
  async fetch(key) {
    const panel = await this.kinds[key]();
    // The first board needs no views; the panel has brought this along.
    if ('view' in panel) this.render = (await import('lit-html')).render;
    this.loaded.set(key, panel);
  }

  /**
   * Loads the panel that is to be shown, and shows it, or an error with a retry button.
   *
   * @param {string} key
   */
  async load(key) {
    if (this.loading.has(key)) return;
    this.loading.add(key);
    const { page } = this.controller;
    const slow = setTimeout(() => {
      if (!this.loaded.has(key)) this.loaded.set(key, loading);
      page.draw();
    }, SHOW_LOADING_MS);
    try {
      await this.fetch(key);
    } catch {
      this.loaded.set(key, absent(key));
    }
    clearTimeout(slow);
    this.loading.delete(key);
    page.draw();
    if (page.state.panel === key) this.title.focus({ preventScroll: true });
  }

  /** Closes the panel by going back in the history, so that Back does not open it again. */
  close() {
    if (!this.controller.page.state.panel) return;
    if (history.state?.panel && !this.goesBack) {
      this.goesBack = true;
      history.back();
    } else if (!this.goesBack) this.address = '';
    this.hide();
  }

  /** Removes a closed panel from the address, so that a reload does not open it again. */
  tidy() {
    const link = wanted(location.hash);
    if (link.panel || link.rule || asksPuzzles(link)) readdress(`#game=${this.controller.page.state.meta.key}`);
  }

  /**
   * Closes the panel to go to another address: the panel's history entry becomes that of the new address.
   *
   * @param {string} address
   * @param {() => void} go
   */
  leave(address, go) {
    this.address = '';
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
    this.element.dataset.kind = state.panel ?? '';
    const panel = (state.panel && this.loaded.get(state.panel)) || null;
    if (this.content && this.content !== panel) {
      const { closed } = this;
      this.content = null;
      closed?.();
    }
    for (const opener of document.querySelectorAll('[data-panel]')) {
      const open = /** @type {HTMLElement} */ (opener).dataset.panel === state.panel;
      opener.setAttribute('aria-expanded', String(open));
    }
    if (state.panel && !panel) this.load(state.panel);
    const opens = this.element.hidden;
    this.element.hidden = !panel;
    if (!panel) return;
    // A sheet covers the lower part of the screen: the page's upper part, with the board, belongs above it.
    if (opens && getComputedStyle(this.element).position === 'fixed') scrollTo({ top: 0, behavior: 'instant' });
    const context = { controller: this.controller, panels: this };
    const isSame = this.content === panel;
    const key = 'fill' in panel ? `${language()} ${panel.key(state)}` : '';
    if ('fill' in panel && isSame && key === this.filled) return;
    this.content = panel;
    this.filled = key;
    // Under another heading it is another text, which is read from its start.
    const title = panel.title(state);
    const goesOn = isSame && this.title.textContent === title;
    setText(this.title, title);
    if ('view' in panel) {
      if (!isSame) {
        this.end = document.createComment('');
        this.body.replaceChildren(this.end);
        this.closed = panel.opened?.(context);
      }
      const held = around(this.body, document.activeElement);
      this.render?.(panel.view(state, context), this.body, { renderBefore: this.end });
      if (held.length && !held[0].isConnected) this.refocus(held);
      if (!goesOn) this.body.scrollTop = 0;
    } else {
      const place = this.body.scrollTop;
      const focus = isSame ? document.activeElement?.getAttribute('data-keep') : null;
      this.body.replaceChildren();
      this.closed = () => panel.closed?.(this.controller);
      panel.fill(this.body, this.controller, this);
      this.body.scrollTop = goesOn ? place : 0;
      if (focus) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-keep="${focus}"]`))?.focus();
    }
  }

  /** What had the focus is gone: the next to it gets it. @param {Element[]} held it, and what it stood in */
  refocus(held) {
    const near = held.find((one) => one.isConnected)?.querySelector('button:enabled, input:enabled, a[href]');
    /** @type {HTMLElement} */ (near ?? this.title).focus({ preventScroll: true });
  }
}

/** An element of the body and what it stands in there, from the inside to the outside. @param {Element} body @param {Element | null} element */
function around(body, element) {
  const all = [];
  for (let at = element; at && at !== body && body.contains(at); at = at.parentElement) all.push(at);
  return all;
}

/** The content while a panel is loaded. @type {Panel} */
const loading = {
  title: () => t('panel.loading'),
  key: () => 'loading',
  fill: (body) => body.append(make('p', { class: 'note', 'aria-busy': 'true' }, t('panel.loading.text'))),
};

/**
 * The content in place of something that could not be loaded: the reason and a retry button.
 *
 * @param {() => void} retry
 * @param {string} [text]
 */
export const missing = (retry, text = t('panel.absent.text')) =>
  make(
    'div',
    { class: 'missing' },
    make('p', { role: 'alert' }, text),
    button(t('status.retry'), retry, { 'data-does': 'retry' }),
  );

/**
 * The content in place of a panel that could not be loaded.
 *
 * @param {string} key
 * @returns {Panel}
 */
const absent = (key) => ({
  title: () => t('panel.absent'),
  key: () => 'absent',
  fill(body, controller, panels) {
    const again = () => {
      panels.loaded.set(key, loading);
      controller.page.draw();
      panels.load(key);
    };
    body.append(missing(again));
  },
});
