/**
 * The library's list: the line and the filters of the search, what was found, and what can be done with chosen games.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panels } from './manager.js'
 * @import { LibraryGame } from '../library/types.d.ts'
 * @import { Order } from './library-desk.js'
 */

import { button, empty, icon, make, pick, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { catalogue } from '../library/catalogue.js';
import { games } from '../library/database.js';
import { isOneGame, merge } from '../library/editing.js';
import { keepPlayed } from '../library/played.js';
import { desk, ORDERS, search, show } from './library-desk.js';
import { faultOf } from './library-faults.js';
import { boardFields, tagFields } from './library-filters.js';
import { count, importFiles, importPart, imports, withIcon } from './library-import.js';
import { LongList } from './library-list.js';
import { openGame } from './library-open.js';
import { gameRow } from './library-row.js';
import { remove, told } from './library-tools.js';

/** A search begins when nothing was typed for this time. */
const PAUSE_MS = 120;

/** While games are added, the list is searched again after this time. */
const RENEW_MS = 400;

/** The list in the open panel. */
export class Results {
  /**
   * @param {GameController} controller
   * @param {Panels} panels
   * @param {HTMLElement} body the panel's
   * @param {AbortSignal} signal of the panel's end
   */
  constructor(controller, panels, body, signal) {
    this.controller = controller;
    this.signal = signal;
    this.timer = 0;
    this.fault = make('p', { class: 'fault', role: 'alert', id: 'library-fault' });
    this.told = make('p', { class: 'note grow', role: 'status' });
    this.invitation = empty('library', t('library.empty'));
    this.invitation.append(make('p', { class: 'note drop-note' }, t('library.drop')));
    this.nothing = empty('library', t('library.none'));
    this.acts = make('div', { class: 'row wrap chosen-acts' });
    this.filters = make('div', { class: 'library-filters', id: 'library-filters' });
    this.field = this.queryField();
    this.toggle = this.filterToggle();
    this.line = make('div', { class: 'row library-line' }, this.told, this.order(), this.chooser());
    this.list = new LongList(t('library.games'), (at) =>
      gameRow(controller, desk.hits[at], {
        open: ({ game, ply }) => this.run(() => openGame(controller, panels, game, ply)),
        details: ({ game }) => show(controller, { view: 'game', id: game.id }),
        chose: () => this.drawActs(),
      }),
    );
    body.append(
      make(
        'div',
        { class: 'library' },
        make('div', { class: 'library-search' }, this.field, this.fault),
        this.head(),
        importPart(() => show(controller)),
        this.filters,
        ...this.bars(),
        this.line,
        this.acts,
        this.invitation,
        this.nothing,
        this.list.element,
      ),
    );
    this.invitation.hidden = this.nothing.hidden = true;
    this.drawActs();
    this.drawFilters();
    this.list.follow(body, signal);
    this.watch();
    this.find();
    keepPlayed(controller.rules);
  }

  /** Searches again when the library has changed. */
  watch() {
    const later = () => this.later(RENEW_MS);
    catalogue.watchers.add(later);
    imports.onend = () => this.find();
    this.signal.addEventListener('abort', () => {
      catalogue.watchers.delete(later);
      imports.onend = () => {};
      clearTimeout(this.timer);
    });
  }

  /** @param {number} pause in ms */
  later(pause) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.find(), pause);
  }

  /** Searches, and shows what was found. */
  async find() {
    const wrong = await search(this.controller);
    if (this.signal.aborted) return;
    setText(this.fault, wrong);
    this.field.setAttribute('aria-invalid', String(Boolean(wrong)));
    const [n, all] = [desk.hits.length, catalogue.games.size];
    const key = n === all ? 'library.count' : 'library.found';
    setText(this.told, t(key, { n, count: count(n), all: count(all) }));
    this.invitation.hidden = all > 0 || Boolean(wrong);
    this.line.hidden = !all;
    this.nothing.hidden = n > 0 || !all;
    this.list.show(n);
  }

  /** Does something, and shows what went wrong. @param {() => Promise<void>} act */
  async run(act) {
    try {
      await act();
    } catch (error) {
      setText(this.fault, faultOf(error));
    }
  }

  // -- the search --------------------------------------------------------------------------------------

  queryField() {
    const field = make('input', {
      type: 'search',
      class: 'line',
      placeholder: t('library.search.placeholder'),
      'aria-label': t('library.search'),
      'aria-describedby': 'library-fault',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      'data-keep': 'library-query',
    });
    field.value = desk.query;
    field.addEventListener('input', () => {
      desk.query = field.value;
      this.later(PAUSE_MS);
    });
    return field;
  }

  head() {
    const { controller } = this;
    const file = make('input', {
      type: 'file',
      hidden: true,
      multiple: true,
      accept: '.pdn,.sgf,.json,.txt,.fen,.pgn,text/*',
    });
    file.addEventListener('change', () => {
      importFiles(controller, file.files ?? []);
      file.value = '';
    });
    const keep = { class: 'button main', 'data-keep': 'library-import' };
    const take = withIcon(
      'file',
      button(t('library.import.choose'), () => file.click(), keep),
    );
    const label = t('library.tools.title');
    const tools = button('', () => show(controller, { view: 'tools' }), {
      class: 'button plain',
      'aria-label': label,
      title: label,
      'data-keep': 'library-tools',
    });
    tools.append(icon('save'));
    return make('div', { class: 'row library-head' }, take, this.toggle, tools, file);
  }

  filterToggle() {
    const act = () => {
      desk.areFiltersOpen = !desk.areFiltersOpen;
      this.drawFilters();
    };
    const keep = { 'data-keep': 'library-filters', 'aria-controls': 'library-filters' };
    const toggle = button(t('library.filters'), act, keep);
    toggle.append(icon('down'));
    return toggle;
  }

  drawFilters() {
    const { controller, filters, field } = this;
    this.toggle.setAttribute('aria-expanded', String(desk.areFiltersOpen));
    filters.hidden = !desk.areFiltersOpen;
    if (!desk.areFiltersOpen || filters.childElementCount) return;
    const line = {
      get query() {
        return desk.query;
      },
      set: (/** @type {string} */ query) => {
        desk.query = field.value = query;
        this.later(PAUSE_MS);
      },
    };
    filters.append(tagFields(controller, line), ...boardFields(controller, line));
  }

  order() {
    const { element, select, fit } = pick({
      class: 'line',
      'aria-label': t('library.order'),
      'data-keep': 'library-order',
    });
    for (const one of ORDERS) {
      const selected = one === desk.order;
      select.append(make('option', { value: one, selected }, t(`library.order.${one}`)));
    }
    fit();
    select.addEventListener('change', () => {
      desk.order = /** @type {Order} */ (select.value);
      this.find();
    });
    return element;
  }

  // -- chosen games ------------------------------------------------------------------------------------

  chooser() {
    const act = () => show(this.controller, { isChoosing: !desk.isChoosing, chosen: new Set() });
    return button(t(desk.isChoosing ? 'library.choose.end' : 'library.choose'), act, {
      'data-keep': 'library-choose',
      'aria-pressed': String(desk.isChoosing),
    });
  }

  /** The chosen games that there are. */
  get chosen() {
    return [...desk.chosen].map((id) => catalogue.games.get(id)).filter((one) => one !== undefined);
  }

  drawActs() {
    this.acts.hidden = !desk.isChoosing;
    const n = desk.chosen.size;
    const all = button(t('library.choose.all'), () => this.chooseAll(), { 'data-keep': 'choose-all' });
    const join = button(t('library.merge'), () => this.run(() => this.join()), { 'data-keep': 'choose-merge' });
    join.disabled = n < 2 || !isOneGame(this.chosen);
    const gone = button(t('library.delete'), () => this.run(() => this.erase(this.chosen)), {
      'data-keep': 'choose-delete',
    });
    gone.disabled = !n;
    const focus = document.activeElement?.getAttribute('data-keep');
    const told = make('span', { class: 'note grow', role: 'status' }, t('library.chosen', { n, count: count(n) }));
    this.acts.replaceChildren(told, all, join, gone);
    if (focus) /** @type {HTMLElement | null} */ (this.acts.querySelector(`[data-keep="${focus}"]`))?.focus();
  }

  chooseAll() {
    desk.chosen = new Set(desk.hits.map(({ game }) => game.id));
    this.list.show(desk.hits.length);
    this.drawActs();
  }

  async join() {
    await merge(this.controller.rules, this.chosen);
    desk.chosen.clear();
    told(this.controller, t('library.merged'));
    this.drawActs();
  }

  /** Deletes games, if the player agrees. @param {LibraryGame[]} chosen */
  async erase(chosen) {
    const removed = await remove(chosen);
    if (!removed) return;
    const n = removed.length;
    this.controller.say(t('library.deleted', { n, count: count(n) }));
    show(this.controller, { removed, chosen: new Set() });
  }

  /** What is said above the list: that games were deleted, or that the explorer has chosen them. */
  bars() {
    const { controller } = this;
    const n = desk.removed.length;
    /** @param {string} text @param {string} label @param {string} keep @param {() => void} act */
    const bar = (text, label, keep, act) =>
      make(
        'div',
        { class: 'row library-bar' },
        make('span', { class: 'grow' }, text),
        button(label, act, { 'data-keep': keep }),
      );
    const undo = () =>
      this.run(async () => {
        await games.restore(desk.removed);
        show(controller, { removed: [] });
      });
    return [
      ...(n ? [bar(t('library.deleted', { n, count: count(n) }), t('library.undo'), 'library-undo', undo)] : []),
      ...(desk.only
        ? [bar(t('library.only'), t('library.all'), 'library-all', () => show(controller, { only: null }))]
        : []),
    ];
  }
}
