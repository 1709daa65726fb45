/** The lesson panel: the task, whether it was done, and the list of steps. */

import { fetchBook, keepBook, rulebook } from '../../game/rulebook.ts';
import { byId, say } from '../../lib/dom.ts';
import { button, html, icon, nothing, tool } from '../../lib/html.ts';
import { fill, gameName, t } from '../../lib/i18n.ts';
import { burst } from '../../shell/burst.ts';
import { missing, type Panel, type PanelContext } from '../../shell/panels.ts';
import type { Opened, Step } from '../../state/book.d.ts';
import type { Meta } from '../../state/game.d.ts';
import { mayEnd } from '../../state/path.ts';
import { type LessonProgress, lessonOf } from '../../state/session.ts';
import { glides, isUpright, type State } from '../../state/state.ts';
import { courseOf } from './session.ts';

/** The edge of the board from which the player of a lesson plays: the side that moves first, as in a first game. */
function ownEdge(state: State) {
  const isNear = state.bottom === state.meta.first;
  return isUpright(state) ? (isNear ? 'left' : 'right') : isNear ? 'bottom' : 'top';
}

const isWhole = ({ state, done, count }: LessonProgress) => state === 'done' && done.length === count;

/** The step on the board with its texts; null until there are both. */
function taught(state: State) {
  const { meta } = state;
  const opened = rulebook.of(state);
  const now = lessonOf(state);
  const texts = opened?.game === meta.key ? opened.found : null;
  const step = now?.game === meta.key ? texts?.book?.lesson[now.index] : undefined;
  if (!now || !texts || !step) return null;
  const name = `${meta.key}.lesson.${now.index + 1}`;
  const verdict = now.state === 'missed' ? t('lesson.missed') : isWhole(now) ? t('lesson.whole') : t('lesson.done');
  return {
    now,
    step,
    text: texts.text,
    title: texts.text(`${name}.title`),
    task: fill(texts.text(name), { edge: t(`lesson.edge.${ownEdge(state)}`) }),
    // how it went; empty while it is open
    result: now.state === 'open' ? '' : `${verdict} ${now.state === 'done' ? texts.text(`${name}.done`) : ''}`.trim(),
  };
}

export const lesson: Panel = {
  place: () => 'task',

  title: ({ meta }) => t('lesson.title', { game: gameName(meta) }),

  opened({ controller }) {
    const course = courseOf(controller);
    const { page } = controller;
    let spoken = '';
    const speak = page.effect(
      (state) => {
        const step = taught(state);
        if (!step) return null;
        return [step.now.game, step.now.index, step.result || `${step.title}. ${step.task}`];
      },
      (step) => {
        if (!step || step.join(' ') === spoken) return;
        spoken = step.join(' ');
        say(String(step[2]));
        // It is at the top; a step may have been chosen from the list below.
        byId('panel-body').scrollTop = 0;
      },
    );
    let counted = { game: '', done: 0 }; // how many steps of which lesson were done
    const celebrate = page.effect(
      (state) => taught(state)?.now,
      (now) => {
        if (!now) return;
        const { game, done } = now;
        // The step that completes the lesson is celebrated once.
        if (isWhole(now) && counted.game === game && counted.done < done.length && glides(page.state))
          burst(byId('board'));
        counted = { game, done: done.length };
      },
    );
    // What is said of a move or of Show me lies below the text, which may be long.
    const bring = page.effect(
      (state) => [state.notice?.text, taught(state)?.result],
      () => {
        page.draw();
        const said = document.querySelector('.lesson-said');
        if (said?.firstElementChild) said.scrollIntoView({ block: 'nearest' });
      },
    );
    return [keepBook(controller), speak, bring, celebrate, () => void course.leave()];
  },

  view(state, context) {
    const opened = rulebook.of(state);
    const isLacking =
      opened?.game === state.meta.key && (opened.isAbsent || (opened.found && !opened.found.book?.lesson.length));
    const retry = () => fetchBook(context.controller);
    const step = taught(state);
    const content = isLacking ? missing(state, retry) : step ? onBoard(state, step, context) : nothing;
    return html`<div class="lesson stack loose">${content}</div>`;
  },
};

type Taught = NonNullable<ReturnType<typeof taught>>;

