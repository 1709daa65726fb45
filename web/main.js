/**
 * Start-up. The board is drawn from what the build put into the page, before anything else is fetched; then the
 * rules are woken, and the first question to them is about this very game.
 *
 * @import { Meta } from './types.d.ts'
 */

import { grid, say } from './a11y.js';
import { listen } from './board/input.js';
import { BoardView } from './board/view.js';
import { byId, setText } from './dom.js';
import { dress } from './dress.js';
import { Engine } from './engine.js';
import { t, tOr, translate } from './i18n.js';
import { keys } from './keys.js';
import { actions } from './panels/actions.js';
import { moves } from './panels/moves.js';
import { Panels } from './panels/panel.js';
import { players } from './panels/players.js';
import { status } from './panels/status.js';
import { create, Page } from './state.js';
import * as store from './store.js';
import { Table } from './table.js';

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
  const key = new URLSearchParams(location.hash.slice(1)).get('game');
  return all.find((game) => game.key === key);
}

const wanted =
  asked() ??
  all.find((game) => game.key === store.loadLast()) ??
  all.find((game) => game.key === 'english') ??
  all[0];
const page = new Page(create(all, wanted, store.loadSettings()));
for (const meta of all) {
  const saved = store.loadTable(meta);
  if (saved) page.state.tables[meta.key] = { rows: saved.rows, over: saved.over };
}

const engine = new Engine(data('assets'));
const table = new Table(page, engine, say);
engine.onrestart = () => table.computer.consider();
table.open(wanted.key);

const view = new BoardView(byId('board'), /** @type {HTMLCanvasElement} */ (byId('canvas')), page.state);
view.draw();
performance.mark('board-drawn');

translate(document);
const panels = new Panels(table, {
  games: async () => (await import('./panels/games.js')).games,
  new: async () => (await import('./panels/new.js')).newGame,
  rules: async () => (await import('./panels/rules.js')).rules,
  settings: async () => (await import('./panels/settings.js')).settings,
  more: async () => (await import('./panels/more.js')).more,
});
page.show((state) => {
  dress(state.settings.theme);
  const name = tOr(`game.${state.meta.key}`, state.meta.name);
  setText(byId('game-name'), name);
  byId('choose').setAttribute('aria-label', `${name}. ${t('games.title')}`);
  document.title = `${name} – Saltus`;
  view.shape();
  view.ask();
});
page.show(({ boot }) => {
  const done = byId('bytes-done');
  done.style.transform = `scaleX(${boot.phase === 'ready' ? 1 : boot.total ? boot.loaded / boot.total : 0})`;
  byId('bytes').classList.toggle('done', boot.phase === 'ready');
});
players(table);
moves(table);
actions(table);
status(table, panels, () => wake());
grid(table);
keys(table, panels);
listen(view, table);
page.draw();

addEventListener('hashchange', () => {
  const meta = asked();
  if (meta && meta !== page.state.meta) table.open(meta.key);
});
if (!asked()) history.replaceState(null, '', `#game=${wanted.key}`);

/** Loads the rules, and lays the table when they are up. */
async function wake() {
  page.change((s) => {
    s.boot = { phase: 'loading', loaded: 0, total: 0, message: '' };
  });
  try {
    await engine.start((loaded, total) => {
      page.change((s) => {
        s.boot = { ...s.boot, loaded, total };
      });
    });
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'ready' };
    });
    // Both at once: between two questions the worker would wait for the page.
    await Promise.all([table.lay(), engine.request('bestmove', { game: page.state.meta.key, depth: 1 })]);
    performance.mark('engine-ready');
    await panels.prepare();
    performance.mark('panels-here');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    page.change((s) => {
      s.boot = { ...s.boot, phase: 'failed', message };
    });
    say(`${t('status.failed')}. ${message}`);
  }
}

wake();
