/**
 * The library: the games that were played here and the collections that were imported, to be searched, opened, edited
 * and exported.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel, Panels } from './manager.js'
 * @import { Hit } from '../library/catalogue.js'
 * @import { LibraryGame, WholeGame } from '../library/types.d.ts'
 */

import { button, empty, icon, make, pick, setText } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { catalogue } from '../library/catalogue.js';
import { games } from '../library/database.js';
import { isOneGame, merge } from '../library/editing.js';
import { keepPlayed } from '../library/played.js';
import { explained } from '../state/describe.js';
import { useLaterStyles } from '../view/later-styles.js';
import { faultOf } from './library-faults.js';
import { boardFields, tagFields } from './library-filters.js';
import { dateText, gamePart, known, playersOf, resultText } from './library-game.js';
import { count, importFiles, importPart, imports, withIcon } from './library-import.js';
import { LongList } from './library-list.js';
import { openGame } from './library-open.js';
import { backupPart, duplicatesPart, exportPart, remove, told } from './library-tools.js';

/** A search begins when nothing was typed for this time. */
const PAUSE_MS = 120;

/** @typedef {'added' | 'newest' | 'oldest' | 'players' | 'event'} Order */

/** @type {Order[]} */
const ORDERS = ['added', 'newest', 'oldest', 'players', 'event'];

/** What the panel shows; it stays while the panel is closed. */
const desk = {
  /** @type {'list' | 'game' | 'tools'} */
  view: 'list',
  /** The game that is shown. */
  id: 0,
  query: '',
  /** @type {Order} */
  order: 'added',
  /** The games that the explorer has found, by id with the ply to open each at; null for all. @type {Map<number, number> | null} */
  only: null,
  /** @type {Hit[]} */
  hits: [],
  isChoosing: false,
  /** @type {Set<number>} */
  chosen: new Set(),
  /** What was deleted last, to be brought back. @type {WholeGame[]} */
  removed: [],
  areFiltersOpen: false,
  version: 0,
};

/** Aborted when the panel is filled anew or closed. */
let shown = new AbortController();

/** Fills the panel anew. @param {GameController} controller */
function again({ page }) {
  desk.version++;
  page.change(() => {});
}

/** Shows certain games: what the explorer has found. @param {GameController} controller @param {Panels} panels @param {Map<number, number>} plies by id */
export function showGames(controller, panels, plies) {
  Object.assign(desk, { view: 'list', query: '', only: plies, version: desk.version + 1 });
  if (controller.page.state.panel !== 'library') panels.open('library');
}

// -- the search --------------------------------------------------------------------------------------------

const text = (/** @type {string} */ one, /** @type {string} */ other) => one.localeCompare(other);
const latest = (/** @type {LibraryGame} */ one, /** @type {LibraryGame} */ other) =>
  other.date > one.date ? 1 : other.date < one.date ? -1 : other.id - one.id;

/** @type {Record<Order, (one: LibraryGame, other: LibraryGame) => number>} */
const COMPARE = {
  added: (one, other) => other.added - one.added || other.id - one.id,
  newest: latest,
  oldest: (one, other) => (one.date && other.date ? latest(other, one) : Number(!one.date) - Number(!other.date)),
  players: (one, other) => text(one.white, other.white) || text(one.black, other.black) || one.id - other.id,
  event: (one, other) => text(one.event, other.event) || latest(other, one),
};

/** The search under way: only the last one counts. */
let asked = 0;

/**
 * Searches, and shows what was found.
 *
 * @param {GameController} controller
 * @returns {Promise<string>} what is wrong with the query
 */
