/**
 * The review panel: the game as a graph, accuracy of both sides, turning points, the move on the board with the
 * better one; and the retrospect, in which the player looks for better moves.
 */

import { html } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { button, empty } from '../../lib/controls.ts';
import { percent } from '../../lib/figures.ts';
import { language, t } from '../../lib/i18n.ts';
import type { ReviewedMove } from '../../protocol.d.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import type { State } from '../../state/state.ts';
import { keepRecords } from '../../store/kept.ts';
import type { Review, ReviewFindings } from '../../types.d.ts';
import { card, shownPly, title } from './card.ts';
import { figures, moments, nameOf } from './findings.ts';
import { slider } from './graph.ts';
import { reviewOf } from './retrospect.ts';
import { practice, reviewSteps } from './retrospect-view.ts';
import { mainLine, numberAt, type Reviewer } from './session.ts';

// Enables the style sheets that the first board does not need.

/** The position on the board: where in the graph it is, -1 if in a variation, and how it is described. */
function position(state: State) {
  const { review, match } = state;
  const asked = review?.at && review.at.node === match?.node ? review.at.ply : null;
  const ply = asked !== null ? asked - 1 : shownPly(state);
  if (ply === null) return { ply: -1, text: t('moves.variation', { move: match?.last?.text ?? '' }) };
  const turn = review?.found?.turns.find((one) => one.ply === ply);
  const chance = review?.chances[ply];
  const move = turn ? title(state, turn) : t('review.start');
  const values = { move, percent: typeof chance === 'number' ? percent(chance) : '–' };
  const isMarked = turn?.mark;
  return {
    ply,
    text: isMarked ? t('review.at-marked', { ...values, mark: nameOf(isMarked) }) : t('review.at', values),
  };
}

function graph(state: State, { chances, found }: Review, reviewer: Reviewer) {
  const count = state.match ? mainLine(state.match).length + 1 : 1;
  const known = chances.length ? chances : Array(count).fill(null);
  return slider(t('review.graph'), known, found?.turns ?? [], position(state), (ply) => reviewer.go(ply));
}

/** The data of the graph as a table: the chances after every move. */
function table(state: State, { turns, chances }: ReviewFindings, reviewer: Reviewer) {
  const row = (turn: ReviewedMove) => {
    const chance = chances[turn.ply];
    return html`
      <tr>
        <th scope="row">
          <button type="button" class="move" @click=${() => reviewer.go(turn.ply)}>${title(state, turn)}</button>
        </th>
        <td class="number">${chance === null ? '–' : percent(chance)}</td>
        <td>${turn.mark ? nameOf(turn.mark) : ''}</td>
      </tr>`;
  };
  return html`
    <details class="as-table">
      <summary>${t('review.table')}</summary>
      <table class="figures">
        <thead><tr>${['turn', 'chances', 'verdict'].map((key) => html`<th scope="col">${t(`review.${key}`)}</th>`)}</tr></thead>
        <tbody>${turns.map(row)}</tbody>
      </table>
    </details>`;
}

/** Where the game left the player's lines, in words. */
const leftLines = (state: State, { left }: Review) =>
  left
    .map(({ side, who, ply, played, meant }) => {
      const move = `${numberAt(state, ply + 1)} ${played}`;
      return t(`lines.left.${who}`, { move, side: t(`side.${side}`), meant: meant.join(', ') });
    })
    .join(' ');

function findings(state: State, review: Review, found: ReviewFindings, context: PanelContext) {
  const { reviewer, retrospect } = reviewOf(context.controller);
  return html`
    <div class="parts review">
      <div class="course stack">${graph(state, review, reviewer)}${card(state, found, reviewer)}</div>
      ${figures(state, found)}
      <p class="note">${t('review.accuracy.about', { best: percent(1), random: percent(0) })}</p>
      <p class="note left-lines" ?hidden=${!review.left.length}>${leftLines(state, review)}</p>
      ${moments(state, found, reviewer)}
      ${guard([found, language()], () => table(state, found, reviewer))}
      <div class="part">
        <div class="row wrap">
          ${button(t('review.write'), () => reviewer.write(), { does: 'write' })}
        </div>
        <p class="note" role="status">${review.written ? t('review.written') : ''}</p>
      </div>
      ${reviewSteps(state, found, retrospect, context)}
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
    return [keepRecords(controller.page), reviewer.open(), () => retrospect.end()];
  },
};
