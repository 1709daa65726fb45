/** A rating's course as a small line, with its end marked, and how the rating is written. */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { shape } from '../lib/svg.js';
import { FIRST_GAMES, isProvisional } from '../state/rating.js';

/** @import { Rated } from '../state/rating.js' */

/** The size of the drawing; it is stretched to the width of its place. */
const WIDTH = 300;
const HEIGHT = 100;
const MARGIN = 8;

/** The chart never shows less than this from bottom to top, so that small changes look small. */
const MIN_RANGE = 120;

/** The distances between the lines across the chart, in rating points; at most so many lines are drawn. */
const STEPS = [50, 100, 200, 500, 1000];
const MAX_LINES = 4;

/** What the chart shows from bottom to top. @param {number[]} values */
function scaleOf(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(MIN_RANGE, high - low);
  const base = (low + high - range) / 2;
  /** The height of a rating in the drawing, from its top. @param {number} rating */
  const place = (rating) => HEIGHT - MARGIN - ((rating - base) / range) * (HEIGHT - 2 * MARGIN);
  const step = STEPS.find((one) => range / one <= MAX_LINES) ?? STEPS[STEPS.length - 1];
  /** @type {number[]} */
  const lines = [];
  for (let one = Math.ceil(base / step) * step; one <= base + range; one += step) lines.push(one);
  return { place, lines };
}

/** The chart with its lines and their ratings. @param {Rated} rated with at least one result */
function trend({ trend: values }) {
  const { place, lines } = scaleOf(values);
  const svg = shape('svg', {
    class: 'trend',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
  });
  svg.setAttribute('aria-label', t('rating.trend', { n: values.length, first: values[0], last: values.at(-1) ?? 0 }));
  const step = (WIDTH - MARGIN) / Math.max(1, values.length - 1);
  const line = values.map((rating, i) => `${(i * step).toFixed(1)} ${place(rating).toFixed(1)}`);
  const [lastX, lastY] = line[line.length - 1].split(' ');
  svg.append(
    ...lines.map((rating) => shape('path', { class: 'trend-rule', d: `M0 ${place(rating)}H${WIDTH}` })),
    shape('path', { class: 'trend-area', d: `M0 ${HEIGHT}L${line.join('L')}L${lastX} ${HEIGHT}Z` }),
    shape('path', { class: 'trend-line', d: `M${line.join('L')}` }),
    // A line of no length with round ends is a dot, whatever the picture is stretched to.
    shape('path', { class: 'trend-dot', d: `M${lastX} ${lastY}h0` }),
  );
  const labels = lines.map((rating) => {
    const label = make('span', { class: 'trend-label', 'aria-hidden': 'true' }, String(rating));
    label.style.top = `${((100 * place(rating)) / HEIGHT).toFixed(1)}%`;
    return label;
  });
  return make('div', { class: 'trend-place' }, svg, ...labels);
}

/**
 * A rating with its chart.
 *
 * @param {string} title
 * @param {Rated} rated
 * @param {string} empty what to say where there is no result yet
 */
export function ratingCard(title, rated, empty) {
  const number = make('strong', { class: 'rating-number' }, rated.count ? String(Math.round(rated.rating)) : '–');
  const notes = [];
  if (rated.count && isProvisional(rated)) notes.push(t('rating.provisional'));
  if (rated.best) notes.push(t('rating.best', { rating: rated.best }));
  const [now = 0, first = 0] = [rated.trend.at(-1), rated.trend[0]];
  const change = now - first;
  const words = make('div', { class: 'rating-words' });
  if (rated.count > FIRST_GAMES) {
    words.append(
      make(
        'span',
        { class: 'rating-change', 'aria-hidden': 'true' },
        make('strong', { class: change < 0 ? 'down' : 'up' }, signed(change)),
        ' ',
        t('rating.last', { n: rated.trend.length }),
      ),
    );
  }
  words.append(make('span', { class: 'note' }, rated.count ? notes.join(' · ') : empty));
  const card = make(
    'section',
    { class: 'rating' },
    make('h3', {}, title),
    make('div', { class: 'rating-head' }, number, words),
  );
  if (rated.trend.length > 1) card.append(trend(rated));
  return card;
}

/** A change with its sign. @param {number} change */
export const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
