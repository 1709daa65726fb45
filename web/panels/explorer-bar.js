/** Figures and bars of the explorer: of the book's games and of the library's. */

import { make } from '../lib/dom.js';
import { LANGUAGES, language } from '../lib/i18n.js';

/** The smallest part of a bar that has room for a figure. */
const MIN_LABELLED_SHARE = 0.26;

/** @param {number} n */
export const number = (n) => new Intl.NumberFormat(LANGUAGES[language()].tag).format(n);

/** @param {number} part @param {number} whole */
export const share = (part, whole) => {
  const format = new Intl.NumberFormat(LANGUAGES[language()].tag, { style: 'percent' });
  const rare = part > 0 && part / whole < 0.005;
  return rare ? `<${format.format(0.01)}` : format.format(part / whole);
};

/**
 * White's wins, draws and Black's wins as a bar; without games it is empty.
 *
 * @param {{ white: number, drawn: number, black: number }} results
 */
export function resultBar(results) {
  const games = results.white + results.drawn + results.black;
  const bar = make('span', { class: games ? 'book-bar' : '', 'aria-hidden': 'true' });
  for (const kind of /** @type {const} */ (['white', 'drawn', 'black'])) {
    const part = results[kind];
    if (!part) continue;
    const stretch = make('span', { class: kind }, part / games >= MIN_LABELLED_SHARE ? share(part, games) : '');
    stretch.style.flexGrow = String(part);
    bar.append(stretch);
  }
  return bar;
}
