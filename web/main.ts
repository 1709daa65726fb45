/**
 * Start-up: draws the board from the data in the page, before anything else is fetched; then starts the rules and
 * connects the views. What the first board does not need is loaded after the rules (`loadExtras`).
 */

import { listen } from './board/input.ts';
import { BoardView } from './board/view.ts';
import { applyTheme } from './boot/theme.ts';
import { Engine } from './engine/client.ts';
import type { GameController as GameControls } from './game/api.d.ts';
import { GameController } from './game/controller.ts';
import { readdress } from './lib/address.ts';
import { attempt } from './lib/attempt.ts';
import { byId, setText } from './lib/dom.ts';
import { EngineError } from './lib/engine-error.ts';
import { LANGUAGES, language, preferred, speak, t, tOr, translate } from './lib/i18n.ts';
import { lazy } from './lib/lazy.ts';
import type { Wanted } from './lib/link.ts';
import { asksPuzzles, wanted } from './lib/link.ts';
import { toast } from './lib/toast.ts';
import { Panels } from './panels/manager.ts';
import { playCues } from './sound/cues.ts';
import { explained } from './state/describe.ts';
import { learnLadders } from './state/ladders.ts';
import { watchTall } from './state/screen.ts';
import { create, isPlain, Page } from './state/state.ts';
import * as store from './state/store.ts';
import type { Context, Meta } from './types.d.ts';
import { actions, resign } from './view/actions.ts';
import { grid, say } from './view/grid.ts';
import { loading } from './view/loading.ts';
import { moves, prune } from './view/move-list.ts';
import { players } from './view/players.ts';
import { refusalToast } from './view/refusal-toast.ts';
import { seatComputer } from './view/seats.ts';
import { keys } from './view/shortcuts.ts';
import { startCard } from './view/start-card.ts';
import { status } from './view/status.ts';
import { typed } from './view/typed-move.ts';

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
const fetchAnalyst = async () => {
  const [Analyst, analysis] = await Promise.all([
    lazy(() => import('./study/analysis.ts'), 'Analyst'),
    lazy(() => import('./panels/analysis.ts'), 'analysis'),
  ]);
  return (game: GameControls) => {
    const analyst = new Analyst(game);
    analysis(game, analyst);
    return analyst;
  };
};
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
const embeddedPuzzles = () => lazy(() => import('./panels/embedded-puzzle.ts'), 'puzzles');

/** Embedded only: called when the rules are ready. The texts are awaited with it: they may fail before it is here. */
const [onReady] = await Promise.all([
  isGuest ? lazy(() => import('./boot/embed.ts'), 'embed').then((embed) => embed(controller, embeddedPuzzles)) : null,
  languageLoaded,
]);
translate(document);
const panels = new Panels(controller, {
  games: () => lazy(() => import('./panels/games.ts'), 'games'),
  new: () => lazy(() => import('./panels/new-game.ts'), 'newGame'),
  rules: () => lazy(() => import('./panels/rules.ts'), 'rules'),
  keys: () => lazy(() => import('./panels/shortcuts.ts'), 'shortcuts'),
  settings: () => lazy(() => import('./panels/settings.ts'), 'settings'),
  more: async () => (await lazy(() => import('./panels/more.ts'), 'more'))(context),
  earlier: () => lazy(() => import('./panels/earlier-games.ts'), 'earlier'),
  share: () => lazy(() => import('./panels/import-export.ts'), 'share'),
  review: () => lazy(() => import('./panels/review.ts'), 'review'),
  today: () => lazy(() => import('./panels/today.ts'), 'today'),
  opponents: () => lazy(() => import('./panels/opponents.ts'), 'opponents'),
  result: () => lazy(() => import('./panels/result.ts'), 'result'),
  puzzles: () => lazy(() => import('./panels/puzzles.ts'), 'puzzles'),
  statistics: () => lazy(() => import('./panels/statistics.ts'), 'statistics'),
  edit: () => lazy(() => import('./panels/editor.ts'), 'edit'),
  openings: () => lazy(() => import('./panels/explorer.ts'), 'openings'),
  library: () => lazy(() => import('./panels/library.ts'), 'library'),
  lesson: () => lazy(() => import('./panels/lesson.ts'), 'lesson'),
});
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
    const note = await lazy(() => import('./view/comment.ts'), 'note');
    note(controller);
  },
  async share() {
    const share = await lazy(() => import('./game/correspondence.ts'), 'share');
    await share(controller);
  },
  async picture() {
    const picture = await lazy(() => import('./panels/import-export.ts'), 'picture');
    const told = await picture(page.state.meta);
    controller.tell('plain', told);
    toast(told);
  },
  // On a phone the menu covers the status line: where these cannot be loaded, the panel says so.
  openText: () =>
    lazy(() => import('./panels/import-export.ts'), 'openText').then(
      (openText) => openText(panels),
      () => panels.open('share'),
    ),
  openMistakes: () =>
    lazy(() => import('./panels/puzzles.ts'), 'openMistakes').then(
      (openMistakes) => openMistakes(panels),
      () => panels.open('puzzles'),
    ),
};
for (const opener of document.querySelectorAll('[data-menu]') as NodeListOf<HTMLElement>) {
  opener.addEventListener('click', () =>
    attempt(controller, async () => {
      const toggleMenu = await lazy(() => import('./panels/dropdown.ts'), 'toggleMenu');
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
    const follow = await lazy(() => import('./panels/puzzles.ts'), 'follow');
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
  await Promise.allSettled([
    lazy(() => import('./panels/analysis.ts'), 'analysis'),
    lazy(() => import('./panels/dropdown.ts'), 'toggleMenu'),
    startExtras(),
  ]);
  performance.mark('panels-here');
}

startRules();
