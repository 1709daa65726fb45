/** The review panel: what is known of the game, and the way from mistake to mistake. */

import { button, empty, html, nothing } from '../../lib/html.ts';
import { inOrder, listed, percent, t } from '../../lib/i18n.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { stepBar } from '../../shell/step-bar.ts';
import type { Match } from '../../state/game.d.ts';
import { rights } from '../../state/rights.ts';
import type { Departure, Review, ReviewFindings } from '../../state/session.ts';
import type { State } from '../../state/state.ts';
import {
  card,
  figures,
  isDone,
  mistakeSteps,
  moments,
  nameOf,
  nextGameButton,
  practiseButton,
  shownPly,
  title,
} from './findings.ts';
import { slider } from './graph.ts';
import { type Known, known } from './known.ts';
import { numberAt, type Reviewer, reviewerOf } from './session.ts';

/** The position on the board: where in the graph it is, -1 if in a variation, and how it is described. */
function position(state: State, { turns, chances }: Known) {
  const { review, match } = state;
  const asked = review?.at?.node === match?.node ? review?.at : null;
  const ply = asked ? asked.ply - 1 : shownPly(state);
  if (ply === null) return { ply: -1, text: t('moves.variation', { move: match?.last?.text ?? '' }) };
  const turn = turns.find((turn) => turn.ply === ply);
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

const leftLine = (state: State, { side, who, ply, played, meant }: Departure) => {
  const move = `${numberAt(state, ply + 1)} ${played}`;
  return t(`lines.left.${who}`, { move, side: t(`side.${side}`), meant: listed(inOrder(meant), 'disjunction') });
};

function findings(state: State, review: Review, match: Match, context: PanelContext) {
  const reviewer = reviewerOf(context.controller);
  const sofar = known(match, review);
  const { found: findings, share } = review;
  const moveCard = card(state, sofar, context);
  const making = () => html`
    <div><progress max="1" .value=${share} aria-label=${t('review.making')}></progress><p class="note">${t('review.making')}</p></div>`;
  return html`
    <div class="parts review">
      <div class=${moveCard === nothing ? 'course stack loose' : 'course at-move stack loose'}>${graph(state, sofar, reviewer)}${moveCard}</div>
      ${findings ? whole(state, review, findings, context) : making()}
      ${steps(state, sofar, context)}
    </div>`;
}

function whole(state: State, review: Review, findings: ReviewFindings, context: PanelContext) {
  const reviewer = reviewerOf(context.controller);
  return html`
      <div class="stack snug">
        ${figures(state, findings)}
        <p class="note">${t('review.good-moves.free')}</p>
        ${isDone(state, findings, reviewer) ? nothing : practiseButton(state, context)}
      </div>
      <p class="note left-lines" ?hidden=${!review.left.length}>${review.left.map((departure) => `${leftLine(state, departure)} `)}</p>
      ${moments(state, findings, reviewer)}
      <details class="note how">
        <summary>${t('review.how')}</summary>
        <p>${t('review.good-moves.about')}</p>
      </details>
      <div class="part">
        <div class="row wrap">${button(t('review.write'), () => reviewer.write(), { does: 'write' })}</div>
        <p class="note" role="status">${review.written ? t('review.written') : ''}</p>
      </div>`;
}

/** From mistake to mistake, or where there are none what the result suggests. */
function steps(state: State, findings: Known, context: PanelContext) {
  const reviewer = reviewerOf(context.controller);
  const none = () => html`<p class="grow note">${t('review.nothing')}</p>${nextGameButton(state, context)}`;
  return stepBar(state, context.controller, ['before', 'next'], mistakeSteps(state, findings, reviewer) ?? none());
}

export const review: Panel = {
  title: () => t('review.title'),

  place: ({ session, review: now }) =>
    session.kind === 'review' && now && now.phase !== 'failed' ? 'follows' : undefined,

  view(state, context) {
    const { review: now, session, match } = state;
    const { engine } = rights(state).why;
    if (engine) return empty('review', t(engine));
    // Until the player's own game is back.
    if (session.kind !== 'review') return html``;
    if (!now || !match) return match?.history.length ? html`` : empty('review', t('review.empty'));
    if (now.phase !== 'failed') return findings(state, now, match, context);
    const again = () => reviewerOf(context.controller).begin();
    return html`<p>${t('review.failed')}</p>${button(t('status.retry'), again)}`;
  },

  opened: ({ controller }) => [reviewerOf(controller).open()],
};
