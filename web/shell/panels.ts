/**
 * Opens and closes the panels: beside the board on a wide screen, over its lower half on a phone. One is open at a time.
 * Escape, the cross and the browser's Back close it; the focus returns to the element that opened it.
 */

import type { GameController } from '../game/controller.ts';
import { byId, laterStyles, setText } from '../lib/dom.ts';
import { button, html, keyed, nothing, render, type TemplateResult } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { lazy } from '../lib/lazy.ts';
import { asksPuzzles, enter, readdress, wanted } from '../lib/link.ts';
import type { Requests, ReviewedMove, Side } from '../protocol.d.ts';
import type { Match } from '../state/game.d.ts';
import { everything, type State } from '../state/state.ts';
import { toBoard } from './grid.ts';

/** What one feature may have another do: `shell.ts` knows who does it. What cannot be loaded is said in the status line. */
export interface CrossFeatureActions {
  showGames(plies: Map<number, number>): void; // shows these games in the library: by id, at which ply each is opened
  /** Trains the lines that were meant for a side: those that are due, else any. */
  trainLines(match: Pick<Match, 'game' | 'options'>, side: Side): void;
  /** Has the player look for better moves than these mistakes of a game, and leads back to its review. */
  trainMistakes(mistakes: ReviewedMove[], match: Pick<Match, 'game' | 'options'>): void;
  proposeOnline(): void; // opens the form for a game with a friend on the server
  playOnline(wanted: OnlineGame): void; // begins it
  watchOnline(): void; // takes part in what is on the board where that is a game of a server
  followOnline(link: string): Promise<unknown>; // goes to the game of such a link: what stands behind `online=`
  playSample(): void; // plays the sound of a move
  followLab(packed: string): unknown; // shows the game of a link to the game lab
  returnToOwn(key: string): unknown; // puts the game that was written here and has this key on the board
  openOwn(id: string): unknown; // opens a game that was written here, and puts it on the board
  offerGame(file: File): unknown; // shows the game of a Python file in the game lab
  importFiles(files: Iterable<File>, encoding?: string): void; // reads files into the library, in the encoding that was chosen
}

/** A game to be played on a server: what the rules need for a new one, the days for a move if it has any, and a side. */
export type OnlineGame = Requests['new'] & { days: number | undefined; seat: Side | 'any' };

const SHOW_LOADING_MS = 400; // a panel that takes longer to load shows a loading message

type Place = 'task' | 'editor' | 'record' | 'follows' | 'over';

/** What the view of a panel may call when something in it is pressed. */
export type PanelContext = { controller: GameController; panels: Panels };

/** A panel: its heading and its content. `view` is a pure function of the state and is drawn after every change. */
export interface Panel {
  title: (state: State) => string;
  view: (state: State, context: PanelContext) => TemplateResult;
  /**
   * What it has to do with the board, by which `style/layouts.css` gives it a place: a `task` is for the board, the `editor`
   * changes it, a `record` has the moves beside it, what `follows` is about the position after them, and is beside it or below
   * it. While one is open that is `over` it, nobody looks at the board. Else it covers the lower half of a phone.
   */
  place?: (state: State) => Place | undefined;
  // called before it is drawn first, to start what it needs; what it returns is called when it is no longer shown
  opened?: (context: PanelContext) => (() => void)[];
}

export class Panels {
  controller: GameController;
  kinds: Record<string, () => Promise<Panel>>; // the functions that load the panels: `shell.ts` lists them
  actions: CrossFeatureActions;
  loaded: Map<string, Panel> = new Map(); // the panels that have been loaded, and what stands in place of others
  element = byId('panel');
  title = byId('panel-title');
  body = byId('panel-body');
  private content: Panel | null = null; // the panel whose content is in the body
  readRecords: () => void = () => {}; // puts what the browser has kept into the state, before a panel is opened
  loading: Set<string> = new Set(); // the panels that are being loaded to be shown
  opener: Element | null = null; // the element that opened the panel
  address = ''; // at which the panel was opened; empty once it was closed, since the same link may open it again
  goesBack = false; // whether the browser is on its way back from the entry of a panel that was closed

  constructor(controller: GameController, kinds: Record<string, () => Promise<Panel>>, actions: CrossFeatureActions) {
    this.controller = controller;
    this.kinds = kinds;
    this.actions = actions;
    byId('panel-close').addEventListener('click', () => this.close());
    for (const opener of document.querySelectorAll('[data-panel]')) {
      opener.addEventListener('click', () => this.toggle((opener as HTMLElement).dataset.panel ?? ''));
    }
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
    controller.page.effect(
      ({ panel }) => [panel, this.shown()],
      ([key, panel]) => {
        if (key && !panel) this.load(key);
        if (!panel) return;
        this.readRecords();
        const ends = panel.opened?.(this.context) ?? [];
        return () => {
          for (const end of ends) end();
        };
      },
    );
    controller.page.view(everything, (state) => this.draw(state));
  }

  private get context(): PanelContext {
    return { controller: this.controller, panels: this };
  }

  /** The panel that is to be shown, once it has been loaded. */
  private shown() {
    return this.loaded.get(this.controller.page.state.panel ?? '');
  }

  private put(key: string, panel: Panel) {
    this.controller.page.change(() => this.loaded.set(key, panel));
  }

  toggle(key: string) {
    if (this.controller.page.state.panel === key) this.close();
    else this.open(key);
  }

