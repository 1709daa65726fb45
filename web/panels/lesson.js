/**
 * The lesson panel: the task, whether it was done, and the list of steps.
 *
 * @import { LessonProgress } from '../state/mode.js'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Step } from '../study/rulebook.js'
 * @import { Meta } from '../types.d.ts'
 * @import { Panel, Panels } from './manager.js'
 */

import { button, byId, icon, make } from '../lib/dom.js';
import { fill as fillIn, t, tOr } from '../lib/i18n.js';
import { lessonOf } from '../state/mode.js';
import { follow } from '../state/path.js';
import { glides, isTurned, isUpright } from '../state/state.js';
import { loadCourse } from '../state/store.js';
import { Lesson } from '../study/lesson.js';
import { open } from '../study/rulebook.js';
import { burst } from '../view/burst.js';
import { missing } from './manager.js';

/** @type {Lesson | null} */
let running = null;

/** The last announcement, so that it is not repeated. */
let spoken = '';

/** Why a move was refused: on a phone the panel covers the status line. @param {State['notice']} notice */
const refusal = (notice) => (notice?.kind === 'refusal' ? notice.text : '');

/** Where the rank 1 lies, from which the player of a lesson plays. @param {State} state */
const lowerEdge = (state) =>
  isUpright(state) ? (isTurned(state) ? 'right' : 'left') : isTurned(state) ? 'top' : 'bottom';

/** @type {Panel} */
export const lesson = {
  title: ({ meta }) => t('lesson.title', { game: tOr(`game.${meta.key}`, meta.name) }),
  key: (state) => {
    const { meta, notice, draft, match } = state;
    const now = lessonOf(state);
    return [meta.key, now?.index, now?.state, draft.length, match?.ply, refusal(notice), lowerEdge(state)].join(' ');
  },
  fill(body, controller, panels) {
    const { meta } = controller.page.state;
    const now = lessonOf(controller.page.state);
    running ??= new Lesson(controller);
    const course = running;
    const page = make('div', { class: 'lesson' });
    body.append(page);
    if (!now) {
      const begin = () =>
        course.begin().catch(() => {
          if (page.isConnected) page.replaceChildren(missing(begin));
        });
      begin();
      return;
    }
    const tell = () => {
      if (page.isConnected) page.replaceChildren(missing(show));
    };
    const show = () => open(meta).then(fill, tell);
    /** @param {Awaited<ReturnType<typeof open>>} found */
    const fill = ({ book, text }) => {
      page.replaceChildren();
      const step = book?.lesson[now.index];
      if (!page.isConnected || !step) return;
      const name = `${meta.key}.lesson.${now.index + 1}`;
      const verdict = now.state === 'open' ? '' : t(now.state === 'done' ? 'lesson.done' : 'lesson.missed');
      const after = now.state === 'done' ? text(`${name}.done`) : '';
      const task = fillIn(text(name), { edge: t(`lesson.edge.${lowerEdge(controller.page.state)}`) });
      const isWhole = now.state === 'done' && now.done.length === now.count;
      const said = [isWhole ? t('lesson.whole') : verdict, after].filter(Boolean).join(' ');
      page.append(
        make('progress', { value: now.done.length, max: now.count, 'aria-label': t('lesson.progress') }),
        make(
          'div',
          { class: 'lesson-head' },
          make('h3', {}, text(`${name}.title`)),
          make('p', { class: 'note' }, where(controller.page.state, step)),
        ),
      );
      // Above the task: on a phone, text below the task may be hidden under the controls.
      if (said) {
        const line = make('p', { class: `verdict ${now.state}` }, make('span', {}, said));
        if (now.state === 'done') line.prepend(icon('done'));
        page.append(line);
      }
      const why = refusal(controller.page.state.notice);
      if (why) page.append(make('p', { class: 'note' }, why));
      page.append(make('p', { class: 'task' }, task));
      celebrate(controller.page.state, now);
      page.append(
        isWhole ? finish(controller, panels) : controls(controller, course, panels),
        list(course, now, (index) => text(`${meta.key}.lesson.${index + 1}.title`)),
      );
      const saying = now.state === 'open' ? `${text(`${name}.title`)}. ${task}` : said;
      const once = `${meta.key} ${now.index} ${saying}`;
      if (once !== spoken) controller.say(saying);
      spoken = once;
    };
    show();
  },
  closed() {
    spoken = '';
    running?.end();
  },
};

/**
 * The number of the step, and in a step with several moves, the number of the move.
 *
 * @param {State} state
 * @param {Step} step
 */
