/** Which puzzles are listed: the game, and the set of its puzzles. */

import type { GameApi } from '../../game/api.d.ts';
import { byId } from '../../lib/dom.ts';
import type { State } from '../../state/state.ts';

/** How many puzzles of a set are shown at first, and how many more each time. */
export const TILES_PER_PAGE = 24;

/** Chooses what is listed. */
export const choose = ({ page }: GameApi, values: Partial<State['puzzles']>) =>
  page.change((s) => {
    s.puzzles = { ...s.puzzles, pages: 1, ...values };
  });

/** The addresses of the data tables. */
const tables: Record<string, string> = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

/** Whether a game has puzzles. */
export const trains = ({ key }: { key: string }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. */
export const looked = ({ meta, games, puzzles }: State) =>
  puzzles.game || [meta, ...games].find(trains)?.key || meta.key;

/** The set that is chosen. Another game may not have the theme. */
export function chosen(state: State) {
  const { grade, theme, lists } = state.puzzles;
  const list = lists[looked(state)];
  return { grade, theme: list && !list.themes.includes(theme) ? '' : theme };
}

export const isReady = ({ boot, match, mode }: State) =>
  boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');
