/** The review panel, and the retrospect, in which the player looks for better moves. */

import { button, empty, table as figuresTable, guard, html, icon, nothing } from '../../lib/html.ts';
import { language, percent, t } from '../../lib/i18n.ts';
import type { ReviewedMove } from '../../protocol.d.ts';
import { suggestion } from '../../shell/opponent.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { stepBar } from '../../shell/step-bar.ts';
import type { Departure, Retrospect, Review, ReviewFindings } from '../../state/mode.ts';
import { other, SIDES, type State } from '../../state/state.ts';
import { mainLine } from '../../state/tree.ts';
import { card, figures, moments, nameOf, shownPly, title } from './findings.ts';
import { slider } from './graph.ts';
import { endOf, foundText, lessons, type RetrospectSession, reviewOf } from './retrospect.ts';
import { numberAt, type Reviewer } from './session.ts';

/** The position on the board: where in the graph it is, -1 if in a variation, and how it is described. */
function position(state: State) {
  const { review, match } = state;
  const asked = review?.at?.node === match?.node ? review?.at : null;
  const ply = asked ? asked.ply - 1 : shownPly(state);
  if (ply === null) return { ply: -1, text: t('moves.variation', { move: match?.last?.text ?? '' }) };
  const turn = review?.found?.turns.find((one) => one.ply === ply);
  const move = turn ? title(state, turn) : t('review.start');
  const values = { move, percent: chanceText(review?.chances[ply]) };
  const text = turn?.mark ? t('review.at-marked', { ...values, mark: nameOf(turn.mark) }) : t('review.at', values);
  return { ply, text };
}

const chanceText = (chance: number | null | undefined) => (typeof chance === 'number' ? percent(chance) : '–');

function graph(state: State, { chances, found }: Review, reviewer: Reviewer) {
  const count = state.match ? mainLine(state.match).length + 1 : 1;
  const known = chances.length ? chances : Array(count).fill(null);
  return slider(t('review.graph'), known, found?.turns ?? [], position(state), (ply) => reviewer.go(ply));
}

function table(state: State, { turns, chances }: ReviewFindings, reviewer: Reviewer) {
  const row = (turn: ReviewedMove) => html`
    <tr>
      <th scope="row">
        <button type="button" class="move" @click=${() => reviewer.go(turn.ply)}>${title(state, turn)}</button>
      </th>
      <td class="number">${chanceText(chances[turn.ply])}</td>
      <td>${turn.mark ? nameOf(turn.mark) : ''}</td>
    </tr>`;
  return html`
    <details class="as-table soft">
      <summary>${t('review.table')}</summary>
      ${figuresTable('', [t('review.turn'), t('review.chances'), t('review.verdict')], turns.map(row))}
    </details>`;
}

const leftLine = (state: State, { side, who, ply, played, meant }: Departure) => {
  const move = `${numberAt(state, ply + 1)} ${played}`;
  return t(`lines.left.${who}`, { move, side: t(`side.${side}`), meant: meant.join(', ') });
};

function findings(state: State, review: Review, found: ReviewFindings, context: PanelContext) {
  const { reviewer, retrospect } = reviewOf(context.controller);
  return html`
    <div class="parts review below-board">
      <div class="course stack loose">${graph(state, review, reviewer)}${card(state, found, reviewer)}</div>
      ${figures(state, found)}
      <p class="note">${t('review.accuracy.about', { best: percent(1), random: percent(0) })}</p>
      <p class="note left-lines" ?hidden=${!review.left.length}>${review.left.map((one) => `${leftLine(state, one)} `)}</p>
      ${moments(state, found, reviewer)}
      ${guard([found, language()], () => table(state, found, reviewer))}
      <div class="part">
        <div class="row wrap">${button(t('review.write'), () => reviewer.write(), { does: 'write' })}</div>
        <p class="note" role="status">${review.written ? t('review.written') : ''}</p>
      </div>
      ${reviewSteps(state, found, retrospect, context)}
    </div>`;
}

