/** The result sheet of a game. The good moves on it come from a review, which is begun in silence. */

import { again } from '../../game/challenge.ts';
import type { GameController } from '../../game/controller.ts';
import { shareResult } from '../../game/correspondence.ts';
import { byId } from '../../lib/dom.ts';
import { button, empty, html, icon, nothing, svg } from '../../lib/html.ts';
import { gameName, signed, t } from '../../lib/i18n.ts';
import type { Side } from '../../protocol.d.ts';
import {
  calledOpponent,
  howItWent,
  isAidedWin,
  stepAfter,
  suggestion,
  tried,
  whoPlays,
} from '../../shell/opponent.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import { pieceView } from '../../shell/thumbnail.ts';
import { headline, reason } from '../../state/describe.ts';
import type { ArchivedGame } from '../../state/kept.ts';
import { FIRST_GAMES, isChangeShown } from '../../state/rating.ts';
import { counting, isReviewed, opponentLevel, ownSide, shareText, sum, verdict } from '../../state/result.ts';
import { glides, look, SIDES, type State } from '../../state/state.ts';
import { tally, whyUnrated } from '../../store/archive.ts';
import { sideName } from './findings.ts';
import { curve } from './graph.ts';
import { goodMoves, mistakes as mistakesOf } from './known.ts';
import { reviewerOf } from './session.ts';

const PIECE_PX = 112; // of the winner's piece; the style sheet shows it as large as there is room for
const LEAVES = 8; // leaves of a branch, on either side of it
const FIRST_DEGREES = 14; // where a branch begins, from the lowest point
const LAST_DEGREES = 146; // where it ends
const RADIUS = 39;
const LEAF = 'M0 0Q6-5.500 14 0Q6 5.500 0 0Z'; // a leaf that points to the right, its stalk at 0

