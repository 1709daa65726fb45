/** What a review found: accuracy, turning points, and the card of the move on the board, from mistake to mistake. */

import { isMistake, MARK_CLASSES, MARK_GLYPHS } from '../../lib/glyphs.ts';
import { button, html, nothing, tool } from '../../lib/html.ts';
import { capital, percent, said, t } from '../../lib/i18n.ts';
import type { Mark, Moment, ReviewedMove, Side } from '../../protocol.d.ts';
import { calledOpponent, whoPlays } from '../../shell/opponent.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { ReviewFindings } from '../../state/mode.ts';
import { isTurned, look, SIDES, type State } from '../../state/state.ts';
import { mainLine } from '../../state/tree.ts';
import { numberAt, type Reviewer } from './session.ts';

const BOARD_PX = 92;
const MAX_SHOWN_MOVES = 8; // the card shows this many moves of a better line
const BEST_LOSS = 0.005; // a move that costs less of the chances is as good as the best

export const nameOf = (mark: Mark) => t(`review.mark.${MARK_GLYPHS[mark]}`);

const chip = (mark: Mark) => html`<span class=${`mark ${MARK_CLASSES[mark]}`} title=${nameOf(mark)}>${mark}</span>`;

/** The heading of what is about a side: its stone, and who plays it. */
export const sideHead = (side: Side, who: string, kind: string = '') => html`
  <h3 class="along">
    <span class=${`round stone of-side ${side}`} aria-hidden="true"></span>
    ${who ? html`<span class="offscreen">${t(`side.${side}`)}: </span>` : nothing}
    <span class=${kind}>${who || t(`side.${side}`)}</span>
  </h3>`;

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
    const level = state.players[side];
    // The level is known by now, and there is little room.
    const who = level > 0 ? calledOpponent(level) : whoPlays(state, side);
    return html`
      <section class="boxed side">
        ${sideHead(side, who, 'cut')}
        <p class="row">
          <strong class="accuracy">${share === null ? '–' : percent(share / 100)}</strong>
          <span class="note">${t('review.accuracy')}</span>
        </p>
        ${counts(marks[side])}
      </section>`;
  };
  return html`<div class="columns sides">${SIDES.map(half)}</div>`;
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
    const board = { meta: state.meta, worn: look(state), isTurned: isTurned(state), wide: BOARD_PX };
    return html`
      <li>
        <button type="button" class="entry moment" @click=${show(moment.ply)}>
          ${better && turn.rows ? smallBoard({ ...board, kind: 'moment-board', rows: turn.rows, path: better.path }) : nothing}
          <span class="fill moment-words stack close">
            <span>${chip(turn.mark)} ${said(moment)}</span>
            ${better && turn.rows ? html`<span class="better good-word">${t('review.remark', { line: written([better]) })}</span>` : nothing}
          </span>
        </button>
      </li>`;
  };
  const entries = found.moments.map(entry);
  return html`
    <section class="part">
      <h3>${t('review.moments')}</h3>
      ${entries.length ? html`<ol class="moments stack close">${entries}</ol>` : html`<p class="note">${t('review.moments.none')}</p>`}
    </section>`;
}

/** The ply that the card shows: of the mistake that is looked at, else of the move on the board. Null in a variation. */
export function shownPly({ review, match }: State) {
  if (!match || !review) return null;
  if (review.at && review.at.node === match.node) return review.at.ply;
  if (!match.node) return 0;
  const at = mainLine(match).findIndex(({ node }) => node === match.node);
  return at < 0 ? null : at + 1;
}

/** The ply of the main line that the variation on the board replaces. */
function replacedPly(match: Match) {
  const line = mainLine(match).map(({ node }) => node);
  const parents = new Map(match.history.map(({ node, parent }) => [node, parent]));
  let { node } = match;
  while (node && !line.includes(node)) node = parents.get(node) ?? 0;
  return line.indexOf(node) + 2;
}

export const title = (state: State, turn: ReviewedMove) =>
  `${numberAt(state, turn.ply)} ${turn.text || t('moves.pass')}`;

/** What a marked move did, in words: as its turning point tells it, else its mark and what it cost. */
function why({ ply, mark, loss }: ReviewedMove, { moments }: ReviewFindings) {
  const moment = moments.find((one) => one.ply === ply);
  if (moment) return said(moment);
  return mark ? t('review.cost', { mark: capital(nameOf(mark)), percent: percent(loss) }) : '';
}

function head(state: State, found: ReviewFindings) {
  const ply = shownPly(state);
  if (ply === null) return t('moves.variation', { move: state.match?.last?.text ?? '' });
  const turn = found.turns.find((one) => one.ply === ply);
  const chance = found.chances[ply];
  return html`
    <strong>${turn ? title(state, turn) : t('review.start')}</strong>
    ${turn?.mark ? chip(turn.mark) : nothing}
    <span class="note">${chance === null ? '' : `${t('side.w')} ${percent(chance)}`}</span>`;
}

export function card(state: State, found: ReviewFindings, reviewer: Reviewer) {
  const { match, review } = state;
  const { turns } = found;
  const ply = shownPly(state);
  // In a variation, the ply that it replaces.
  const at = ply ?? (match ? replacedPly(match) : 0);
  const turn = turns.find((one) => one.ply === ply);
  const mistakes = turns.filter(({ mark }) => isMistake(mark));
  const earlier = mistakes.findLast((one) => one.ply < at);
  const later = mistakes.find((one) => one.ply > at);
  const step = (way: 'before' | 'next', mistake: ReviewedMove | undefined) => {
    const look = () => void (mistake && reviewer.look(mistake.ply));
    return tool(way, t(`review.${way}-mistake`), look, { does: `${way} mistake`, isIdle: !mistake });
  };

  const isAsked = review?.at?.node === match?.node && review?.at?.ply === ply;
  const mistake = later ?? earlier;
  let text: unknown = nothing;
  let buttons: unknown[] = [];
  if (ply === null) {
    const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
    buttons = [button(t('review.return'), back, { does: 'return' })];
  } else if (turn?.best) {
    const line = written(turn.best.moves.slice(0, MAX_SHOWN_MOVES));
    const other = () => (isAsked ? reviewer.go(turn.ply) : reviewer.look(turn.ply));
    text = html`
      <p class="turn-why">${why(turn, found)}</p>
      <p class="turn-better">${t('review.better')} <strong class="better good-word">${line}</strong></p>`;
    buttons = [
      button(t(isAsked ? 'review.after' : 'review.before'), other, { does: 'look' }),
      button(t('review.play'), () => reviewer.follow(turn.ply), { does: 'follow' }),
    ];
  } else {
    if (turn) text = html`<p class="note">${t(turn.loss < BEST_LOSS ? 'review.best' : 'review.good')}</p>`;
    const label = mistake && t(later ? 'review.go-next' : 'review.go-before', { move: title(state, mistake) });
    if (mistake) buttons = [button(label, () => reviewer.look(mistake.ply), { does: 'go' })];
  }
  // With buttons below every move the card has one height, and what is below it stays in its place.
  return html`
    <section class=${mistakes.length ? 'turn-card stack close with-steps' : 'turn-card stack close'}>
      <div class="turn-nav along close">
        ${step('before', earlier)}<p class="fill along close turn-head">${head(state, found)}</p>${step('next', later)}
      </div>
      <div class="turn-rest fill stack snug">
        ${text}${buttons.length ? html`<div class="row">${buttons}</div>` : nothing}
        ${turn?.why ? html`<p class="note">${said(turn.why)}</p>` : nothing}
      </div>
    </section>`;
}
