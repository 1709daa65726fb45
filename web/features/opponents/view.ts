/** The opponents of a game from the weakest to the strongest, below the one who is a good match. Nobody is locked. */

import { challenge } from '../../game/challenge.ts';
import type { GameController } from '../../game/controller.ts';
import { byId, laterStyles } from '../../lib/dom.ts';
import { button, gameRadios, html, icon, nothing, render } from '../../lib/html.ts';
import { t, tOr } from '../../lib/i18n.ts';
import { calledOpponent, character, recordOf, strengthOf } from '../../shell/opponent.ts';
import type { Panel, Panels } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import { manner } from '../../state/rating.ts';
import { opponentLevel } from '../../state/result.ts';
import { isUncovered } from '../../state/session.ts';
import { everything, metaOf, Slice, type State } from '../../state/state.ts';
import { tally } from '../../store/archive.ts';
import { keepRecords } from '../../store/kept.ts';
import { proposedOpponent } from '../../store/ratings.ts';

const FACE_PX = 64;
const NEXT_FACE_PX = 112;

/** The game whose opponents are listed; empty for the one on the board. */
const chosen = new Slice('');

export const opponents: Panel = {
  title: () => t('opponents.title'),

  opened: ({ controller: { page } }) => [() => chosen.put(page, '')],

  view(state, { controller, panels }) {
    const { games, kept } = state;
    const meta = metaOf(state, chosen.of(state)) ?? state.meta;
    const results = tally(kept.games.filter(({ game }) => game === meta.key));
    const isBeaten = (level: number) => Boolean(results.get(level)?.won);
    const all = meta.ladder.map((_, i) => i + 1);
    const own = kept.ratings.games[meta.key];
    const next = proposedOpponent(meta, kept);
    const summary = [
      results.size > 0 && t('opponents.count', { n: all.filter(isBeaten).length, count: meta.levels }),
      own?.count && t('opponents.own', { rating: Math.round(own.rating) }),
    ];
    const isOff = state.boot.phase !== 'ready';
    const play = (level: number) => () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level));

    const badge = (kind: string, content: unknown) =>
      html`<span class=${`along close badge ${kind}`}>${content}</span>`;
    const beaten = () => badge('done', html`${icon('done')}${t('opponents.beaten')}`);
    const rung = (level: number) => {
      const result = results.get(level);
      return html`
        <li>
          <button type="button" class=${level === next ? 'entry rung is-next' : 'entry rung'} data-level=${level}
            ?disabled=${isOff} @click=${play(level)}>
            ${face(level, FACE_PX)}
            <span class="rung-text stack dense">
              <span class="rung-name row">
                <strong class="title">${calledOpponent(level)}</strong>
                ${isBeaten(level) ? beaten() : nothing}${level === next ? badge('next main', t('opponents.next')) : nothing}
              </span>
              <span class="soft">${strengthOf(meta, level)}</span>
              <span>${character(level)} ${manner(meta, level)}</span>
              ${result ? html`<span class="card-note">${recordOf(result)}</span>` : nothing}
            </span>
          </button>
        </li>`;
    };

    return html`
      <div class="parts">
        ${gameRadios('opponents-game', games, meta.key, (key) => chosen.put(controller.page, key))}
        <section class="sunken along next-opponent">
          ${face(next, NEXT_FACE_PX)}
          <div class="fill rung-text stack dense">
            <span class="soft">${t('opponents.next')}</span>
            <strong class="next-name">${calledOpponent(next)}</strong>
            <span>${character(next)}</span>
            ${button(t('today.play'), play(next), { kind: 'button main', does: 'next', isOff })}
          </div>
        </section>
        <p class="ladder-summary">${summary.filter(Boolean).join(' · ')}</p>
        <p class="note">${t('opponents.open')}</p>
        <ol class="ladder stack close">${all.map(rung)}</ol>
      </div>`;
  },
};

/** Who sits opposite, in the empty move list of a desk. It makes room for the first move. */
export function opponentCard({ page }: GameController, panels: Panels) {
  laterStyles();
  keepRecords(page)();
  const study = byId('study');
  // A place of its own: the moves are drawn in theirs.
  const renderBefore = study.insertBefore(document.createComment(''), byId('moves'));
  page.view(everything, (state) => render(isWanted(state) ? card(state, panels) : nothing, study, { renderBefore }));
}

/** Whether a game against the computer is about to begin on the board. */
function isWanted(state: State) {
  const { match, analysis, review, boot } = state;
  if (!match || match.history.length || match.end || match.comment || analysis || review) return false;
  return opponentLevel(state) > 0 && isUncovered(state) && boot.phase === 'ready';
}

function card(state: State, panels: Panels) {
  const { meta, kept } = state;
  const level = opponentLevel(state);
  const record = tally(kept.games.filter(({ game }) => game === meta.key)).get(level);
  return html`
    <section class="opponent-card" aria-label=${t('opponents.yours')}>
      ${face(level)}
      <h2>${calledOpponent(level)}</h2>
      <p><strong>${strengthOf(meta, level)}</strong></p>
      <p class="soft opponent-character">${character(level)}</p>
      ${record ? html`<p class="note">${recordOf(record)}</p>` : nothing}
      ${button(t('opponents.change'), () => panels.open('opponents'), { does: 'opponents' })}
      <p class="opponent-goal">${tOr(`goal.${meta.key}`, meta.goal)}</p>
    </section>`;
}
