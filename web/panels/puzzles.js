/**
 * The puzzle panel: the list of puzzles with those that are due and the puzzle of the day, and the puzzle on the board.
 *
 * @import { Kept } from '../study/schedule.js'
 * @import { Puzzle as Listed, PuzzlesReply } from '../protocol.d.ts'
 * @import { Puzzle } from '../state/mode.js'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel, Panels } from './manager.js'
 */

import { button, byId, empty, make, pick } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { t, tOr } from '../lib/i18n.js';
import { today } from '../lib/seed.js';
import { asks, ended } from '../state/describe.js';
import { isAsked, puzzleOf } from '../state/mode.js';
import { follow } from '../state/path.js';
import { forgetPuzzles, puzzleRating, ratePuzzle, ratings } from '../state/ratings.js';
import { days, forgetDays, resultText } from '../study/daily.js';
import { Trainer } from '../study/puzzle.js';
import { forget, memory, next, standing, takeUnrated } from '../study/schedule.js';
import { why } from '../study/why.js';
import { segments } from '../view/controls.js';
import { ask } from '../view/dialog.js';
import { useLaterStyles } from '../view/later-styles.js';
import { shareText } from '../view/share-text.js';
import { progress, themePart, tiles } from './puzzle-list.js';

useLaterStyles();

/** @type {Trainer | null} */
let trainer = null;

/** The filters: the game (empty for the one on the board), the grade (0 for all), the theme (empty for all). */
let game = '';
let grade = 0;
let theme = '';
let version = 0;

/** The message below a result that was shared. */
let confirmation = '';

/** The loaded lists by game; null if loading failed. @type {Map<string, PuzzlesReply | null>} */
const lists = new Map();

/** The addresses of the data tables. @type {Record<string, string>} */
const tables = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

