/**
 * Puzzles to choose from: small boards, each drawn when it comes into sight, and sets by theme and difficulty with how far
 * one has come in each.
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
import { thumbnail, whenSeen } from '../view/thumbnail.js';

/** How wide a small board is drawn, in CSS pixels. */
const BOARD_PX = 84;

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
 * @property {(set: { theme?: string, grade?: number }) => void} choose
 */

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

/** How many of the puzzles are due, as a badge; nothing where none is. @param {Listed[]} some @param {Record<string, Kept>} kept */
function dueBadge(some, kept) {
  const due = some.filter(({ puzzle }) => standing(kept[puzzle]) === 'due').length;
  if (!due) return [];
  return [
    make(
      'span',
      { class: 'due-badge' },
      make('span', { class: 'offscreen' }, t('puzzle.due', { n: due })),
      ...[make('span', { 'aria-hidden': 'true' }, String(due))],
    ),
  ];
}

/**
 * The themes as sets, each with how far one has come.
 *
 * @param {Shelf} shelf
 * @param {Listed[]} puzzles
 * @param {string[]} themes
 */
export function themeRows(shelf, puzzles, themes) {
  const list = make('ul', { class: 'sets', 'aria-label': t('puzzle.themes') });
  for (const theme of themes) {
    const some = puzzles.filter((one) => one.themes.includes(theme));
    if (!some.length) continue;
    const name = t(`puzzle.theme.${theme}`);
    const row = button('', () => shelf.choose({ theme }), {
      class: 'set-row',
      'data-keep': `theme-${theme}`,
      'data-theme': theme,
    });
    row.append(
      make(
        'span',
        { class: 'set-text' },
        make('strong', {}, name),
        make('span', { class: 'card-note' }, t(`puzzle.about.${theme}`)),
      ),
      ...dueBadge(some, shelf.kept),
      progress(some, shelf.kept, name),
    );
    list.append(make('li', {}, row));
  }
  return list;
}

/**
 * The difficulties as a row of sets, one of which is chosen; the first is all of them.
 *
 * @param {Shelf} shelf
 * @param {Listed[]} puzzles
 * @param {number} chosen 0 for all
 */
export function grades(shelf, puzzles, chosen) {
  const row = make('div', { class: 'grades' });
  for (const grade of [0, 1, 2, 3, 4, 5]) {
    const some = grade ? puzzles.filter((one) => one.grade === grade) : puzzles;
    const solved = some.filter(({ puzzle }) => shelf.kept[puzzle]?.solved).length;
    const input = make('input', {
      type: 'radio',
      name: 'puzzle-grade',
      value: String(grade),
      checked: grade === chosen,
      disabled: !some.length,
      'aria-label': `${grade ? t('puzzle.graded', { grade }) : t('puzzle.all')}: ${t('puzzle.of', { n: solved, count: some.length })}`,
      'data-keep': `puzzle-grade-${grade}`,
    });
    input.addEventListener('change', () => shelf.choose({ grade }));
    const bar = make('span', { class: 'grade-bar' });
    const filled = make('span');
    filled.style.width = `${some.length ? (100 * solved) / some.length : 0}%`;
    bar.append(filled);
    row.append(
      make(
        'label',
        { class: 'grade' },
        input,
        make(
          'span',
          { class: 'grade-face', 'aria-hidden': 'true' },
          make('span', { class: 'grade-name' }, grade ? String(grade) : t('puzzle.all')),
          make('span', { class: 'grade-stars' }, grade ? '★'.repeat(grade) : ' '),
          bar,
          make('span', { class: 'grade-count' }, `${solved}/${some.length}`),
        ),
      ),
    );
  }
  return make('fieldset', { class: 'field' }, make('legend', {}, t('puzzle.grade')), row);
}