/** What to do next: practise the person's mistakes, or each side's; where there are none, what the result suggests. */
function reviewSteps(state: State, found: ReviewFindings, retrospect: RetrospectSession, context: PanelContext) {
  const { players } = state;
  const person = SIDES.filter((side) => players[side] === 0 && players[other(side)] !== 0);
  const sides = person.length ? person : SIDES;
  const steps = sides.flatMap((side) => {
    const n = lessons(found.turns, side).length;
    const label = t(sides.length > 1 ? 'review.practise.side' : 'review.practise', { n, side: t(`side.${side}`) });
    return n ? [button(label, () => retrospect.begin(side), { kind: 'button main', does: `find ${side}` })] : [];
  });
  if (steps.length) return stepBar(state, context.controller, ['before', 'next'], steps);
  const ended = endOf(state);
  const [label, act] = ended ? suggestion(ended, context) : [];
  return html`
    <div class="step-bar steps-on row">
      <p class="note">${t('review.nothing')}</p>
      ${label && act ? button(label, act, { kind: 'button main', does: 'review-next' }) : nothing}
    </div>`;
}

function outcomes({ outcomes: all, moves }: Retrospect) {
  const outcome = (how: (typeof all)[number], index: number) => html`
    <li>
      <span class=${how === 'found' ? 'round tick done' : 'round tick'}>${icon('done')}</span
      ><span>${moves[index]}</span><span class="note">${t(`review.outcome.${how}`)}</span>
    </li>`;
  return html`<ol class="practised stack dense">${all.map(outcome)}</ol>`;
}

function task({ index, state, moves, side, said }: Retrospect) {
  const tone = state === 'right' ? 'done' : state === 'wrong' ? 'missed' : '';
  return html`
    <p class="note">${t('review.step', { step: index + 1, n: moves.length })}</p>
    <p class="task">${t('review.played', { move: moves[index], side: t(`side.${side}`) })}</p>
    <p class=${`verdict ${tone}`}>${state === 'judging' ? t('review.judging') : said}</p>`;
}

function practice(progress: Retrospect, retrospect: RetrospectSession, context: PanelContext) {
  const { index, moves, outcomes: all, state, ended } = progress;
  const count = moves.length;
  const isOver = state === 'over';
  const isAnswered = state === 'right' || state === 'shown' || isOver;
  const [label, act] = isOver && ended ? suggestion(ended, context) : [];
  // The player's own game comes back first: what is suggested follows from it.
  const goOn = async () => {
    await retrospect.end();
    act?.();
  };
  const leave = () => retrospect.end();
  const step = (does: string, text: string, go: () => void, isMain = false) =>
    button(text, go, { kind: isMain ? 'button main' : 'button', does });
  const on = () => step('next', t(isAnswered ? 'review.next' : 'review.skip'), () => retrospect.next(), isAnswered);
  const tone = all.every((how) => how === 'found') ? 'task title good-word' : 'task';
  return html`
    <div class="stack loose retrospect right-below">
      <progress .value=${isOver ? count : index + (isAnswered ? 1 : 0)} max=${count}
        aria-label=${t('review.step', { step: index + 1, n: count })}></progress>
      ${isOver ? html`<p class=${tone}>${foundText(progress)}</p>${outcomes(progress)}` : task(progress)}
      <div class="row wrap">
        ${label ? button(label, goOn, { kind: 'button main', does: 'on' }) : nothing}
        ${isOver ? step('back', t('review.back'), leave, !ended) : on()}
        ${isAnswered ? nothing : step('hint', t('review.hint'), () => retrospect.hint())}
        ${isAnswered ? nothing : step('show', t('review.show'), () => retrospect.show())}
        ${isOver ? nothing : step('leave', t('review.leave'), leave)}
      </div>
    </div>`;
}

export const review: Panel = {
  title: ({ mode }) => t(mode.kind === 'retrospect' ? 'review.find' : 'review.title'),

  view(state, context) {
    const { reviewer, retrospect } = reviewOf(context.controller);
    const { review: now, mode, match } = state;
    if (mode.kind === 'retrospect') return practice(mode.retrospect, retrospect, context);
    // Until the player's own game is back.
    if (mode.kind !== 'review') return html``;
    if (!now) return match?.history.length ? html`` : empty('review', t('review.empty'));
    if (now.found) return findings(state, now, now.found, context);
    if (now.phase === 'failed')
      return html`<p>${t('review.failed')}</p>${button(t('status.retry'), () => reviewer.begin())}`;
    return html`
      ${graph(state, now, reviewer)}
      <progress max="1" .value=${now.share} aria-label=${t('review.making')}></progress>
      <p class="note">${t('review.making')}</p>`;
  },

  opened({ controller }) {
    const { reviewer, retrospect } = reviewOf(controller);
    return [reviewer.open(), () => retrospect.end()];
  },
};
