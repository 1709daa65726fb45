/**
 * Runs of puzzles in the panel: what can be begun, the run on the board with its clock, and its result.
 *
 * @import { Puzzle as Listed } from '../protocol.d.ts'
 * @import { Puzzle, RunStanding } from '../state/mode.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Trainer } from '../study/puzzle.js'
 */

import { clockText, LOW_SECONDS } from '../lib/clock-text.js';
import { button, icon, make, setText } from '../lib/dom.js';
import { stars } from '../lib/glyphs.js';
import { t } from '../lib/i18n.js';
import { asks, ended } from '../state/describe.js';
import { isAsked } from '../state/mode.js';
import { follow } from '../state/path.js';
import { bestRun, inSet, MAX_MISSES, RUN_KINDS } from '../state/runs.js';
import { RunSession } from '../study/run.js';
import { choice, isReady } from './puzzle-choice.js';

/** A set with fewer puzzles makes no run. */
const MIN_PUZZLES = 5;

/** How often the clock is drawn. */
const DRAW_MS = 100;

/** What a run is made of: the difficulty and the theme, where they are chosen. @param {{ grade: number, theme: string }} set */
const setName = ({ grade, theme }) =>
  [theme && t(`puzzle.theme.${theme}`), grade && t('puzzle.graded', { grade })].filter(Boolean).join(' · ');

/**
 * The runs that can be begun with the chosen set.
 *
 * @param {string} game
 * @param {Listed[]} all
 * @param {Listed[]} matching
 * @param {GameController} controller
 * @param {Trainer} course
 */
export function runCards(game, all, matching, controller, course) {
  const { grade, theme } = choice;
  const set = { grade, theme };
  const row = make('div', { class: 'runs' });
  for (const kind of RUN_KINDS) {
    const best = bestRun({ kind, game, ...set });
    const card = button('', () => new RunSession(course, game, all, kind, set).start(), {
      class: 'run-card',
      'data-keep': `run-${kind}`,
      'data-does': `run-${kind}`,
      disabled: !isReady(controller.page.state) || matching.length < MIN_PUZZLES,
    });
    card.append(
      icon(kind === 'streak' ? 'streak' : 'clock'),
      make(
        'span',
        { class: 'run-text' },
        make('strong', {}, t(`run.${kind}`)),
        make('span', { class: 'card-note' }, t(`run.${kind}.about`)),
      ),
      make('span', { class: 'run-best' }, best ? t('run.best', { n: best }) : t('run.best.none')),
    );
    row.append(card);
  }
  const name = setName(set);
  return make(
    'section',
    { class: 'part puzzle-runs' },
    make('h3', {}, t('run.title')),
    row,
    ...(name ? [make('p', { class: 'note' }, t('run.set', { set: name }))] : []),
  );
}

/** The clock that is shown, and what draws it. */
let drawing = 0;

/** @param {number} until on the clock of `performance.now()` */
function clock(until) {
  const element = make('span', { class: 'run-clock', role: 'timer', 'aria-label': t('run.clock') });
  const draw = () => {
    const seconds = (until - performance.now()) / 1000;
    setText(element, clockText(seconds));
    element.classList.toggle('low', seconds < LOW_SECONDS);
  };
  draw();
  clearInterval(drawing);
  drawing = window.setInterval(() => (element.isConnected ? draw() : clearInterval(drawing)), DRAW_MS);
  return element;
}

/** The misses as crosses, of which those that were used up are filled. @param {RunStanding} run */
function crosses({ kind, misses }) {
  const row = make('span', { class: 'run-misses', role: 'img', 'aria-label': t('run.misses', { n: misses }) });
  for (let at = 0; at < MAX_MISSES[kind]; at++) {
    const cross = make('span', { class: at < misses ? 'run-miss used' : 'run-miss' });
    cross.append(icon('close'));
    row.append(cross);
  }
  return row;
}

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {RunStanding} run
 */
export function fillRun(body, controller, course, puzzle, run) {
  const page = make('div', { class: 'puzzle run', 'data-run': run.kind });
  body.append(page);
  if (run.over) {
    page.append(...result(course, puzzle, run));
    return;
  }
  const { draft, match } = controller.page.state;
  const head = make(
    'div',
    { class: 'run-head' },
    make(
      'p',
      { class: 'run-score' },
      make('strong', {}, String(run.score)),
      make('span', {}, t('run.solved', { n: run.score })),
    ),
    ...(run.kind === 'rush' ? [crosses(run)] : []),
    ...(run.until === null ? [] : [clock(run.until)]),
  );
  const text = isAsked(puzzle) ? asks(puzzle) : puzzle.state === 'solved' ? t('puzzle.solved') : ended(puzzle);
  const tone = puzzle.state === 'solved' ? 'done' : puzzle.state === 'failed' ? 'missed' : '';
  page.append(
    head,
    make(
      'p',
      { class: 'puzzle-grade' },
      make('span', { 'aria-hidden': 'true' }, stars(puzzle.grade)),
      make('span', {}, t('puzzle.graded', { grade: puzzle.grade })),
    ),
    make('p', { class: tone ? `verdict ${tone}` : 'task' }, text),
  );
  const row = make('div', { class: 'row wrap' });
  if (draft.length > 1 && follow(match?.moves ?? [], draft).whole) {
    row.append(button(t('status.end'), () => controller.entry.end(), { class: 'button main' }));
  }
  row.append(button(t('run.leave'), () => course.end(), { 'data-keep': 'leave', 'data-does': 'leave' }));
  page.append(row);
}

/**
 * How the run ended.
 *
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {RunStanding} run
 */
function result(course, puzzle, run) {
  const { kind, set, score, best, missed } = run;
  const isBest = score > best;
  const list = course.listed(puzzle.game);
  const fresh = () => new RunSession(course, puzzle.game, list, kind, set).start();
  const name = setName(set);
  const row = make(
    'div',
    { class: 'row wrap' },
    button(t('run.again'), fresh, {
      class: 'button main',
      'data-keep': 'again',
      'data-does': 'again',
      disabled: !inSet(list, set).length,
    }),
    button(t('puzzle.back'), () => course.end(), { 'data-keep': 'back', 'data-does': 'back' }),
    button(t('puzzle.analyse'), () => course.analyse(), { 'data-keep': 'analyse', 'data-does': 'analyse' }),
  );
  const again = missed.length
    ? [
        make('p', { class: 'note' }, t('run.missed', { n: missed.length })),
        make(
          'div',
          { class: 'row wrap' },
          ...missed.map((id, at) =>
            button(t('run.retry', { n: at + 1 }), () => course.begin(puzzle.game, { puzzle: id }), {
              'data-keep': `retry-${at}`,
              'data-does': `retry-${at}`,
            }),
          ),
        ),
      ]
    : [];
  return [
    make('p', { class: 'verdict' }, ended(puzzle)),
    make(
      'div',
      { class: isBest ? 'run-result best' : 'run-result' },
      make('strong', { class: 'run-total' }, String(score)),
      make(
        'span',
        {},
        make('span', { class: 'run-total-text' }, t('run.solved', { n: score })),
        make('span', { class: 'card-note' }, t(`run.${kind}`), name ? ` · ${name}` : ''),
      ),
      make('span', { class: 'run-best' }, isBest ? t('run.new-best') : t('run.best', { n: Math.max(best, score) })),
    ),
    row,
    ...again,
  ];
}
