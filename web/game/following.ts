/** What goes on beside the match: two tabs are kept in step; names of openings, and tablebases, are asked for. */

import type { Engine, Rules } from '../engine/client.ts';
import { serviceWorkers } from '../lib/capabilities.ts';
import type { MatchState } from '../protocol.d.ts';
import { restored, start } from '../state/clock.ts';
import type { Match, Meta } from '../state/game.d.ts';
import { isGameOnBoard } from '../state/rights.ts';
import { resetGame } from '../state/session.ts';
import { MAX_OPENING_PLIES, type Page, type State, setMatch } from '../state/state.ts';
import { pieceCount, piecesAtEnd } from '../state/tree.ts';
import * as store from '../store/store.ts';
import type { GameController } from './controller.ts';

/** Asks the rules for the name of the opening after each of the first moves. */
export function nameOpenings(page: Page, rules: Rules) {
  const name = async (match: State['match']) => {
    if (!match || !page.state.meta.ballots) return;
    const isNamed = match.ply > 0 && match.ply <= MAX_OPENING_PLIES;
    const named = isNamed ? await rules.request('opening', {}).catch(() => null) : { name: null };
    // If another move was played meanwhile, its own request will set the name.
    if (page.state.match !== match || !named || (!named.name && !page.state.opening)) return;
    page.set({ opening: named.name ? { match, name: named.name } : null });
  };
  page.effect('match', name);
}

/** The tablebases that can help with so few pieces. */
const wanted = ({ tables }: Meta, pieces: number) => Object.keys(tables).filter((name) => pieces <= tables[name]);

/** Fetches what is known of the positions of a match, to its end: a review with less might say something else. */
export function fetchKnown(rules: Rules, meta: Meta, match: MatchState) {
  const names = [`${meta.key}-openings`, ...wanted(meta, piecesAtEnd(match))];
  return Promise.all(names.map((name) => rules.supply(name)));
}

/** Fetches the endgame tablebases. They are too large for every visit: each comes once few enough pieces are left. */
export function fetchTablebases(page: Page, engine: Engine) {
  /** After a failed download, the next move tries again. */
  const fetch = async (match: State['match']) => {
    const { meta, rows } = page.state;
    if (!match) return;
    const loaded = await Promise.all(wanted(meta, pieceCount(rows)).map((name) => engine.supply(name)));
    if (loaded.includes(true)) renew();
  };
  /**
   * Asks for the state of the match again, now that there is a tablebase: a draw may be claimable, and the analysis may
   * be exact. It does nothing while a move is sent or a search runs; the next position will use the tablebase anyway.
   */
  const renew = async () => {
    const { match } = page.state;
    const reply = await engine.request('state', {}).catch(() => null);
    if (!reply || !match || page.state.match !== match || page.state.thinking || page.state.pending) return;
    if (!reply.claims.length && !page.state.analysis) return;
    page.change((s) => {
      s.match = { ...match, claims: reply.claims };
      if (s.analysis) s.analysis = { ...s.analysis, exact: false };
    });
  };
  page.effect('match', fetch);
  // Fetch again what was fetched before the service worker took control, so that it caches it.
  serviceWorkers()?.addEventListener('controllerchange', () => engine.tables.pass());
}

/** Keeps two tabs with one game in step: the computer answers where the move was made, and waits in the other. */
export function syncTabs(controller: GameController) {
  const { page } = controller;
  const seen = async (key: string) => {
    if (page.state.online) return; // its server keeps it in step
    const meta = page.state.games.find((game) => game.key === key);
    const saved = meta && store.loadTable(meta);
    // Wait for the record that includes this move.
    if (!saved || saved.turn) return;
    page.change((s) => {
      s.tables[key] = { rows: saved.rows, over: saved.over };
    });
    // Another game is read from the store when it is opened, and so is one that is put aside when that ends.
    const { match: here } = page.state;
    if (meta !== page.state.meta || !here || here.record === saved.record || !isGameOnBoard(page.state)) return;
    const gameId = ++controller.gameId;
    const match = await controller.ask('load', { text: saved.record, format: 'json' }, gameId).catch(() => null);
    if (!match) return;
    if (saved.id) controller.autosave.id = saved.id;
    page.change((s) => {
      s.players = saved.players;
      resetGame(s);
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
