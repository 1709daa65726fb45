/**
 * The list of finished games in the statistics: how each went, what it did to the rating, and a button that opens it.
 *
 * @import { Panels } from './manager.js'
 * @import { ArchivedGame } from '../state/archive.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { make } from '../lib/dom.js';
import { dateLocale, LANGUAGES, language, t } from '../lib/i18n.js';
import { kindOf, person, score, whyUnrated } from '../state/archive.js';
import { isChangeShown } from '../state/ratings.js';
import { loadArchivedRecord } from '../state/store.js';
import { howItWent, outcomeSign } from '../view/outcomes.js';
import { signed } from '../view/trend.js';

/** How a game went, in a few words. @param {ArchivedGame} game */
function verdict(game) {
  if (score(game) !== null) return howItWent(game);
  return game.winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${game.winner}`) });
}

/** The rating after a game, and what the game did to it; nothing after the first ones, which find it. @param {ArchivedGame} game */
function effect({ rated }) {
  if (!rated || !isChangeShown(rated)) return [];
  const change = make('span', { class: rated.change < 0 ? 'down' : 'up' }, `(${signed(rated.change)})`);
  return [make('span', { class: 'kept-rating' }, make('strong', {}, String(rated.rating)), ' ', change)];
}

/**
 * @param {ArchivedGame[]} games the latest first
 * @param {Meta} meta of the game that all of them are
 * @param {GameController} controller
 * @param {Panels} panels
 */
export function gameList(games, meta, controller, panels) {
  const { tag } = LANGUAGES[language()];
  const dates = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const rows = make('ul', { class: 'pasts' });
  for (const game of games) {
    const own = score(game);
    const notes = [t('earlier.turns', { n: game.plies }), dates.format(game.when)];
    if (game.accuracy !== undefined) notes.push(`${t('result.accuracy')} ${percent.format(game.accuracy / 100)}`);
    const why = own !== null && whyUnrated(game);
    if (why) notes.push(t(`rating.aid.${why}`));
    const entry = make(
      'button',
      { type: 'button', class: 'kept', 'data-keep': game.id, disabled: loadArchivedRecord(game.id) === null },
      own === null ? make('span', { class: 'outcome-sign none', 'aria-hidden': 'true' }) : outcomeSign(kindOf(own)),
      make(
        'span',
        { class: 'kept-text' },
        make('strong', { class: 'kept-line' }, verdict(game)),
        make('span', { class: 'card-note' }, notes.join(' · ')),
      ),
      ...effect(game),
    );
    entry.addEventListener('click', () => {
      const record = loadArchivedRecord(game.id);
      if (!record) return;
      panels.leave(`#game=${meta.key}`, () =>
        controller.bring(record, { players: { w: 0, b: 0 }, bottom: person(game) ?? meta.bottom }, game.id),
      );
    });
    rows.append(make('li', {}, entry));
  }
  return rows;
}
