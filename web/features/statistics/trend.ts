/** A rating's course as a small line, with its end marked. */

import { html, nothing, svg } from 'lit-html';
import { signed } from '../../lib/figures.ts';
import { t } from '../../lib/i18n.ts';
import { FIRST_GAMES, isProvisional, type Rated } from '../../state/rating.ts';

const WIDTH = 300; // of the drawing, which is stretched to the width of its place
const HEIGHT = 100;
const MARGIN = 8;
const MIN_RANGE = 120; // the chart never shows less than this from bottom to top, so that small changes look small
const STEPS = [50, 100, 200, 500, 1000]; // between the lines across the chart, in rating points
const MAX_LINES = 4;

function scaleOf(values: number[]) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(MIN_RANGE, high - low);
  const base = (low + high - range) / 2;
  /** The height of a rating in the drawing, from its top. */
  const place = (rating: number) => HEIGHT - MARGIN - ((rating - base) / range) * (HEIGHT - 2 * MARGIN);
  const step = STEPS.find((one) => range / one <= MAX_LINES) ?? STEPS[STEPS.length - 1];
  const lines: number[] = [];
  for (let one = Math.ceil(base / step) * step; one <= base + range; one += step) lines.push(one);
  return { place, lines };
}

/** The chart with its lines and their ratings, of which there is at least one. */
function trend({ trend: values }: Rated) {
  const { place, lines } = scaleOf(values);
  const label = t('rating.trend', { n: values.length, first: values[0], last: values.at(-1) ?? 0 });
  const step = (WIDTH - MARGIN) / Math.max(1, values.length - 1);
  const line = values.map((rating, i) => `${(i * step).toFixed(1)} ${place(rating).toFixed(1)}`);
  const [lastX, lastY] = line[line.length - 1].split(' ');
  // A line of no length with round ends is a dot, whatever the picture is stretched to.
  return html`
    <div class="trend-place">
      <svg class="trend" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${label}>
        ${lines.map((rating) => svg`<path class="trend-rule" d=${`M0 ${place(rating)}H${WIDTH}`}></path>`)}
        <path class="trend-area" d=${`M0 ${HEIGHT}L${line.join('L')}L${lastX} ${HEIGHT}Z`}></path>
        <path class="trend-line" d=${`M${line.join('L')}`}></path>
        <path class="trend-dot" d=${`M${lastX} ${lastY}h0`}></path>
      </svg>
      ${lines.map((rating) => {
        const top = `top: ${((100 * place(rating)) / HEIGHT).toFixed(1)}%`;
        return html`<span class="trend-label" aria-hidden="true" .style=${top}>${rating}</span>`;
      })}
    </div>`;
}

/** A rating with its chart; `empty` is said where there is no result yet. */
export function ratingCard(title: string, rated: Rated, empty: string) {
  const { count, rating, best, trend: values } = rated;
  const notes = [isProvisional(rated) && t('rating.provisional'), best && t('rating.best', { rating: best })];
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const last = () => html`
    <span class="rating-change" aria-hidden="true">
      <strong class=${change < 0 ? 'down' : 'up'}>${signed(change)}</strong> ${t('rating.last', { n: values.length })}
    </span>`;
  return html`
    <section class="rating">
      <h3 class="label">${title}</h3>
      <div class="rating-head row">
        <strong class="rating-number">${count ? Math.round(rating) : '–'}</strong>
        <div class="rating-words stack">
          ${count > FIRST_GAMES ? last() : nothing}
          <span class="note">${count ? notes.filter(Boolean).join(' · ') : empty}</span>
        </div>
      </div>
      ${values.length > 1 ? trend(rated) : nothing}
    </section>`;
}
