/**
 * Today: the puzzle of the day, the board of the day, and the days in a row.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { Meta } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { challenge } from '../game/challenge.js';
import { button, icon, make } from '../lib/dom.js';
import { stars } from '../lib/glyphs.js';
import { dateLocale, t, tOr } from '../lib/i18n.js';
import { dateOf, today as dayNumber } from '../lib/seed.js';
import { archivedGames, score } from '../state/archive.js';
import { boardOfDay, isSolved, puzzleGame, streak, weekday } from '../state/days.js';
import { asks } from '../state/describe.js';
import { runs } from '../state/runs.js';
import { look } from '../state/state.js';
import { ballotOfDay, boardResult, days, noteBoard, resultText, standing, written } from '../study/daily.js';
import { useLaterStyles } from '../view/later-styles.js';
import { calledOpponent, character } from '../view/opponent.js';
import { howItWent, isAidedWin } from '../view/outcomes.js';
import { portrait } from '../view/portrait.js';
import { shareText } from '../view/share-text.js';
import { thumbnail } from '../view/thumbnail.js';
import { nextButton } from './next-step.js';
import { trains } from './puzzle-choice.js';
import { beginPuzzle, puzzleOfDay } from './puzzles.js';
import { challengesPart } from './today-runs.js';

useLaterStyles();

/** Widths of the boards, in CSS pixels. */
const BOARD_PX = 132;
const SMALL_BOARD_PX = 68;
const FACE_PX = 84;

/** Below, the day after is looked for so often, in ms: a page may be left open over midnight. */
const LOOK_MS = 20_000;

/** @typedef {import('../protocol.d.ts').PuzzleReply} Told */

/** The puzzles of the days that have come, by day and game; null where they did not. @type {Map<string, Told | null>} */
const come = new Map();

/** What is said below the result that was shared. */
let confirmation = '';
let version = 0;

/** @param {GameController} controller */
const again = (controller) => {
  version++;
  controller.page.change(() => {});
};

/**
 * The puzzle of a day, once it has come; else it is asked for.
 *
 * @param {GameController} controller
 * @param {string} key
 * @param {number} day
 */
function puzzleFor(controller, key, day) {
  const name = `${day} ${key}`;
  if (!come.has(name) && controller.page.state.boot.phase === 'ready') {
    puzzleOfDay(controller, key, day)
      .catch(() => null)
      .then((told) => {
        come.set(name, told);
        again(controller);
      });
  }
  return come.get(name);
}

/** The days of this week as dots. @param {number} day */
function week(day) {
  const all = days().puzzles;
  const first = day - weekday(day);
  const names = new Intl.DateTimeFormat(dateLocale(), { weekday: 'narrow' });
  const list = make('ol', { class: 'week' });
  for (let one = first; one < first + 7; one++) {
    const done = isSolved(all[one]);
    const label = t(done ? 'today.day.solved' : 'today.day.open', { day: written(one, 'full') });
    list.append(
      make(
        'li',
        { class: [done && 'done', one === day && 'now', one > day && 'later'].filter(Boolean).join(' ') },
        make('span', { 'aria-hidden': 'true' }, names.format(dateOf(one))),
        make('span', { class: 'week-mark', 'aria-hidden': 'true' }, ...(done ? [icon('done')] : [])),
        make('span', { class: 'offscreen' }, label),
      ),
    );
  }
  return list;
}

/** @param {number} day */
function streakPart(day) {
  const all = days();
  const { now, best } = streak(all, day);
  const solved = isSolved(all.puzzles[day]);
  const text = solved ? 'today.streak.kept' : now ? 'today.streak.keep' : 'today.streak.start';
  const [number, ...words] = t('today.streak', { n: now }).split(' ');
  return make(
    'section',
    { class: `streak${now ? ' running' : ''}` },
    make('p', { class: 'streak-count' }, make('strong', {}, number), ` ${words.join(' ')}`),
    week(day),
    make('p', { class: 'note' }, [t(text), best > now ? t('today.best', { n: best }) : ''].filter(Boolean).join(' ')),
  );
}