function onBoard(state: State, { now, step, text, title, task, result }: Taught, context: PanelContext) {
  const { notice } = state;
  const isDone = now.state === 'done';
  const verdict = () =>
    html`<p class=${isDone ? 'verdict done rewarded' : `verdict ${now.state}`}>${isDone ? icon('done') : nothing}<span>${result}</span></p>`;
  // What is said of a move has a place of its own, and what is said at the end that of the task: nothing moves.
  return html`
    <progress .value=${now.done.length} max=${now.count} aria-label=${t('lesson.progress')}></progress>
    <div class="lesson-head row apart"><h3 class="title">${title}</h3><p class="note">${where(state, now, step)}</p></div>
    <div class="lesson-task"><p class=${isDone ? 'task past' : 'task'}>${task}</p>${isDone ? verdict() : nothing}</div>
    <div class="lesson-said">${result && !isDone ? verdict() : notice && !isDone ? html`<p class="note">${notice.text}</p>` : nothing}</div>
    ${isWhole(now) ? finish(state, context) : controls(state, now, context)}
    ${steps(now, text, context)}`;
}

/** The number of the step, and in a step with several moves, the number of the move. */
function where({ match }: State, { index, count, state }: LessonProgress, { turns }: Step) {
  const place = t('lesson.step', { step: index + 1, count });
  if (!turns || turns < 2 || state === 'done') return place;
  const turn = Math.min(turns, Math.floor((match?.ply ?? 0) / 2) + 1);
  return `${place} · ${t('lesson.turn', { turn, turns })}`;
}

/** The buttons of a lesson whose steps are all done: a game of one's own, and the lesson of another game. */
function finish({ games, meta, kept }: State, { controller, panels }: PanelContext) {
  const done = ({ key }: Meta) => kept.lessons[key] ?? 0;
  // The one that was begun least.
  const [other] = games.filter((game) => game.written && game !== meta).sort((one, two) => done(one) - done(two));
  const go = () =>
    panels.leave(`#game=${other.key}`, async () => {
      // The player's own game comes back first, or it would come over the other lesson.
      await controller.leaving;
      await controller.open(other.key);
      panels.open('lesson');
    });
  return html`
    <div class="row lesson-controls finish">
      ${button(t('lesson.play'), () => panels.close(), { kind: 'button main', does: 'next' })}
      ${other ? button(t('lesson.further', { game: gameName(other) }), go, { does: 'other' }) : nothing}
    </div>`;
}

function controls(state: State, now: LessonProgress, { controller, panels }: PanelContext) {
  const { match, players } = state;
  const course = courseOf(controller);
  const isLast = now.index + 1 === now.count;
  const isDone = now.state === 'done';
  const isLost = now.state === 'missed' && match !== null && match.ply > 1;
  const isHalf = mayEnd(state);
  const isAsked = !isDone && !isLost && !isHalf && match !== null && !players[match.side];
  const on = () => {
    if (isLast) return panels.close();
    course.go(now.index + 1);
    controller.page.draw();
    // The button that was pressed is gone: the focus goes to the one that goes on from here.
    if (isDone) (document.querySelector('.lesson-controls .next') as HTMLElement | null)?.focus();
  };
  return html`
    <div class="row lesson-controls">
      ${now.index > 0 ? tool('before', t('lesson.back'), () => course.go(now.index - 1), { kind: 'tool before' }) : nothing}
      ${isHalf ? button(t('status.end'), () => controller.entry.end(), { kind: 'button main' }) : nothing}
      ${isDone ? button(t(isLast ? 'lesson.end' : 'lesson.next'), on, { kind: 'button main', does: 'next' }) : nothing}
      ${isAsked ? button(t('lesson.show'), () => course.point(), { does: 'show' }) : nothing}
      ${button(t('lesson.again'), () => course.go(now.index), { kind: isLost ? 'button main' : 'button' })}
      ${isDone ? nothing : tool('next', t('lesson.skip'), on, { kind: 'tool next' })}
    </div>`;
}

function steps({ game, index: here, count, done }: LessonProgress, text: Opened['text'], context: PanelContext) {
  const course = courseOf(context.controller);
  const entry = (_: unknown, index: number) => {
    const isDone = done.includes(index);
    const label = `${index + 1}. ${text(`${game}.lesson.${index + 1}.title`)}`;
    return html`
      <li>
        <button type="button" class=${index === here ? 'entry apart step here' : 'entry apart step'} data-step=${index + 1} aria-current=${index === here ? 'step' : nothing}
          aria-label=${isDone ? t('lesson.step.done', { step: label }) : nothing}
          @click=${() => course.go(index)}>${label}${isDone ? icon('done') : nothing}</button>
      </li>`;
  };
  return html`
    <ol class="steps ruled stack dense" aria-label=${t('lesson.steps')}>${Array.from({ length: count }, entry)}</ol>`;
}
