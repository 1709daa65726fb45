/** How games went: as a bar, figures and signs, and the list of all, each with a button that opens it. */

import { html, nothing, repeat } from '../../lib/html.ts';
import { moment, movesText, signed, t } from '../../lib/i18n.ts';
import { howItWent } from '../../shell/opponent.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { won } from '../../state/describe.ts';
import type { Meta } from '../../state/game.d.ts';
import type { ArchivedGame, Kept } from '../../state/kept.ts';
import { isChangeShown } from '../../state/rating.ts';
import { KINDS, kindOf, person, type Results, score, whyUnrated } from '../../store/archive.ts';
import { loadArchivedRecord } from '../../store/store.ts';

type Kind = keyof Results;

const SIGNS: Record<Kind, string> = { won: '+', drawn: '=', lost: '−' }; // how a result is written in a cross-table

export function outcomeBar(tally: Results) {
  const part = (kind: Kind) => html`<span class=${kind} .style=${`flex-grow: ${tally[kind]}`}></span>`;
  return html`<span class="outcome-bar" aria-hidden="true">${KINDS.filter((kind) => tally[kind]).map(part)}</span>`;
}

export function outcomes(tally: Results) {
  const figure = (kind: Kind) => html`
    <li class=${kind}><span class="soft">${t(`statistics.${kind}`)}</span> <strong>${tally[kind]}</strong></li>`;
  return html`
    <div class="outcomes">${outcomeBar(tally)}<ul class="outcome-figures row apart">${KINDS.map(figure)}</ul></div>`;
}

/** The sign of a result on its colour, with its name for a screen reader. */
const outcomeSign = (kind: Kind) => html`
  <span class=${`round outcome-sign ${kind}`}><span aria-hidden="true">${SIGNS[kind]}</span><span class="offscreen">${t(`statistics.${kind}`)}</span></span>`;

/** The rating after a game, and what the game did to it; nothing after the first ones, which find it. */
function effect({ rated }: ArchivedGame) {
  if (!rated || !isChangeShown(rated)) return nothing;
  const { rating, change } = rated;
  return html`
    <span class="kept-rating"><strong>${rating}</strong> <span class=${change < 0 ? 'down' : 'up'}>(${signed(change)})</span></span>`;
}

export function gameList(games: ArchivedGame[], meta: Meta, { records }: Kept, { controller, panels }: PanelContext) {
  const bring = (game: ArchivedGame) => () => {
    const record = loadArchivedRecord(game.id);
    if (!record) return;
    panels.leave(`#game=${meta.key}`, () =>
      controller.loadRecord(
        record,
        { players: { w: 0, b: 0 }, bottom: person(game) ?? meta.bottom },
        game.id,
        `past.${game.id}`,
      ),
    );
  };
  const entry = (game: ArchivedGame) => {
    const own = score(game);
    const why = own !== null && whyUnrated(game);
    const notes = [movesText(game.plies), moment(game.when), why && t(`rating.aid.${why}`)];
    return html`
      <li>
        <button type="button" class="entry kept" ?disabled=${!records.has(game.id)} @click=${bring(game)}>
          ${own === null ? html`<span class="round outcome-sign none" aria-hidden="true"></span>` : outcomeSign(kindOf(own))}
          <span class="fill">
            <strong class="block">${own === null ? won(game.winner) : howItWent(game)}</strong>
            <span class="card-note">${notes.filter(Boolean).join(' · ')}</span>
          </span>
          ${effect(game)}
        </button>
      </li>`;
  };
  return html`<ul class="pasts stack dense">${repeat(games, ({ id }) => id, entry)}</ul>`;
}