/** With a capital, as it stands by itself. @param {string} text */
const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} grade */
const graded = (grade) =>
  make(
    'span',
    { class: 'stars' },
    make('span', { 'aria-hidden': 'true' }, stars(grade)),
    make('span', { class: 'offscreen' }, t('puzzle.graded', { grade })),
  );

/**
 * @param {Meta} meta
 * @param {number} day
 * @param {GameController} controller
 * @param {Panels} panels
 */
function puzzlePart(meta, day, controller, panels) {
  const { state } = controller.page;
  const told = puzzleFor(controller, meta.key, day);
  const done = days().puzzles[day]?.[meta.key];
  const { key, n } = standing(done);
  const part = make('section', { class: 'daily' });
  const board = make('div', { class: 'daily-board' }, small(state, meta, told, BOARD_PX));
  const text = make(
    'div',
    { class: 'daily-text' },
    make('h3', {}, t('today.puzzle')),
    make('p', { class: 'daily-game' }, tOr(`game.${meta.key}`, meta.name)),
  );
  if (told) text.append(make('p', {}, asks(told)), graded(told.grade));
  else if (told === null) text.append(make('p', { class: 'note', role: 'alert' }, t('today.absent')));
  else text.append(make('p', { class: 'note', 'aria-busy': 'true' }, t('puzzle.fetching')));
  const mark = make('p', { class: `daily-mark${done?.solved ? ' done' : ''}` }, raised(t(key, { n })));
  if (done?.solved) mark.prepend(icon('done'));
  const row = make('div', { class: 'row wrap' });
  if (told === null) {
    row.append(
      button(
        t('status.retry'),
        () => {
          come.delete(`${day} ${meta.key}`);
          again(controller);
        },
        { 'data-keep': 'retry' },
      ),
    );
  } else {
    row.append(
      button(
        t(done?.solved ? 'today.look' : 'today.solve'),
        () => beginPuzzle(controller, panels, meta.key, { day }),
        {
          class: done?.solved ? 'button' : 'button main',
          'data-keep': 'solve',
          'data-does': 'solve',
          disabled: !told,
        },
      ),
    );
  }
  if (done?.solved && told) {
    const share = async () => {
      const result = resultText(meta, told.grade, day);
      const how = await shareText(result);
      confirmation =
        how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${result}` : '';
      again(controller);
    };
    const entry = button(t('today.share'), share, {
      class: 'button main',
      'data-keep': 'share',
      'data-does': 'share',
    });
    entry.prepend(icon('share'));
    row.append(entry);
  }
  text.append(mark, row);
  part.append(board, text, make('p', { class: 'note confirmation', role: 'status' }, confirmation));
  return part;
}

/** @param {State} state @param {Meta} meta @param {Told | null | undefined} told @param {number} wide */
function small(state, meta, told, wide) {
  const rows = told?.rows ?? meta.start.rows;
  const side = told?.side ?? meta.bottom;
  const name = [meta.key, wide, side, ...rows, ...Object.values(look(state, meta))].join(' ');
  const board = boards.get(name) ?? thumbnail(meta, rows, look(state, meta), side !== meta.bottom, wide);
  boards.set(name, board);
  return board;
}

/** The small boards of the panel: when it is filled again, they are the same. @type {Map<string, HTMLCanvasElement>} */
const boards = new Map();

/**
 * The puzzles of the day of the other games, as small boards.
 *
 * @param {Meta[]} others
 * @param {number} day
 * @param {GameController} controller
 * @param {Panels} panels
 */
function othersPart(others, day, controller, panels) {
  const { state } = controller.page;
  const list = make('ul', { class: 'daily-others' });
  for (const meta of others) {
    const done = days().puzzles[day]?.[meta.key];
    const { key, n } = standing(done);
    const name = tOr(`game.${meta.key}`, meta.name);
    const entry = button('', () => beginPuzzle(controller, panels, meta.key, { day }), {
      class: `daily-other${done?.solved ? ' done' : ''}`,
      'aria-label': `${name}: ${t(key, { n })}`,
      'data-keep': `other-${meta.key}`,
      disabled: state.boot.phase !== 'ready',
    });
    entry.append(
      make('span', { class: 'tile' }, small(state, meta, puzzleFor(controller, meta.key, day), SMALL_BOARD_PX)),
      make('span', { 'aria-hidden': 'true' }, name),
    );
    if (done?.solved) entry.querySelector('.tile')?.append(make('span', { class: 'tile-mark' }, icon('done')));
    list.append(make('li', {}, entry));
  }
  return make('section', { class: 'part' }, make('h3', {}, t('today.others')), list);
}

/**
 * @param {number} day
 * @param {GameController} controller
 * @param {Panels} panels
 */
function boardPart(day, controller, panels) {
  const { state } = controller.page;
  const { game: meta, level, person, setup, seed } = boardOfDay(state.games, day);
  const opponent = `${calledOpponent(level)} (${t('opponents.level', { level })})`;
  const result = boardResult(day);
  const own = result && score(result);
  const play = async () => {
    const ballot = await ballotOfDay(controller, meta, day).catch(() => undefined);
    if (controller.page.state.panel !== 'today') return;
    panels.leave(`#game=${meta.key}`, async () => {
      const hasBegun = await challenge(controller, meta, level, { setup, seed, ballot, person });
      // The first game counts: what is played after it is for practice.
      if (hasBegun && !result) noteBoard(day, controller.autosave.id);
    });
  };
  const text = make(
    'div',
    { class: 'daily-text' },
    make('h3', {}, t('today.board')),
    make('p', { class: 'daily-game' }, tOr(`game.${meta.key}`, meta.name)),
    make('p', {}, t('today.board.about', { side: t(`side.${person}`), opponent })),
    make('p', { class: 'note' }, character(level)),
  );
  if (result && own !== undefined && own !== null) {
    const isWon = own > 0 && !isAidedWin(result);
    const mark = make('p', { class: `daily-mark${isWon ? ' done' : ''}` }, howItWent(result));
    if (isWon) mark.prepend(icon('done'));
    text.append(mark);
  }
  text.append(
    make(
      'div',
      { class: 'row wrap' },
      button(t(result ? 'today.again' : 'today.play'), play, {
        class: result ? 'button' : 'button main',
        'data-keep': 'play',
        'data-does': 'play',
        disabled: state.boot.phase !== 'ready',
      }),
    ),
  );
  return make(
    'section',
    { class: 'daily' },
    make('div', { class: 'daily-board face' }, portrait(level, FACE_PX)),
    text,
    make('p', { class: 'note' }, t('today.board.same')),
  );
}

