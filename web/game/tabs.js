/**
 * Keeps two tabs with the same game in step, so that neither overwrites a newer game with an older one. The computer
 * answers in the tab where the move was made; in the other it waits. A person's clock runs in both.
 *
 * @import { GameController } from './api.d.ts'
 */

import { restored, start } from '../state/clock.js';
import { isStashed } from '../state/mode.js';
import { setMatch } from '../state/state.js';
import * as store from '../state/store.js';

/** @param {GameController} controller */
export function syncTabs(controller) {
  const { page } = controller;
  const seen = async (/** @type {string} */ key) => {
    const meta = page.state.games.find((game) => game.key === key);
    const saved = meta && store.loadTable(meta);
    // Wait for the record that includes this move.
    if (!saved || saved.turn) return;
    page.change((s) => {
      s.tables[key] = { rows: saved.rows, over: saved.over };
    });
    // Another game is read from the store when it is opened, and so is a stashed one when its session ends.
    const { match: here } = page.state;
    if (meta !== page.state.meta || !here || here.record === saved.record || isStashed(page.state)) return;
    const gameId = ++controller.gameId;
    const match = await controller.ask('load', { text: saved.record, format: 'json' }, gameId).catch(() => null);
    if (!match) return;
    if (saved.id) controller.autosave.id = saved.id;
    page.change((s) => {
      s.players = saved.players;
      setMatch(s, match);
      s.motion = null;
      s.timing = restored(saved.clock, s.players);
      start(s);
      s.paused = !match.outcome && s.players[/** @type {import('../types.d.ts').Match} */ (match).side] > 0;
    });
  };
  store.onTable(seen);
  // Another tab may have saved the game since this tab loaded it, or while this page was kept for the way back to it.
  const look = () => seen(page.state.meta.key);
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  look();
}
