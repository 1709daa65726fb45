/**
 * The puzzle panel: the puzzles to choose from, or the one on the board.
 *
 * @import { Wanted } from '../lib/link.js'
 * @import { Side } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel, Panels } from './manager.js'
 */

import { t, tOr } from '../lib/i18n.js';
import { puzzleOf } from '../state/mode.js';
import { isPlaying } from '../state/studying.js';
import { LineTraining } from '../study/line-training.js';
import { reviewVersion } from '../study/mistake-reviews.js';
import { Trainer } from '../study/puzzle.js';
import { useLaterStyles } from '../view/later-styles.js';
import { choice, choose, isReady, looked, trains } from './puzzle-choice.js';
import { browse } from './puzzle-home.js';
import { browseMistakes } from './puzzle-mistakes.js';
import { fillRun } from './puzzle-run.js';
import { solve } from './puzzle-solve.js';

useLaterStyles();

/** The difficulties, as an address names them. */
const GRADES = ['1', '2', '3', '4', '5'];

/** @type {Trainer | null} */
let trainer = null;

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
  choose({ game: key });
  await course.begin(key, which);
}

/**
 * Trains the lines of a side: those that are due, else any.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Pick<Match, 'game' | 'options'>} match
 * @param {Side} side
 */
export async function trainLines(controller, panels, { game, options }, side) {
  panels.open('puzzles');
  const training = new LineTraining(trainerOf(controller), game, options, side);
  await training.start(true).catch((error) => controller.fail(error));
}

/** Opens the panel with the player's own mistakes. @param {Panels} panels */
export function openMistakes(panels) {
  choice.view = 'mistakes';
  panels.open('puzzles');
}

/**
 * Opens the puzzle, or the set of puzzles, that an address names. What it names wrongly is left out, and said.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Pick<Wanted, 'puzzle' | 'theme' | 'level'>} link of the game on the board
 */
export async function follow(controller, panels, { puzzle, theme, level }) {
  const { meta } = controller.page.state;
  const list = trains(meta) ? await trainerOf(controller).list(meta.key) : null;
  const grade = GRADES.indexOf(level ?? '') + 1;
  choose({ game: meta.key, grade, theme: list?.themes.find((one) => one === theme) ?? '' });
  const one = list?.puzzles.find((known) => known.puzzle === puzzle);
  if (one) await beginPuzzle(controller, panels, meta.key, one);
  else {
    panels.open('puzzles');
    if (puzzle !== null && list) controller.tell('plain', t('puzzle.unknown'));
  }
}

/** @type {Panel} */
export const puzzles = {
  title: (state) => {
    const puzzle = puzzleOf(state);
    const key = puzzle?.game ?? looked(state);
    const game = tOr(`game.${key}`, key);
    const { grade, theme, view } = choice;
    if (puzzle?.goal === 'line') return t('lines.title');
    if (puzzle?.card || (!puzzle && view === 'mistakes')) return t('mistakes.title');
    if (puzzle || (!grade && !theme)) return t('puzzle.title', { game });
    return `${game}: ${theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade })}`;
  },
  key: (state) => {
    const { meta, draft, match, notice } = state;
    const now = puzzleOf(state);
    const { view, game, grade, theme, tiles, version, confirmation } = choice;
    if (!now && view === 'mistakes')
      return [view, version, tiles, reviewVersion(), isPlaying(state), isReady(state)].join(' ');
    if (!now) return [meta.key, game, grade, theme, tiles, version, isReady(state)].join(' ');
    const { run } = now;
    const running = run ? [run.score, run.misses, run.over, run.until].join(' ') : '';
    return `${now.game} ${now.id} ${now.state} ${now.hints} ${now.tried} ${now.refuted} ${now.after?.score} ${running} ${confirmation} ${version} ${match?.ply} ${draft.length} ${notice?.text}`;
  },
  fill(body, controller, panels) {
    const course = trainerOf(controller);
    course.leave = () => panels.close();
    const puzzle = puzzleOf(controller.page.state);
    if (puzzle?.run) fillRun(body, controller, course, puzzle, puzzle.run);
    else if (puzzle) solve(body, controller, course, puzzle, panels);
    else if (choice.view === 'mistakes') browseMistakes(body, controller, course);
    else browse(body, controller, course);
  },
  closed() {
    choice.confirmation = '';
    choose({ grade: 0, theme: '' });
    choice.view = 'sets';
    trainer?.end();
  },
};
