/**
 * The opponents of a game from the weakest to the strongest, below the one who is a good match: who was beaten, and how
 * each of them plays. Nobody is locked.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { Tally } from '../state/archive.js'
 * @import { Meta } from '../types.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 */

import { challenge } from '../game/challenge.js';
import { button, icon, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { archivedGames, tally } from '../state/archive.js';
import { opponentRating } from '../state/opponents.js';
import { proposedOpponent, ratingIn } from '../state/ratings.js';
import { segments } from '../view/controls.js';
import { useLaterStyles } from '../view/later-styles.js';
import { calledOpponent, character, manner } from '../view/opponent.js';
import { recordOf } from '../view/outcomes.js';
import { portrait } from '../view/portrait.js';

useLaterStyles();

/** How large a face is in the list, in CSS pixels. */
const FACE_PX = 64;
const NEXT_FACE_PX = 112;

/** The game whose opponents are shown; empty for the one on the board. */
let chosen = '';

/**
 * @param {Meta} meta
 * @param {number} level
 * @param {Tally | undefined} tallied
 * @param {boolean} isNext
 * @param {GameController} controller
 * @param {Panels} panels
 */
function rung(meta, level, tallied, isNext, controller, panels) {
  const { state } = controller.page;
  const rating = opponentRating(meta.key, level)?.rating ?? 0;
  const isBeaten = Boolean(tallied?.won);
  const marks = [];
  if (isBeaten) marks.push(make('span', { class: 'badge done' }, icon('done'), t('opponents.beaten')));
  if (isNext) marks.push(make('span', { class: 'badge next' }, t('opponents.next')));
  const record = tallied ? [make('span', { class: 'card-note' }, recordOf(tallied))] : [];
  const entry = make(
    'button',
    {
      type: 'button',
      class: `rung${isNext ? ' is-next' : ''}`,
      'data-level': level,
      'data-keep': `level-${level}`,
      disabled: state.boot.phase !== 'ready',
    },
    portrait(level, FACE_PX),
    make(
      'span',
      { class: 'rung-text' },
      make('span', { class: 'rung-name' }, make('strong', {}, calledOpponent(level)), ...marks),
      make('span', { class: 'rung-level' }, [t('opponents.level', { level }), rating].filter(Boolean).join(' · ')),
      make('span', { class: 'rung-line' }, `${character(level)} ${manner(meta, level)}`),
      ...record,
    ),
  );
  entry.addEventListener('click', () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level)));
  return make('li', {}, entry);
}

/** @type {Panel} */
export const opponents = {
  title: () => t('opponents.title'),
  key: ({ meta, boot }) => `${meta.key} ${chosen} ${boot.phase} ${archivedGames().length}`,
  fill(body, controller, panels) {
    const { state } = controller.page;
    const meta = state.games.find(({ key }) => key === chosen) ?? state.meta;
    const choices = state.games.map(({ key, name }) => ({ value: key, label: tOr(`game.${key}`, name) }));
    const levels = tally(archivedGames().filter(({ game }) => game === meta.key));
    const isBeaten = (/** @type {number} */ level) => Boolean(levels.get(level)?.won);
    const all = Array.from({ length: meta.levels }, (_, i) => i + 1);
    const own = ratingIn(meta.key);
    const next = proposedOpponent(meta);
    const summary = [t('opponents.count', { n: all.filter(isBeaten).length, count: meta.levels })];
    if (own.count) summary.push(t('opponents.own', { rating: Math.round(own.rating) }));
    const list = make('ol', { class: 'ladder' });
    for (const level of all) list.append(rung(meta, level, levels.get(level), level === next, controller, panels));
    const face = make(
      'section',
      { class: 'next-opponent' },
      portrait(next, NEXT_FACE_PX),
      make(
        'div',
        { class: 'rung-text' },
        make('span', { class: 'rung-level' }, t('opponents.next')),
        make('strong', { class: 'next-name' }, calledOpponent(next)),
        make('span', { class: 'rung-line' }, character(next)),
        button(t('today.play'), () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, next)), {
          class: 'button main',
          'data-keep': 'next',
          'data-does': 'next',
          disabled: state.boot.phase !== 'ready',
        }),
      ),
    );
    body.append(
      make(
        'div',
        { class: 'parts' },
        segments('opponents-game', t('statistics.game'), choices, meta.key, (value) => {
          chosen = value;
          controller.page.change(() => {});
        }),
        face,
        make('p', { class: 'ladder-summary' }, summary.join(' · ')),
        make('p', { class: 'note' }, t('opponents.open')),
        list,
      ),
    );
  },
  closed() {
    chosen = '';
  },
};
