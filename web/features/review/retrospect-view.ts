/**
 * The retrospect in its panel: the player looks for better moves than those that were mistakes, and sees at the end how
 * each went.
 */

import { html, nothing } from 'lit-html';
import { button, icon } from '../../lib/controls.ts';
import { t } from '../../lib/i18n.ts';
import { suggestion } from '../../shell/next-step.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { SIDES, type State } from '../../state/state.ts';
import type { Retrospect, ReviewFindings } from '../../types.d.ts';
import { endOf, foundText, lessons, type RetrospectSession } from './retrospect.ts';

/**
 * What to do after the review: practise the person's mistakes, or each side's; where there are none, what the result
 * suggests.
 */
export function reviewSteps(
  state: State,
  found: ReviewFindings,
  retrospect: RetrospectSession,
  context: PanelContext,
) {
  const { players } = state;
  const person = SIDES.filter((side) => players[side] === 0 && players[side === 'w' ? 'b' : 'w'] !== 0);
  const sides = person.length ? person : SIDES;
  const steps = sides.flatMap((side) => {
    const n = lessons(found.turns, side).length;
    const label = t(sides.length > 1 ? 'review.practise.side' : 'review.practise', { n, side: t(`side.${side}`) });
    return n ? [button(label, () => retrospect.begin(side), { kind: 'button main', does: `find ${side}` })] : [];
  });
  if (steps.length) return html`<div class="review-steps row">${steps}</div>`;
  const ended = endOf(state);
  const [label, act] = ended ? suggestion(ended, context) : [];
  return html`
    <div class="review-steps row">
      <p class="note">${t('review.nothing')}</p>
      ${label && act ? button(label, act, { kind: 'button main', does: 'review-next' }) : nothing}
    </div>`;
}

const outcomes = ({ outcomes: all, moves }: Retrospect) => html`
  <ol class="practised stack dense">
    ${all.map(
      (how, index) => html`
        <li>
          <span class=${`round practised-mark ${how}`}>${how === 'found' ? icon('done') : nothing}</span
          ><span>${moves[index]}</span><span class="note">${t(`review.outcome.${how}`)}</span>
        </li>`,
    )}
  </ol>`;

function task({ index, count, state, move, side, said }: Retrospect) {
  const tone = state === 'right' ? 'done' : state === 'wrong' ? 'missed' : '';
  return html`
    <p class="note">${t('review.step', { step: index + 1, n: count })}</p>
    <p class="task">${t('review.played', { move, side: t(`side.${side}`) })}</p>
    <p class=${`verdict ${tone}`}>${state === 'judging' ? t('review.judging') : said}</p>`;
}

export function practice(progress: Retrospect, retrospect: RetrospectSession, context: PanelContext) {
  const { index, count, state, found, ended } = progress;
  const isOver = state === 'over';
  const isAnswered = state === 'right' || state === 'shown' || isOver;
  const [label, act] = isOver && ended ? suggestion(ended, context) : [];
  // The player's own game comes back first: what is suggested follows from it.
  const goOn = async () => {
    await retrospect.end();
    act?.();
  };
  return html`
    <div class="stack retrospect">
      <progress class="thin" .value=${isOver ? count : index + (isAnswered ? 1 : 0)} max=${count}
        aria-label=${t('review.step', { step: index + 1, n: count })}></progress>
      ${
        isOver
          ? html`<p class=${found === count ? 'task all-found' : 'task'}>${foundText(progress)}</p>${outcomes(progress)}`
          : task(progress)
      }
      <div class="row wrap">
        ${label ? button(label, goOn, { kind: 'button main', does: 'on' }) : nothing}
        ${
          isOver
            ? button(t('review.back'), () => retrospect.end(), {
                kind: ended ? 'button' : 'button main',
                does: 'back',
              })
            : button(t(isAnswered ? 'review.next' : 'review.skip'), () => retrospect.next(), {
                kind: isAnswered ? 'button main' : 'button',
                does: 'next',
              })
        }
        ${isAnswered ? nothing : button(t('review.hint'), () => retrospect.hint(), { does: 'hint' })}
        ${isAnswered ? nothing : button(t('review.show'), () => retrospect.show(), { does: 'show' })}
        ${isOver ? nothing : button(t('review.leave'), () => retrospect.end(), { does: 'leave' })}
      </div>
    </div>`;
}
