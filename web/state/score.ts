/** Scores in figures, in words, and as chances: in hundredths of a piece (or a point), positive if White is ahead. */

import { percent, t } from '../lib/i18n.ts';
import type { Proof, Side } from '../protocol.d.ts';
import type { State } from './state.ts';

/** The engine's score for a win in 0 plies; `WIN_SCORE - n` is a win in n plies, the negative a loss. */
const WIN_SCORE = 1_000_000;

/** A score of at least this is a forced win: no forced win takes more than 200 plies. */
export const WON_SCORE = WIN_SCORE - 200;

/** The winner's own moves until a forced win of either side; null if the score is not one. */
export const forced = (score: number) =>
  Math.abs(score) >= WON_SCORE ? Math.ceil((WIN_SCORE - Math.abs(score)) / 2) : null;

/** The words for a position, each up to a limit of the better side's winning chances. */
const WORDS = { even: 0.55, slight: 0.65, better: 0.8, much: 0.93, winning: 1 };

/** How the scores of the analysis are told. */
export const scoring = ({ meta: { points, scale }, analysis }: Pick<State, 'meta' | 'analysis'>) => ({
  points,
  exact: Boolean(analysis?.exact),
  scale,
});

/** A score from White's side in figures: `+1.3`, `−0.4`, `#7` for a win in seven, `+2` points, `=` for a sure draw. */
export function figure(score: number, { points, exact }: { points: boolean; exact: boolean }) {
  const turns = forced(score);
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  if (turns !== null) return `${sign}#${turns}`;
  if (exact && !score) return '=';
  if (points && exact) return `${sign}${Math.abs(score) / 100}`;
  const size = rounded(score);
  return Number(size) ? `${sign}${size}` : size;
}

/** The size of a score as it is shown, of which the words tell, too. */
const rounded = (score: number) => (Math.abs(score) / 100).toFixed(1);

export function words(score: number, { points, exact, scale }: { points: boolean; exact: boolean; scale: number }) {
  const side = t(`side.${score > 0 ? 'w' : 'b'}`);
  const turns = forced(score);
  if (turns !== null) return t('analysis.win', { side, n: turns });
  if (points && exact) return score ? t('analysis.points', { side, n: Math.abs(score) / 100 }) : t('analysis.draw');
  if (exact && !score) return t('analysis.draw');
  const chance = chances(100 * Number(rounded(score)), scale);
  const [word] = Object.entries(WORDS).find(([, most]) => chance < most) ?? ['winning'];
  return t(`analysis.${word}`, { side });
}

/** What a move made of a proved result, its side's scores before and after it: `White wins by 3 points → by 1`. */
export function turned([before, after]: number[], mover: Side, points: boolean) {
  const result = (score: number) => {
    if (!score) return t('review.drawn');
    const side = t(`side.${score > 0 === (mover === 'w') ? 'w' : 'b'}`);
    return points ? t('analysis.points', { side, n: Math.abs(score) / 100 }) : t('review.won', { side });
  };
  const isByFewer = points && before * after > 0 && before !== after;
  const now = isByFewer ? t('review.by', { n: Math.abs(after) / 100 }) : result(after);
  return [...new Set([result(before), now])].join(' → ');
}

/** What a move cost, after its mark in words: results and points where they are proved, else winning chances. */
export function cost(mark: string, { loss, proved }: Proof & { loss: number }, mover: Side, points: boolean) {
  if (!proved) return t('review.cost', { mark, percent: percent(loss) });
  if (points) return t('review.cost-points', { mark, n: (proved[0] - proved[1]) / 100 });
  return `${mark}. ${turned(proved, mover, points)}.`;
}

/** White's winning chances, 0 to 1, by a score and the game's scale: the same formula as `saltus.analysis.chances`. */
export const chances = (score: number, scale: number) =>
  Math.abs(score) >= WON_SCORE ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / scale));
