/**
 * Start-up: draws the board from what the build put into the page, before anything else is fetched; then starts the
 * rules and connects the views.
 *
 * @import { GameController as GameControls } from './game/api.d.ts'
 * @import { Wanted } from './lib/link.js'
 * @import { Meta } from './types.d.ts'
 */

import { listen } from './board/input.js';
import { BoardView } from './board/view.js';
import { applyTheme } from './boot/theme.js';
import { Engine } from './engine/client.js';
import { GameController } from './game/controller.js';
import { readdress } from './lib/address.js';
import { byId, setText } from './lib/dom.js';
import { LANGUAGES, language, preferred, speak, t, tOr, translate } from './lib/i18n.js';
import { lazy } from './lib/lazy.js';
import { wanted } from './lib/link.js';
import { Panels } from './panels/manager.js';
import { playCues } from './sound/cues.js';
import { explained } from './state/describe.js';
import { create, isPlain, Page } from './state/state.js';
import * as store from './state/store.js';
import { actions } from './view/actions.js';
import { grid, say } from './view/grid.js';
import { moves } from './view/move-list.js';
import { players } from './view/players.js';
import { keys } from './view/shortcuts.js';
import { status } from './view/status.js';
import { typed } from './view/typed-move.js';

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
for (const meta of all) {
  meta.book = `${meta.key}-openings` in assets.tables;
  meta.written = assets.books.includes(meta.key);
}
const engine = new Engine(assets);
/** Fetches the analysis, with what shows it. */
const fetchAnalyst = async () => {
  const [{ Analyst }, { analysis }] = await Promise.all([
    lazy('study/analysis.js', () => import('./study/analysis.js')),
    lazy('panels/analysis.js', () => import('./panels/analysis.js')),
  ]);
  return (/** @type {GameControls} */ game) => {
    const analyst = new Analyst(game);
    analysis(game, analyst);
    return analyst;
  };
};
const controller = new GameController(page, engine, say, fetchAnalyst);
engine.onrestart = () => controller.computer.consider();
engine.onlost = (error) => controller.fail(error);
controller.open(first.key);

const view = new BoardView(byId('board'), /** @type {HTMLCanvasElement} */ (byId('canvas')), page.state);
view.draw();
performance.mark('board-drawn');

const arrive = isGuest ? (await lazy('boot/embed.js', () => import('./boot/embed.js'))).embed(controller) : null;
await words;
translate(document);
const panels = new Panels(controller, {
  games: async () => (await lazy('panels/games.js', () => import('./panels/games.js'))).games,
  new: async () => (await lazy('panels/new-game.js', () => import('./panels/new-game.js'))).newGame,
  rules: async () => (await lazy('panels/rules.js', () => import('./panels/rules.js'))).rules,
  keys: async () => (await lazy('panels/shortcuts.js', () => import('./panels/shortcuts.js'))).shortcuts,
  settings: async () => (await lazy('panels/settings.js', () => import('./panels/settings.js'))).settings,
  more: async () => (await lazy('panels/more.js', () => import('./panels/more.js'))).more,
  shelf: async () => (await lazy('panels/earlier-games.js', () => import('./panels/earlier-games.js'))).shelf,
  share: async () => (await lazy('panels/import-export.js', () => import('./panels/import-export.js'))).share,
  report: async () => (await lazy('panels/review.js', () => import('./panels/review.js'))).review,
  today: async () => (await lazy('panels/today.js', () => import('./panels/today.js'))).today,
  opponents: async () => (await lazy('panels/opponents.js', () => import('./panels/opponents.js'))).opponents,
  puzzles: async () => (await lazy('panels/puzzles.js', () => import('./panels/puzzles.js'))).puzzles,
  statistics: async () => (await lazy('panels/statistics.js', () => import('./panels/statistics.js'))).statistics,
  edit: async () => {
    const [{ Editor }, { edit }] = await Promise.all([
      lazy('study/editor.js', () => import('./study/editor.js')),
      lazy('panels/editor.js', () => import('./panels/editor.js')),
    ]);
    controller.editor ??= new Editor(controller);
    return edit;
  },
  openings: async () => (await lazy('panels/explorer.js', () => import('./panels/explorer.js'))).openings,
  lesson: async () => (await lazy('panels/lesson.js', () => import('./panels/lesson.js'))).lesson,
});
page.show((state) => {
  applyTheme(state.settings.theme, isPlain(state));
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
    if (language() === wish) return;
    // What is chosen is what is spoken: it can be chosen again.
    wished = language();
    page.change((s) => {
      s.settings = { ...s.settings, language: wished };
    });
    store.saveSettings(page.state.settings);
    controller.tell('error', t('settings.language.absent', { name: LANGUAGES[wish].name }));
  });
});
page.show(({ edit }) => document.documentElement.toggleAttribute('data-editing', edit !== null));
page.show(({ boot }) => {
  const done = byId('bytes-done');
  done.style.transform = `scaleX(${boot.phase === 'ready' ? 1 : boot.total ? boot.loaded / boot.total : 0})`;
  byId('bytes').classList.toggle('done', boot.phase === 'ready');
});
players(controller);
moves(controller);
actions(controller);
status(controller, panels, () => wake());
const jump = grid(controller);
panels.type = typed(controller);
if (!isGuest) keys(controller, panels, jump);
playCues(controller);
listen(view, page.state, {
  enter: (square, how) => controller.entry.enter(square, how),
  drag: (drag) => controller.entry.drag(drag),
  movePiece: (from, to) => controller.editor?.move(from, to),
  releasePiece: () => void controller.editor?.set({ held: null }),
});
page.draw();

