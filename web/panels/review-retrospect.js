/**
 * The retrospect in its panel: the player looks for better moves than those that were mistakes, and sees at the end how
 * each went.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Retrospect, ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { RetrospectSession } from '../study/retrospect.js'
 * @import { Panels } from './manager.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { endOf, foundText, lessons } from '../study/retrospect.js';
import { suggestion } from './next-step.js';

const SIDES = /** @type {Side[]} */ (['w', 'b']);

/**
 * What to do after the review: practise the person's mistakes, or each side's; where there are none, what the result
 * suggests.
 *
 * @param {State} state
 * @param {ReviewFindings} found
 * @param {RetrospectSession} retrospect
 * @param {GameController} controller
 * @param {Panels} panels
 */
export function reviewSteps(state, found, retrospect, controller, panels) {
  const { players } = state;
  const person = SIDES.filter((side) => players[side] === 0 && players[side === 'w' ? 'b' : 'w'] !== 0);
  const sides = person.length ? person : SIDES;
  const there = sides.filter((side) => lessons(found.turns, side).length);
  const steps = make('div', { class: 'review-steps' });
  for (const side of there) {
    const n = lessons(found.turns, side).length;
    const key = sides.length > 1 ? 'review.practise.side' : 'review.practise';
    const label = t(key, { n, side: t(`side.${side}`) });
    steps.append(button(label, () => retrospect.begin(side), { class: 'button main', 'data-does': `find ${side}` }));
  }
  if (there.length) return steps;
  steps.append(make('p', { class: 'note' }, t('review.nothing')));
  const ended = endOf(state);
  if (ended) {
    const [label, act] = suggestion(ended, controller, panels);
    steps.append(button(label, act, { class: 'button main', 'data-does': 'review-next' }));
  }
  return steps;
}

/**
 * How the search for each better move went.
 *
 * @param {Retrospect} progress
 */
function outcomes({ outcomes: all, moves }) {
  const list = make('ol', { class: 'practised' });
  for (const [index, how] of all.entries()) {
    const mark = make('span', { class: `practised-mark ${how}` });
    if (how === 'found') mark.append(icon('done'));
    list.append(
      make(
        'li',
        {},
        mark,
        make('span', {}, moves[index]),
        make('span', { class: 'note' }, t(`review.outcome.${how}`)),
      ),
    );
  }
  return list;
}

/**
 * @param {HTMLElement} body
 * @param {Retrospect} progress
 * @param {RetrospectSession} retrospect
 * @param {GameController} controller
 * @param {Panels} panels
 */
export function fillRetrospect(body, progress, retrospect, controller, panels) {
  const { index, count, state, move, side, said: last, found } = progress;
  const page = make('div', { class: 'lesson retrospect' });
  body.append(page);
  const isAnswered = state === 'right' || state === 'shown' || state === 'over';
  const value = state === 'over' ? count : index + (isAnswered ? 1 : 0);
  page.append(make('progress', { value, max: count, 'aria-label': t('review.step', { step: index + 1, n: count }) }));
  const row = make('div', { class: 'row wrap' });
  if (state === 'over') {
    const isWhole = found === count;
    page.append(make('p', { class: isWhole ? 'task all-found' : 'task' }, foundText(progress)), outcomes(progress));
    const { ended } = retrospect;
    if (ended) {
      const [label, act] = suggestion(ended, controller, panels);
      // The player's own game comes back first: what is suggested follows from it.
      const go = async () => {
        await retrospect.end();
        act();
      };
      row.append(button(label, go, { class: 'button main', 'data-keep': 'on', 'data-does': 'on' }));
    }
    const back = { class: ended ? 'button' : 'button main', 'data-keep': 'next', 'data-does': 'back' };
    row.append(button(t('review.back'), () => retrospect.end(), back));
  } else {
    page.append(
      make('p', { class: 'note' }, t('review.step', { step: index + 1, n: count })),
      make('p', { class: 'task' }, t('review.played', { move, side: t(`side.${side}`) })),
    );
    const tone = state === 'right' ? 'done' : state === 'wrong' ? 'missed' : '';
    page.append(make('p', { class: `verdict ${tone}` }, state === 'judging' ? t('review.judging') : last));
    const next = { class: isAnswered ? 'button main' : 'button', 'data-keep': 'next', 'data-does': 'next' };
    row.append(button(t(isAnswered ? 'review.next' : 'review.skip'), () => retrospect.next(), next));
    if (!isAnswered) {
      row.append(
        button(t('review.hint'), () => retrospect.hint(), { 'data-keep': 'hint', 'data-does': 'hint' }),
        button(t('review.show'), () => retrospect.show(), { 'data-keep': 'show', 'data-does': 'show' }),
      );
    }
    row.append(button(t('review.leave'), () => retrospect.end(), { 'data-keep': 'leave', 'data-does': 'leave' }));
  }
  page.append(row);
}
