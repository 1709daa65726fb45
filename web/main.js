/**
 * Start-up. The board is drawn from what the build put into the page, before anything else is fetched; then the
 * rules are woken, and the first question to them is about this very game.
 *
 * @import { Wanted } from './link.js'
 * @import { Meta } from './types.d.ts'
 */

import { grid, say } from './a11y.js';
import { listen } from './board/input.js';
import { BoardView } from './board/view.js';
import { byId, setText } from './dom.js';
import { dress } from './dress.js';
import { ears } from './ears.js';
import { Engine } from './engine.js';
import { language, preferred, speak, t, tOr, translate } from './i18n.js';
import { keys } from './keys.js';
import { wanted } from './link.js';
import { actions } from './panels/actions.js';
import { moves } from './panels/moves.js';
import { Panels } from './panels/panel.js';
import { players } from './panels/players.js';
import { status } from './panels/status.js';
import { create, isPlain, Page } from './state.js';
import * as store from './store.js';
import { Table } from './table.js';
import { typed } from './typed.js';
import { explained } from './words.js';

/**
 * What the build put into the page.
 *
 * @param {string} id
 */
const data = (id) => JSON.parse(byId(id).textContent || 'null');

/** @type {Meta[]} */
const all = data('games').games ?? data('games');

/** The game that the address asks for. */
function asked() {
  const { game } = wanted(location.hash);
  return all.find(({ key }) => key === game);
}

/** Whether the board is a guest in another page. */
const isGuest = new URLSearchParams(location.search).has('embed');
if (isGuest) {
  document.documentElement.dataset.embed = '';
  store.mute();
}

const first =
  asked() ??
  all.find((game) => game.key === store.loadLast()) ??
  all.find((game) => game.key === 'english') ??
  all[0];
const page = new Page(create(all, first, store.loadSettings()));
const words = speak(preferred(page.state.settings.language));
for (const meta of all) {
  const saved = store.loadTable(meta);
  if (saved) page.state.tables[meta.key] = { rows: saved.rows, over: saved.over };
}

page.state.newcomer = store.isNewcomer(all);

const assets = data('assets');
for (const meta of all) meta.book = `${meta.key}-openings` in assets.tables;
const engine = new Engine(assets);
const table = new Table(page, engine, say);
engine.onrestart = () => table.computer.consider();
engine.onlost = (error) => table.fail(error);
table.open(first.key);

const view = new BoardView(byId('board'), /** @type {HTMLCanvasElement} */ (byId('canvas')), page.state);
view.draw();
performance.mark('board-drawn');

const arrive = isGuest ? (await import('./embed.js')).embed(table) : null;
await words;
translate(document);
const panels = new Panels(table, {
  games: async () => (await import('./panels/games.js')).games,
  new: async () => (await import('./panels/new.js')).newGame,
  rules: async () => (await import('./panels/rules.js')).rules,
  keys: async () => (await import('./panels/keys.js')).shortcuts,
  settings: async () => (await import('./panels/settings.js')).settings,
  more: async () => (await import('./panels/more.js')).more,
  shelf: async () => (await import('./panels/shelf.js')).shelf,
  share: async () => (await import('./panels/share.js')).share,
  report: async () => (await import('./panels/report.js')).report,
  exercises: async () => (await import('./panels/exercises.js')).exercises,
  statistics: async () => (await import('./panels/statistics.js')).statistics,
  edit: async () => {
    const [{ Editor }, { edit }] = await Promise.all([import('./editor.js'), import('./panels/editor.js')]);
    table.editor ??= new Editor(table);
    return edit;
  },
  openings: async () => (await import('./panels/explorer.js')).openings,
  lesson: async () => (await import('./panels/lesson.js')).lesson,
});
page.show((state) => {
  dress(state.settings.theme, isPlain(state));
  const name = tOr(`game.${state.meta.key}`, state.meta.name);
  setText(byId('game-name'), name);
  byId('book-tool').hidden = !state.meta.book;
  byId('choose').setAttribute('aria-label', `${name}. ${t('games.title')}`);
  document.title = `${name} – Saltus`;
  view.shape();
  view.ask();
});
let wished = language();
page.show(({ settings }) => {
  const wish = preferred(settings.language);
  if (wish === wished) return;
  wished = wish;
  speak(wish).then(() => {
    translate(document);
    page.change((s) => {
      s.notice = null;
    });
  });
});
page.show(({ edit }) => document.documentElement.toggleAttribute('data-editing', edit !== null));
page.show(({ boot }) => {
  const done = byId('bytes-done');
  done.style.transform = `scaleX(${boot.phase === 'ready' ? 1 : boot.total ? boot.loaded / boot.total : 0})`;
  byId('bytes').classList.toggle('done', boot.phase === 'ready');
});
players(table);
moves(table);
actions(table);
status(table, panels, () => wake());
const jump = grid(table);
panels.type = typed(table);
if (!isGuest) keys(table, panels, jump);
ears(table);
listen(view, table);
page.draw();