addEventListener('hashchange', () => {
  const wish = wanted(location.hash);
  const meta = asked();
  if (wish.record) open(wish);
  else if (meta && meta !== page.state.meta) controller.open(meta.key);
  show(wish);
});
if (!asked()) readdress(`#game=${first.key}`, null);

/** Puts the game that the address holds on the table. @param {Wanted} wish */
async function open(wish) {
  const { receive } = await lazy('game/correspondence.js', () => import('./game/correspondence.js'));
  await receive(controller, wish);
}

/** Opens the panel that the address asks for. @param {Wanted} wish */
function show({ panel, rule }) {
  if (rule) panels.open('rules', rule);
  else if (panel && Object.hasOwn(panels.kinds, panel)) panels.open(panel);
}

/** How long nothing may arrive before that is told, in ms. */
const LATE_MS = 20_000;

/** How often the rules were woken: only the last time counts. */
let wakings = 0;

/** Loads the rules, and lays the table when they are up. */
async function wake() {
  const waking = ++wakings;
  let late = 0;
  const heard = (/** @type {number} */ loaded, /** @type {number} */ total) => {
    clearTimeout(late);
    if (waking !== wakings) return;
    late = window.setTimeout(() => {
      page.change((s) => {
        s.boot = { ...s.boot, late: true };
      });
    }, LATE_MS);
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
    await Promise.all([controller.lay(), engine.request('bestmove', { game: page.state.meta.key, depth: 1 })]);
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
    if (waking !== wakings) return;
    const message = explained(error);
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'failed', message };
    });
    say(`${t('status.failed')}. ${message}`);
  }
}

/** How long something that one can do without is not asked for again, in ms, the first time and at most. */
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 600_000;

/**
 * What is used without being asked for, and done without while it does not come.
 *
 * @template Module
 * @param {string} path
 * @param {() => Promise<Module>} first
 * @param {(module: Module) => void} use
 */
async function furnishing(path, first, use, pause = FIRST_RETRY_MS) {
  /** @type {Module} */
  let module;
  try {
    module = await lazy(path, first);
  } catch {
    setTimeout(() => furnishing(path, first, use, Math.min(MAX_RETRY_MS, 2 * pause)), pause);
    return;
  }
  use(module);
}

let isFurnished = false;

/** Fetches what the first board can do without, as the picture in the browser's tab. */
async function furnish() {
  if (isFurnished) return;
  isFurnished = true;
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[data-later]')))
    link.href = link.dataset.later ?? '';
  await panels.prepare();
  await Promise.allSettled([
    furnishing(
      'panels/drop.js',
      () => import('./panels/drop.js'),
      ({ catchFiles }) => catchFiles(panels),
    ),
    ...(isGuest
      ? []
      : [
          furnishing(
            'game/tabs.js',
            () => import('./game/tabs.js'),
            ({ syncTabs }) => syncTabs(controller),
          ),
        ]),
    furnishing(
      'engine/tablebases.js',
      () => import('./engine/tablebases.js'),
      ({ fetchTablebases }) => fetchTablebases(page, engine),
    ),
    furnishing(
      'game/opening.js',
      () => import('./game/opening.js'),
      ({ nameOpenings }) => nameOpenings(page, engine),
    ),
    ...(isGuest
      ? []
      : [
          furnishing(
            'engine/helper.js',
            () => import('./engine/helper.js'),
            ({ helper }) => helper(engine),
          ),
        ]),
    lazy('panels/analysis.js', () => import('./panels/analysis.js')),
  ]);
  if (!isGuest)
    await furnishing(
      'boot/offline.js',
      () => import('./boot/offline.js'),
      ({ offline }) => void offline(),
    );
  performance.mark('panels-here');
}

wake();
