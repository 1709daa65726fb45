/** What a review found: its figures, the turning points, and the card of the move on the board, from mistake to mistake. */

import { isMistake, MARK_CLASSES, MARK_GLYPHS } from '../../lib/glyphs.ts';
import { button, table as figuresTable, html, icon, nothing, tool, unbroken } from '../../lib/html.ts';
import { capital, percent, t, translated } from '../../lib/i18n.ts';
import type { Mark, Node, ReviewedMove, Side } from '../../protocol.d.ts';
import { moveButtons } from '../../shell/moves.ts';
import { suggestion, whoPlays } from '../../shell/opponent.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { won, written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import { isOthers } from '../../state/result.ts';
import { cost, figure, turned, words } from '../../state/score.ts';
import type { ReviewFindings } from '../../state/session.ts';
import { isTurned, look, SIDES, type State } from '../../state/state.ts';
import { isAtEnd, mainLine } from '../../state/tree.ts';
import { goodMoves, type Known, mistakes } from './known.ts';
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

/** The good moves of each side, and its marks by kind. */
export function figures(state: State, { marks, turns }: ReviewFindings) {
  const name = (side: Side) => html`<span class="along close">${sideName(side, whoPlays(state, side))}</span>`;
  const row = (label: unknown, figure: (side: Side) => unknown) => html`
    <tr><th scope="row">${label}</th>${SIDES.map((side) => html`<td>${figure(side)}</td>`)}</tr>`;
  const good = (side: Side) => html`<strong>${t('puzzle.of', goodMoves(turns, side))}</strong>`;
  const kind = (mark: Mark) => {
    const label = capital(t(`review.marks.${MARK_GLYPHS[mark]}`, { n: 2 }));
    return row(html`${chip(mark)} ${label}`, (side) => marks[side][mark]);
  };
  return figuresTable('sides', ['', ...SIDES.map(name)], [row(t('review.good-moves'), good), ...KINDS.map(kind)]);
}

/** A button to look for better moves than the mistakes of the people, or of both sides where there are none. */
export function practiseButton({ players, match, review }: State, { panels }: PanelContext) {
  const people = SIDES.filter((side) => !players[side]);
  const own = review?.found ? mistakes(review.found, people.length ? people : SIDES) : [];
  if (!match || !own.length) return nothing;
  const practise = () => panels.actions.trainMistakes(own, match);
  return button(t('review.practise', { n: own.length }), practise, { kind: 'button wide', does: 'find' });
}

/** What the result suggests, where the game has ended. */
export function nextGameButton({ meta, players, match }: State, context: PanelContext) {
  if (!match?.end || isOthers({ players, match })) return nothing;
  const [label = '', act] = suggestion({ meta, players, match }, context);
  return act ? button(label, act, { kind: 'button main', does: 'review-next' }) : nothing;
}

/** Shows a mistake on the board, and its card beside the graph. */
function show(state: State, reviewer: Reviewer, turn: ReviewedMove) {
  const { best, why: because } = turn;
  const better = best && t('review.remark', { line: written(best.moves.slice(0, turn.told)) });
  const name = turn.reason ? '' : `${title(state, turn)}.`;
  const sentences = [name, why(state, turn), answer(turn), better, because && translated(because)];
  reviewer.look(turn.ply, sentences.filter(Boolean).join(' '));
  document.querySelector('.course')?.scrollIntoView({ block: 'nearest' });
}