async function search(controller) {
  const mine = ++asked;
  const { state } = controller.page;
  const line = desk.query.trim();
  const nothing = { game: null, terms: [], moments: [] };
  try {
    const query = line ? await controller.rules.request('query', { query: line }) : nothing;
    await catalogue.ready();
    if (mine !== asked) return '';
    const { only } = desk;
    const found = catalogue.search(query, state.games);
    const hits = only ? found.filter(({ game }) => only.has(game.id)) : found;
    if (only) for (const hit of hits) hit.ply ||= only.get(hit.game.id) ?? 0;
    const compare = COMPARE[desk.order];
    desk.hits = hits.sort((one, other) => compare(one.game, other.game));
    return '';
  } catch (error) {
    return mine === asked ? faultOf(error) || explained(error) : '';
  }
}

// -- the list ----------------------------------------------------------------------------------------------

/** A game in the list. @param {Hit} hit @param {(hit: Hit) => void} open @param {(hit: Hit) => void} more @param {() => void} chose @param {GameController} controller */
function row({ game, ply }, open, more, chose, controller) {
  const meta = controller.page.state.games.find(({ key }) => key === game.game);
  const notes = [dateText(game.date), known(game.event), known(game.opening), t('earlier.turns', { n: game.plies })];
  const several =
    controller.page.state.games.length > 1 && new Set(desk.hits.slice(0, 50).map((hit) => hit.game.game)).size > 1;
  if (several && meta) notes.unshift(tOr(`game.${meta.key}`, meta.name));
  const entry = make(
    'button',
    { type: 'button', class: 'game-row' },
    make('span', { class: `game-result ${game.result}`, 'aria-hidden': 'true' }),
    make(
      'span',
      { class: 'game-text' },
      make('strong', { class: 'game-line' }, playersOf(game)),
      make('span', { class: 'card-note game-line' }, notes.filter(Boolean).join(' · ')),
      make('span', { class: 'offscreen' }, `. ${resultText(game)}`),
    ),
  );
  if (desk.isChoosing) {
    const box = make('input', { type: 'checkbox', checked: desk.chosen.has(game.id), 'aria-label': playersOf(game) });
    const set = (/** @type {boolean} */ isIn) => {
      if (isIn) desk.chosen.add(game.id);
      else desk.chosen.delete(game.id);
      chose();
    };
    box.addEventListener('change', () => set(box.checked));
    entry.addEventListener('click', () => {
      box.checked = !box.checked;
      set(box.checked);
    });
    return [entry, make('label', { class: 'game-check' }, box)];
  }
  entry.addEventListener('click', () => open({ game, ply }));
  const label = t('library.details', { players: playersOf(game) });
  const details = button('', () => more({ game, ply }), { class: 'tool', 'aria-label': label, title: label });
  details.append(icon('edit'));
  return [entry, details];
}

