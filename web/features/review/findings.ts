/**
 * What a review found, as parts of its panel: the accuracy of both sides with the number of each mark, and the turning
 * points, each with a small board that shows the better move.
 */

import { html, nothing } from 'lit-html';
import { percent } from '../../lib/figures.ts';
import { MARK_CLASSES, MARK_GLYPHS } from '../../lib/glyphs.ts';
import { said, t } from '../../lib/i18n.ts';
import type { Mark, Moment, Side } from '../../protocol.d.ts';
import { calledOpponent, whoPlays } from '../../shell/opponent.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { isTurned, look, SIDES, type State } from '../../state/state.ts';
import type { ReviewFindings } from '../../types.d.ts';
import { type Reviewer, written } from './session.ts';

const BOARD_PX = 92;

export const nameOf = (mark: Mark) => t(`review.mark.${MARK_GLYPHS[mark]}`);

export const chip = (mark: Mark) =>
  html`<span class=${`mark ${MARK_CLASSES[mark]}`} title=${nameOf(mark)}>${mark}</span>`;

/** How many mistakes a side made, how many of them were blunders, and how many moves were inaccurate. */
function counts(marks: Record<Mark, number>) {
  const count = (mark: Mark, n: number) => html`
    <li><strong>${n}</strong>${chip(mark)}<span>${t(`review.marks.${MARK_GLYPHS[mark]}`, { n })}</span></li>`;
  return html`
    <ul class="counts">
      ${count('?', marks['?'] + marks['??'])}
      ${marks['??'] ? count('??', marks['??']) : nothing}
      ${count('?!', marks['?!'])}
    </ul>`;
}

export function figures(state: State, { accuracy, marks }: ReviewFindings) {
  const half = (side: Side) => {
    const share = accuracy[side];
    const colour = t(`side.${side}`);
    const level = state.players[side];
    // The level is known by now, and there is little room.
    const who = level > 0 ? calledOpponent(level) : whoPlays(state, side);
    return html`
      <section class="boxed side">
        <h3>
          <span class=${`round stone ${side}`} aria-hidden="true"></span>
          ${who ? html`<span class="offscreen">${colour}: </span>` : nothing}
          <span class="cut">${who || colour}</span>
        </h3>
        <p>
          <strong class="accuracy">${share === null ? '–' : percent(share / 100)}</strong>
          <span class="note">${t('review.accuracy')}</span>
        </p>
        ${counts(marks[side])}
      </section>`;
  };
  return html`<div class="sides">${SIDES.map(half)}</div>`;
}

/** The turning points, each a button that shows the position before it with the better move. */
export function moments(state: State, found: ReviewFindings, reviewer: Reviewer) {
  const show = (ply: number) => () => {
    reviewer.look(ply);
    // The card with the better move is beside the graph: scroll it into view.
    document.querySelector('.course')?.scrollIntoView({ block: 'nearest' });
  };
  const entry = (moment: Moment) => {
    const turn = found.turns.find(({ ply }) => ply === moment.ply);
    if (!turn?.mark) return nothing;
    const better = turn.best?.moves[0];
    const isShown = better && turn.rows;
    const board = {
      meta: state.meta,
      worn: look(state),
      isTurned: isTurned(state),
      wide: BOARD_PX,
      kind: 'moment-board',
    };
    return html`
      <li>
        <button type="button" class="entry moment" @click=${show(moment.ply)}>
          ${isShown ? smallBoard({ ...board, rows: turn.rows ?? [], path: better.path }) : nothing}
          <span class="fill moment-words stack close">
            <span>${chip(turn.mark)} ${said(moment)}</span>
            ${isShown ? html`<span class="better">${t('review.remark', { line: written([better]) })}</span>` : nothing}
          </span>
        </button>
      </li>`;
  };
  return html`
    <section class="part">
      <h3>${t('review.moments')}</h3>
      ${
        found.moments.length
          ? html`<ol class="moments stack close">${found.moments.map(entry)}</ol>`
          : html`<p class="note">${t('review.moments.none')}</p>`
      }
    </section>`;
}
