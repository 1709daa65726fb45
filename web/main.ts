/**
 * Start-up: draws the board from the data in the page, before anything else is fetched; then starts the rules and
 * connects the views. What the first board does not need is loaded after the rules (`loadExtras`).
 */

import { listen } from './board/input.ts';
import { BoardView } from './board/view.ts';
import { applyTheme } from './boot/theme.ts';
import { Engine } from './engine/client.ts';
import { GameController } from './game/controller.ts';
import { readdress } from './lib/address.ts';
import { attempt } from './lib/attempt.ts';
import { byId, setText } from './lib/dom.ts';
import { EngineError } from './lib/engine-error.ts';
import { LANGUAGES, language, preferred, speak, t, tOr, translate } from './lib/i18n.ts';
import { lazy } from './lib/lazy.ts';
import { asksPuzzles, type Wanted, wanted } from './lib/link.ts';
import { toast } from './lib/toast.ts';
import { actions, resign } from './shell/actions.ts';
import { grid, say } from './shell/grid.ts';
import { keys } from './shell/keys.ts';
import { loading } from './shell/loading.ts';
import { moves, prune } from './shell/moves.ts';
import { type Errands, type PanelContext, Panels } from './shell/panels.ts';
import { players } from './shell/players.ts';
import { refusalToast } from './shell/refusal-toast.ts';
import { seatComputer } from './shell/seats.ts';
import { startCard } from './shell/start-card.ts';
import { status } from './shell/status.ts';
import { typed } from './shell/typed-move.ts';
import { playCues } from './sound/cues.ts';
import { explained } from './state/describe.ts';
import { learnLadders } from './state/ladders.ts';
import { watchTall } from './state/screen.ts';
import { create, isPlain, Page } from './state/state.ts';
import * as store from './store/store.ts';
import type { Context, Meta } from './types.d.ts';

/**
 * JSON data that the build has put into the page.
 *
 * @param id the id of its element
 */
const data = (id: string) => JSON.parse(byId(id).textContent || 'null');

/** All games. */
const all: Meta[] = data('games').games ?? data('games');
learnLadders(all);

/** What the address asked for when the page was opened; null once it has got it. */
let arrival: Wanted | null = wanted(location.hash);

/** The game that a link names, if any. */
const gameOf = ({ game } = wanted(location.hash)) => all.find(({ key }) => key === game);

/** Whether the board is embedded in another page. */
const isGuest = new URLSearchParams(location.search).has('embed');
if (isGuest) {
  document.documentElement.dataset.embed = '';
  store.mute();
}

const first =
  gameOf() ??
  all.find((game) => game.key === store.loadLast()) ??
  all.find((game) => game.key === 'english') ??
  all[0];
const page = new Page(create(all, first, store.loadSettings()));
const languageLoaded = speak(preferred(page.state.settings.language));
for (const meta of all) {
  const saved = store.loadTable(meta);
  if (saved) page.state.tables[meta.key] = { rows: saved.rows, over: saved.over, yours: saved.yours };
}

page.state.newcomer = store.isNewcomer(all);

const assets = data('assets');
for (const meta of all) {
  meta.book = `${meta.key}-openings` in assets.tables;
  meta.written = assets.books.includes(meta.key);
}
const engine = new Engine(assets);
/** Loads the analysis and its panel. */
const fetchAnalyst = () => lazy(() => import('./features/analysis/view.ts'), 'analyst');
const controller = new GameController(page, engine, say, fetchAnalyst);
engine.onrestart = () => controller.computer.consider();
engine.onlost = (error) => controller.fail(error);
controller.open(first.key);

const view = new BoardView(byId('board'), byId('canvas') as HTMLCanvasElement, page.state);
view.draw();
performance.mark('board-drawn');
// Read by early.ts: the page's own mark, since a test's clock may replace `performance`.
document.documentElement.dataset.begun = '';

/** Loads what gives puzzles on an embedded board. */
const embeddedPuzzles = () => lazy(() => import('./features/puzzles/embedded.ts'), 'puzzles');

/** Embedded only: called when the rules are ready. The texts are awaited with it: they may fail before it is here. */
const [onReady] = await Promise.all([
  isGuest ? lazy(() => import('./boot/embed.ts'), 'embed').then((embed) => embed(controller, embeddedPuzzles)) : null,
  languageLoaded,
]);
translate(document);
/** Has a feature do what another one asks for. What cannot be loaded is said in the status line. */
const errand =
  <Given extends unknown[]>(fetch: () => Promise<(context: PanelContext, ...given: Given) => unknown>) =>
  (...given: Given) =>
    attempt(controller, async () => (await fetch())({ controller, panels }, ...given));
