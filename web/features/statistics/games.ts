/**
 * The list of finished games in the statistics: how each went, what it did to the rating, and a button that opens it.
 */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { GameController } from '../../game/api.d.ts';
import { dateLocale, LANGUAGES, language, t } from '../../lib/i18n.ts';
import { howItWent, outcomeSign } from '../../shell/outcomes.ts';
import type { Panels } from '../../shell/panels.ts';
import { signed } from '../../shell/trend.ts';
import { type ArchivedGame, kindOf, person, score, whyUnrated } from '../../store/archive.ts';
import { isChangeShown } from '../../store/ratings.ts';
import { loadArchivedRecord } from '../../store/store.ts';
import type { Meta } from '../../types.d.ts';

/** How a game went, in a few words. */
function verdict(game: ArchivedGame) {
  if (score(game) !== null) return howItWent(game);
  return game.winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${game.winner}`) });
}

/** The rating after a game, and what the game did to it; nothing after the first ones, which find it. */
function effect({ rated }: ArchivedGame) {
  if (!rated || !isChangeShown(rated)) return nothing;
  const { rating, change } = rated;
  return html`
    <span class="kept-rating"><strong>${rating}</strong> <span class=${change < 0 ? 'down' : 'up'}>(${signed(change)})</span></span>`;
}

/**
 * The sign of a game against the computer; an empty place for another.
 *
 * @param own the player's score
 */
const sign = (own: number | null) =>
  own === null ? html`<span class="round outcome-sign none" aria-hidden="true"></span>` : outcomeSign(kindOf(own));

/**
 * @param games the latest first
 * @param meta of the game that all of them are
 */
export function gameList(games: ArchivedGame[], meta: Meta, controller: GameController, panels: Panels) {
  const { tag } = LANGUAGES[language()];
  const dates = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const notesOf = (game: ArchivedGame) => {
    const why = score(game) !== null && whyUnrated(game);
    return [
      t('earlier.turns', { n: game.plies }),
      dates.format(game.when),
      game.accuracy !== undefined && `${t('result.accuracy')} ${percent.format(game.accuracy / 100)}`,
      why && t(`rating.aid.${why}`),
    ].filter(Boolean);
  };
  const bring = (game: ArchivedGame) => () => {
    const record = loadArchivedRecord(game.id);
    if (!record) return;
    panels.leave(`#game=${meta.key}`, () =>
      controller.bring(record, { players: { w: 0, b: 0 }, bottom: person(game) ?? meta.bottom }, game.id),
    );
  };
  const entry = (game: ArchivedGame) => html`
    <li>
      <button type="button" class="entry kept" ?disabled=${loadArchivedRecord(game.id) === null} @click=${bring(game)}>
        ${sign(score(game))}
        <span class="fill">
          <strong class="kept-line">${verdict(game)}</strong>
          <span class="card-note">${notesOf(game).join(' · ')}</span>
        </span>
        ${effect(game)}
      </button>
    </li>`;
  return html`<ul class="pasts stack dense">${repeat(games, ({ id }) => id, entry)}</ul>`;
}