let watched = 0;

/** @type {Panel} */
export const today = {
  title: () => t('today.title'),
  key: ({ boot, meta, settings }) =>
    [
      dayNumber(),
      meta.key,
      version,
      boot.phase,
      settings.board,
      settings.pieces,
      settings.contrast,
      archivedGames().length,
      runs().last[0]?.score,
    ].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const day = dayNumber();
    watched ||= window.setInterval(() => controller.page.change(() => {}), LOOK_MS);
    const training = state.games.filter(trains);
    const meta = puzzleGame(training, day);
    const page = make('div', { class: 'parts today' }, make('p', { class: 'today-date' }, written(day, 'full')));
    page.append(streakPart(day));
    if (meta) {
      page.append(puzzlePart(meta, day, controller, panels));
      const others = training.filter((one) => one !== meta);
      if (others.length) page.append(othersPart(others, day, controller, panels));
      page.append(challengesPart(meta, panels));
    }
    const all = button(t('opponents.all'), () => panels.open('opponents'), { class: 'button', 'data-keep': 'all' });
    all.prepend(icon('opponents'));
    const next = nextButton(state.meta, controller, panels);
    next.prepend(`${tOr(`game.${state.meta.key}`, state.meta.name)}: `);
    page.append(boardPart(day, controller, panels), make('div', { class: 'row wrap' }, next, all));
    page.append(make('p', { class: 'note' }, t('today.midnight')));
    body.append(page);
  },
  closed() {
    boards.clear();
    clearInterval(watched);
    watched = 0;
    confirmation = '';
  },
};
