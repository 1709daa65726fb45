/**
 * What stands around the board: it is fetched once the board is drawn, connects panels, menus, keys and the rest of the
 * page, and starts the rules. What one can play without is loaded after them.
 */

import type { Puzzles } from './boot/embed.ts';
import { applyTheme } from './boot/theme.ts';
import type { Engine } from './engine/client.ts';
import type { GameController } from './game/controller.ts';
import { announce, tell } from './game/messages.ts';
import { changeSettings } from './game/settings.ts';
import { attempt } from './lib/attempt.ts';
import { byId, say, setText } from './lib/dom.ts';
import { EngineError } from './lib/engine-error.ts';
import { gameName, language, speak, t, translate } from './lib/i18n.ts';
import { LANGUAGES, type Language, preferred } from './lib/languages.ts';
import { lazy } from './lib/lazy.ts';
import { asksPuzzles, readdress, type Wanted, wanted } from './lib/link.ts';
import { once } from './lib/once.ts';
import { isRenewed } from './lib/renewal.ts';
import { isTall, plainScreen } from './lib/screen.ts';
import { gameServer } from './lib/server.ts';
import { actions, keys } from './shell/actions.ts';
import { arriving } from './shell/arriving.ts';
import type { Context } from './shell/commands.ts';
import { grid, toBoard } from './shell/grid.ts';
import { loading } from './shell/loading.ts';
import { marks } from './shell/marks.ts';
import { moves, prune } from './shell/moves.ts';
import { over, refusalToast } from './shell/over.ts';
import { type CrossFeatureActions, type PanelContext, Panels } from './shell/panels.ts';
import { players } from './shell/players.ts';
import { startCard } from './shell/start-card.ts';
import { line, phase, status } from './shell/status.ts';
import { typed } from './shell/typed-move.ts';
import { playCues } from './sound/cues.ts';
import { explained } from './state/describe.ts';
import { arrivalOf } from './state/online.ts';
import { learnLadders } from './state/rating.ts';
import { ownSide } from './state/result.ts';
import { isOpen } from './state/rights.ts';
import { isPlain } from './state/settings.ts';
import { everything, playersOf, type State } from './state/state.ts';
import { read } from './store/store.ts';

/** What there is once the first board is drawn. */
interface App {
  controller: GameController;
  engine: Engine;
  // what an embedded board has: what is called when the rules are ready, and what loads its puzzles; else null
  guest: { onReady: () => void; embeddedPuzzles: () => Promise<Puzzles> } | null;
}

export function mountShell(app: App) {
  const { controller, guest } = app;
  const { page } = controller;
  translate(document);
  learnLadders(page.state.games);
  /** Has a feature do what another one asks for. What cannot be loaded is said in the status line. */
  const action =
    <Given extends unknown[]>(fetch: () => Promise<(context: PanelContext, ...given: Given) => unknown>) =>
    (...given: Given) =>
      attempt(controller, async () => (await fetch())({ controller, panels }, ...given));
  const playSample = playCues(page);
  const crossFeatureActions: CrossFeatureActions = {
    playSample,
    showGames: action(() => lazy(() => import('./features/library/view.ts'), 'showGames')),
    trainLines: action(() => lazy(() => import('./features/puzzles/view.ts'), 'trainLines')),
    trainMistakes: action(() => lazy(() => import('./features/puzzles/view.ts'), 'trainMistakes')),
    proposeOnline: action(() => lazy(() => import('./features/new-game/view.ts'), 'proposeOnline')),
    playOnline: action(() => lazy(() => import('./features/online/view.ts'), 'playOnline')),
    watchOnline: action(() => lazy(() => import('./features/online/view.ts'), 'watchOnline')),
    followOnline: action(() => lazy(() => import('./features/online/view.ts'), 'followOnline')),
    followLab: action(() => lazy(() => import('./features/lab/view.ts'), 'followLab')),
    returnToOwn: action(() => lazy(() => import('./features/lab/view.ts'), 'returnToOwn')),
    openOwn: action(() => lazy(() => import('./features/lab/view.ts'), 'openOwn')),
    offerGame: action(() => lazy(() => import('./features/lab/view.ts'), 'offerGame')),
    importFiles: action(() => lazy(() => import('./features/library/view.ts'), 'importFiles')),
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
      ...(gameServer() && !guest && { online: () => lazy(() => import('./features/online/view.ts'), 'online') }),
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
      ...(app.engine.assets.lab &&
        !guest && { lab: async () => (await lazy(() => import('./features/lab/view.ts'), 'labPanel'))() }),
    },
    crossFeatureActions,
  );
  page.state.panels = Object.keys(panels.kinds);
  const context: Context = {
    controller,
    panels,
    retry: () => startRules(),
    toBoard,
    jump: (back) => jump(back),
    type: (begun) => type(begun),
    prune: () => prune(controller),
    async picture() {
      const picture = await lazy(() => import('./features/share/view.ts'), 'picture');
      say(await picture(controller)); // who looks sees the confirmation over the page
    },
    // On a phone the menu covers the status line: where it cannot be loaded, the panel says so.
    async openText() {
      const open = await lazy(() => import('./features/share/view.ts'), 'openText').catch(() => null);
      await (open ? open(panels) : panels.open('share'));
    },
  };
  for (const opener of document.querySelectorAll('[data-menu]') as NodeListOf<HTMLElement>) {
    const toggle = async () => (await lazy(() => import('./shell/dropdown.ts'), 'toggleMenu'))(opener, context);
    opener.addEventListener('click', () => attempt(controller, toggle));
  }
  page.view(everything, (state) => {
    applyTheme(state.settings.theme, isPlain(state.settings));
    const name = gameName(state.meta);
    setText(byId('game-name'), name);
    byId('choose').setAttribute('aria-label', `${name}. ${t('games.title')}`);
    document.title = `${name} – Saltus`;
  });
  addEventListener('resize', () => {
    const tall = isTall(innerWidth, innerHeight);
    if (tall !== page.state.tall) page.set({ tall });
  });
  plainScreen().addEventListener('change', () => page.change(() => {}));
  followLanguage(controller);
  loading(controller);
  marks(controller, panels);
  arriving(controller);
  if (!guest) startCard(controller, panels);
  players(controller);
  moves(controller);
  actions(context);
  status(context);
  refusalToast(controller);
  over(controller);
  const jump = grid(controller);
  const type = typed(controller);
  if (!guest) keys(context);
  page.draw();
  if (isOpen(page.state) && !page.state.introduced) announce(controller, line(page.state).head);
  const startRules = starter(app, followAddress(app, panels), later(app, panels));
  startRules();
  globalThis.boot.pressAgain();
}