addEventListener('hashchange', () => {
  const wish = wanted(location.hash);
  const meta = asked();
  if (wish.record) open(wish);
  else if (meta && meta !== page.state.meta) table.open(meta.key);
  show(wish);
});
if (!asked()) history.replaceState(null, '', `#game=${first.key}`);

/** Puts the game that the address holds on the table. @param {Wanted} wish */
async function open(wish) {
  const { receive } = await import('./post.js');
  await receive(table, wish);
}

/** Opens the panel that the address asks for. @param {Wanted} wish */
function show({ panel, rule }) {
  if (rule) panels.open('rules', rule);
  else if (panel && Object.hasOwn(panels.kinds, panel)) panels.open(panel);
}

/** How long nothing may arrive before that is told, in ms. */
const LATE = 20_000;

/** Loads the rules, and lays the table when they are up. */
async function wake() {
  let late = 0;
  const heard = (/** @type {number} */ loaded, /** @type {number} */ total) => {
    clearTimeout(late);
    late = window.setTimeout(() => {
      page.change((s) => {
        s.boot = { ...s.boot, late: true };
      });
    }, LATE);
    page.change((s) => {
      s.boot = { phase: 'loading', loaded, total, message: '', late: false };
    });
  };
  heard(0, 0);
  try {
    await engine.start(heard);
    clearTimeout(late);
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'ready', late: false };
    });
    // Both at once: between two questions the worker would wait for the page.
    await Promise.all([table.lay(), engine.request('bestmove', { game: page.state.meta.key, depth: 1 })]);
    performance.mark('engine-ready');
    document.documentElement.dataset.awake = '';
    engine.complete();
    await arrive?.();
    const wish = wanted(location.hash);
    if (wish.record) await open(wish);
    show(wish);
    await furnish();
  } catch (error) {
    clearTimeout(late);
    const message = explained(error);
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'failed', message };
    });
    say(`${t('status.failed')}. ${message}`);
  }
}

let isFurnished = false;

/** Fetches what the first board can do without, as the picture in the browser's tab. */
async function furnish() {
  if (isFurnished) return;
  isFurnished = true;
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[data-later]')))
    link.href = link.dataset.later ?? '';
  await panels.prepare();
  const [files, beside, exact, named, second] = await Promise.allSettled([
    import('./files.js'),
    import('./tabs.js'),
    import('./tables.js'),
    import('./openings.js'),
    import('./helper.js'),
    import('./past.js'),
    import('./panels/analysis.js'),
  ]);
  if (files.status === 'fulfilled') files.value.catchFiles(panels);
  if (beside.status === 'fulfilled' && !isGuest) beside.value.tabs(table);
  if (exact.status === 'fulfilled') exact.value.tables(page, engine);
  if (named.status === 'fulfilled') named.value.openings(page, engine);
  if (second.status === 'fulfilled' && !isGuest) second.value.helper(engine);
  const keeping = await import('./offline.js').catch(() => null);
  performance.mark('panels-here');
  if (!isGuest) keeping?.offline();
}

wake();
