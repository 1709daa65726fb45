/**
 * The puzzles of a game to choose from: the next one, what is due, runs, and the puzzles as sets by difficulty and theme.
 */

import { html, nothing } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { button, empty, radios } from '../../lib/controls.ts';
import { t, tOr } from '../../lib/i18n.ts';
import { today } from '../../lib/seed.ts';
import type { Puzzle as Listed, PuzzlesReply } from '../../protocol.d.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { printPage } from '../../shell/print.ts';
import { pageWords, printedTask } from '../../shell/printed-words.ts';
import { figures, own, ratedPuzzles } from '../../shell/puzzle-progress.ts';
import { puzzleOf } from '../../state/mode.ts';
import type { State } from '../../state/state.ts';
import { ratePuzzle, ratings } from '../../store/ratings.ts';
import { inSet } from '../../store/runs.ts';
import { inOrder, type Kept, memory, standing, takeUnrated } from '../../store/schedule.ts';
import { choose, chosen, isReady, looked, TILES_PER_PAGE, trains } from './choice.ts';
import { grades, moreButton, progress, type Shelf, themeRows, tiles } from './list.ts';
import { mistakesLink } from './mistakes.ts';
import { runCards } from './run.ts';
import { trainerOf } from './session.ts';
import { linkButton } from './solve.ts';

/** How many puzzles are shown as small boards before a set is chosen. */
const FIRST_TILES = 4;

/** How many puzzles are printed, unless all of the set are wanted: four sheets of six. */
const PRINTED_PUZZLES = 24;

/** How many of those that are due are shown. */
const MAX_DUE_TILES = 8;

/** Counts the first tries of earlier visits for the puzzle rating. */
function rateEarlier(key: string, list: readonly Listed[]) {
  for (const { id, isSolved, when } of takeUnrated(key)) {
    const level = list.find(({ puzzle }) => puzzle === id)?.level;
    if (level) ratePuzzle(level, isSolved, when);
  }
}

/** Fetches the puzzles that are to be listed, where they have not been asked for. */
export async function fetchList(controller: GameController) {
  const { page } = controller;
  const key = looked(page.state);
  const { view, lists } = page.state.puzzles;
  if (key in lists || view !== 'sets' || puzzleOf(page.state)) return;
  const put = (list: PuzzlesReply | null | undefined) =>
    page.change((s) => {
      s.puzzles = { ...s.puzzles, lists: { ...s.puzzles.lists, [key]: list } };
    });
  put(undefined);
  const found = await trainerOf(controller).list(key);
  if (found) rateEarlier(key, found.puzzles);
  put(found);
}

