/**
 * How far one has come with the puzzles of a game, in figures; and the buttons that export and delete it.
 *
 * @import { Kept } from '../study/schedule.js'
 * @import { Puzzle as Listed } from '../protocol.d.ts'
 */

import { button, make } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { t, tOr } from '../lib/i18n.js';
import { forgetPuzzles, puzzleRating, ratings } from '../state/ratings.js';
import { forgetRuns, RUN_KINDS, runs } from '../state/runs.js';
import { days, forgetDays } from '../study/daily.js';
import { forget, memory } from '../study/schedule.js';
import { ask } from '../view/dialog.js';

/** What counts for the puzzle rating. */
export const ratedPuzzles = () => t('rating.how.puzzles', { low: puzzleRating(1), high: puzzleRating(10) });

/**
 * The best runs with all puzzles of a game, by game; nothing where none was made.
 */
export function runsPart() {
  const best = Object.values(runs().best).filter(({ grade, theme }) => !grade && !theme);
  if (!best.length) return [];
  const table = make(
    'table',
    { class: 'figures best-runs' },
    make(
      'thead',
      {},
      make('tr', {}, make('td', {}), ...RUN_KINDS.map((kind) => make('th', { scope: 'col' }, t(`run.${kind}`)))),
    ),
  );
  const body = make('tbody');
  for (const game of new Set(best.map((one) => one.game))) {
    const cells = RUN_KINDS.map((kind) => {
      const score = best.find((one) => one.game === game && one.kind === kind)?.score;
      return make('td', { class: score ? 'number' : 'number none' }, score ? String(score) : '–');
    });
    body.append(make('tr', {}, make('th', { scope: 'row' }, tOr(`game.${game}`, game)), ...cells));
  }
  table.append(body);
  return [make('h3', {}, t('run.bests')), table];
}

/**
 * @param {Listed[]} puzzles
 * @param {Record<string, Kept>} kept
 * @param {{ now: number, best: number }} streak
 */
export function figures(puzzles, kept, streak) {
  const tried = puzzles.map((one) => kept[one.puzzle]).filter((one) => one !== undefined);
  const solved = tried.filter((one) => one.solved > 0).length;
  const once = tried.filter((one) => one.missed === 0).length;
  const { puzzles: rated } = ratings();
  return told([
    ['rating', rated.count ? String(Math.round(rated.rating)) : '–'],
    ['solved', t('puzzle.of', { n: solved, count: puzzles.length })],
    ['once', tried.length ? `${Math.round((100 * once) / tried.length)} %` : '–'],
    ['streak', String(streak.now)],
  ]);
}

/** Figures with their labels. @param {[string, string][]} figures */
const told = (figures) =>
  make(
    'dl',
    { class: 'puzzle-figures' },
    ...figures.map(([name, value]) =>
      make('div', {}, make('dt', {}, t(`puzzle.figure.${name}`)), make('dd', {}, value)),
    ),
  );

/** The buttons that export and delete the progress. @param {() => void} again fills the panel again */
export const own = (again) =>
  make(
    'div',
    { class: 'row wrap' },
    button(t('statistics.export'), () =>
      save(
        fileName('puzzles', 'json'),
        new Blob([JSON.stringify({ ...memory(), rating: ratings().puzzles, days: days(), runs: runs() }, null, 1)], {
          type: 'application/json',
        }),
      ),
    ),
    button(t('statistics.delete'), async () => {
      if (!(await ask(t('puzzle.forget'), t('ask.forget.yes')))) return;
      forget();
      forgetPuzzles();
      forgetRuns();
      forgetDays();
      again();
    }),
  );
