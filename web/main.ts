/**
 * Start-up: draws the board from the data in the page, before anything else is fetched. Then what stands around the board
 * comes (`shell.ts`), and starts the rules. Which game that is, and in which language, `boot/early.ts` has decided.
 */

import { listen } from './board/input.ts';
import { BoardView } from './board/view.ts';
import { Engine } from './engine/client.ts';
import { GameController } from './game/controller.ts';
import { byId } from './lib/dom.ts';
import { speak } from './lib/i18n.ts';
import { lazy } from './lib/lazy.ts';
import { asksPuzzles } from './lib/link.ts';
import { pending } from './lib/pending.ts';
import { boardModel } from './state/board.ts';
import { arrivalOf } from './state/online.ts';
import { create, Page, playersOf, toggleDrawn } from './state/state.ts';
import * as store from './store/store.ts';

const { assets, games, isGuest, arrival, game, settings, language, isTall, needsWhole, worker } = globalThis.boot;
if (isGuest) store.mute();

const page = new Page(create(games, game, settings));
page.state.tall = isTall;
page.state.version = assets.rules;
const languageLoaded = speak(language);
page.state.newcomer = store.isNewcomer(games);
for (const meta of games) {
  const saved = store.loadTable(meta);
  if (saved) page.state.tables[meta.key] = saved;
  meta.book = `${meta.key}-openings` in assets.tables;
  meta.written = assets.books.includes(meta.key);
}
const engine = new Engine(assets, game.key);
engine.started = worker;
engine.needsWhole = needsWhole;
const controller: GameController = new GameController(page, engine, async () =>
  (await lazy(() => import('./features/analysis/view.ts'), 'analysis'))(controller),
);
engine.onrestart = () => controller.consider();
engine.onlost = (error) => controller.fail(error);
// Read by early.ts.
engine.oncrash = () => store.write('whole', assets.wasm);
const isPlayed = !arrival.record && !arrival.online && !asksPuzzles(arrival);
controller.open(game.key, isPlayed, isGuest ? playersOf(arrival.players) : null);
page.state.arriving = arrivalOf(arrival, controller.autosave.id);

const view = new BoardView(byId('board'), byId('canvas') as HTMLCanvasElement, boardModel(page.state));
view.draw();
page.view(boardModel, (model) => view.show(model));
const open = () => {
  listen(view, {
    enter: (square, how) => controller.entry.enter(square, how),
    draw: (path) => page.change((s) => toggleDrawn(s, path)),
    movePiece: (from, to) => controller.session.movePiece?.(from, to),
    releasePiece: () => controller.session.releasePiece?.(),
  });
  performance.mark('board-open');
};
performance.mark('board-drawn');
// Read by missing.ts.
document.documentElement.dataset.begun = '';

/** Embedded only: loads what gives puzzles on the board. */
const embeddedPuzzles = async () =>
  (await lazy(() => import('./features/puzzles/embedded.ts'), 'puzzles'))(controller);

/** `onReady`, embedded only: called when the rules are ready. All are awaited together: any may fail before the others come. */
const parts = Promise.all([
  import('./shell.ts'),
  isGuest ? lazy(() => import('./boot/embed.ts'), 'embed').then((embed) => embed(controller, embeddedPuzzles)) : null,
  languageLoaded.then(open),
]);
pending('module', parts).then(
  ([{ mountShell }, onReady]) => mountShell({ controller, engine, guest: onReady && { onReady, embeddedPuzzles } }),
  (error) => {
    console.info(error);
    globalThis.incomplete?.();
  },
);
