/**
 * Scores of the search as people read them: in figures, in words, and as the chance to win. A score is in hundredths of a
 * piece (or of a point), positive where White is ahead.
 */

import { t } from '../lib/i18n.js';
import { forced, WON_SCORE } from '../lib/win-score.js';

/** How far from even a position is called so, in chances of the better side. */
const WORDS = /** @type {const} */ ([
  [0.55, 'even'],
  [0.65, 'slight'],
  [0.8, 'better'],
  [0.93, 'much'],
  [1, 'winning'],
]);

/**
 * A score as White sees it, in few letters: `+1.3`, `−0.4`, `#7` for a win in seven, `+2` points, `=` for a draw that
 * is known.
 *
 * @param {number} score
 * @param {{ points: boolean, exact: boolean, scale: number }} how
 */
export function figure(score, { points, exact }) {
  const turns = forced(score);
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  if (turns !== null) return `${sign}#${turns}`;
  const size = Math.abs(score) / 100;
  if (exact && !size) return '=';
  if (points && exact) return `${sign}${size}`;
  return size < 0.05 ? '0.0' : `${sign}${size.toFixed(1)}`;
}

/**
 * The same in a sentence.
 *
 * @param {number} score
 * @param {{ points: boolean, exact: boolean, scale: number }} how
 */
export function words(score, { points, exact, scale }) {
  const side = t(`side.${score > 0 ? 'w' : 'b'}`);
  const turns = forced(score);
  if (turns !== null) return t('analysis.win', { side, n: turns });
  if (points && exact) return score ? t('analysis.points', { side, n: Math.abs(score) / 100 }) : t('analysis.draw');
  if (exact && !score) return t('analysis.draw');
  const chance = chances(Math.abs(score), scale);
  const [, word] = WORDS.find(([most]) => chance < most) ?? ['', 'winning'];
  return t(`analysis.${word}`, { side });
}

/**
 * What White may expect to get, 0 to 1, of a score as White sees it: as `saltus.analysis.chances` in Python.
 *
 * @param {number} score
 * @param {number} scale the game's
 */
export const chances = (score, scale) =>
  Math.abs(score) >= WON_SCORE ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / scale));
