/**
 * Who sits opposite, in the empty move list of a desk: the opponent's face, strength and character, how one has done
 * against it, and the goal of the game. It makes room for the first move.
 *
 * @import { State } from '../state/state.js'
 * @import { GameApi } from '../game/api.d.ts'
 * @import { PanelOpener } from '../types.d.ts'
 */

import { button, byId, make } from '../lib/dom.js';
import { language, t, tOr } from '../lib/i18n.js';
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
export function opponentCard(controller, panels) {
  useLaterStyles();
  const element = make('section', { class: 'opponent-card', 'aria-label': t('opponents.yours'), hidden: true });
  byId('study').prepend(element);
  let filled = '';
  const { page } = controller;
  const see = (/** @type {State} */ state) => {
    element.hidden = !isWanted(state);
    if (element.hidden) return;
    const { meta, players } = state;
    const key = [meta.key, players.w, players.b, language(), archivedGames().length].join(' ');
    if (key === filled) return;
    filled = key;
    element.setAttribute('aria-label', t('opponents.yours'));
    element.replaceChildren(...content(state, panels));
  };
  page.show(see);
  // This module comes late: the page may stand still by now.
  see(page.state);
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
function content(state, panels) {
  const { meta } = state;
  const level = opponentLevel(state);
  const rating = opponentRating(meta.key, level)?.rating;
  const record = tally(archivedGames().filter(({ game }) => game === meta.key)).get(level);
  const strength = [t('opponents.level', { level }), rating].filter(Boolean).join(' · ');
  return [
    portrait(level),
    make('h2', {}, calledOpponent(level)),
    make('p', { class: 'opponent-strength' }, strength),
    make('p', { class: 'opponent-character' }, character(level)),
    ...(record ? [make('p', { class: 'note' }, recordOf(record))] : []),
    button(t('opponents.change'), () => panels.open('opponents'), { 'data-does': 'opponents' }),
    make('p', { class: 'opponent-goal' }, tOr(`goal.${meta.key}`, meta.goal)),
  ];
}
