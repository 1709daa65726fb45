/** A rating's course as a small line, with its end marked, and how the rating is written. */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isProvisional } from '../state/rating.js';

/** @import { Rated } from '../state/rating.js' */

const SPACE = 'http://www.w3.org/2000/svg';

/** The size of the drawing; it is stretched to the width of its place. */
const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 8;

/** The chart never shows less than this from bottom to top, so that small changes look small. */
const MIN_RANGE = 120;

/** With fewer results a rating jumps about: what it gained or lost says nothing yet. */
const MIN_RESULTS = 5;

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Where each rating lies in the drawing: from left to right, the higher the better.
 *
 * @param {number[]} trend
 * @returns {[number, number][]}
 */
export function points(trend) {
  const low = Math.min(...trend);
  const high = Math.max(...trend);
  const range = Math.max(MIN_RANGE, high - low);
  const base = (low + high - range) / 2;
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, trend.length - 1);
  return trend.map((rating, i) => [
    trend.length === 1 ? WIDTH / 2 : MARGIN + i * step,
    HEIGHT - MARGIN - ((rating - base) / range) * (HEIGHT - 2 * MARGIN),
  ]);
}

/** @param {Rated} rated with at least one result */
export function trend({ trend: values }) {
  const svg = shape('svg', {
    class: 'trend',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
  });
  svg.setAttribute('aria-label', t('rating.trend', { n: values.length, first: values[0], last: values.at(-1) ?? 0 }));
  const line = points(values).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const [lastX, lastY] = line[line.length - 1].split(' ');
  const area = `M${line[0].split(' ')[0]} ${HEIGHT}L${line.join('L')}L${lastX} ${HEIGHT}Z`;
  svg.append(
    shape('path', { class: 'trend-area', d: area }),
    shape('path', { class: 'trend-line', d: `M${line.join('L')}` }),
    // A line of no length with round ends is a dot, whatever the picture is stretched to.
    shape('path', { class: 'trend-dot', d: `M${lastX} ${lastY}h0` }),
  );
  return svg;
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
  const card = make(
    'section',
    { class: 'rating' },
    make('h3', {}, title),
    make(
      'div',
      { class: 'rating-head' },
      number,
      ...(rated.count >= MIN_RESULTS
        ? [
            make(
              'span',
              { class: `rating-change ${change < 0 ? 'down' : 'up'}`, 'aria-hidden': 'true' },
              signed(change),
            ),
          ]
        : []),
      make('span', { class: 'note' }, rated.count ? notes.join(' · ') : empty),
    ),
  );
  if (rated.trend.length > 1) card.append(trend(rated));
  return card;
}

/** A change with its sign. @param {number} change */
export const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
