/**
 * The puzzles of a game to choose from: the next one, what is due, runs, and the puzzles as sets by difficulty and theme.
 */

import { html, nothing } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { button, empty, gameRadios } from '../../lib/controls.ts';
import { today } from '../../lib/date.ts';
import { fileName, save } from '../../lib/files.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Puzzle as Listed, PuzzlesReply } from '../../protocol.d.ts';
import { ask } from '../../shell/dialog.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { printPage } from '../../shell/print.ts';
import { pageWords, printedTask } from '../../shell/printed-words.ts';
import type { Meta } from '../../state/game.d.ts';
import type { Kept } from '../../state/kept.ts';
import type { State } from '../../state/state.ts';
import { forgetPuzzles } from '../../store/kept.ts';
import { ratedPuzzles } from '../../store/ratings.ts';
import { inSet } from '../../store/runs.ts';
import { inOrder, standing } from '../../store/schedule.ts';
import {
  choose,
  chosen,
  grades,
  isReady,
  looked,
  moreButton,
  progress,
  type Shelf,
  TILES_PER_PAGE,
  themeRows,
  tiles,
  trains,
} from './list.ts';
import { mistakesLink } from './mistakes.ts';
import { runCards } from './run.ts';
import { trainerOf } from './session.ts';
import { linkButton } from './solve.ts';

/** How many puzzles are shown as small boards before a set is chosen. */
const FIRST_TILES = 4;

/** How many puzzles are printed, unless all of the set are wanted: four sheets of six. */
const PRINTED_PUZZLES = 24;

const MAX_DUE_TILES = 8;

export function home(state: State, { controller }: PanelContext) {
  const key = looked(state);
  const { grade, theme } = chosen(state);
  const list = state.puzzles.lists[key];
  const absent = () => html`
    ${empty('puzzles', t('puzzle.absent'))}
    ${button(t('status.retry'), () => trainerOf(controller).list(key), { does: 'retry' })}`;
  const waiting = list === null ? absent() : html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  return html`
    <div class="parts puzzles">
      ${
        grade || theme
          ? nothing
          : gameRadios('puzzle-game', state.games.filter(trains), key, (game) => choose(controller, { game }))
      }
      ${list ? listed(key, list, state, controller) : waiting}
    </div>`;
}

/** The order in which puzzles are shown: of new ones those that fit the player's rating first. */
const forPlayer = (list: Listed[], { state, kept }: Shelf) =>
  inOrder(list, kept, { rating: state.kept.ratings.puzzles.rating });

function listed(key: string, { puzzles, themes }: PuzzlesReply, state: State, controller: GameController) {
  const { grade, theme } = chosen(state);
  const { games } = state.kept.puzzles;
  const meta = state.games.find((one) => one.key === key) ?? state.meta;
  const shelf: Shelf = { state, controller, meta, all: puzzles, kept: games[key] ?? {} };
  const matching = inSet(puzzles, { grade, theme });
  const runs = runCards(key, puzzles, matching, state, controller);
  if (grade || theme) return html`${setPart(shelf, matching, themes)}${runs}`;
  return html`
    ${startPart(shelf)}
    ${duePart(shelf)}
    ${mistakesLink(state, controller)}
    ${runs}
    <section class="part puzzle-sets">
      <h3>${t('puzzle.sets')}</h3>
      ${grades(shelf, puzzles, 0)}
      ${themeRows(shelf, puzzles, themes)}
    </section>
    ${Object.keys(games).length ? own(state.kept) : nothing}
    <p class="note">${ratedPuzzles()}</p>
    <p class="note">${t('puzzle.local')}</p>`;
}

/** How far one has come with the puzzles of a game. */
function figures(puzzles: readonly Listed[], game: string, { puzzles: { games, streak }, ratings }: Kept) {
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
  if (await ask(t('puzzle.forget'), t('ask.forget.yes'))) forgetPuzzles();
}

/** The buttons that export and delete the progress. */
const own = (kept: Kept) => html`
  <div class="row wrap">
    ${button(t('statistics.export'), () => exportAll(kept))}
    ${button(t('statistics.delete'), deleteAll)}
  </div>`;

