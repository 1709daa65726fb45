/**
 * The puzzles of a game to choose from: the next one, what is due, runs, and the puzzles as sets by difficulty and theme.
 *
 * @import { Kept } from '../study/schedule.js'
 * @import { Puzzle as Listed, PuzzlesReply } from '../protocol.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Trainer } from '../study/puzzle.js'
 * @import { Shelf } from './puzzle-list.js'
 */

import { button, empty, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { today } from '../lib/seed.js';
import { ratePuzzle, ratings } from '../state/ratings.js';
import { inOrder, memory, standing, takeUnrated } from '../study/schedule.js';
import { segments } from '../view/controls.js';
import { printPage } from '../view/print.js';
import { pageWords, printedTask } from '../view/printed-words.js';
import { again, choice, choose, isReady, looked, TILES_PER_PAGE, trains, wanted } from './puzzle-choice.js';
import { grades, progress, themeRows, tiles } from './puzzle-list.js';
import { mistakesLink } from './puzzle-mistakes.js';
import { figures, own, ratedPuzzles } from './puzzle-progress.js';
import { runCards } from './puzzle-run.js';
import { linkButton } from './puzzle-solve.js';

/** How many puzzles are shown as small boards before a set is chosen. */
const FIRST_TILES = 4;

/** How many puzzles are printed, unless all of the set are wanted: four sheets of six. */
const PRINTED_PUZZLES = 24;

/** How many of those that are due are shown. */
const MAX_DUE_TILES = 8;

/** The loaded lists by game; null if loading failed. @type {Map<string, PuzzlesReply | null>} */
const lists = new Map();

/** Counts the first tries of earlier visits for the puzzle rating. @param {string} key @param {Listed[]} list */
function rateEarlier(key, list) {
  for (const { id, isSolved, when } of takeUnrated(key)) {
    const level = list.find(({ puzzle }) => puzzle === id)?.level;
    if (level) ratePuzzle(level, isSolved, when);
  }
}

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 */
export function browse(body, controller, course) {
  const { state } = controller.page;
  const page = make('div', { class: 'parts puzzles' });
  const key = looked(state);
  const choices = state.games
    .filter(trains)
    .map((one) => ({ value: one.key, label: tOr(`game.${one.key}`, one.name) }));
  if (!choice.grade && !choice.theme) {
    page.append(
      segments('puzzle-game', t('statistics.game'), choices, key, (value) => {
        choose({ game: value });
        again(controller);
      }),
    );
  }
  body.append(page);
  const list = lists.get(key);
  if (list) page.append(...browseList(key, list, controller, course));
  else if (list === null) {
    const retry = () => {
      lists.delete(key);
      again(controller);
    };
    page.append(empty('puzzles', t('puzzle.absent')), button(t('status.retry'), retry, { 'data-keep': 'retry' }));
  } else {
    page.append(make('p', { class: 'note', 'aria-busy': 'true' }, t('puzzle.fetching')));
    course.list(key).then((found) => {
      lists.set(key, found);
      if (found) rateEarlier(key, found.puzzles);
      again(controller);
    });
  }
}

/**
 * The order in which puzzles are shown: of new ones those that fit the player's rating first.
 *
 * @param {Listed[]} list
 * @param {Record<string, Kept>} kept
 */
function forPlayer(list, kept) {
  return inOrder(list, kept, { rating: ratings().puzzles.rating });
}

/**
 * @param {string} key
 * @param {PuzzlesReply} list
 * @param {GameController} controller
 * @param {Trainer} course
 */
function browseList(key, { puzzles, themes }, controller, course) {
  const { state } = controller.page;
  // Another game may not have the theme that was chosen.
  if (!themes.includes(choice.theme)) choice.theme = '';
  const { games, streak } = memory();
  const kept = games[key] ?? {};
  const matching = wanted(puzzles);
  const isReadyNow = isReady(state);
  /** @type {Shelf} */
  const shelf = {
    state,
    meta: state.games.find((one) => one.key === key) ?? state.meta,
    all: puzzles,
    kept,
    isReady: isReadyNow,
    begin: (one) => course.begin(key, one),
    choose: (set) => {
      choose(set);
      again(controller);
    },
  };
  const notes = [make('p', { class: 'note' }, ratedPuzzles()), make('p', { class: 'note' }, t('puzzle.local'))];
  const sets = setPart(shelf, puzzles, matching, themes, controller);
  const challenges = runCards(key, puzzles, matching, controller, course);
  if (choice.grade || choice.theme) return [sets, challenges];
  return [
    startPart(key, puzzles, shelf, course, streak),
    ...duePart(shelf, puzzles),
    mistakesLink(controller),
    challenges,
    sets,
    ...(Object.keys(games).length ? [own(() => again(controller))] : []),
    ...notes,
  ];
}

/**
 * Prints the first puzzles of a set, with the solutions on a page of their own. The title says how many of how many.
 *
 * @param {GameController} controller
 * @param {Shelf['meta']} meta
 * @param {Listed[]} list
 * @param {number} n
 */
async function printSet(controller, meta, list, n) {
  const { grade, theme } = choice;
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

/**
 * Some puzzles that fit the player.
 *
 * @param {Shelf} shelf
 * @param {Listed[]} puzzles
 */
function upNext(shelf, puzzles) {
  const fresh = forPlayer(puzzles, shelf.kept).filter((one) => standing(shelf.kept[one.puzzle]) === 'new');
  const isRated = ratings().puzzles.count > 0;
  return fresh.length
    ? [
        make('p', { class: 'note' }, t(isRated ? 'puzzle.up-next' : 'puzzle.up-next.new')),
        tiles(shelf, fresh.slice(0, FIRST_TILES)),
      ]
    : [];
}

/**
 * The next puzzle, the one of the day, and how far one has come.
 *
 * @param {string} key
 * @param {Listed[]} puzzles
 * @param {Shelf} shelf
 * @param {Trainer} course
 * @param {{ now: number, best: number }} streak
 */
function startPart(key, puzzles, shelf, course, streak) {
  const { kept, isReady: ready } = shelf;
  const [best] = forPlayer(puzzles, kept);
  const first = best && standing(kept[best.puzzle]) === 'due' ? 'puzzle.repeat' : 'puzzle.start';
  const go = button(t(first), () => best && course.begin(key, best), {
    class: 'button main wide',
    'data-keep': 'start',
    'data-does': 'start',
    disabled: !ready || !best,
  });
  const daily = button(t('puzzle.daily'), () => course.begin(key, { day: today() }), {
    class: 'button wide',
    'data-keep': 'daily',
    'data-does': 'daily',
    disabled: !ready,
  });
  return make(
    'section',
    { class: 'part puzzle-start' },
    make('div', { class: 'puzzle-go' }, go, daily),
    figures(puzzles, kept, streak),
    ...upNext(shelf, puzzles),
  );
}

/** The puzzles to review. @param {Shelf} shelf @param {Listed[]} puzzles */
function duePart(shelf, puzzles) {
  const due = inOrder(puzzles, shelf.kept).filter((one) => standing(shelf.kept[one.puzzle]) === 'due');
  if (!due.length) return [];
  return [
    make(
      'section',
      { class: 'theme due' },
      make('div', { class: 'theme-head' }, make('h3', {}, t('puzzle.due.title'))),
      make('p', { class: 'note' }, t('puzzle.due', { n: due.length })),
      tiles(shelf, due.slice(0, MAX_DUE_TILES)),
    ),
  ];
}

/**
 * The puzzles as sets: by difficulty and by theme; those of the chosen set as small boards.
 *
 * @param {Shelf} shelf
 * @param {Listed[]} puzzles
 * @param {Listed[]} matching those of the chosen set
 * @param {string[]} themes
 * @param {GameController} controller
 */
function setPart(shelf, puzzles, matching, themes, controller) {
  const { grade, theme } = choice;
  const part = make('section', { class: 'part puzzle-sets' });
  part.append(grades(shelf, theme ? puzzles.filter((one) => one.themes.includes(theme)) : puzzles, grade));
  if (!grade && !theme) {
    part.prepend(make('h3', {}, t('puzzle.sets')));
    part.append(themeRows(shelf, puzzles, themes));
    return part;
  }
  const name = theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade });
  const ordered = forPlayer(matching, shelf.kept);
  const head = make(
    'div',
    { class: 'theme-head' },
    make('h3', {}, t('puzzle.list', { n: matching.length })),
    ...(matching.length ? [progress(matching, shelf.kept, name)] : []),
  );
  part.append(head);
  if (theme) part.append(make('p', { class: 'note' }, t(`puzzle.about.${theme}`)));
  if (!matching.length) part.append(make('p', { class: 'note' }, t('puzzle.none')));
  const row = make('div', { class: 'row wrap' });
  const [best] = ordered;
  if (best) {
    row.append(
      button(t('puzzle.start.set'), () => shelf.begin(best), {
        class: 'button main',
        'data-keep': 'start-set',
        'data-does': 'start-set',
        disabled: !shelf.isReady,
      }),
    );
  }
  const all = () => shelf.choose({ theme: '', grade: 0 });
  row.append(
    button(t('puzzle.sets.all'), all, { 'data-keep': 'sets', 'data-does': 'sets' }),
    linkButton(controller, shelf.meta.key, { theme, level: grade }),
  );
  const print = (/** @type {string} */ label, /** @type {number} */ n, /** @type {string} */ does) =>
    button(label, () => printSet(controller, shelf.meta, ordered, n), { 'data-keep': does, 'data-does': does });
  const first = Math.min(ordered.length, PRINTED_PUZZLES);
  if (first) row.append(print(t('puzzle.print', { n: first }), first, 'print'));
  if (first < ordered.length) {
    row.append(print(t('puzzle.print.all', { n: ordered.length }), ordered.length, 'print-all'));
  }
  part.append(row, tiles(shelf, matching.slice(0, choice.tiles)));
  const left = matching.length - choice.tiles;
  if (left > 0) {
    const more = () => {
      choice.tiles += TILES_PER_PAGE;
      again(controller);
    };
    part.append(
      button(t('puzzle.more', { n: Math.min(left, TILES_PER_PAGE) }), more, {
        class: 'button more-tiles',
        'data-keep': 'more',
        'data-does': 'more',
      }),
    );
  }
  if (!theme) part.append(themeRows(shelf, matching, themes));
  return part;
}