/** Whether a game has puzzles. @param {{ key: string }} meta */
export const trains = ({ key }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. @param {State} state */
const looked = ({ meta, games }) => game || [meta, ...games].find(trains)?.key || meta.key;

/** @param {number} of */
const stars = (of) => '★'.repeat(of) + '☆'.repeat(5 - of);

/** @param {State} state */
const isReady = ({ boot, match, mode }) => boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');

/** @param {GameController} controller @returns {Trainer} */
function trainerOf(controller) {
  trainer ??= new Trainer(controller);
  controller.trainer = trainer;
  return trainer;
}

/**
 * The puzzle of a day, for whoever shows it.
 *
 * @param {GameController} controller
 * @param {string} key of the game
 * @param {number} day
 */
export const puzzleOfDay = (controller, key, day) => trainerOf(controller).ofDay(key, day);

/**
 * Opens the panel with a puzzle on the board.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {string} key of the game
 * @param {{ puzzle: string } | { day: number }} which
 */
export async function beginPuzzle(controller, panels, key, which) {
  const course = trainerOf(controller);
  if (!(await course.list(key))) return;
  panels.open('puzzles');
  game = key;
  await course.begin(key, which);
}

/** Counts the first tries of earlier visits for the puzzle rating. @param {string} key @param {Listed[]} list */
function rateEarlier(key, list) {
  for (const { id, isSolved, when } of takeUnrated(key)) {
    const level = list.find(({ puzzle }) => puzzle === id)?.level;
    if (level) ratePuzzle(level, isSolved, when);
  }
}

/** @param {GameController} controller */
const again = (controller) => {
  version++;
  controller.page.change(() => {});
};

/** The puzzles that pass the filters. @param {Listed[]} list */
const wanted = (list) =>
  list.filter((one) => (!grade || one.grade === grade) && (!theme || one.themes.includes(theme)));

// -- the list ------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 */
function browse(body, controller, course) {
  const { state } = controller.page;
  const page = make('div', { class: 'parts puzzles' });
  const key = looked(state);
  const choices = state.games
    .filter(trains)
    .map((one) => ({ value: one.key, label: tOr(`game.${one.key}`, one.name) }));
  page.append(
    segments('puzzle-game', t('statistics.game'), choices, key, (value) => {
      game = value;
      theme = '';
      again(controller);
    }),
  );
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
 * @param {string} key
 * @param {PuzzlesReply} list
 * @param {GameController} controller
 * @param {Trainer} course
 */
function browseList(key, { puzzles, themes }, controller, course) {
  const { state } = controller.page;
  // Another game may not have the theme that was chosen.
  if (!themes.includes(theme)) theme = '';
  const { games, streak } = memory();
  const kept = games[key] ?? {};
  const due = puzzles.filter((one) => standing(kept[one.puzzle]) === 'due');
  const matching = wanted(puzzles);
  const best = next(matching, kept);
  const ready = isReady(state);
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
  /** @type {import('./puzzle-list.js').Shelf} */
  const shown = {
    state,
    meta: state.games.find((one) => one.key === key) ?? state.meta,
    all: puzzles,
    kept,
    isReady: ready,
    begin: (one) => course.begin(key, one),
    choose: (value) => {
      theme = value;
      again(controller);
    },
  };
  return [
    make(
      'section',
      { class: 'part puzzle-start' },
      make('div', { class: 'puzzle-go' }, go, daily),
      figures(puzzles, kept, streak),
    ),
    due.length
      ? make(
          'section',
          { class: 'theme due' },
          make('div', { class: 'theme-head' }, make('h3', {}, t('puzzle.due.title'))),
          make('p', { class: 'note' }, t('puzzle.due', { n: due.length })),
          tiles(shown, due),
        )
      : make('p', { class: 'note' }, t('puzzle.due.none')),
    ...filters(themes, controller),
    ...chosen(shown, matching, themes),
    ...(Object.keys(games).length ? [own(() => again(controller))] : []),
    make('p', { class: 'note' }, ratedPuzzles()),
    make('p', { class: 'note' }, t('puzzle.local')),
  ];
}

/** What counts for the puzzle rating. */
export const ratedPuzzles = () => t('rating.how.puzzles', { low: puzzleRating(1), high: puzzleRating(10) });

/**
 * @param {string[]} themes
 * @param {GameController} controller
 */
function filters(themes, controller) {
  const { element, select, fit } = pick({ id: 'puzzle-theme', 'data-keep': 'theme' });
  select.append(make('option', { value: '' }, t('puzzle.themes.all')));
  for (const one of themes) {
    select.append(make('option', { value: one, selected: one === theme }, t(`puzzle.theme.${one}`)));
  }
  select.addEventListener('change', () => {
    theme = select.value;
    again(controller);
  });
  fit();
  const grades = [0, 1, 2, 3, 4, 5].map((one) => ({
    value: String(one),
    label: one ? String(one) : t('puzzle.all'),
  }));
  return [
    segments('puzzle-grade', t('puzzle.grade'), grades, String(grade), (value) => {
      grade = Number(value);
      again(controller);
    }),
    make(
      'div',
      { class: 'field' },
      make('label', { for: 'puzzle-theme', class: 'label' }, t('puzzle.theme')),
      element,
    ),
  ];
}

/**
 * The puzzles that were asked for: of one theme all of them, else each theme with its first ones.
 *
 * @param {import('./puzzle-list.js').Shelf} shown
 * @param {Listed[]} matching
 * @param {string[]} themes
 */
function chosen(shown, matching, themes) {
  if (!matching.length) return [make('p', { class: 'note' }, t('puzzle.none'))];
  if (!theme) {
    return themes
      .map((one) => ({ one, some: matching.filter((puzzle) => puzzle.themes.includes(one)) }))
      .filter(({ some }) => some.length)
      .map(({ one, some }) => themePart(shown, one, some));
  }
  return [
    make(
      'section',
      { class: 'theme' },
      make(
        'div',
        { class: 'theme-head' },
        make('h3', {}, t('puzzle.list', { n: matching.length })),
        progress(matching, shown.kept, t(`puzzle.theme.${theme}`)),
      ),
      make('p', { class: 'note' }, t(`puzzle.about.${theme}`)),
      tiles(shown, matching),
    ),
  ];
}

/**
 * @param {Listed[]} puzzles
 * @param {Record<string, Kept>} kept
 * @param {{ now: number, best: number }} streak
 */
function figures(puzzles, kept, streak) {
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
const own = (again) =>
  make(
    'div',
    { class: 'row wrap' },
    button(t('statistics.export'), () =>
      save(
        fileName('puzzles', 'json'),
        new Blob([JSON.stringify({ ...memory(), rating: ratings().puzzles, days: days() }, null, 1)], {
          type: 'application/json',
        }),
      ),
    ),
    button(t('statistics.delete'), async () => {
      if (!(await ask(t('puzzle.forget'), t('ask.forget.yes')))) return;
      forget();
      forgetPuzzles();
      forgetDays();
      again();
    }),
  );

// -- the puzzle on the board ---------------------------------------------------------------------------------

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {Panels} panels
 */
function solve(body, controller, course, puzzle, panels) {
  const { draft, match, notice } = controller.page.state;
  const open = isAsked(puzzle);
  // A wrong move and an unanswered one have the number of the move that is looked for.
  const turn = Math.min(puzzle.turns, Math.floor((match?.ply ?? 0) / 2) + 1);
  const turns = puzzle.turns > 1 ? t('puzzle.turns', { turn, n: puzzle.turns }) : '';
  const page = make('div', { class: 'puzzle' });
  page.append(
    make(
      'p',
      { class: 'puzzle-grade' },
      make('span', { 'aria-hidden': 'true' }, stars(puzzle.grade)),
      make(
        'span',
        {},
        [t('puzzle.rated', { rating: puzzleRating(puzzle.level) }), open ? turns : ''].filter(Boolean).join(' · '),
      ),
    ),
    make('p', { class: 'task' }, asks(puzzle)),
    make(
      'p',
      { class: `verdict ${puzzle.state === 'solved' ? 'done' : puzzle.state}` },
      verdict(puzzle, match?.ply ?? 0),
    ),
  );
  if (open && notice) page.append(make('p', { class: 'note' }, notice.text));
  const row = make('div', { class: 'row wrap' });
  if (open) {
    if (draft.length > 1 && follow(match?.moves ?? [], draft).whole) {
      row.append(button(t('status.end'), () => controller.entry.end(), { class: 'button main' }));
    }
    const hint = puzzle.hints ? 'puzzle.hint.more' : 'puzzle.hint';
    row.append(
      button(t(hint), () => course.hint(), { 'data-keep': 'hint', 'data-does': 'hint' }),
      button(t('puzzle.give'), () => course.give(), { 'data-keep': 'give', 'data-does': 'give' }),
    );
  } else {
    row.append(
      button(t('puzzle.next'), () => another(controller, course, puzzle), {
        class: 'button main',
        'data-keep': 'next',
        'data-does': 'next',
      }),
      button(t('puzzle.analyse'), () => course.analyse(), { 'data-keep': 'analyse', 'data-does': 'analyse' }),
    );
  }
  if (puzzle.day !== null) row.append(...dailyButtons(controller, course, puzzle, panels));
  row.append(button(t('puzzle.back'), () => course.end(), { 'data-keep': 'back', 'data-does': 'back' }));
  page.append(row);
  // Below the buttons, which a phone then shows without scrolling.
  if (confirmation) page.append(make('p', { class: 'note confirmation', role: 'status' }, confirmation));
  if (!open) page.append(explained(puzzle));
  body.append(page);
}

/**
 * What one does with the puzzle of a day besides: tell others of it, and go back to where it came from.
 *
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {Panels} panels
 */
function dailyButtons(controller, course, puzzle, panels) {
  const { day, game: key, grade: of, state } = puzzle;
  const meta = controller.page.state.games.find((one) => one.key === key);
  const back = button(t('today.back'), async () => {
    await course.end();
    panels.open('today');
  });
  if (state !== 'solved' || day === null || !meta) return [back];
  const share = async () => {
    const result = resultText(meta, of, day);
    const how = await shareText(result);
    confirmation = how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${result}` : '';
    again(controller);
  };
  return [button(t('today.share'), share, { 'data-keep': 'share', 'data-does': 'share' }), back];
}

/** @param {Puzzle} puzzle @param {number} ply */
function verdict(puzzle, ply) {
  const { state, tried, refuted } = puzzle;
  if (state === 'missed') return refuted ? `${refuted} ${t('puzzle.again')}` : t('puzzle.missed', { move: tried });
  if (state === 'open') return ply ? t('puzzle.on') : '';
  return ended(puzzle);
}

/** The line and what it was about. @param {Puzzle} puzzle */
function explained(puzzle) {
  const { line, asked, side, themes } = puzzle;
  const reason = why(puzzle);
  const texts = line.map((move) => move.text);
  const list = make('dl', { class: 'puzzle-themes' });
  for (const one of themes) {
    list.append(make('dt', {}, t(`puzzle.theme.${one}`)), make('dd', {}, t(`puzzle.about.${one}`)));
  }
  return make(
    'div',
    {},
    make(
      'p',
      { class: 'puzzle-line' },
      make('strong', {}, texts.slice(0, asked).join(' ')),
      ` ${texts.slice(asked).join(' ')}`,
    ),
    ...(reason
      ? [
          make(
            'p',
            { class: 'puzzle-why' },
            make('strong', {}, `${t('puzzle.why')} `),
            t(reason.key, { line: reason.line, n: reason.n, side: t(`side.${side}`) }),
          ),
        ]
      : []),
    list,
  );
}

/**
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 */
async function another(controller, course, puzzle) {
  const list = await course.list(puzzle.game);
  if (!list || puzzleOf(controller.page.state) !== puzzle) return;
  const { games } = memory();
  const best = next(wanted(list.puzzles), games[puzzle.game] ?? {}, puzzle.id) ?? next(list.puzzles, {}, puzzle.id);
  if (best) course.begin(puzzle.game, best);
}

/** @type {Panel} */
export const puzzles = {
  title: (state) => {
    const key = puzzleOf(state)?.game ?? looked(state);
    return t('puzzle.title', { game: tOr(`game.${key}`, key) });
  },
  key: (state) => {
    const { meta, draft, match, notice } = state;
    const now = puzzleOf(state);
    if (!now) return `${meta.key} ${game} ${grade} ${theme} ${version} ${isReady(state)}`;
    return `${now.game} ${now.id} ${now.state} ${now.hints} ${now.tried} ${now.refuted} ${now.after?.score} ${confirmation} ${match?.ply} ${draft.length} ${notice?.text}`;
  },
  fill(body, controller, panels) {
    const course = trainerOf(controller);
    course.leave = () => panels.close();
    const puzzle = puzzleOf(controller.page.state);
    if (puzzle) solve(body, controller, course, puzzle, panels);
    else browse(body, controller, course);
  },
  closed() {
    confirmation = '';
    trainer?.end();
  },
};