/** @param {GameController} controller @param {Panels} panels @param {HTMLElement} body */
function listView(controller, panels, body) {
  const { signal } = shown;
  const fault = make('p', { class: 'fault', role: 'alert', id: 'library-fault' });
  const told_ = make('p', { class: 'note grow', role: 'status' });
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
  const acts = make('div', { class: 'row wrap chosen-acts' });
  const list = new LongList(t('library.games'), (at) =>
    row(
      desk.hits[at],
      ({ game, ply }) => openGame(controller, panels, game, ply).catch((error) => setText(fault, faultOf(error))),
      ({ game }) => {
        Object.assign(desk, { view: 'game', id: game.id });
        again(controller);
      },
      () => drawActs(),
      controller,
    ),
  );
  const find = async () => {
    const wrong = await search(controller);
    if (signal.aborted) return;
    setText(fault, wrong);
    field.setAttribute('aria-invalid', String(Boolean(wrong)));
    const [n, all] = [desk.hits.length, catalogue.games.size];
    const isAll = n === all;
    setText(
      told_,
      isAll
        ? t('library.count', { n, count: count(n) })
        : t('library.found', { n, count: count(n), all: count(all) }),
    );
    const isEmpty = !all;
    body.toggleAttribute('data-empty', isEmpty);
    hint.hidden = !isEmpty;
    nothing.hidden = isEmpty || n > 0;
    list.show(n);
  };
  const line = {
    get query() {
      return desk.query;
    },
    set(/** @type {string} */ query) {
      desk.query = query;
      field.value = query;
      find();
    },
  };
  let timer = 0;
  field.addEventListener('input', () => {
    desk.query = field.value;
    clearTimeout(timer);
    timer = window.setTimeout(find, PAUSE_MS);
  });
  const order = pick({ class: 'line', 'aria-label': t('library.order'), 'data-keep': 'library-order' });
  for (const one of ORDERS)
    order.select.append(make('option', { value: one, selected: one === desk.order }, t(`library.order.${one}`)));
  order.fit();
  order.select.addEventListener('change', () => {
    desk.order = /** @type {Order} */ (order.select.value);
    find();
  });
  const choose = button(
    t(desk.isChoosing ? 'library.choose.end' : 'library.choose'),
    () => {
      desk.isChoosing = !desk.isChoosing;
      desk.chosen.clear();
      again(controller);
    },
    { 'data-keep': 'library-choose', 'aria-pressed': String(desk.isChoosing) },
  );
  const drawActs = () => {
    const picked = () => [...desk.chosen].map((id) => catalogue.games.get(id)).filter((one) => one !== undefined);
    const n = desk.chosen.size;
    const all = button(
      t('library.choose.all'),
      () => {
        desk.chosen = new Set(desk.hits.map(({ game }) => game.id));
        list.show(desk.hits.length);
        drawActs();
      },
      { 'data-keep': 'choose-all' },
    );
    const join = button(
      t('library.merge'),
      async () => {
        try {
          await merge(controller.rules, picked());
          desk.chosen.clear();
          told(controller, t('library.merged'));
        } catch (error) {
          setText(fault, faultOf(error));
        }
      },
      { 'data-keep': 'choose-merge' },
    );
    join.disabled = n < 2 || !isOneGame(picked());
    const gone = button(t('library.delete'), () => erase(picked()), { 'data-keep': 'choose-delete' });
    gone.disabled = !n;
    acts.replaceChildren(
      make('span', { class: 'note grow', role: 'status' }, t('library.chosen', { n, count: count(n) })),
      all,
      join,
      gone,
    );
    acts.hidden = !desk.isChoosing;
  };
  /** @param {LibraryGame[]} chosen */
  const erase = async (chosen) => {
    try {
      const removed = await remove(chosen);
      if (!removed) return;
      desk.removed = removed;
      desk.chosen.clear();
      controller.say(t('library.deleted', { n: removed.length, count: count(removed.length) }));
      again(controller);
    } catch (error) {
      setText(fault, faultOf(error));
    }
  };
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
  const take = withIcon(
    'file',
    button(t('library.import.choose'), () => file.click(), { class: 'button main', 'data-keep': 'library-import' }),
  );
  const tools = button(
    t('library.tools'),
    () => {
      desk.view = 'tools';
      again(controller);
    },
    { 'data-keep': 'library-tools' },
  );
  const filters = make('details', { class: 'fold library-filters', open: desk.areFiltersOpen });
  filters.append(
    make('summary', { 'data-keep': 'library-filters' }, make('span', { class: 'fold-name' }, t('library.filters'))),
  );
  const openFilters = () => {
    if (filters.childElementCount > 1) return;
    filters.append(tagFields(controller, line), ...boardFields(controller, line));
  };
  filters.addEventListener('toggle', () => {
    desk.areFiltersOpen = filters.open;
    if (filters.open) openFilters();
  });
  if (desk.areFiltersOpen) catalogue.ready().then(openFilters, () => {});
  const hint = empty('library', t('library.empty'));
  hint.hidden = true;
  const nothing = empty('library', t('library.none'));
  nothing.hidden = true;
  const back = make('div', { class: 'row removed' });
  if (desk.removed.length) {
    const n = desk.removed.length;
    back.append(
      make('span', { class: 'grow' }, t('library.deleted', { n, count: count(n) })),
      button(
        t('library.undo'),
        async () => {
          await games.restore(desk.removed).catch((error) => setText(fault, faultOf(error)));
          desk.removed = [];
          again(controller);
        },
        { 'data-keep': 'library-undo' },
      ),
    );
  }
  const only = make('div', { class: 'row only' });
  if (desk.only)
    only.append(
      make('span', { class: 'grow' }, t('library.only')),
      button(
        t('library.all'),
        () => {
          desk.only = null;
          again(controller);
        },
        { 'data-keep': 'library-all' },
      ),
    );
  body.append(
    make(
      'div',
      { class: 'library' },
      make('div', { class: 'row library-head' }, take, tools, file),
      importPart(() => again(controller)),
      make('div', { class: 'library-search' }, field, fault, filters),
      ...(desk.removed.length ? [back] : []),
      ...(desk.only ? [only] : []),
      make('div', { class: 'row library-line' }, told_, order.element, choose),
      acts,
      hint,
      nothing,
      list.element,
    ),
  );
  drawActs();
  list.follow(body, signal);
  const changed = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => !signal.aborted && find(), 2 * PAUSE_MS);
  };
  catalogue.watchers.add(changed);
  imports.onend = find;
  signal.addEventListener('abort', () => {
    catalogue.watchers.delete(changed);
    imports.onend = () => {};
    clearTimeout(timer);
  });
  find();
  keepPlayed(controller.rules);
}

