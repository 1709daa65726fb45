/**
 * What a review found, as parts of its panel: the accuracy of both sides with the number of each mark, and the turning
 * points, each with a small board that shows the better move.
 *
 * @import { Mark, Side } from '../protocol.d.ts'
 * @import { ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Reviewer } from '../study/review.js'
 */

import { make } from '../lib/dom.js';
import { MARK_CLASSES, MARK_GLYPHS } from '../lib/glyphs.js';
import { LANGUAGES, language, said, t } from '../lib/i18n.js';
import { isTurned, look } from '../state/state.js';
import { written } from '../study/review.js';
import { calledOpponent, whoPlays } from '../view/opponent.js';
import { thumbnail } from '../view/thumbnail.js';

const SIDES = /** @type {Side[]} */ (['w', 'b']);

/** The width of a turning point's board, in CSS pixels. */
const BOARD_PX = 92;

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) =>
  new Intl.NumberFormat(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: digits }).format(share);

/** @param {Mark} mark */
export const nameOf = (mark) => t(`review.mark.${MARK_GLYPHS[mark]}`);

/** @param {Mark} mark */
export const chip = (mark) => make('span', { class: `mark ${MARK_CLASSES[mark]}`, title: nameOf(mark) }, mark);

/**
 * How many mistakes a side made, how many of them were blunders, and how many moves were inaccurate.
 *
 * @param {Record<Mark, number>} marks
 */
function counts(marks) {
  const list = make('ul', { class: 'counts' });
  const add = (/** @type {Mark} */ mark, /** @type {number} */ n) => {
    const name = make('span', {}, t(`review.marks.${MARK_GLYPHS[mark]}`, { n }));
    list.append(make('li', {}, make('strong', {}, String(n)), chip(mark), name));
  };
  add('?', marks['?'] + marks['??']);
  if (marks['??']) add('??', marks['??']);
  add('?!', marks['?!']);
  return list;
}

/**
 * The accuracy of both sides, and the number of each mark.
 *
 * @param {State} state
 * @param {ReviewFindings} found
 */
export function figures(state, { accuracy, marks }) {
  const box = make('div', { class: 'sides' });
  for (const side of SIDES) {
    const share = accuracy[side];
    const name = make('h3', {}, make('span', { class: `stone ${side}`, 'aria-hidden': 'true' }));
    const colour = t(`side.${side}`);
    const level = state.players[side];
    // The level is known by now, and there is little room.
    const who = level > 0 ? calledOpponent(level) : whoPlays(state, side);
    if (who) name.append(make('span', { class: 'offscreen' }, `${colour}: `));
    name.append(make('span', {}, who || colour));
    const figure = make('strong', { class: 'accuracy' }, share === null ? '–' : percent(share / 100));
    const label = make('span', { class: 'note' }, t('review.accuracy'));
    box.append(make('section', { class: 'side' }, name, make('p', {}, figure, ' ', label), counts(marks[side])));
  }
  return box;
}

/**
 * The turning points, each a button that shows the position before it with the better move.
 *
 * @param {State} state
 * @param {ReviewFindings} found
 * @param {Reviewer} reviewer
 */
export function moments(state, found, reviewer) {
  const part = make('section', { class: 'part' }, make('h3', {}, t('review.moments')));
  if (!found.moments.length) part.append(make('p', { class: 'note' }, t('review.moments.none')));
  const list = make('ol', { class: 'moments' });
  for (const moment of found.moments) {
    const turn = found.turns.find(({ ply }) => ply === moment.ply);
    if (!turn?.mark) continue;
    const entry = make('button', { type: 'button', class: 'moment', 'data-keep': `moment ${moment.ply}` });
    const words = make('span', { class: 'moment-words' }, make('span', {}, chip(turn.mark), ' ', said(moment)));
    const better = turn.best?.moves[0];
    if (better && turn.rows) {
      const small = thumbnail(state.meta, turn.rows, look(state), isTurned(state), BOARD_PX, better.path);
      small.classList.add('moment-board');
      entry.append(small);
      words.append(make('span', { class: 'better' }, t('review.remark', { line: written([better]) })));
    }
    entry.append(words);
    entry.addEventListener('click', () => {
      reviewer.look(moment.ply);
      // The card with the better move is beside the graph: scroll it into view.
      document.querySelector('.course')?.scrollIntoView({ block: 'nearest' });
    });
    list.append(make('li', {}, entry));
  }
  if (list.childElementCount) part.append(list);
  return part;
}
