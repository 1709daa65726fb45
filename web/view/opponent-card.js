/**
 * Who sits opposite, in the empty move list of a desk: the opponent's face, strength and character, how one has done
 * against it, and the goal of the game. It makes room for the first move.
 *
 * @import { State } from '../state/state.js'
 * @import { GameApi } from '../game/api.d.ts'
 * @import { PanelOpener } from '../types.d.ts'
 */

import { html, nothing, render } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { button } from '../lib/controls.js';
import { byId } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { archivedGames, tally } from '../state/archive.js';
import { opponentRating } from '../state/opponents.js';
import { opponentLevel } from '../state/result.js';
import { useLaterStyles } from './later-styles.js';
import { calledOpponent, character } from './opponent.js';
import { recordOf } from './outcomes.js';
import { portrait } from './portrait.js';

/**
 * @param {GameApi} controller
 * @param {PanelOpener} panels
 */
export function opponentCard({ page }, panels) {
  useLaterStyles();
  const study = byId('study');
  const renderBefore = byId('moves');
  const show = (/** @type {State} */ state) =>
    render(isWanted(state) ? card(state, panels) : nothing, study, { renderBefore });
  page.show(show);
  // This module comes late: the page may stand still by now.
  show(page.state);
}

/** Whether a game against the computer is about to begin on the board. @param {State} state */
const isWanted = (state) => {
  const { match, mode, analysis, review, boot } = state;
  const isFresh = match !== null && !match.history.length && !match.end && !match.comment;
  return (
    isFresh && opponentLevel(state) > 0 && mode.kind === 'play' && !analysis && !review && boot.phase === 'ready'
  );
};

/** @param {State} state @param {PanelOpener} panels */
function card(state, panels) {
  const { meta } = state;
  const level = opponentLevel(state);
  const rating = opponentRating(meta.key, level)?.rating;
  const record = tally(archivedGames().filter(({ game }) => game === meta.key)).get(level);
  const strength = [t('opponents.level', { level }), rating].filter(Boolean).join(' · ');
  return html`
    <section class="opponent-card" aria-label=${t('opponents.yours')}>
      ${guard([level], () => portrait(level))}
      <h2>${calledOpponent(level)}</h2>
      <p class="opponent-strength">${strength}</p>
      <p class="opponent-character">${character(level)}</p>
      ${record ? html`<p class="note">${recordOf(record)}</p>` : nothing}
      ${button(t('opponents.change'), () => panels.open('opponents'), { does: 'opponents' })}
      <p class="opponent-goal">${tOr(`goal.${meta.key}`, meta.goal)}</p>
    </section>`;
}
