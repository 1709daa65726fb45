/** What a review found: its figures, the turning points, and the card of the move on the board, from mistake to mistake. */

import { isMistake, MARK_CLASSES, MARK_GLYPHS } from '../../lib/glyphs.ts';
import { button, table as figuresTable, html, icon, nothing, unbroken } from '../../lib/html.ts';
import { capital, percent, said, t } from '../../lib/i18n.ts';
import type { Mark, Moment, ReviewedMove, Side } from '../../protocol.d.ts';
import { calledOpponent, suggestion, whoPlays } from '../../shell/opponent.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { won, written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { ReviewFindings } from '../../state/mode.ts';
import { isOthers } from '../../state/result.ts';
import { figure, words } from '../../state/score.ts';
import { isTurned, look, SIDES, type State } from '../../state/state.ts';
import { isAtEnd, mainLine } from '../../state/tree.ts';
import { accuracyText, MIN_ACCURATE_MOVES } from '../../store/archive.ts';
import { goodMoves, type Known, lessons } from './known.ts';
import { numberAt, type Reviewer, reviewerOf } from './session.ts';

const BOARD_PX = 92;

export const nameOf = (mark: Mark) => t(`review.mark.${MARK_GLYPHS[mark]}`);

const chip = (mark: Mark) => html`<span class=${`mark ${MARK_CLASSES[mark]}`} title=${nameOf(mark)}>${mark}</span>`;

/** What a side is called above what is about it: its stone, and who plays it. */
export const sideName = (side: Side, who: string) => html`
  <span class=${`round stone of-side ${side}`} aria-hidden="true"></span>
  ${who ? html`<span class="offscreen">${t(`side.${side}`)}: </span>` : nothing}
  <span>${who || t(`side.${side}`)}</span>`;

const KINDS: Mark[] = ['??', '?', '?!'];

/** The good moves of each side, its marks by kind, and its accuracy, where it rests on more than a few moves. */
export function figures(state: State, { accuracy, marks, turns }: ReviewFindings) {
  const name = (side: Side) => {
    // The level is known by now, and there is little room.
    const level = state.players[side];
    const who = level > 0 ? calledOpponent(level) : whoPlays(state, side);
    return html`<span class="along close">${sideName(side, who)}</span>`;
  };
  const row = (label: unknown, figure: (side: Side) => unknown) => html`
    <tr><th scope="row">${label}</th>${SIDES.map((side) => html`<td>${figure(side)}</td>`)}</tr>`;
  const good = (side: Side) => html`<strong>${t('puzzle.of', goodMoves(turns, side))}</strong>`;
  const isCounted = (side: Side) => accuracy[side] !== null && goodMoves(turns, side).count >= MIN_ACCURATE_MOVES;
  const share = (side: Side) => (isCounted(side) ? accuracyText(accuracy[side] ?? 0) : '–');
  const kind = (mark: Mark) => {
    const label = capital(t(`review.marks.${MARK_GLYPHS[mark]}`, { n: 2 }));
    return row(html`${chip(mark)} ${label}`, (side) => marks[side][mark]);
  };
  const last = SIDES.some(isCounted) ? [row(t('review.accuracy'), share)] : [];
  const rows = [row(t('review.good-moves'), good), ...KINDS.map(kind), ...last];
  const isSwayed = (side: Side) => !isCounted(side) && goodMoves(turns, side).count >= MIN_ACCURATE_MOVES;
  const none = html`<p class="note" ?hidden=${!last.length || !SIDES.some(isSwayed)}>${t('review.accuracy.none')}</p>`;
  return html`${figuresTable('sides', ['', ...SIDES.map(name)], rows)}${none}`;
}

/** A button to look for better moves than the mistakes of the people, or of both sides where there are none. */
export function practiseButton({ players, match, review }: State, { panels }: PanelContext) {
  const people = SIDES.filter((side) => !players[side]);
  const own = review?.found ? lessons(review.found, people.length ? people : SIDES) : [];
  if (!match || !own.length) return nothing;
  const practise = () => panels.errands.trainMistakes(own, match);
  return button(t('review.practise', { n: own.length }), practise, { kind: 'button wide', does: 'find' });
}

/** What the result suggests, where the game has ended. */
export function nextGameButton({ meta, players, match }: State, context: PanelContext) {
  if (!match?.end || isOthers({ players, match })) return nothing;
  const [label = '', act] = suggestion({ meta, players, match: { ...match, outcome: match.end } }, context);
  return act ? button(label, act, { kind: 'button main', does: 'review-next' }) : nothing;
}

