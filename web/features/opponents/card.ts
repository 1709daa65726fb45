/** Who sits opposite, in the empty move list of a desk. It makes room for the first move. */

import { html, nothing, render } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { button } from '../../lib/controls.ts';
import { byId } from '../../lib/dom.ts';
import { t, tOr } from '../../lib/i18n.ts';
import { laterStyles } from '../../shell/later-styles.ts';
import { calledOpponent, character, strengthOf } from '../../shell/opponent.ts';
import { recordOf } from '../../shell/outcomes.ts';
import type { Panels } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import { opponentLevel } from '../../state/result.ts';
import type { State } from '../../state/state.ts';
import { tally } from '../../store/archive.ts';
import { keepRecords } from '../../store/kept.ts';

export function opponentCard({ page }: GameController, panels: Panels) {
  laterStyles();
  keepRecords(page)();
  const study = byId('study');
  // A place of its own: the moves are drawn in theirs.
  const renderBefore = study.insertBefore(document.createComment(''), byId('moves'));
  const show = (state: State) => render(isWanted(state) ? card(state, panels) : nothing, study, { renderBefore });
  page.show(show);
  // This module comes late: the page may stand still by now.
  show(page.state);
}

/** Whether a game against the computer is about to begin on the board. */
function isWanted(state: State) {
  const { match, mode, analysis, review, boot } = state;
  if (!match || match.history.length || match.end || match.comment || analysis || review) return false;
  return opponentLevel(state) > 0 && mode.kind === 'play' && boot.phase === 'ready';
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
      <p class="opponent-character">${character(level)}</p>
      ${record ? html`<p class="note">${recordOf(record)}</p>` : nothing}
      ${button(t('opponents.change'), () => panels.open('opponents'), { does: 'opponents' })}
      <p class="opponent-goal">${tOr(`goal.${meta.key}`, meta.goal)}</p>
    </section>`;
}
