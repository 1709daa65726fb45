/** Games won, drawn and lost: as a bar, as figures, and as the row of the last results. */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @import { Tally } from '../state/archive.js' */

/** @typedef {'won' | 'drawn' | 'lost'} Kind */

const KINDS = /** @type {Kind[]} */ (['won', 'drawn', 'lost']);

/** How a result is written in a cross-table. @type {Record<Kind, string>} */
const SIGNS = { won: '+', drawn: '=', lost: '−' };

/** The kind of a result of 1, 0 or -1. @param {number} points @returns {Kind} */
export const kindOf = (points) => (points > 0 ? 'won' : points < 0 ? 'lost' : 'drawn');

/** @param {Pick<Tally, Kind>} tally */
export function outcomeBar(tally) {
  const bar = make('span', { class: 'outcome-bar', 'aria-hidden': 'true' });
  for (const kind of KINDS) {
    if (!tally[kind]) continue;
    const share = make('span', { class: kind });
    // Widths cannot be written into the markup: no style is allowed there.
    share.style.flexGrow = String(tally[kind]);
    bar.append(share);
  }
  return bar;
}

/** The bar with its figures below. @param {Pick<Tally, Kind>} tally */
export const outcomes = (tally) =>
  make(
    'div',
    { class: 'outcomes' },
    outcomeBar(tally),
    make(
      'ul',
      { class: 'outcome-figures' },
      ...KINDS.map((kind) =>
        make(
          'li',
          { class: kind },
          make('span', { class: 'outcome-name' }, t(`statistics.${kind}`)),
          ' ',
          make('strong', {}, String(tally[kind])),
        ),
      ),
    ),
  );

/** The sign of a result on its colour, with its name for a screen reader. @param {Kind} kind */
export const outcomeSign = (kind) =>
  make(
    'span',
    { class: `outcome-sign ${kind}` },
    make('span', { 'aria-hidden': 'true' }, SIGNS[kind]),
    make('span', { class: 'offscreen' }, t(`statistics.${kind}`)),
  );

/** Results in a row, the oldest first. @param {Kind[]} kinds */
export const outcomeRow = (kinds) =>
  make('ol', { class: 'outcome-row' }, ...kinds.map((kind) => make('li', {}, outcomeSign(kind))));