const errands: Errands = {
  showGames: errand(() => lazy(() => import('./features/library/view.ts'), 'showGames')),
  trainLines: errand(() => lazy(() => import('./features/puzzles/view.ts'), 'trainLines')),
  importFiles: errand(() => lazy(() => import('./features/library/view.ts'), 'importFiles')),
};
const panels = new Panels(
  controller,
  {
    games: () => lazy(() => import('./features/games/view.ts'), 'games'),
    new: () => lazy(() => import('./features/new-game/view.ts'), 'newGame'),
    rules: () => lazy(() => import('./features/rules/view.ts'), 'rules'),
    keys: () => lazy(() => import('./features/keys/view.ts'), 'shortcuts'),
    settings: () => lazy(() => import('./features/settings/view.ts'), 'settings'),
    more: async () => (await lazy(() => import('./features/more/view.ts'), 'more'))(context),
    earlier: () => lazy(() => import('./features/earlier/view.ts'), 'earlier'),
    share: () => lazy(() => import('./features/share/view.ts'), 'share'),
    review: () => lazy(() => import('./features/review/view.ts'), 'review'),
    today: () => lazy(() => import('./features/puzzles/today.ts'), 'today'),
    opponents: () => lazy(() => import('./features/opponents/view.ts'), 'opponents'),
    result: () => lazy(() => import('./features/review/result.ts'), 'result'),
    puzzles: () => lazy(() => import('./features/puzzles/view.ts'), 'puzzles'),
    statistics: () => lazy(() => import('./features/statistics/view.ts'), 'statistics'),
    edit: () => lazy(() => import('./features/editor/view.ts'), 'edit'),
    openings: () => lazy(() => import('./features/explorer/view.ts'), 'openings'),
    library: () => lazy(() => import('./features/library/view.ts'), 'library'),
    lesson: () => lazy(() => import('./features/lessons/view.ts'), 'lesson'),
  },
  errands,
);
page.state.panels = Object.keys(panels.kinds);
const context: Context = {
  controller,
  panels,
  retry: () => startRules(),
  toBoard: () => (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus(),
  jump: (back) => jump(back),
  type: (begun) => type(begun),
  seat: (side) => seatComputer(controller, side),
  resign: () => resign(controller),
  prune: () => prune(controller),
  async annotate() {
    const note = await lazy(() => import('./shell/comment.ts'), 'note');
    note(controller);
  },
  async share() {
    const share = await lazy(() => import('./game/correspondence.ts'), 'share');
    await share(controller);
  },
  async picture() {
    const picture = await lazy(() => import('./features/share/view.ts'), 'picture');
    const told = await picture(page.state.meta);
    controller.tell('plain', told);
    toast(told);
  },
  // On a phone the menu covers the status line: where these cannot be loaded, the panel says so.
  openText: () =>
    lazy(() => import('./features/share/view.ts'), 'openText').then(
      (openText) => openText(panels),
      () => panels.open('share'),
    ),
  openMistakes: () =>
    lazy(() => import('./features/puzzles/view.ts'), 'openMistakes').then(
      (openMistakes) => openMistakes(panels),
      () => panels.open('puzzles'),
    ),
};
for (const opener of document.querySelectorAll('[data-menu]') as NodeListOf<HTMLElement>) {
  opener.addEventListener('click', () =>
    attempt(controller, async () => {
      const toggleMenu = await lazy(() => import('./shell/dropdown.ts'), 'toggleMenu');
      toggleMenu(opener, context);
    }),
  );
}
page.show((state) => {
  applyTheme(state.settings.theme, isPlain(state));
  const name = tOr(`game.${state.meta.key}`, state.meta.name);
  setText(byId('game-name'), name);
  byId('choose').setAttribute('aria-label', `${name}. ${t('games.title')}`);
  document.title = `${name} – Saltus`;
  view.shape();
  view.ask();
});
watchTall((tall) =>
  page.change((s) => {
    s.tall = tall;
  }),
);
let requested = language();
page.show(({ settings }) => {
  const choice = preferred(settings.language);
  if (choice === requested) return;
  requested = choice;
  speak(choice).then(() => {
    // Another language was chosen meanwhile.
    if (choice !== requested) return;
    translate(document);
    page.change((s) => {
      s.notice = null;
    });
    if (language() === choice) return;
    // It could not be loaded. Set the setting back to the language in use, so that the player can choose it again.
    requested = language();
    page.change((s) => {
      s.settings = { ...s.settings, language: requested };
    });
    store.saveSettings(page.state.settings);
    controller.tell('error', t('settings.language.absent', { name: LANGUAGES[choice].name }));
  });
});
page.show(({ mode }) => document.documentElement.toggleAttribute('data-editing', mode.kind === 'edit'));
loading(controller);
if (!isGuest) startCard(controller, panels);
players(controller);
moves(controller);
actions(context);
status(context);
refusalToast(controller);
const jump = grid(controller);
const type = typed(controller);
if (!isGuest) keys(context);
playCues(controller);
listen(view, page.state, {
  enter: (square, how) => controller.entry.enter(square, how),
  drag: (drag) => controller.entry.drag(drag),
  movePiece: (from, to) => controller.editor?.move(from, to),
  releasePiece: () => void controller.editor?.set({ held: null }),
});
page.draw();

addEventListener('hashchange', async () => {
  const link = wanted(location.hash);
  const meta = gameOf(link);
  arrival = null;
  if (link.record) attempt(controller, () => open(link));
  else if (meta && meta !== page.state.meta) {
    // It may have to wait; the panel is for this game.
    await controller.open(meta.key);
    if (page.state.meta !== meta) return;
  }
  show(link);
});
if (!gameOf()) readdress(`#game=${first.key}`, null);

/** Opens the match whose record is in the address. */
async function open(link: Wanted) {
  const receive = await lazy(() => import('./game/correspondence.ts'), 'receive');
  await receive(controller, link);
}

/** Opens the panel that the address names, or says that the link is damaged. */
function show(link: Wanted) {
  const { panel, rule, record, game, isCut } = link;
  if (isCut || (!record && game !== null && !gameOf(link))) controller.tell('error', t('link.broken'));
  else if (rule) panels.open('rules', rule);
  else if (asksPuzzles(link)) attempt(controller, () => openPuzzles(link));
  else if (panel && Object.hasOwn(panels.kinds, panel)) panels.open(panel);
}

/** Opens the puzzle, or the set of puzzles, that the address names. */
async function openPuzzles(link: Wanted) {
  if (isGuest) await (await embeddedPuzzles()).begin(controller, page.state.meta.key, { ...link });
  else {
    const follow = await lazy(() => import('./features/puzzles/view.ts'), 'follow');
    await follow(controller, panels, link);
  }
}

/** When nothing has arrived for this long, the status line says that the connection is slow. */
const SLOW_CONNECTION_MS = 20_000;

/** How many times the rules have been started. Progress and errors of earlier attempts are ignored. */
let attempts = 0;

/** Loads the rules, gives them the match on the board, and then loads the rest of the page. */
async function startRules() {
  const number = ++attempts;
  let timer = 0;
  const onprogress = (loaded: number, total: number) => {
    clearTimeout(timer);
    if (number !== attempts) return;
    timer = window.setTimeout(() => {
      page.change((s) => {
        s.boot = { ...s.boot, late: true };
      });
    }, SLOW_CONNECTION_MS);
    page.change((s) => {
      s.boot = { phase: 'loading', loaded, total, message: '', late: false };
    });
  };
  onprogress(0, 0);
  try {
    await engine.start(onprogress);
    clearTimeout(timer);
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'ready', late: false };
    });
    // The engine counts as ready after a first short search. Both requests go out at once, so that the worker does not
    // wait for the page between them.
    await Promise.all([controller.lay(), engine.request('bestmove', { game: page.state.meta.key, depth: 1 })]);
    performance.mark('engine-ready');
    document.documentElement.dataset.awake = '';
    engine.complete();
    await onReady?.();
    const link = arrival ?? wanted(location.hash);
    arrival = null;
    if (link.record) await attempt(controller, () => open(link));
    show(link);
    await loadLater();
  } catch (error) {
    clearTimeout(timer);
    if (number !== attempts) return;
    const message = explained(error);
    const isBlocked = error instanceof EngineError && error.code === 'no-webassembly';
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'failed', message, isBlocked };
    });
    say(`${t('status.failed')}. ${message}`);
  }
}

/**
 * The pause before the extras are asked for again where they failed to load: it doubles from the first to the longest.
 */
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 600_000;

/** Starts what the page can work without. If loading it fails, this returns and tries again in the background. */
async function startExtras(pause = FIRST_RETRY_MS) {
  let extras: typeof import('./extras.ts').extras;
  try {
    extras = await lazy(() => import('./extras.ts'), 'extras');
  } catch {
    setTimeout(() => startExtras(Math.min(MAX_RETRY_MS, 2 * pause)), pause);
    return;
  }
  extras(controller, panels, engine, { isGuest, rest: assets.rest });
}

let hasLoadedLater = false;

/** Loads, once, what the first board does not need: the tab icon, the panels, the extras. */
async function loadLater() {
  if (hasLoadedLater) return;
  hasLoadedLater = true;
  for (const link of document.querySelectorAll('link[data-later]') as NodeListOf<HTMLLinkElement>)
    link.href = link.dataset.later ?? '';
  await panels.prepare();
  await Promise.allSettled([fetchAnalyst(), lazy(() => import('./shell/dropdown.ts'), 'toggleMenu'), startExtras()]);
  performance.mark('panels-here');
}

startRules();
