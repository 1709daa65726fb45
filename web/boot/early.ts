/**
 * The script at the start: it decides which game is opened, in which language and colours, and whether its board stands
 * upright, once; starts the worker; and keeps what is pressed before the page can answer. `main.ts` takes over what is in
 * `boot`. The build puts it, with what it imports, into the page itself: nothing is fetched before it runs.
 */

import { shapeOf, standsUpright } from '../board/geometry.ts';
import type { StartedWorker } from '../engine/client.ts';
import type { Assets } from '../engine/handle.ts';
import { startWorker } from '../engine/start-worker.ts';
import { ifPossible } from '../lib/attempt.ts';
import { preferred } from '../lib/languages.ts';
import { wanted } from '../lib/link.ts';
import { isTall as isTallWindow, layoutOf } from '../lib/screen.ts';
import { parsed } from '../lib/shape.ts';
import type { Meta } from '../state/game.d.ts';
import { isPlain, settings } from '../state/settings.ts';

const root = document.documentElement;

/** JSON data that the build has put into the page's element with this id. */
const data = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '');

const isGuest = new URLSearchParams(location.search).has('embed');

/** What this browser keeps under a key. An embedded board does not use the visitor's own games and settings. */
const stored = (key: string) =>
  isGuest ? null : parsed(ifPossible(() => localStorage.getItem(`saltus.${key}`), null));

/** Starts the worker, which loads the rules once the page's own scripts are there: a move can be entered soon. */
function beginWorker(assets: Assets, needsWhole: boolean, game: Meta): StartedWorker {
  const worker = startWorker(assets.worker);
  const heard: Event[] = [];
  worker.onmessage = (event) => heard.push(event);
  worker.onerror = (event) => heard.push(event);
  let isLoading = false;
  const load = () => {
    if (!isLoading) worker.postMessage({ assets, base: document.baseURI, whole: needsWhole, game: game.key });
    isLoading = true;
  };
  document.addEventListener('load', ({ target }) => (target as Element).id === 'last-script' && load(), true);
  return { worker, heard, load };
}

/** Marks buttons that are pressed as busy. What this returns ends that, and presses the last one. */
function keepPress() {
  let pressed: HTMLElement | null = null;
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest('button') ?? pressed;
    pressed?.setAttribute('aria-busy', 'true');
  };
  addEventListener('click', press, true);
  return () => {
    removeEventListener('click', press, true);
    for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
    pressed?.click();
  };
}

const assets: Assets = data('assets');
const { games }: { games: Meta[] } = data('games');
const arrival = wanted(location.hash);
const keys = [arrival.game, stored('last'), 'english'];
const game = keys.flatMap((key) => games.filter((meta) => meta.key === key))[0] ?? games[0];
const chosen = settings(stored('settings'));
const language = preferred(chosen.language);
const isTall = isTallWindow(innerWidth, innerHeight);
const needsWhole = stored('whole') === assets.wasm;
const worker = ifPossible(() => beginWorker(assets, needsWhole, game), null);

/** What is decided at the start. */
const decided = {
  assets, // what the build says of its files
  games, // all, as the build has put them into the page
  isGuest, // whether the board is embedded in another page
  arrival, // what the address asks for
  game, // that is opened
  settings: chosen,
  language,
  isTall, // whether a wide board stands upright
  needsWhole, // whether a worker has crashed here, with these files, before it had the whole runtime
  worker, // null where none can be started, of which the engine tells
  pressAgain: keepPress(), // presses the button that was pressed last before the page could answer
};

declare global {
  var boot: typeof decided;
}

globalThis.boot = decided;

const nameLayout = () => {
  root.dataset.layout = layoutOf(innerWidth, innerHeight);
};
addEventListener('resize', nameLayout);

// What would flash if it were set later.
nameLayout();
const isUpright = standsUpright(game, isTall);
const { columns, rows } = shapeOf(game, isUpright);
root.style.setProperty('--files', String(columns));
root.style.setProperty('--ranks', String(rows));
root.toggleAttribute('data-upright', isUpright);
if (isGuest) root.dataset.embed = '';
if (chosen.theme !== 'system') root.dataset.theme = chosen.theme;
if (isPlain(chosen)) root.dataset.contrast = 'more';
// Read by missing.ts.
root.dataset.spoken = language;
if (language === 'en') root.dataset.worded = '';

if (assets.web) {
  // Nothing else can tell that missing.ts is missing: it is there again on the next visit.
  if (!globalThis.incomplete) fetch(`${assets.web}boot/missing.js`, { cache: 'reload' }).catch(() => {});
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.setAttribute('as', 'json');
  link.href = `${assets.web}strings/${language}.json`;
  document.head.append(link);
}