export function home(state: State, context: PanelContext) {
  const { controller } = context;
  const key = looked(state);
  const { grade, theme } = chosen(state);
  const list = state.puzzles.lists[key];
  const choices = state.games
    .filter(trains)
    .map((one) => ({ value: one.key, label: tOr(`game.${one.key}`, one.name) }));
  const retry = () =>
    controller.page.change((s) => {
      const { [key]: _, ...lists } = s.puzzles.lists;
      s.puzzles = { ...s.puzzles, lists };
    });
  const absent = () => html`
    ${empty('puzzles', t('puzzle.absent'))}
    ${button(t('status.retry'), retry, { does: 'retry' })}`;
  return html`
    <div class="parts puzzles">
      ${
        grade || theme
          ? nothing
          : radios('puzzle-game', t('statistics.game'), choices, key, (game) => choose(controller, { game }))
      }
      ${
        list
          ? listed(key, list, state, context)
          : list === null
            ? absent()
            : html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`
      }
    </div>`;
}

/** The order in which puzzles are shown: of new ones those that fit the player's rating first. */
const forPlayer = (list: Listed[], kept: Record<string, Kept>) =>
  inOrder(list, kept, { rating: ratings().puzzles.rating });

function listed(key: string, { puzzles, themes }: PuzzlesReply, state: State, { controller }: PanelContext) {
  const course = trainerOf(controller);
  const { grade, theme } = chosen(state);
  const { games, streak } = memory();
  const shelf: Shelf = {
    state,
    meta: state.games.find((one) => one.key === key) ?? state.meta,
    all: puzzles,
    kept: games[key] ?? {},
    isReady: isReady(state),
    begin: (one) => course.begin(key, one),
    choose: (set) => choose(controller, set),
  };
  const matching = inSet(puzzles, { grade, theme });
  const runs = runCards(key, puzzles, matching, state, controller);
  if (grade || theme) return html`${setPart(shelf, matching, themes, controller)}${runs}`;
  return html`
    ${startPart(key, shelf, streak, controller)}
    ${duePart(shelf)}
    ${mistakesLink(state, controller)}
    ${runs}
    <section class="part puzzle-sets">
      <h3>${t('puzzle.sets')}</h3>
      ${grades(shelf, puzzles, 0)}
      ${themeRows(shelf, puzzles, themes)}
    </section>
    ${Object.keys(games).length ? own(controller) : nothing}
    <p class="note">${ratedPuzzles()}</p>
    <p class="note">${t('puzzle.local')}</p>`;
}

/**
 * Prints the first puzzles of a set, with the solutions on a page of their own. The title says how many of how many.
 */
async function printSet(controller: GameController, meta: Shelf['meta'], list: Listed[], n: number) {
  const { grade, theme } = chosen(controller.page.state);
  const names = [
    tOr(`game.${meta.key}`, meta.name),
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

/** The next puzzle, the one of the day, how far one has come, and some puzzles that fit the player. */
function startPart(key: string, shelf: Shelf, streak: { now: number; best: number }, controller: GameController) {
  const { all, kept, isReady: ready } = shelf;
  const ordered = forPlayer(all, kept);
  const [best] = ordered;
  const fresh = ordered.filter((one) => standing(kept[one.puzzle]) === 'new').slice(0, FIRST_TILES);
  const first = best && standing(kept[best.puzzle]) === 'due' ? 'puzzle.repeat' : 'puzzle.start';
  const upNext = ratings().puzzles.count > 0 ? 'puzzle.up-next' : 'puzzle.up-next.new';
  return html`
    <section class="part puzzle-start">
      <div class="puzzle-go">
        ${button(t(first), () => shelf.begin(best), { kind: 'button main wide', does: 'start', isOff: !ready || !best })}
        ${button(t('puzzle.daily'), () => trainerOf(controller).begin(key, { day: today() }), {
          kind: 'button wide',
          does: 'daily',
          isOff: !ready,
        })}
      </div>
      ${figures(all, kept, streak)}
      ${fresh.length ? html`<p class="note">${t(upNext)}</p>${tiles(shelf, fresh)}` : nothing}
    </section>`;
}

/** The puzzles to review. */
function duePart(shelf: Shelf) {
  const due = inOrder(shelf.all, shelf.kept).filter((one) => standing(shelf.kept[one.puzzle]) === 'due');
  if (!due.length) return nothing;
  return html`
    <section class="theme stack due">
      <div class="theme-head row"><h3 class="title">${t('puzzle.due.title')}</h3></div>
      <p class="note">${t('puzzle.due', { n: due.length })}</p>
      ${tiles(shelf, due.slice(0, MAX_DUE_TILES))}
    </section>`;
}

/**
 * The chosen set as small boards, with what can be done with it.
 *
 * @param matching those of the set
 */
function setPart(shelf: Shelf, matching: Listed[], themes: string[], controller: GameController) {
  const { state, meta, all, kept } = shelf;
  const { grade, theme } = chosen(state);
  const name = theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade });
  const ordered = forPlayer(matching, kept);
  const [best] = ordered;
  const first = Math.min(ordered.length, PRINTED_PUZZLES);
  const print = (label: string, n: number, does: string) =>
    button(label, () => printSet(controller, meta, ordered, n), { does });
  const shown = state.puzzles.pages * TILES_PER_PAGE;
  const more = () => choose(controller, { pages: state.puzzles.pages + 1 });
  return html`
    <section class="part puzzle-sets">
      ${grades(shelf, theme ? all.filter((one) => one.themes.includes(theme)) : all, grade)}
      <div class="theme-head row">
        <h3 class="title">${t('puzzle.list', { n: matching.length })}</h3>
        ${best ? progress(matching, kept, name) : nothing}
      </div>
      ${theme ? html`<p class="note">${t(`puzzle.about.${theme}`)}</p>` : nothing}
      ${best ? nothing : html`<p class="note">${t('puzzle.none')}</p>`}
      <div class="row wrap">
        ${
          best
            ? button(t('puzzle.start.set'), () => shelf.begin(best), {
                kind: 'button main',
                does: 'start-set',
                isOff: !shelf.isReady,
              })
            : nothing
        }
        ${button(t('puzzle.sets.all'), () => shelf.choose({ theme: '', grade: 0 }), { does: 'sets' })}
        ${linkButton(controller, meta.key, { theme, level: grade })}
        ${first ? print(t('puzzle.print', { n: first }), first, 'print') : nothing}
        ${
          first < ordered.length
            ? print(t('puzzle.print.all', { n: ordered.length }), ordered.length, 'print-all')
            : nothing
        }
      </div>
      ${tiles(shelf, matching.slice(0, shown))}
      ${moreButton(matching.length - shown, more)}
      ${theme ? nothing : themeRows(shelf, matching, themes)}
    </section>`;
}
