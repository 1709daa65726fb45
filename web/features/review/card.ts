/** The card of the review with the shown move and the better one, and what leads from mistake to mistake. */

import { html, nothing } from 'lit-html';
import { button, tool } from '../../lib/controls.ts';
import { percent } from '../../lib/figures.ts';
import { isMistake } from '../../lib/glyphs.ts';
import { said, t } from '../../lib/i18n.ts';
import type { ReviewedMove } from '../../protocol.d.ts';
import type { State } from '../../state/state.ts';
import type { Match, ReviewFindings } from '../../types.d.ts';
import { chip, nameOf } from './findings.ts';
import { mainLine, numberAt, type Reviewer, written } from './session.ts';

/** The card shows this many moves of a better line. */
const MAX_SHOWN_MOVES = 8;
/** A move that costs less of the chances is as good as the best. */
const BEST_LOSS = 0.005;

/**
 * The ply that the card shows: of the mistake that is looked at, else of the move that led to the position on the board.
 * Null in a variation.
 */
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

const capital = (text: string) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/** What a marked move did, in words: as its turning point tells it, else its mark and what it cost. */
function why({ ply, mark, loss }: ReviewedMove, { moments }: ReviewFindings) {
  const moment = moments.find((one) => one.ply === ply);
  if (moment) return said(moment);
  return mark ? t('review.cost', { mark: capital(nameOf(mark)), percent: percent(loss) }) : '';
}

/** The two lines above: which move it is, and the chances after it. */
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
  const ply = shownPly(state);
  // In a variation, the ply that it replaces.
  const at = ply ?? (match ? replacedPly(match) : 0);
  const turn = found.turns.find((one) => one.ply === ply);
  const mistakes = found.turns.filter(({ mark }) => isMistake(mark));
  const earlier = mistakes.findLast((one) => one.ply < at);
  const later = mistakes.find((one) => one.ply > at);
  const step = (way: 'before' | 'next', mistake: ReviewedMove | undefined) => {
    const look = () => void (mistake && reviewer.look(mistake.ply));
    return tool(way, t(`review.${way}-mistake`), look, { does: `${way} mistake`, isIdle: !mistake });
  };

  const isAsked = review?.at?.node === match?.node && review?.at?.ply === ply;
  const texts = [];
  const buttons = [];
  if (ply === null) {
    const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
    buttons.push(button(t('review.return'), back, { does: 'return' }));
  } else if (turn?.best) {
    const line = written(turn.best.moves.slice(0, MAX_SHOWN_MOVES));
    const other = () => (isAsked ? reviewer.go(turn.ply) : reviewer.look(turn.ply));
    texts.push(
      html`<p class="turn-why">${why(turn, found)}</p>`,
      html`<p class="turn-better">${t('review.better')} <strong class="better">${line}</strong></p>`,
    );
    buttons.push(
      button(t(isAsked ? 'review.after' : 'review.before'), other, { does: 'look' }),
      button(t('review.play'), () => reviewer.follow(turn.ply), { does: 'follow' }),
    );
  } else {
    const mistake = later ?? earlier;
    if (turn) texts.push(html`<p class="note">${t(turn.loss < BEST_LOSS ? 'review.best' : 'review.good')}</p>`);
    if (mistake) {
      const label = t(later ? 'review.go-next' : 'review.go-before', { move: title(state, mistake) });
      buttons.push(button(label, () => reviewer.look(mistake.ply), { does: 'go' }));
    }
  }
  // With buttons below every move the card has one height, and what is below it stays in its place.
  return html`
    <section class=${mistakes.length ? 'turn-card stack close with-steps' : 'turn-card stack close'}>
      <div class="turn-nav">
        ${step('before', earlier)}<p class="fill turn-head">${head(state, found)}</p>${step('next', later)}
      </div>
      <div class="turn-rest stack">${texts}${buttons.length ? html`<div class="row">${buttons}</div>` : nothing}</div>
    </section>`;
}