function where(state, { turns }) {
  const { match } = state;
  const now = lessonOf(state);
  const step = t('lesson.step', { step: (now?.index ?? 0) + 1, count: now?.count ?? 0 });
  if (!turns || turns < 2 || now?.state === 'done') return step;
  const turn = Math.min(turns, Math.floor((match?.ply ?? 0) / 2) + 1);
  return `${step} · ${t('lesson.turn', { turn, turns })}`;
}

/** How many steps of which lesson were done when the panel was filled last. */
let counted = { game: '', done: 0 };

/** Celebrates the step that completes a lesson, once. @param {State} state @param {LessonProgress} now */
function celebrate(state, { game, done, count }) {
  const isNew = counted.game === game && counted.done < count && done.length === count;
  counted = { game, done: done.length };
  if (isNew && glides(state)) burst(byId('board'));
}

/**
 * The buttons of a lesson whose steps are all done: a game of one's own, and the lesson of another game.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 */
function finish(controller, panels) {
  const { games, meta } = controller.page.state;
  const done = (/** @type {Meta} */ { key }) => loadCourse(key, Number.POSITIVE_INFINITY).done.length;
  // The one that was begun least.
  const [other] = games.filter((one) => one.written && one !== meta).sort((one, two) => done(one) - done(two));
  const play = button(t('lesson.play'), () => panels.close(), {
    class: 'button main',
    'data-keep': 'next',
    'data-does': 'next',
  });
  const row = make('div', { class: 'row lesson-controls finish' }, play);
  if (other) {
    const go = () =>
      panels.leave(`#game=${other.key}`, async () => {
        // The player's own game comes back first, or it would come over the other lesson.
        await controller.leaving;
        await controller.open(other.key);
        panels.open('lesson');
      });
    const name = tOr(`game.${other.key}`, other.name);
    row.append(button(t('lesson.further', { game: name }), go, { 'data-keep': 'other', 'data-does': 'other' }));
  }
  return row;
}

/**
 * The buttons for the current state of the step.
 *
 * @param {GameController} controller
 * @param {Lesson} course
 * @param {Panels} panels
 */
function controls(controller, course, panels) {
  const { draft, match, players } = controller.page.state;
  const now = lessonOf(controller.page.state);
  const row = make('div', { class: 'row lesson-controls' });
  if (!now) return row;
  const isLast = now.index + 1 === now.count;
  const on = () => (isLast ? panels.close() : course.go(now.index + 1));
  const isHalf = draft.length > 1 && follow(match?.moves ?? [], draft).whole;
  if (isHalf) row.append(button(t('status.end'), () => controller.entry.end(), { class: 'button main' }));
  if (now.state === 'done') {
    const label = t(isLast ? 'lesson.end' : 'lesson.next');
    row.append(button(label, on, { class: 'button main', 'data-keep': 'next', 'data-does': 'next' }));
    row.append(button(t('lesson.again'), () => course.again(), { 'data-keep': 'again' }));
  } else {
    const isLost = now.state === 'missed' && match !== null && match.ply > 1;
    const again = { 'data-keep': 'again', ...(isLost && { class: 'button main' }) };
    if (isLost) row.append(button(t('lesson.again'), () => course.again(), again));
    else if (match && !players[match.side] && !isHalf) {
      row.append(button(t('lesson.show'), () => course.point(), { 'data-keep': 'show', 'data-does': 'show' }));
    }
    if (!isLost) row.append(button(t('lesson.again'), () => course.again(), again));
    row.append(turn('next', t('lesson.skip'), on));
  }
  if (now.index > 0) row.prepend(turn('before', t('lesson.back'), () => course.go(now.index - 1)));
  return row;
}

/**
 * A button with an arrow to another step.
 *
 * @param {'before' | 'next'} way
 * @param {string} label
 * @param {() => void} go
 */
function turn(way, label, go) {
  const arrow = button('', go, { class: `tool ${way}`, 'data-keep': way, 'aria-label': label, title: label });
  arrow.append(icon(way));
  return arrow;
}

/**
 * The list of steps; completed ones have a tick.
 *
 * @param {Lesson} course
 * @param {LessonProgress} now
 * @param {(index: number) => string} title
 */
function list(course, now, title) {
  const steps = make('ol', { class: 'steps', 'aria-label': t('lesson.steps') });
  for (let index = 0; index < now.count; index++) {
    const isDone = now.done.includes(index);
    const label = `${index + 1}. ${title(index)}`;
    const entry = button(label, () => course.go(index), {
      class: 'step',
      'data-keep': `step-${index}`,
      'data-step': String(index + 1),
      ...(index === now.index && { 'aria-current': 'step' }),
      ...(isDone && { 'aria-label': t('lesson.step.done', { step: label }) }),
    });
    if (isDone) entry.append(icon('done'));
    steps.append(make('li', {}, entry));
  }
  return steps;
}