function pair(nth: number) {
  const along = FIRST_DEGREES + ((LAST_DEGREES - FIRST_DEGREES) * nth) / (LEAVES - 1);
  const angle = ((90 - along) * Math.PI) / 180;
  const [x, y] = [50 + RADIUS * Math.cos(angle), 50 + RADIUS * Math.sin(angle)];
  const leaf = (lean: number) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(lean - along).toFixed(0)})`;
  return [-32, 32].map((lean) => svg`<path d=${LEAF} transform=${leaf(lean)}></path>`);
}

const branch = () => Array.from({ length: LEAVES }, (_, nth) => pair(nth));

/** The laurel wreath around the winner's piece: two branches that rise from below and leave the top open. */
const wreath = () => html`
  <svg class="wreath" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <g>${branch()}</g><g transform="matrix(-1 0 0 1 100 0)">${branch()}</g>
  </svg>`;

/** The winner's piece in a wreath, the opponent who has won, or both pieces after a draw. */
function emblem(state: State) {
  const winner = state.match?.outcome?.winner;
  const level = opponentLevel(state);
  const isLost = verdict(state) === 'lost';
  const { pieces } = look(state);
  const letters = winner ? [state.meta.kings ? winner.toUpperCase() : winner] : SIDES;
  const content = () =>
    html`${winner && !isLost ? wreath() : nothing}${letters.map((letter) => pieceView(pieces, letter, PIECE_PX))}`;
  return html`
    <div class="result-emblem" aria-hidden="true">${isLost && level ? face(level) : content()}</div>`;
}

const archived = ({ kept }: State, { autosave }: GameController) => kept.games.find(({ id }) => id === autosave.id);

/** What a game against the computer did: the rating, or why there is none; and whether it was the first win over it. */
function effect(state: State, controller: GameController) {
  const level = opponentLevel(state);
  const game = level && archived(state, controller);
  if (!game) return nothing;
  const why = whyUnrated(game);
  const wins = tally(state.kept.games.filter((played) => played.game === game.game)).get(level)?.won;
  const isFirst = !why && verdict(state) === 'won' && wins === 1;
  if (!game.rated && !why && !isFirst) return nothing;
  const first = () =>
    html`<span class="result-first along close good-word">${icon('done')}${t('result.first', { name: calledOpponent(level) })}</span>`;
  const aid = why && (isAidedWin(game) ? `${howItWent(game)} ${t('rating.unrated')}` : t(`rating.aid.${why}`));
  return html`
    <p class="row note result-effect">${game.rated ? rated(game.rated) : aid}${isFirst ? first() : nothing}</p>`;
}

/** The rating after a game, with its change or how many games it is estimated from. */
function rated(outcome: NonNullable<ArchivedGame['rated']>) {
  const { rating, change, number: n = 0 } = outcome;
  const early = () => html`<span class="result-effect-name">${t('rating.early', { n, of: FIRST_GAMES })}</span>`;
  return html`
    <span class="result-effect-name">${t('rating.title')} </span><strong>${rating}</strong>
    ${isChangeShown(outcome) ? html`<strong class=${change < 0 ? 'down' : 'up'}>${signed(change)}</strong>` : early()}`;
}

/** The review of the game on the board: what it has found so far, and whether it is still being made. */
function reviewed({ review }: State, { gameId }: GameController) {
  const own = review?.gameId === gameId ? review : null;
  const { chances = [], found = null, share = 0 } = own ?? {};
  return { chances, found, share, isFailed: review?.phase === 'failed' };
}

/** What a side has; while its good moves are counted, how far that is. */
function player(state: State, side: Side, { found, isFailed, share }: ReturnType<typeof reviewed>) {
  const scores = state.match?.outcome?.scores;
  const { points, counted } = state;
  const count = points && counted !== null ? sum(counting(points, counted)[side]) : scores?.[side];
  const good = found && goodMoves(found.turns, side);
  const isPending = !found && !isFailed;
  const goodShare = () => html`${t('review.good-moves')} <strong>${good ? t('puzzle.of', good) : '–'}</strong>`;
  const part = good ? good.n / Math.max(1, good.count) : share;
  return html`
    <section class=${scores ? 'boxed result-side counted' : 'boxed result-side'}>
      <h3 class="along">${sideName(side, whoPlays(state, side))}</h3>
      ${scores ? html`<strong class="result-points">${t('result.points', { n: count ?? 0 })}</strong>` : nothing}
      <p class=${isPending ? 'row apart soft result-best pending' : 'row apart soft result-best'} ?hidden=${!isReviewed(state)}>
        ${isPending ? t('result.counting') : goodShare()}
        <progress max="1" .value=${part} aria-hidden="true"></progress>
      </p>
    </section>`;
}

function course({ match }: State, { chances, found }: ReturnType<typeof reviewed>) {
  const known = chances.length ? chances : Array((match?.ply ?? 0) + 1).fill(null);
  return html`
    <div class="result-course" aria-hidden="true"><div class="graph">${curve(known, found?.turns ?? [], -1)}</div></div>`;
}

/** Leads to the player's mistakes after a loss. Without any its place is kept: no button moves under a finger. */
function mistakes(state: State, review: ReturnType<typeof reviewed>, { panels }: PanelContext) {
  const { found, isFailed } = review;
  const own = ownSide(state);
  if (!own || verdict(state) !== 'lost') return nothing;
  const turns = found ? mistakesOf(found, [own]) : [];
  const { length: count } = turns;
  if (isFailed || !isReviewed(state)) return nothing;
  const none = t(found ? 'result.flawless' : 'result.looking');
  const label = count ? t('result.next.mistakes', { n: count }) : none;
  const learn = () => count && state.match && panels.actions.trainMistakes(turns, state.match);
  return html`
    <button type="button" class="button" data-does="result-mistakes" aria-disabled=${!count} @click=${learn}>${label}</button>`;
}

function share(state: State, controller: GameController) {
  const kept = archived(state, controller);
  const { how, ...values } = shareText(state, Boolean(kept && isAidedWin(kept)));
  const winner = state.match?.outcome?.winner;
  const words = { ...values, game: gameName(state.meta), side: winner ? t(`side.${winner}`) : '' };
  return shareResult(controller, t(`result.told.${how}`, words));
}

function tools(state: State, { controller, panels }: PanelContext) {
  const rematch = (level?: number) => () => {
    panels.close();
    again(controller, level);
  };
  const { kind, other } = stepAfter(state, state);
  const replay = () => controller.entry.replay();
  const tool = (does: string, image: string, label: string, act: () => void) =>
    button(html`<span>${label}</span>`, act, { picture: image, kind: 'action', does: `result-${does}` });
  return html`
    <div class="columns close result-tools">
      ${kind === 'rematch' || kind === 'none' ? nothing : tool('rematch', 'restart', t('status.again'), rematch())}
      ${other ? tool('other', 'opponents', tried(other), rematch(other)) : nothing}
      ${state.match?.last && kind !== 'review' ? tool('review', 'review', t('result.review'), () => panels.open('review')) : nothing}
      ${state.match?.before && glides(state) ? tool('replay', 'redo', t('result.replay'), replay) : nothing}
      ${tool('share', 'share', t('result.share'), () => share(state, controller))}
    </div>`;
}

export const result: Panel = {
  title: (state) => (state.match?.outcome ? headline(state) : t('result.title')),

  view(state, context) {
    const { controller } = context;
    const outcome = state.match?.outcome;
    if (!outcome) return empty('review', t('result.none'));
    const [label = '', act] = suggestion(state, context);
    const review = reviewed(state, controller);
    return html`
      <div class="result stack loose" data-how=${verdict(state)}>
        <div class="along result-head">
          ${emblem(state)}
          <div class="fill result-words">
            <p id="result-why" ?hidden=${!reason(outcome)}>${reason(outcome)}</p>
            ${effect(state, controller)}
          </div>
        </div>
        <div class="stack snug">
          <div class="columns result-sides">${SIDES.map((side) => player(state, side, review))}</div>
          ${isReviewed(state) ? html`<p class="card-note result-about">${t('review.good-moves.free')}</p>` : nothing}
        </div>
        ${isReviewed(state) ? course(state, review) : nothing}
        <div class="result-foot">
          <div class="row result-next">
            ${act ? button(label, act, { kind: 'button main', does: 'result-next' }) : nothing}
            ${mistakes(state, review, context)}
          </div>
          ${tools(state, context)}
        </div>
      </div>`;
  },

  opened({ controller, panels }) {
    panels.element.classList.toggle('won', verdict(controller.page.state) === 'won');
    const title = byId('panel-title');
    title.setAttribute('aria-describedby', 'result-why');
    return [
      reviewerOf(controller).beginSoon(),
      () => title.removeAttribute('aria-describedby'),
      () => panels.element.classList.remove('won'),
    ];
  },
};