  /** Opens a panel; that of the rules shows `rule`. */
  open(key: string, rule: string | null = null) {
    const { page } = this.controller;
    if (!page.state.panel) {
      this.opener = document.activeElement;
      this.address = location.href;
      if (!this.goesBack) enter({ panel: key });
    }
    page.set({ panel: key, rule });
    page.draw();
    if (this.loaded.has(key)) this.title.focus({ preventScroll: true });
  }

  /** Loads all panels, so that each opens immediately, also offline. */
  async prepare() {
    const unfetched = Object.keys(this.kinds).filter((key) => !this.loaded.has(key) && !this.loading.has(key));
    await Promise.allSettled(unfetched.map((key) => this.fetch(key)));
  }

  async fetch(key: string) {
    const records = lazy(() => import('../store/kept.ts'), 'keepRecords');
    const [panel, keepRecords] = await Promise.all([this.kinds[key](), records, laterStyles()]);
    this.readRecords = keepRecords(this.controller.page);
    this.put(key, panel);
  }

  /** Loads the panel that is to be shown, and shows it, or an error with a retry button. */
  private async load(key: string) {
    if (this.loading.has(key)) return;
    this.loading.add(key);
    const { page } = this.controller;
    const slow = setTimeout(() => {
      if (!this.loaded.has(key)) this.put(key, loading);
    }, SHOW_LOADING_MS);
    const failed = absent(() => this.retry(key));
    await this.fetch(key).catch(() => this.put(key, failed));
    clearTimeout(slow);
    this.loading.delete(key);
    page.draw();
    if (page.state.panel === key) this.title.focus({ preventScroll: true });
  }

  private retry(key: string) {
    this.put(key, loading);
    this.load(key);
  }

  /** Closes the panel by going back in the history, so that Back does not open it again. */
  close() {
    if (!this.controller.page.state.panel) return;
    if (history.state?.panel && !this.goesBack && location.href !== this.address) {
      // Another game has come to the board, as for a rematch: to go back would lead to the one before.
      this.address = '';
      readdress(null, null);
    } else if (history.state?.panel && !this.goesBack) {
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

  /** Closes the panel to go to another address: the panel's history entry becomes that of the new address. */
  leave(address: string, go: () => void) {
    this.address = '';
    this.hide();
    readdress(address, null);
    go();
  }

  hide() {
    const inside = this.element.contains(document.activeElement);
    this.controller.page.set({ panel: null });
    this.controller.page.draw();
    const { opener } = this;
    if (!inside) return;
    // What opened it may be gone, as the button that resigns.
    if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()) {
      opener.focus({ preventScroll: true });
    } else toBoard();
  }

  private draw(state: State) {
    this.element.dataset.kind = state.panel ?? '';
    const panel = this.shown();
    for (const opener of document.querySelectorAll('[data-panel]')) {
      const open = (opener as HTMLElement).dataset.panel === state.panel;
      opener.setAttribute('aria-expanded', String(open));
    }
    const opens = this.element.hidden;
    this.element.hidden = !panel;
    const root = document.documentElement.dataset;
    // What stands around the board makes room for it.
    if (panel) Object.assign(root, { open: state.panel, place: panel.place?.(state) ?? 'covers' });
    else {
      delete root.open;
      delete root.place;
    }
    const isSame = this.content === panel;
    this.content = panel ?? null;
    if (!panel) return void render(nothing, this.body);
    // A sheet covers the lower part of the screen: the page's upper part, with the board, belongs above it.
    if (opens && getComputedStyle(this.element).position === 'fixed') scrollTo({ top: 0, behavior: 'instant' });
    // Under another heading it is another text, which is read from its start.
    const title = panel.title(state);
    const goesOn = isSame && this.title.textContent === title;
    setText(this.title, title);
    const held = around(this.body, document.activeElement);
    render(keyed(panel, panel.view(state, this.context)), this.body);
    if (held.length && !held[0].isConnected) {
      // What had the focus is gone: the next to it gets it.
      const near = held
        .find((element) => element.isConnected)
        ?.querySelector('button:enabled, input:enabled, a[href]');
      ((near ?? this.title) as HTMLElement).focus({ preventScroll: true });
    }
    if (!goesOn) this.body.scrollTop = 0;
  }
}

/** An element of the body and what it stands in there, from the inside to the outside. */
function around(body: Element, element: Element | null) {
  const all = [];
  for (let at = element; at && at !== body && body.contains(at); at = at.parentElement) all.push(at);
  return all;
}

const loading: Panel = {
  title: () => t('panel.loading'),
  view: () => html`<p class="note" aria-busy="true">${t('panel.loading.text')}</p>`,
};

/** Says that something could not be loaded: with a button to try again, or for the version that has it. */
export function missing({ renew }: State, retry: () => void, text: string = t('panel.absent.text')) {
  const again = () => button(t('status.retry'), retry, { does: 'retry' });
  return html`
    <div class="missing stack">
      <p role="alert">${renew ? t('error.renewed') : text}</p>
      ${renew ? button(t('page.reload'), renew, { kind: 'button main', does: 'renew' }) : again()}
    </div>`;
}

const absent = (retry: () => void): Panel => ({
  title: ({ renew }) => t(renew ? 'bar.renew' : 'panel.absent'),
  view: (state) => missing(state, retry),
});