/** The turning points, each a button that shows the position before it with the better move. */
export function moments(state: State, found: ReviewFindings, reviewer: Reviewer) {
  const entry = (turn: ReviewedMove) => {
    const better = turn.best?.moves[0];
    const board = { meta: state.meta, theme: look(state), isTurned: isTurned(state), wide: BOARD_PX };
    return html`
      <li>
        <button type="button" class="entry moment" @click=${() => show(state, reviewer, turn)}>
          ${better && turn.rows ? smallBoard({ ...board, kind: 'moment-board', rows: turn.rows, path: better.path }) : nothing}
          <span class="fill moment-words stack close">
            <span>${turn.mark ? chip(turn.mark) : nothing} ${unbroken(turn.reason ? translated(turn.reason) : title(state, turn))}</span>
            ${better && turn.rows ? html`<span class="better good-word">${unbroken(t('review.remark', { line: written([better]) }))}</span>` : nothing}
          </span>
        </button>
      </li>`;
  };
  const entries = mistakes(found).map(entry);
  const count = found.turns.filter(({ mark }) => isMistake(mark)).length;
  const most = t('review.moments.most', { n: entries.length, count });
  return html`
    <section class="part">
      <h3>${t('review.moments')}</h3>
      <p class="note" ?hidden=${count === entries.length}>${most}</p>
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

/** The variation on the board: the ply of the main line that it replaces, and its moves up to the board. */
function branchOf(match: Match | null) {
  const line = match ? mainLine(match).map(({ node }) => node) : [];
  const nodes = new Map(match?.history.map((node) => [node.node, node]));
  const way: Node[] = [];
  let at = nodes.get(match?.node ?? 0);
  for (; at && !line.includes(at.node); at = nodes.get(at.parent)) way.unshift(at);
  return { ply: line.indexOf(at?.node ?? 0) + 2, way };
}

/** The better line that is looked at: its mistake, and those of its moves that led to the board; null in any other position. */
function lineOf(state: State, found: Known) {
  const { ply, way } = branchOf(state.match);
  const turn = found.turns.find((turn) => turn.ply === ply);
  const isAlong = way.every(({ move }, at) => move.path.join() === turn?.best?.moves[at]?.path.join());
  return shownPly(state) === null && turn && isAlong ? { turn, way } : null;
}

export const title = (state: State, turn: ReviewedMove) =>
  `${numberAt(state, turn.ply)} ${turn.text || t('moves.pass')}`;

/** What a marked move did, in words: of a mistake its reason, else its mark and what it cost. */
function why({ meta }: State, turn: ReviewedMove) {
  const { mark, reason, side } = turn;
  if (reason) return translated(reason);
  return mark ? cost(capital(nameOf(mark)), turn, side, meta.points) : '';
}

const answer = ({ text, refutation = [] }: ReviewedMove) =>
  refutation.length ? t('review.answered', { move: text, line: written(refutation) }) : '';

/** Of a move, what it made of the result where that is proved, else of White's chances. */
function head(state: State, found: Known, ply: number | null) {
  if (ply === null) return html`<span>${t('moves.variation', { move: state.match?.last?.text ?? '' })}</span>`;
  const turn = found.turns.find((turn) => turn.ply === ply);
  const chances = found.chances
    .slice(ply - 1, ply + 1)
    .flatMap((chance) => (chance === null ? [] : [percent(chance)]));
  const shares = chances.length === 2 ? `${t('side.w')} ${[...new Set(chances)].join(' → ')}` : '';
  const change = turn?.proved ? turned(turn.proved, turn.side, state.meta.points) : shares;
  const end = state.match?.end?.node === state.match?.node && state.match?.end;
  return html`
    <span class="unbroken"><strong>${turn ? title(state, turn) : t('review.start')}</strong>${turn?.mark ? chip(turn.mark) : nothing}</span>
    <span class="note unbroken" ?hidden=${shownPly(state) === null}>${end ? won(end.winner) : change}</span>`;
}

/** Why the better move is better, and its line: each of its moves leads to its position, and the last says what it comes to. */
function betterLine({ meta }: State, turn: ReviewedMove, way: Node[], reviewer: Reviewer) {
  const { score = 0, moves = [] } = turn.best ?? {};
  const line = moves.slice(0, turn.told);
  const better = `${t('review.remark', { line: written(line.slice(0, 1)) })}.`;
  const follow = (n: number) => reviewer.follow(turn, n, way);
  const how = { points: meta.points, exact: meta.points, scale: meta.scale };
  const end = turn.side === 'w' ? score : -score;
  const steps = moveButtons(line, way.length - 1, (at) => follow(at + 1));
  const ending = () => html`
    <p>${t('review.line-end', { value: words(end, how) })} <span class="chip">${figure(end, how)}</span></p>`;
  return html`
    <p class="note">${unbroken([better, turn.why && translated(turn.why)].filter(Boolean).join(' '))}</p>
    <div class="boxed along turn-better">
      <strong class="fill better good-word">${steps}</strong>
      ${tool('open', t('review.play'), () => follow(line.length), { does: 'follow' })}
    </div>
    ${way.length >= line.length ? ending() : nothing}`;
}

/** What is to be said of the move on the board; at the start of the game nothing is, at its end what may come next. */
export function card(state: State, found: Known, context: PanelContext) {
  const { match, review } = state;
  const reviewer = reviewerOf(context.controller);
  const along = lineOf(state, found);
  const ply = along?.turn.ply ?? shownPly(state);
  const turn = found.turns.find((turn) => turn.ply === ply);
  if (ply === 0 || reviewer.isRewinding) return nothing;
  const { ply: replaced } = branchOf(match);
  const back = () => (reviewer.turn(replaced)?.best ? reviewer.look(replaced) : reviewer.go(replaced - 1));
  let text: unknown = nothing;
  if (isDone(state, found, reviewer)) {
    text = html`
      <p>${t('review.last')}</p>
      <div class="row wrap">${practiseButton(state, context)}${nextGameButton(state, context)}</div>`;
  } else if (turn?.mark) {
    text = html`
      <p class="turn-why">${unbroken(why(state, turn))}</p>
      ${turn.best ? betterLine(state, turn, along?.way ?? [], reviewer) : nothing}
      <p class="note" ?hidden=${!answer(turn)}>${unbroken(answer(turn))}</p>`;
  } else if (turn && review?.found) {
    const isCostly = state.meta.points && turn.proved && turn.proved[0] > turn.proved[1];
    const isSame = turn.proved && !state.meta.points; // else it would have a mark
    const kind = turn.preferred ? 'preferred' : isCostly ? '' : turn.good ? 'good' : isSame ? 'kept' : '';
    const said = kind ? t(`review.${kind}`) : cost(t('review.small'), turn, turn.side, state.meta.points);
    text = html`<p class="note">${said}</p>`;
  }
  return html`
    <section class="turn-card stack close">
      <div class="row wrap">
        <p class="row close turn-head">${head(state, found, ply)}</p>
        ${along || ply === null ? button(t('status.to-game'), back, { does: 'return' }) : nothing}
      </div>
      <div class="turn-rest fill stack snug">${text}</div>
    </section>`;
}

/** Whether all mistakes lie before the position on the board, the last of the game, and not on the way to its start. */
export const isDone = ({ match, review }: State, found: Known, { isRewinding }: Reviewer) =>
  Boolean(match && review?.found && isAtEnd(match) && mistakes(found).length && !isRewinding);

/** To the next mistake, and then to the end. In a variation they are counted from the move that it replaces. */
export function mistakeSteps(state: State, found: Known, reviewer: Reviewer) {
  const { turns } = found;
  const isOver = isDone(state, found, reviewer);
  const here = () => shownPly(state) ?? branchOf(state.match).ply;
  const at = isOver ? turns.length + 1 : (reviewer.asked ?? here());
  // What is known of a review that is being made is not the first of the game, nor has it a better move yet.
  const all = state.review?.found ? mistakes(found) : [];
  if (!all.length && state.review?.found) return null;
  if (isOver) return nothing;
  const later = all.find(({ ply }) => ply > at);
  const isLast = state.review?.found && !later;
  const on = isLast ? t('action.last') : html`<span>${t('review.next-mistake')}</span>${icon('next')}`;
  const goOn = () => (later ? show(state, reviewer, later) : isLast && reviewer.go(turns.length));
  return button(on, goOn, { kind: 'button main', does: 'next mistake', isIdle: !later && !isLast });
}
