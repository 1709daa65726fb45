/**
 * Keeps two tabs with the same game in step, so that neither overwrites a newer game with an older one. The computer
 * answers in the tab where the move was made; in the other it waits. A person's clock runs in both.
 */

import { restored, start } from '../state/clock.ts';
import type { Match } from '../state/game.d.ts';
import { isStashed } from '../state/mode.ts';
import { setMatch } from '../state/state.ts';
import * as store from '../store/store.ts';
import type { GameController } from './api.d.ts';

export function syncTabs(controller: GameController) {
  const { page } = controller;
  const seen = async (key: string) => {
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
      s.paused = !match.outcome && s.players[(match as Match).side] > 0;
    });
  };
  store.onTable(seen);
  // Another tab may have saved the game since this tab loaded it, or while this page was kept for the way back to it.
  const look = () => seen(page.state.meta.key);
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  look();
}
