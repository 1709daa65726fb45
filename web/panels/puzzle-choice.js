/**
 * Which puzzles are listed: the game, and the set of its puzzles.
 *
 * @import { State } from '../state/state.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { byId } from '../lib/dom.js';

/** How many puzzles of a set are shown at first, and how many more each time. */
export const TILES_PER_PAGE = 24;

/** Chooses what is listed. @param {GameApi} controller @param {Partial<State['puzzles']>} values */
export const choose = ({ page }, values) =>
  page.change((s) => {
    s.puzzles = { ...s.puzzles, pages: 1, ...values };
  });

/** The addresses of the data tables. @type {Record<string, string>} */
const tables = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

/** Whether a game has puzzles. @param {{ key: string }} meta */
export const trains = ({ key }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. @param {State} state */
export const looked = ({ meta, games, puzzles }) => puzzles.game || [meta, ...games].find(trains)?.key || meta.key;

/** The set that is chosen. Another game may not have the theme. @param {State} state */
export function chosen(state) {
  const { grade, theme, lists } = state.puzzles;
  const list = lists[looked(state)];
  return { grade, theme: list && !list.themes.includes(theme) ? '' : theme };
}

/** @param {State} state */
export const isReady = ({ boot, match, mode }) =>
  boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');
