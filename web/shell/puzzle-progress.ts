/** How far one has come with the puzzles of a game, in figures; and the buttons that export and delete it. */

import { html, nothing } from 'lit-html';
import { button } from '../lib/controls.ts';
import { fileName, save } from '../lib/files.ts';
import { gameName, t } from '../lib/i18n.ts';
import type { Puzzle as Listed } from '../protocol.d.ts';
import type { Kept } from '../state/kept.ts';
import { forgetDays } from '../store/daily.ts';
import { forgetPuzzles, puzzleRating } from '../store/ratings.ts';
import { forgetRuns, RUN_KINDS } from '../store/runs.ts';
import { forget } from '../store/schedule.ts';
import { ask } from './dialog.ts';

/** What counts for the puzzle rating. */
export const ratedPuzzles = () => t('rating.how.puzzles', { low: puzzleRating(1), high: puzzleRating(10) });

/** The best runs with all puzzles of a game, by game; nothing where none was made. */
export function runsPart({ best: all }: Kept['runs']) {
  const best = Object.values(all).filter(({ grade, theme }) => !grade && !theme);
  if (!best.length) return nothing;
  const cells = (game: string) =>
    RUN_KINDS.map((kind) => {
      const score = best.find((one) => one.game === game && one.kind === kind)?.score;
      return html`<td class=${score ? 'number' : 'number none'}>${score || '–'}</td>`;
    });
  const row = (game: string) => html`<tr><th scope="row">${gameName({ key: game })}</th>${cells(game)}</tr>`;
  return html`
    <h3>${t('run.bests')}</h3>
    <table class="figures best-runs">
      <thead>
        <tr><td></td>${RUN_KINDS.map((kind) => html`<th scope="col">${t(`run.${kind}`)}</th>`)}</tr>
      </thead>
      <tbody>${[...new Set(best.map(({ game }) => game))].map(row)}</tbody>
    </table>`;
}

/** @param game whose puzzles they are */
export function figures(puzzles: readonly Listed[], game: string, { puzzles: { games, streak }, ratings }: Kept) {
  const kept = games[game] ?? {};
  const tried = puzzles.map((one) => kept[one.puzzle]).filter((one) => one !== undefined);
  const solved = tried.filter((one) => one.solved > 0).length;
  const once = tried.filter((one) => one.missed === 0).length;
  const { puzzles: rated } = ratings;
  const told = {
    rating: rated.count ? Math.round(rated.rating) : '–',
    solved: t('puzzle.of', { n: solved, count: puzzles.length }),
    once: tried.length ? `${Math.round((100 * once) / tried.length)} %` : '–',
    streak: streak.now,
  };
  return html`
    <dl class="puzzle-figures numbers">
      ${Object.entries(told).map(
        ([name, value]) => html`<div><dt>${t(`puzzle.figure.${name}`)}</dt><dd>${value}</dd></div>`,
      )}
    </dl>`;
}

/** Saves the progress as a file. */
function exportAll({ puzzles, ratings: { puzzles: rating }, days, runs }: Kept) {
  const all = { ...puzzles, rating, days, runs };
  save(fileName('puzzles', 'json'), new Blob([JSON.stringify(all, null, 1)], { type: 'application/json' }));
}

/** Deletes the progress, once the player has said yes. */
async function deleteAll() {
  if (!(await ask(t('puzzle.forget'), t('ask.forget.yes')))) return;
  forget();
  forgetPuzzles();
  forgetRuns();
  forgetDays();
}

/** The buttons that export and delete the progress. */
export const own = (kept: Kept) => html`
  <div class="row wrap">
    ${button(t('statistics.export'), () => exportAll(kept))}
    ${button(t('statistics.delete'), deleteAll)}
  </div>`;
