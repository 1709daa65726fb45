/**
 * Start-up: draws the board from the data in the page, before anything else is fetched. Then what stands around the board
 * comes (`shell.ts`), and starts the rules.
 */

import { listen } from './board/input.ts';
import { BoardView } from './board/view.ts';
import { Engine } from './engine/client.ts';
import { GameController } from './game/controller.ts';
import { byId, say } from './lib/dom.ts';
import { preferred, speak } from './lib/i18n.ts';
import { lazy } from './lib/lazy.ts';
import { asksPuzzles, wanted } from './lib/link.ts';
import { pending } from './lib/pending.ts';
import { boardModel } from './state/board.ts';
import type { Meta } from './state/game.d.ts';
import { create, Page, playersOf, toggleDrawn } from './state/state.ts';
import * as store from './store/store.ts';

/** JSON data that the build has put into the page's element with this id. */
const data = (id: string) => JSON.parse(byId(id).textContent || 'null');

const all: Meta[] = data('games').games ?? data('games');

const arrival = wanted(location.hash);

const isGuest = new URLSearchParams(location.search).has('embed'); // whether the board is embedded in another page
if (isGuest) {
  document.documentElement.dataset.embed = '';
  store.mute();
}

const wished = [arrival.game, store.read('last'), 'english'].flatMap((key) => all.filter((game) => game.key === key));
const first = wished[0] ?? all[0];
const page = new Page(create(all, first, store.read('settings')));
const assets = data('assets');
page.state.version = assets.rules;
const languageLoaded = speak(preferred(page.state.settings.language));
page.state.newcomer = store.isNewcomer(all);
for (const meta of all) {
  const saved = store.loadTable(meta);
  if (saved) page.state.tables[meta.key] = saved;
  meta.book = `${meta.key}-openings` in assets.tables;
  meta.written = assets.books.includes(meta.key);
}
const engine = new Engine(assets, first.key);
const fetchAnalyst = () => lazy(() => import('./features/analysis/view.ts'), 'analyst');
const controller = new GameController(page, engine, say, fetchAnalyst);
engine.onrestart = () => controller.computer.consider();
engine.onlost = (error) => controller.fail(error);
// Read by early.ts.
engine.needsWhole = store.read('whole') === assets.wasm;
engine.oncrash = () => store.write('whole', assets.wasm);
const isPlayed = !arrival.record && !arrival.online && !asksPuzzles(arrival);
controller.open(first.key, isPlayed, isGuest ? playersOf(arrival.players) : null);
page.state.arriving = controller.arrivalOf(arrival);

const view = new BoardView(byId('board'), byId('canvas') as HTMLCanvasElement, boardModel(page.state));
view.draw();
page.show((state) => view.show(boardModel(state)));
const open = () => {
  listen(view, {
    enter: (square, how) => controller.entry.enter(square, how),
    draw: (path) => page.change((s) => toggleDrawn(s, path)),
    movePiece: (from, to) => controller.editor?.move(from, to),
    releasePiece: () => void controller.editor?.set({ held: null }),
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
  ([{ surround }, onReady]) => surround({ controller, engine, guest: onReady && { onReady, embeddedPuzzles } }),
  (error) => {
    console.info(error);
    globalThis.incomplete?.();
  },
);
