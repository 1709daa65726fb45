/**
 * What the puzzle panel shows: the game, the set of puzzles, and how much of it. The files of the panel share it.
 *
 * @import { Puzzle as Listed } from '../protocol.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { byId } from '../lib/dom.js';
import { inSet } from '../state/runs.js';

/** How many puzzles of a set are shown at first, and how many more each time. */
export const TILES_PER_PAGE = 24;

/**
 * `view`: what is shown while no puzzle is on the board; `game`: empty for the one on the board; `grade`: 0 for all; `theme`: empty for all; `tiles`: how many puzzles of the
 * set are shown; `confirmation`: the message below something that was shared.
 */
export const choice = {
  /** @type {'sets' | 'mistakes'} */
  view: 'sets',
  game: '',
  grade: 0,
  theme: '',
  tiles: TILES_PER_PAGE,
  version: 0,
  confirmation: '',
};

/** Fills the panel again. @param {GameController} controller */
export function again(controller) {
  choice.version++;
  controller.page.change(() => {});
}

/** Chooses a set of puzzles. @param {Partial<Pick<typeof choice, 'game' | 'grade' | 'theme'>>} set */
export function choose(set) {
  Object.assign(choice, set, { tiles: TILES_PER_PAGE });
}

/** The addresses of the data tables. @type {Record<string, string>} */
const tables = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

/** Whether a game has puzzles. @param {{ key: string }} meta */
export const trains = ({ key }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. @param {State} state */
export const looked = ({ meta, games }) => choice.game || [meta, ...games].find(trains)?.key || meta.key;

/** The puzzles of the chosen set. @param {readonly Listed[]} list */
export const wanted = (list) => inSet(list, choice);

/** @param {State} state */
export const isReady = ({ boot, match, mode }) =>
  boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');