// -- one game, and the tools -------------------------------------------------------------------------------

/** @param {GameController} controller @param {Panels} panels @param {HTMLElement} body */
async function gameView(controller, panels, body) {
  const { signal } = shown;
  await catalogue.ready().catch(() => {});
  const game = catalogue.games.get(desk.id);
  if (signal.aborted) return;
  const back = () => {
    desk.view = 'list';
    again(controller);
  };
  if (!game) return back();
  body.append(
    gamePart(controller, game, {
      back,
      open: () => openGame(controller, panels, game, 0),
      saved: async () => {
        await catalogue.settled;
        back();
      },
      remove: async () => {
        const removed = await remove([game]).catch((error) => controller.fail(error));
        if (!removed) return;
        desk.removed = removed;
        back();
      },
    }),
  );
}

/** @param {GameController} controller @param {HTMLElement} body */
function toolsView(controller, body) {
  const back = withIcon(
    'before',
    button(
      t('library.back'),
      () => {
        desk.view = 'list';
        again(controller);
      },
      { 'data-keep': 'library-back' },
    ),
  );
  const open = (/** @type {LibraryGame} */ game) => {
    Object.assign(desk, { view: 'game', id: game.id });
    again(controller);
  };
  const same = make('div', { class: 'part' }, make('h3', {}, t('library.duplicates')));
  const look = button(
    t('library.duplicates.find'),
    async () => {
      await catalogue.ready();
      same.replaceChildren(make('h3', {}, t('library.duplicates')), ...duplicatesPart(controller, open));
    },
    { 'data-keep': 'library-duplicates' },
  );
  same.append(make('p', { class: 'note' }, t('library.duplicates.how')), make('div', { class: 'row' }, look));
  const chosen = () => desk.hits.map(({ game }) => game);
  const n = desk.hits.length;
  body.append(
    make(
      'div',
      { class: 'parts library-tools' },
      make('div', { class: 'row' }, back),
      make(
        'div',
        {},
        make('p', { class: 'note' }, t('library.export.what', { n, count: count(n) })),
        exportPart(controller, chosen),
      ),
      same,
      backupPart(controller, () => again(controller)),
    ),
  );
}

/** @type {Panel} */
export const library = {
  title: () => t('library.title'),
  key: ({ meta }) => `${meta.key} ${desk.version}`,
  fill(body, controller, panels) {
    useLaterStyles();
    shown.abort();
    shown = new AbortController();
    body.removeAttribute('data-empty');
    if (desk.view === 'game') gameView(controller, panels, body);
    else if (desk.view === 'tools') toolsView(controller, body);
    else listView(controller, panels, body);
  },
  closed: () => shown.abort(),
};