/** Shows a mistake on the board, and its card beside the graph. */
function show(state: State, reviewer: Reviewer, turn: ReviewedMove) {
  const { best, why: because } = turn;
  const better = best && t('review.remark', { line: written(best.moves.slice(0, turn.told)) });
  const name = turn.reason ? '' : `${title(state, turn)}.`;
  const told = [name, why(turn), better, because && said(because)];
  reviewer.look(turn.ply, told.filter(Boolean).join(' '));
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
        <button type="button" class="entry moment" @click=${() => show(state, reviewer, turn)}>
          ${better && turn.rows ? smallBoard({ ...board, kind: 'moment-board', rows: turn.rows, path: better.path }) : nothing}
          <span class="fill moment-words stack close">
            <span>${chip(turn.mark)} ${unbroken(said(moment))}</span>
            ${better && turn.rows ? html`<span class="better good-word">${unbroken(t('review.remark', { line: written([better]) }))}</span>` : nothing}
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

/** What a marked move did, in words: of a mistake its reason, else its mark and what it cost; and the answer. */
function why({ mark, loss, reason, refutation = [] }: ReviewedMove) {
  const cost = mark ? t('review.cost', { mark: capital(nameOf(mark)), percent: percent(loss) }) : '';
  const did = reason ? said(reason) : cost;
  const line = written(refutation);
  return line ? `${did} ${t('review.answered', { line })}` : did;
}

/** Of a move, what it made of White's chances; of a line that was tried out, what it leads to. */
function head(state: State, found: Known, ply: number | null, value: string) {
  if (ply === null) {
    const move = t('moves.variation', { move: state.match?.last?.text ?? '' });
    return html`<span>${move}</span>${value ? html`<span class="chip">${value}</span>` : nothing}`;
  }
  const turn = found.turns.find((one) => one.ply === ply);
  const chances = found.chances
    .slice(ply - 1, ply + 1)
    .flatMap((chance) => (chance === null ? [] : [percent(chance)]));
  const change = chances.length === 2 ? `${t('side.w')} ${[...new Set(chances)].join(' → ')}` : '';
  const end = state.match?.end?.node === state.match?.node && state.match?.end;
  return html`
    <span class="unbroken"><strong>${turn ? title(state, turn) : t('review.start')}</strong>${turn?.mark ? chip(turn.mark) : nothing}</span>
    <span class="note unbroken">${end ? won(end.winner) : change}</span>`;
}

/** What is to be said of the move on the board; at the start of the game nothing is, at its end what may come next. */
export function card(state: State, found: Known, context: PanelContext) {
  const { match, meta, review } = state;
  const reviewer = reviewerOf(context.controller);
  const ply = shownPly(state);
  const turn = found.turns.find((one) => one.ply === ply);
  if (ply === 0) return nothing;
  const end = review?.end?.node === match?.node ? review?.end : null;
  const how = { points: meta.points, exact: meta.points, scale: meta.scale };
  let text: unknown = nothing;
  if (ply === null) {
    const at = match ? replacedPly(match) : 0;
    const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
    text = html`
      ${end ? html`<p>${t('review.line-end', { value: words(end.score, how) })}</p>` : nothing}
      <div class="row">${button(t('status.to-game'), back, { does: 'return' })}</div>`;
  } else if (isDone(state, found)) {
    text = html`
      <p>${t('review.last')}</p>
      <div class="row wrap">${practiseButton(state, context)}${nextGameButton(state, context)}</div>`;
  } else if (turn?.best) {
    text = html`
      <p class="turn-why">${unbroken(why(turn))}</p>
      <button type="button" class="entry boxed turn-better" data-does="follow" title=${t('review.play')} @click=${() => reviewer.follow(turn.ply)}>
        <span class="fill">${t('review.better')} <strong class="better good-word">${unbroken(written(turn.best.moves.slice(0, turn.told)))}</strong></span>
        ${icon('open')}
      </button>
      ${turn.why ? html`<p class="note">${unbroken(said(turn.why))}</p>` : nothing}`;
  } else if (turn?.mark) text = html`<p class="turn-why">${unbroken(why(turn))}</p>`;
  else if (turn && review?.found) {
    const kind = turn.preferred ? 'preferred' : turn.good ? 'good' : 'small';
    text = html`<p class="note">${t(`review.${kind}`, { percent: percent(turn.loss) })}</p>`;
  }
  return html`
    <section class="turn-card stack close">
      <p class="row close turn-head">${head(state, found, ply, end ? figure(end.score, how) : '')}</p>
      <div class="turn-rest fill stack snug">${text}</div>
    </section>`;
}

/** Whether all mistakes lie before the position on the board, the last of the game. */
const isDone = ({ match, review }: State, { turns }: Known) =>
  Boolean(match && review?.found && isAtEnd(match) && turns.some(({ mark }) => isMistake(mark)));

/** From mistake to mistake, and then to the end. In a variation they are counted from the move that it replaces. */
export function mistakeSteps(state: State, found: Known, reviewer: Reviewer) {
  const { turns } = found;
  const isOver = isDone(state, found);
  const here = () => shownPly(state) ?? (state.match ? replacedPly(state.match) : 0);
  const at = isOver ? turns.length + 1 : (reviewer.asked ?? here());
  // What is known of a review that is being made is not the first of the game, nor has it a better move yet.
  const mistakes = state.review?.found ? turns.filter(({ mark }) => isMistake(mark)) : [];
  if (!mistakes.length && state.review?.found) return null;
  const [earlier, later] = [mistakes.findLast(({ ply }) => ply < at), mistakes.find(({ ply }) => ply > at)];
  const label = (way: 'before' | 'next') => html`
    <span aria-hidden="true">${capital(nameOf('?'))}</span><span class="offscreen">${t(`review.${way}-mistake`)}</span>`;
  const isLast = state.review?.found && !later && !isOver;
  const on = isLast ? t('action.last') : html`${label('next')}${icon('next')}`;
  const goOn = () => (later ? show(state, reviewer, later) : isLast && reviewer.go(turns.length));
  return html`
    ${button(label('before'), () => earlier && show(state, reviewer, earlier), { picture: 'before', does: 'before mistake', isIdle: !earlier })}
    ${isOver ? nothing : button(on, goOn, { kind: 'button main', does: 'next mistake', isIdle: !later && !isLast })}`;
}