/** Speaks the language that is chosen in the settings. */
function followLanguage(controller: GameController) {
  const { page } = controller;
  let requested = language();
  const follow = (choice: Language) => {
    if (choice === requested) return;
    requested = choice;
    speak(choice).then(() => {
      // Another language was chosen meanwhile.
      if (choice !== requested) return;
      translate(document);
      page.set({ notice: null });
      if (language() === choice) return;
      // It could not be loaded. Set the setting back to the language in use, so that the player can choose it again.
      requested = language();
      changeSettings(controller, { language: requested });
      const absent = t('settings.language.absent', { name: LANGUAGES[choice].name });
      tell(controller, 'error', page.state.renew ? t('error.renewed') : absent);
    });
  };
  page.effect(({ settings }) => preferred(settings.language), follow);
}

/** Goes where a changed address leads. What it returns goes, once the rules are ready, where the first one led. */
function followAddress({ controller, guest }: App, panels: Panels) {
  const { page } = controller;
  let first: Wanted | null = wanted(location.hash);

  const gameOf = ({ game }: Wanted) => page.state.games.find(({ key }) => key === game);

  const open = (link: Wanted) =>
    attempt(controller, async () =>
      (await lazy(() => import('./game/correspondence.ts'), 'receive'))(controller, link),
    );

  const openPuzzles = async (link: Wanted) => {
    if (guest) await (await guest.embeddedPuzzles()).begin(page.state.meta.key, { ...link });
    else await (await lazy(() => import('./features/puzzles/view.ts'), 'follow'))(controller, panels, link);
  };

  /** Opens the panel that the address names, or goes to its game on a server, or says that the link is damaged. */
  const show = async (link: Wanted) => {
    const { panel, rule, record, game, isCut } = link;
    // One that was written here: its own program has to be run first.
    const isOwn = game !== null && !gameOf(link) && panels.kinds.lab && read(`table.${game}`) !== null;
    if (link.lab && panels.kinds.lab) panels.actions.followLab(link.lab);
    else if (isOwn) await panels.actions.returnToOwn(game);
    else if (isCut || (!record && game !== null && !gameOf(link))) tell(controller, 'error', t('link.broken'));
    else if (rule) panels.open('rules', rule);
    else if (link.online && panels.kinds.online) await panels.actions.followOnline(link.online);
    else if (link.online) tell(controller, 'error', t('online.no-server'));
    else if (asksPuzzles(link)) attempt(controller, () => openPuzzles(link));
    else if (panel && Object.hasOwn(panels.kinds, panel)) panels.open(panel);
  };

  const bring = async (link: Wanted) => {
    if (link.record) await open(link);
    if (page.state.isOnline && panels.kinds.online) panels.actions.watchOnline();
    await show(link);
  };

  /** Goes to the game that a link names, if any. Resolves to whether it is the one on the board now. */
  const change = async (link: Wanted) => {
    const meta = gameOf(link);
    // It may have to wait; the panel is for this game.
    if (meta && meta !== page.state.meta)
      await controller.open(meta.key, true, guest ? playersOf(link.players) : null);
    return !meta || meta === page.state.meta;
  };

  let arrivals = 0; // how many games of links have been on their way

  /** Brings the game of a link to the board. Until it is there, or what is wrong is told, nothing can be played. */
  const arrive = async (link: Wanted) => {
    const nth = ++arrivals;
    const arriving = arrivalOf(link, controller.autosave.id);
    page.set({ arriving });
    try {
      await bring(link);
    } finally {
      if (nth === arrivals && arriving) {
        page.set({ arriving: '' });
        controller.consider();
      }
    }
  };

  addEventListener('hashchange', async () => {
    const link = wanted(location.hash);
    first = null;
    if (!link.record && !(await change(link))) return;
    arrive(link);
  });
  // The address may have changed since the board was drawn.
  if (!first.record) change(first);
  if (!gameOf(first) && !first.online && !first.lab) readdress(`#game=${page.state.meta.key}`, null);

  return async () => {
    const link = first ?? wanted(location.hash);
    first = null;
    await arrive(link);
  };
}

