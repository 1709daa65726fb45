/**
 * The puzzle panel: the list of puzzles with those that are due and the puzzle of the day, and the puzzle on the board.
 *
 * @import { Kept } from '../study/schedule.js'
 * @import { Puzzle as Listed, PuzzlesReply } from '../protocol.d.ts'
 * @import { Puzzle } from '../state/mode.js'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel } from './manager.js'
 */

import { button, byId, empty, make, pick } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { t, tOr } from '../lib/i18n.js';
import { today } from '../lib/seed.js';
import { asks, ended } from '../state/describe.js';
import { isAsked, puzzleOf } from '../state/mode.js';
import { follow } from '../state/path.js';
import { Trainer } from '../study/puzzle.js';
import { forget, memory, next, standing } from '../study/schedule.js';
import { segments } from '../view/controls.js';
import { ask } from '../view/dialog.js';

// Enables the style sheets that the first board does not need.
for (const link of document.querySelectorAll('link[rel="stylesheet"][disabled]')) {
  /** @type {HTMLLinkElement} */ (link).disabled = false;
}

/** @type {Trainer | null} */
let trainer = null;

/** The filters: the game (empty for the one on the board), the grade (0 for all), the theme (empty for all). */
let game = '';
let grade = 0;
let theme = '';
let version = 0;

/** The loaded lists by game; null if loading failed. @type {Map<string, PuzzlesReply | null>} */
const lists = new Map();

/** The addresses of the data tables. @type {Record<string, string>} */
const tables = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

/** Whether a game has puzzles. @param {{ key: string }} meta */
const trains = ({ key }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. @param {State} state */
const looked = ({ meta, games }) => game || [meta, ...games].find(trains)?.key || meta.key;

/** @param {number} of */
const stars = (of) => '★'.repeat(of) + '☆'.repeat(5 - of);

/** @param {State} state */
const isReady = ({ boot, match, mode }) => boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');

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
  const { games, streak } = memory();
  const kept = games[key] ?? {};
  const due = puzzles.filter((one) => standing(kept[one.puzzle]) === 'due').length;
  const matching = wanted(puzzles);
  const best = next(matching, kept);
  const ready = isReady(controller.page.state);
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
    make(
      'section',
      { class: 'part' },
      make('div', { class: 'puzzle-go' }, go, daily),
      make('p', { class: 'note' }, due ? t('puzzle.due', { n: due }) : t('puzzle.due.none')),
      figures(puzzles, kept, streak),
    ),
    segments('puzzle-grade', t('puzzle.grade'), grades, String(grade), (value) => {
      grade = Number(value);
      again(controller);
    }),
    make('div', { class: 'field' }, make('label', { for: 'puzzle-theme' }, t('puzzle.theme')), element),
    make(
      'section',
      { class: 'part' },
      make('h3', {}, t('puzzle.list', { n: matching.length })),
      matching.length
        ? map(key, puzzles, matching, kept, course, ready)
        : make('p', { class: 'note' }, t('puzzle.none')),
    ),
    ...(Object.keys(games).length ? [own(() => again(controller))] : []),
    make('p', { class: 'note' }, t('puzzle.local')),
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
  return told([
    ['solved', t('puzzle.of', { n: solved, count: puzzles.length })],
    ['once', tried.length ? `${Math.round((100 * once) / tried.length)} %` : '–'],
    ['streak', String(streak.now)],
    ['best', String(streak.best)],
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

/**
 * The figures of the puzzles of all games, for the statistics; empty if none was tried.
 *
 * @param {() => void} again fills the panel again
 */
export function career(again) {
  const { games, streak } = memory();
  const solved = Object.values(games).flatMap((ones) => Object.values(ones).filter((one) => one.solved > 0));
  if (!Object.keys(games).length) return [];
  const figures = told([
    ['solved', String(solved.length)],
    ['streak', String(streak.now)],
    ['best', String(streak.best)],
  ]);
  return [make('section', { class: 'part' }, make('h3', {}, t('bar.puzzles')), figures), own(again)];
}

/**
 * Every puzzle as a numbered button that shows its state.
 *
 * @param {string} key
 * @param {Listed[]} all
 * @param {Listed[]} matching
 * @param {Record<string, Kept>} kept
 * @param {Trainer} course
 * @param {boolean} ready
 */
function map(key, all, matching, kept, course, ready) {
  const list = make('ol', { class: 'puzzle-map' });
  for (const one of matching) {
    const how = standing(kept[one.puzzle]);
    const number = all.indexOf(one) + 1;
    const label = t('puzzle.number', { number, grade: one.grade, how: t(`puzzle.standing.${how}`) });
    list.append(
      make(
        'li',
        {},
        button(String(number), () => course.begin(key, one), {
          class: `button ${how}`,
          'aria-label': label,
          title: label,
          'data-keep': one.puzzle,
          disabled: !ready,
        }),
      ),
    );
  }
  return list;
}

/** The buttons that export and delete the progress. @param {() => void} again fills the panel again */
const own = (again) =>
  make(
    'div',
    { class: 'row wrap' },
    button(t('statistics.export'), () =>
      save(fileName('puzzles', 'json'), new Blob([JSON.stringify(memory(), null, 1)], { type: 'application/json' })),
    ),
    button(t('statistics.delete'), async () => {
      if (!(await ask(t('puzzle.forget'), t('ask.forget.yes')))) return;
      forget();
      again();
    }),
  );

// -- the puzzle on the board ---------------------------------------------------------------------------------

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 */
function solve(body, controller, course, puzzle) {
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
      make('span', {}, [t('puzzle.graded', { grade: puzzle.grade }), open ? turns : ''].filter(Boolean).join(' · ')),
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
  row.append(button(t('puzzle.back'), () => course.end(), { 'data-keep': 'back', 'data-does': 'back' }));
  page.append(row);
  // Below the buttons, which a phone then shows without scrolling.
  if (!open) page.append(explained(puzzle));
  body.append(page);
}

/** @param {Puzzle} puzzle @param {number} ply */
function verdict(puzzle, ply) {
  const { state, tried } = puzzle;
  if (state === 'missed') return t('puzzle.missed', { move: tried });
  if (state === 'open') return ply ? t('puzzle.on') : '';
  return ended(puzzle);
}

/** The solution and its themes. @param {Puzzle} puzzle */
function explained({ line, asked, themes }) {
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
    return `${now.game} ${now.id} ${now.state} ${now.hints} ${now.tried} ${match?.ply} ${draft.length} ${notice?.text}`;
  },
  fill(body, controller, panels) {
    trainer ??= new Trainer(controller);
    controller.trainer = trainer;
    trainer.leave = () => panels.close();
    const puzzle = puzzleOf(controller.page.state);
    if (puzzle) solve(body, controller, trainer, puzzle);
    else browse(body, controller, trainer);
  },
  closed() {
    trainer?.end();
  },
};