/** Prints the first `n` puzzles of a set, with the solutions on a page of their own. */
async function printSet(controller: GameController, meta: Meta, list: Listed[], n: number) {
  const { grade, theme } = chosen(controller.page.state);
  const names = [
    gameName(meta),
    theme && t(`puzzle.theme.${theme}`),
    grade && t('puzzle.graded', { grade }),
    n < list.length ? t('puzzle.printed', { n, all: list.length }) : t('puzzle.list', { n }),
  ];
  const printed = list.slice(0, n);
  const puzzles = printed.map(({ puzzle }) => puzzle);
  const title = names.filter(Boolean).join(' · ');
  const page = await controller.rules
    .request('sheet', { game: meta.key, puzzles, title, tasks: printed.map(printedTask), words: pageWords(meta) })
    .catch((error) => controller.fail(error));
  if (page) printPage(page.html);
}

function startPart(shelf: Shelf) {
  const { all, kept, state, controller, meta } = shelf;
  const ordered = forPlayer(all, shelf);
  const [best] = ordered;
  const fresh = ordered.filter((one) => standing(kept[one.puzzle]) === 'new').slice(0, FIRST_TILES);
  const first = best && standing(kept[best.puzzle]) === 'due' ? 'puzzle.repeat' : 'puzzle.start';
  const upNext = state.kept.ratings.puzzles.count > 0 ? 'puzzle.up-next' : 'puzzle.up-next.new';
  const begin = (which: { puzzle: string } | { day: number }) => () => trainerOf(controller).begin(meta.key, which);
  const isOff = !isReady(state);
  return html`
    <section class="part puzzle-start">
      <div class="columns">
        ${button(t(first), begin(best), { kind: 'button main wide', does: 'start', isOff: isOff || !best })}
        ${button(t('puzzle.daily'), begin({ day: today() }), { kind: 'button wide', does: 'daily', isOff })}
      </div>
      ${figures(all, meta.key, state.kept)}
      ${fresh.length ? html`<p class="note">${t(upNext)}</p>${tiles(shelf, fresh)}` : nothing}
    </section>`;
}

function duePart(shelf: Shelf) {
  const due = inOrder(shelf.all, shelf.kept).filter((one) => standing(shelf.kept[one.puzzle]) === 'due');
  if (!due.length) return nothing;
  return html`
    <section class="theme stack snug due">
      <div class="row apart"><h3 class="title">${t('puzzle.due.title')}</h3></div>
      <p class="note">${t('puzzle.due', { n: due.length })}</p>
      ${tiles(shelf, due.slice(0, MAX_DUE_TILES))}
    </section>`;
}

/** The chosen set, whose puzzles are `matching`, as small boards, with what can be done with it. */
function setPart(shelf: Shelf, matching: Listed[], themes: string[]) {
  const { state, controller, meta, all, kept } = shelf;
  const { grade, theme } = chosen(state);
  const { pages } = state.puzzles;
  const name = theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade });
  const ordered = forPlayer(matching, shelf);
  const [best] = ordered;
  const first = Math.min(ordered.length, PRINTED_PUZZLES);
  const begin = () => trainerOf(controller).begin(meta.key, best);
  const start = { kind: 'button main', does: 'start-set', isOff: !isReady(state) };
  const print = (key: string, n: number, does: string) =>
    button(t(key, { n }), () => printSet(controller, meta, ordered, n), { does });
  const shown = pages * TILES_PER_PAGE;
  return html`
    <section class="part puzzle-sets">
      ${grades(shelf, theme ? all.filter((one) => one.themes.includes(theme)) : all, grade)}
      <div class="row apart">
        <h3 class="title">${t('puzzle.list', { n: matching.length })}</h3>
        ${best ? progress(matching, kept, name) : nothing}
      </div>
      ${theme ? html`<p class="note">${t(`puzzle.about.${theme}`)}</p>` : nothing}
      ${best ? nothing : html`<p class="note">${t('puzzle.none')}</p>`}
      <div class="row wrap">
        ${best ? button(t('puzzle.start.set'), begin, start) : nothing}
        ${button(t('puzzle.sets.all'), () => choose(controller, { theme: '', grade: 0 }), { does: 'sets' })}
        ${linkButton(controller, meta.key, { theme, level: grade })}
        ${first ? print('puzzle.print', first, 'print') : nothing}
        ${first < ordered.length ? print('puzzle.print.all', ordered.length, 'print-all') : nothing}
      </div>
      ${tiles(shelf, matching.slice(0, shown))}
      ${moreButton(matching.length - shown, () => choose(controller, { pages: pages + 1 }))}
      ${theme ? nothing : themeRows(shelf, matching, themes)}
    </section>`;
}
