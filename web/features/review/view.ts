/** The review panel, and the retrospect, in which the player looks for better moves. */

import { button, empty, table as figuresTable, guard, html, icon, nothing } from '../../lib/html.ts';
import { language, percent, t } from '../../lib/i18n.ts';
import type { ReviewedMove } from '../../protocol.d.ts';
import { suggestion } from '../../shell/opponent.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { stepBar } from '../../shell/step-bar.ts';
import type { Match } from '../../state/game.d.ts';
import type { Departure, Retrospect, Review, ReviewFindings } from '../../state/mode.ts';
import type { State } from '../../state/state.ts';
import { card, figures, mistakeSteps, moments, nameOf, shownPly, title } from './findings.ts';
import { slider } from './graph.ts';
import { type Known, known } from './known.ts';
import { endOf, foundText, type RetrospectSession, reviewOf } from './retrospect.ts';
import { numberAt, type Reviewer } from './session.ts';

/** The position on the board: where in the graph it is, -1 if in a variation, and how it is described. */
function position(state: State, { turns, chances }: Known) {
  const { review, match } = state;
  const asked = review?.at?.node === match?.node ? review?.at : null;
  const ply = asked ? asked.ply - 1 : shownPly(state);
  if (ply === null) return { ply: -1, text: t('moves.variation', { move: match?.last?.text ?? '' }) };
  const turn = turns.find((one) => one.ply === ply);
  const move = turn ? title(state, turn) : t('review.start');
  const values = { move, percent: chanceText(chances[ply]) };
  const text = turn?.mark ? t('review.at-marked', { ...values, mark: nameOf(turn.mark) }) : t('review.at', values);
  return { ply, text };
}

const chanceText = (chance: number | null | undefined) => (typeof chance === 'number' ? percent(chance) : '–');

function graph(state: State, known: Known, reviewer: Reviewer) {
  const { turns } = known;
  const chances = known.chances.length ? known.chances : Array(turns.length + 1).fill(null);
  return slider(t('review.graph'), chances, turns, position(state, known), (ply) => reviewer.go(ply));
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

function findings(state: State, review: Review, match: Match, context: PanelContext) {
  const { reviewer } = reviewOf(context.controller);
  const sofar = known(match, review);
  const { found, share } = review;
  const making = () => html`
    <div><progress max="1" .value=${share} aria-label=${t('review.making')}></progress><p class="note">${t('review.making')}</p></div>`;
  return html`
    <div class="parts review below-board">
      <div class="course stack loose">${graph(state, sofar, reviewer)}${card(state, sofar, reviewer)}</div>
      ${found ? whole(state, review, found, context) : making()}
      ${steps(state, sofar, context)}
    </div>`;
}

function whole(state: State, review: Review, found: ReviewFindings, { controller }: PanelContext) {
  const { reviewer, retrospect } = reviewOf(controller);
  return html`
      ${figures(state, found, retrospect)}
      <p class="note">${t('review.accuracy.about', { best: percent(1), random: percent(0) })}</p>
      <p class="note left-lines" ?hidden=${!review.left.length}>${review.left.map((one) => `${leftLine(state, one)} `)}</p>
      ${moments(state, found, reviewer)}
      ${guard([found, language()], () => table(state, found, reviewer))}
      <div class="part">
        <div class="row wrap">${button(t('review.write'), () => reviewer.write(), { does: 'write' })}</div>
        <p class="note" role="status">${review.written ? t('review.written') : ''}</p>
      </div>`;
}

/** From mistake to mistake, or where there are none what the result suggests. */
function steps(state: State, found: Known, context: PanelContext) {
  const { reviewer } = reviewOf(context.controller);
  const ended = endOf(state);
  const [label, act] = ended ? suggestion(ended, context) : [];
  const none = () => html`
    <p class="fill note">${t('review.nothing')}</p>
    ${label && act ? button(label, act, { kind: 'button main', does: 'review-next' }) : nothing}`;
  return stepBar(state, context.controller, ['before', 'next'], mistakeSteps(state, found, reviewer) ?? none());
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
    if (!now || !match) return match?.history.length ? html`` : empty('review', t('review.empty'));
    if (now.phase === 'failed')
      return html`<p>${t('review.failed')}</p>${button(t('status.retry'), () => reviewer.begin())}`;
    return findings(state, now, match, context);
  },

  opened({ controller }) {
    const { reviewer, retrospect } = reviewOf(controller);
    return [reviewer.open(), () => retrospect.end()];
  },
};
