/** What a review found: accuracy, turning points, and the card of the move on the board, from mistake to mistake. */

import { isMistake, MARK_CLASSES, MARK_GLYPHS } from '../../lib/glyphs.ts';
import { button, html, nothing } from '../../lib/html.ts';
import { capital, percent, said, t } from '../../lib/i18n.ts';
import type { Mark, Moment, ReviewedMove, Side } from '../../protocol.d.ts';
import { calledOpponent, whoPlays } from '../../shell/opponent.ts';
import type { Panels } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { ReviewFindings } from '../../state/mode.ts';
import { figure, words } from '../../state/score.ts';
import { isTurned, look, SIDES, type State } from '../../state/state.ts';
import { mainLine } from '../../state/tree.ts';
import { type Known, lessons } from './known.ts';
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

const KINDS: Mark[] = ['??', '?', '?!'];

/** The accuracy of each side, its marks by kind, and a button to look for what would have been better. */
export function figures(state: State, { accuracy, marks, turns }: ReviewFindings, { errands }: Panels) {
  const { match } = state;
  const count = (mark: Mark, n: number) => html`
    <li><strong>${n}</strong>${chip(mark)}<span>${t(`review.marks.${MARK_GLYPHS[mark]}`, { n })}</span></li>`;
  const half = (side: Side) => {
    const share = accuracy[side];
    const level = state.players[side];
    const own = lessons(turns, side);
    const { length: n } = own;
    const isPractised = match && n > 0 && (!level || (state.players.w !== 0 && state.players.b !== 0));
    // The level is known by now, and there is little room.
    const who = level > 0 ? calledOpponent(level) : whoPlays(state, side);
    return html`
      <section class="boxed side stack close">
        ${sideHead(side, who, 'cut')}
        <p class="row">
          <strong class="accuracy">${share === null ? '–' : percent(share / 100)}</strong>
          <span class="note">${t('review.accuracy')}</span>
        </p>
        <ul class="counts">${KINDS.map((mark) => count(mark, marks[side][mark]))}</ul>
        ${isPractised ? button(t('review.practise', { n }), () => errands.trainMistakes(own, match), { does: `find ${side}` }) : nothing}
      </section>`;
  };
  return html`<div class="columns sides">${SIDES.map(half)}</div>`;
}

/** Shows a mistake on the board, and its card beside the graph. */
function show(reviewer: Reviewer, ply: number) {
  reviewer.look(ply);
  document.querySelector('.course')?.scrollIntoView({ block: 'nearest' });
}

/** The turning points, each a button that shows the position before it with the better move. */
export function moments(state: State, found: ReviewFindings, reviewer: Reviewer) {
  const entry = (moment: Moment) => {
    const turn = found.turns.find(({ ply }) => ply === moment.ply);
    if (!turn?.mark) return nothing;
    const better = turn.best?.moves[0];
    const board = { meta: state.meta, worn: look(state), isTurned: isTurned(state), wide: BOARD_PX };
    return html`
      <li>
        <button type="button" class="entry moment" @click=${() => show(reviewer, moment.ply)}>
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
function why({ ply, mark, loss }: ReviewedMove, { moments }: Known) {
  const moment = moments.find((one) => one.ply === ply);
  if (moment) return said(moment);
  return mark ? t('review.cost', { mark: capital(nameOf(mark)), percent: percent(loss) }) : '';
}

function head(state: State, found: Known, ply: number | null, value: string) {
  if (ply === null) {
    const move = t('moves.variation', { move: state.match?.last?.text ?? '' });
    return html`<span>${move}</span>${value ? html`<span class="chip">${value}</span>` : nothing}`;
  }
  const turn = found.turns.find((one) => one.ply === ply);
  const chance = found.chances[ply] ?? null;
  return html`
    <strong>${turn ? title(state, turn) : t('review.start')}</strong>
    ${turn?.mark ? chip(turn.mark) : nothing}
    <span class="note">${chance === null ? '' : `${t('side.w')} ${percent(chance)}`}</span>`;
}

/** What is to be said of the move on the board; at the start of the game nothing is. */
export function card(state: State, found: Known, reviewer: Reviewer) {
  const { match, meta, review } = state;
  const ply = shownPly(state);
  const turn = found.turns.find((one) => one.ply === ply);
  if (ply === 0) return nothing;
  const end = review?.end?.node === match?.node ? review?.end : null;
  const how = { points: meta.points, exact: meta.points, scale: meta.scale };
  let text: unknown = nothing;
  let buttons: unknown[] = [];
  if (ply === null) {
    const at = match ? replacedPly(match) : 0;
    const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
    if (end) text = html`<p>${t('review.line-end', { value: words(end.score, how) })}</p>`;
    buttons = [button(t('status.to-game'), back, { does: 'return' })];
  } else if (turn?.best) {
    const isAsked = review?.at?.node === match?.node && review?.at?.ply === ply;
    const line = written(turn.best.moves.slice(0, MAX_SHOWN_MOVES));
    const other = () => (isAsked ? reviewer.go(turn.ply) : reviewer.look(turn.ply));
    text = html`
      <p class="turn-why">${why(turn, found)}</p>
      <p class="turn-better">${t('review.better')} <strong class="better good-word">${line}</strong></p>`;
    buttons = [
      button(t(isAsked ? 'review.after' : 'review.before'), other, { does: 'look' }),
      button(t('review.play'), () => reviewer.follow(turn.ply), { does: 'follow' }),
    ];
  } else if (turn?.mark) text = html`<p class="turn-why">${why(turn, found)}</p>`;
  else if (turn && review?.found)
    text = html`<p class="note">${t(turn.loss < BEST_LOSS ? 'review.best' : 'review.good')}</p>`;
  return html`
    <section class="turn-card stack close">
      <p class="along close turn-head">${head(state, found, ply, end ? figure(end.score, how) : '')}</p>
      <div class="turn-rest fill stack snug">
        ${text}${buttons.length ? html`<div class="row">${buttons}</div>` : nothing}
        ${turn?.why ? html`<p class="note">${said(turn.why)}</p>` : nothing}
      </div>
    </section>`;
}

/** From mistake to mistake. In a variation they are counted from the move that it replaces. */
export function mistakeSteps(state: State, { turns }: Known, reviewer: Reviewer) {
  const at = shownPly(state) ?? (state.match ? replacedPly(state.match) : 0);
  const mistakes = turns.filter(({ mark }) => isMistake(mark));
  const step = (way: 'before' | 'next', mistake: ReviewedMove | undefined, kind: string) => {
    const look = () => mistake && show(reviewer, mistake.ply);
    return button(t(`review.${way}-mistake`), look, { kind, does: `${way} mistake`, isIdle: !mistake });
  };
  if (!mistakes.length && state.review?.found) return null;
  const [earlier, later] = [mistakes.findLast(({ ply }) => ply < at), mistakes.find(({ ply }) => ply > at)];
  return html`${step('before', earlier, 'button')} ${step('next', later, 'button main')}`;
}
