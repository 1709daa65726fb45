/**
 * The puzzles of a game to choose from: what is due first, then theme by theme as small boards, with how far one has
 * come in each. A board is drawn when it comes into sight.
 *
 * @import { Kept } from '../study/schedule.js'
 * @import { Puzzle as Listed } from '../protocol.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Meta } from '../types.d.ts'
 */

import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { standing } from '../study/schedule.js';
import { thumbnail } from '../view/thumbnail.js';

/** How wide a small board is drawn, in CSS pixels. */
const BOARD_PX = 84;

/** How many puzzles of a theme are shown before the theme itself is chosen. */
const FIRST_TILES = 4;

/** How far from being in sight a board is drawn, in CSS pixels. */
const MARGIN_PX = 120;

/**
 * What tiles need to know.
 *
 * @typedef {object} Shelf
 * @property {State} state
 * @property {Meta} meta the game whose puzzles they are
 * @property {Listed[]} all the easier ones first
 * @property {Record<string, Kept>} kept
 * @property {boolean} isReady
 * @property {(one: Listed) => void} begin
 * @property {(theme: string) => void} choose
 */

/** Draws boards as they come into sight. @type {IntersectionObserver | null} */
let sight = null;

/** @type {WeakMap<Element, () => void>} */
const draws = new WeakMap();

/** @param {Element} place @param {() => HTMLCanvasElement} draw */
function whenSeen(place, draw) {
  sight ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        sight?.unobserve(target);
        draws.get(target)?.();
      }
    },
    { rootMargin: `${MARGIN_PX}px` },
  );
  draws.set(place, () => place.replaceChildren(draw()));
  sight.observe(place);
}

/** @param {Shelf} shelf @param {Listed} one */
function tile({ state, meta, all, kept, isReady, begin }, one) {
  const how = standing(kept[one.puzzle]);
  const number = all.indexOf(one) + 1;
  const label = t('puzzle.number', { number, grade: one.grade, how: t(`puzzle.standing.${how}`) });
  const board = make('span', { class: 'tile-board', 'data-ratio': `${meta.files}/${meta.ranks}` });
  board.style.aspectRatio = `${meta.files} / ${meta.ranks}`;
  whenSeen(board, () => thumbnail(meta, one.rows, look(state, meta), one.side !== meta.bottom, BOARD_PX));
  const entry = button('', () => begin(one), {
    class: `tile ${how}`,
    'aria-label': label,
    title: label,
    'data-keep': one.puzzle,
    disabled: !isReady,
  });
  entry.append(
    board,
    make(
      'span',
      { class: 'tile-foot', 'aria-hidden': 'true' },
      make('span', {}, String(number)),
      make('span', { class: 'tile-stars' }, '★'.repeat(one.grade)),
    ),
  );
  if (how !== 'new') entry.append(make('span', { class: 'tile-mark' }, icon(how === 'solved' ? 'done' : 'restart')));
  return make('li', {}, entry);
}

/** @param {Shelf} shelf @param {Listed[]} some */
export const tiles = (shelf, some) => make('ol', { class: 'tiles' }, ...some.map((one) => tile(shelf, one)));

/**
 * How far one has come.
 *
 * @param {Listed[]} some
 * @param {Record<string, Kept>} kept
 * @param {string} label
 */
export function progress(some, kept, label) {
  const solved = some.filter(({ puzzle }) => kept[puzzle]?.solved).length;
  const text = t('puzzle.of', { n: solved, count: some.length });
  return make(
    'span',
    { class: 'progress' },
    make('progress', { max: some.length, value: solved, 'aria-label': `${label}: ${text}` }),
    make('span', { 'aria-hidden': 'true' }, text),
  );
}

/** What comes first in a theme: what is due, then what is new. @param {Shelf} shelf @param {Listed[]} some */
function foremost({ kept }, some) {
  const order = ['due', 'new', 'waits', 'solved'];
  const rank = (/** @type {Listed} */ { puzzle }) => order.indexOf(standing(kept[puzzle]));
  return [...some].sort((a, b) => rank(a) - rank(b)).slice(0, FIRST_TILES);
}

/**
 * A theme with its first puzzles.
 *
 * @param {Shelf} shelf
 * @param {string} theme
 * @param {Listed[]} some those of the theme
 */
export function themePart(shelf, theme, some) {
  const name = t(`puzzle.theme.${theme}`);
  const more = button(t('puzzle.theme.all', { n: some.length }), () => shelf.choose(theme), {
    class: 'button more-tiles',
    'aria-label': `${name}: ${t('puzzle.theme.all', { n: some.length })}`,
    'data-keep': `theme-${theme}`,
    'data-theme': theme,
  });
  return make(
    'section',
    { class: 'theme' },
    make('div', { class: 'theme-head' }, make('h3', {}, name), progress(some, shelf.kept, name)),
    make('p', { class: 'note' }, t(`puzzle.about.${theme}`)),
    tiles(shelf, foremost(shelf, some)),
    ...(some.length > FIRST_TILES ? [more] : []),
  );
}