/** Whether no reply of the computer to a person is due. */
const hasReplied = (state: State) =>
  state.introduced || ownSide(state) === null || !['waiting', 'thinking'].includes(phase(state));

const SLOW_CONNECTION_MS = 20_000; // without an arrival for so long, the status line says that the connection is slow

/** What loads the rules, gives them the match on the board, and then loads the rest of the page. */
function starter({ controller, engine, guest }: App, arrive: () => Promise<void>, loadLater: () => Promise<void>) {
  const { page } = controller;
  let attempts = 0; // how many times the rules have been started. Progress and errors of earlier attempts are ignored
  return async () => {
    const number = ++attempts;
    let timer = 0;
    const onprogress = (loaded: number, total: number) => {
      clearTimeout(timer);
      if (number !== attempts) return;
      timer = window.setTimeout(() => page.amend('boot', { late: true }), SLOW_CONNECTION_MS);
      page.amend('boot', { phase: 'loading', loaded, total, message: '', late: false, isBlocked: false });
    };
    onprogress(0, 0);
    try {
      await engine.start(onprogress);
      clearTimeout(timer);
      // The match is the first that the rules are given. The engine counts as ready after a first short search. Both
      // requests go out at once, so that the worker does not wait for the page between them.
      const synced = controller.syncMatch();
      page.amend('boot', { phase: 'ready', late: false });
      await Promise.all([synced, engine.request('bestmove', { game: page.state.meta.key, depth: 1 })]);
      performance.mark('engine-ready');
      document.documentElement.dataset.awake = '';
      await guest?.onReady();
      await arrive();
      // What comes later would take the line, and the processor, from the computer's reply.
      await page.until(hasReplied);
      engine.complete();
      await loadLater();
    } catch (error) {
      clearTimeout(timer);
      if (number !== attempts) return;
      const message = explained(error);
      const isBlocked = error instanceof EngineError && error.code === 'no-webassembly';
      page.amend('boot', { phase: 'failed', message, isBlocked });
      say(`${t('status.failed')}. ${message}`);
      isRenewed();
    }
  };
}

/** The pause before the extras are asked for again where they failed to load: it doubles from the first to the longest. */
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 600_000;

/** Loads, once, what neither the board nor what stands around it needs: the tab icon, faces, the panels, the extras. */
function later({ controller, engine, guest }: App, panels: Panels) {
  /** Starts what the page can work without. If loading it fails, this returns and tries again in the background. */
  const startExtras = async (pause = FIRST_RETRY_MS) => {
    const extras = await lazy(() => import('./extras.ts'), 'extras').catch(() => null);
    if (extras) extras(controller, panels, engine, guest !== null);
    else setTimeout(() => startExtras(Math.min(MAX_RETRY_MS, 2 * pause)), pause);
  };
  return once(async () => {
    for (const link of document.querySelectorAll('link[data-later]') as NodeListOf<HTMLLinkElement>)
      link.href = link.dataset.later ?? '';
    // A page plays without the opponents' faces.
    const portrait = await lazy(() => import('./shell/portrait.ts'), 'face').catch(() => null);
    controller.page.set({ portrait });
    await panels.prepare();
    const menus = lazy(() => import('./shell/dropdown.ts'), 'toggleMenu');
    await Promise.allSettled([controller.loadAnalysis(), menus, startExtras()]);
    performance.mark('panels-here');
  });
}
