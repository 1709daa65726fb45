/**
 * The card of the review with the shown move and the better one, and what leads from mistake to mistake.
 *
 * @import { ReviewedMove } from '../protocol.d.ts'
 * @import { Match, ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Reviewer } from '../study/review.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { isMistake } from '../lib/glyphs.js';
import { said, t } from '../lib/i18n.js';
import { mainLine, numberAt, written } from '../study/review.js';
import { chip, nameOf, percent } from './review-findings.js';

/** The card shows this many moves of a better line. */
const MAX_SHOWN_MOVES = 8;
/** A move that costs less of the chances is as good as the best. */
const BEST_LOSS = 0.005;

/**
 * The ply that the card shows: of the mistake that is looked at, else of the move that led to the position on the board.
 * Null in a variation.
 *
 * @param {State} state
 */
export function shownPly({ review, match }) {
  if (!match || !review) return null;
  if (review.at && review.at.node === match.node) return review.at.ply;
  if (!match.node) return 0;
  const at = mainLine(match).findIndex(({ node }) => node === match.node);
  return at < 0 ? null : at + 1;
}

/** The ply of the main line that the variation on the board replaces. @param {Match} match */
function replacedPly(match) {
  const line = mainLine(match).map(({ node }) => node);
  const parents = new Map(match.history.map(({ node, parent }) => [node, parent]));
  let { node } = match;
  while (node && !line.includes(node)) node = parents.get(node) ?? 0;
  return line.indexOf(node) + 2;
}

/** @param {State} state @param {ReviewedMove} turn */
export const title = (state, turn) => `${numberAt(state, turn.ply)} ${turn.text || t('moves.pass')}`;

/** @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/**
 * What a marked move did, in words: as its turning point tells it, else its mark and what it cost.
 *
 * @param {ReviewedMove} turn
 * @param {ReviewFindings} found
 */
function why({ ply, mark, loss }, { moments }) {
  const moment = moments.find((one) => one.ply === ply);
  if (moment) return said(moment);
  return mark ? t('review.cost', { mark: capital(nameOf(mark)), percent: percent(loss) }) : '';
}

/**
 * The card with the shown move and the better one, and buttons for the previous and the next mistake.
 *
 * @param {Reviewer} reviewer
 * @param {ReviewFindings} found
 */
export function card(reviewer, found) {
  const mistakes = found.turns.filter(({ mark }) => isMistake(mark));
  /** The ply of the shown move; in a variation, the ply that it replaces. */
  let at = 0;
  const earlier = () => mistakes.findLast(({ ply }) => ply < at);
  const later = () => mistakes.find(({ ply }) => ply > at);
  /** @param {'before' | 'next'} way @param {() => ReviewedMove | undefined} find */
  const step = (way, find) => {
    const go = () => {
      const turn = find();
      if (turn) reviewer.look(turn.ply);
    };
    const label = t(`review.${way}-mistake`);
    const tool = button('', go, { class: 'tool', 'aria-label': label, title: label, 'data-does': `${way} mistake` });
    tool.append(icon(way));
    return tool;
  };
  const before = step('before', earlier);
  const next = step('next', later);
  const head = make('p', { class: 'turn-head' });
  const rest = make('div', { class: 'turn-rest' });
  // With buttons below every move the card has one height, and what is below it stays in its place.
  const box = make(
    'section',
    { class: mistakes.length ? 'turn-card with-steps' : 'turn-card' },
    make('div', { class: 'turn-nav' }, before, head, next),
    rest,
  );
  let shown = '';
  /** @param {string} label @param {() => void} act @param {string} does */
  const does = (label, act, does) => button(t(label), act, { 'data-does': does });

  /** @param {State} state */
  const fill = (state) => {
    const ply = shownPly(state);
    const turn = found.turns.find((one) => one.ply === ply);
    const asked = state.review?.at?.node === state.match?.node && state.review?.at?.ply === ply;
    const key = JSON.stringify([ply, asked, ply === null && state.match?.node]);
    if (key === shown) return;
    shown = key;
    const held = rest.contains(document.activeElement);
    const row = make('div', { class: 'row' });
    rest.replaceChildren();
    at = ply ?? (state.match ? replacedPly(state.match) : 0);
    if (ply === null) {
      const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
      head.replaceChildren(t('moves.variation', { move: state.match?.last?.text ?? '' }));
      row.append(does('review.return', back, 'return'));
    } else {
      const chance = found.chances[ply];
      const told = chance === null ? '' : `${t('side.w')} ${percent(chance)}`;
      head.replaceChildren(make('strong', {}, turn ? title(state, turn) : t('review.start')));
      if (turn?.mark) head.append(chip(turn.mark));
      head.append(make('span', { class: 'note' }, told));
    }
    if (turn?.best) {
      const line = written(turn.best.moves.slice(0, MAX_SHOWN_MOVES));
      const better = make('strong', { class: 'better' }, line);
      rest.append(
        make('p', { class: 'turn-why' }, why(turn, found)),
        make('p', { class: 'turn-better' }, `${t('review.better')} `, better),
      );
      const other = () => (asked ? reviewer.go(turn.ply) : reviewer.look(turn.ply));
      row.append(
        does(asked ? 'review.after' : 'review.before', other, 'look'),
        does('review.play', () => reviewer.follow(turn.ply), 'follow'),
      );
    } else if (ply !== null) {
      if (turn) rest.append(make('p', { class: 'note' }, t(turn.loss < BEST_LOSS ? 'review.best' : 'review.good')));
      const mistake = later() ?? earlier();
      const label = mistake && t(later() ? 'review.go-next' : 'review.go-before', { move: title(state, mistake) });
      if (mistake && label) row.append(button(label, () => reviewer.look(mistake.ply), { 'data-does': 'go' }));
    }
    if (row.childElementCount) rest.append(row);
    // Not `disabled`, because a disabled button would lose the focus.
    before.setAttribute('aria-disabled', String(!earlier()));
    next.setAttribute('aria-disabled', String(!later()));
    if (held) row.querySelector('button')?.focus();
  };
  return { box, fill };
}
