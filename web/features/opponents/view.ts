/**
 * The opponents of a game from the weakest to the strongest, below the one who is a good match: who was beaten, and how
 * each of them plays. Nobody is locked.
 */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { challenge } from '../../game/challenge.ts';
import { icon, radios } from '../../lib/controls.ts';
import { t, tOr } from '../../lib/i18n.ts';
import { calledOpponent, character, manner } from '../../shell/opponent.ts';
import { recordOf } from '../../shell/outcomes.ts';
import type { Panel } from '../../shell/panels.ts';
import { portrait } from '../../shell/portrait.ts';
import { opponentRating } from '../../state/opponents.ts';
import { archivedGames, tally } from '../../store/archive.ts';
import { proposedOpponent, ratingIn } from '../../store/ratings.ts';

/** How large a face is in the list, in CSS pixels. */
const FACE_PX = 64;
const NEXT_FACE_PX = 112;

/** @param wide in CSS pixels */
const face = (level: number, wide: number) => guard([level, wide], () => portrait(level, wide));

export const opponents: Panel = {
  title: () => t('opponents.title'),

  view(state, { controller, panels }) {
    const meta = state.games.find(({ key }) => key === state.ladder) ?? state.meta;
    const choices = state.games.map(({ key, name }) => ({ value: key, label: tOr(`game.${key}`, name) }));
    const choose = (key: string) =>
      controller.page.change((s) => {
        s.ladder = key;
      });
    const results = tally(archivedGames().filter(({ game }) => game === meta.key));
    const isBeaten = (level: number) => Boolean(results.get(level)?.won);
    const all = meta.ladder.map((_, i) => i + 1);
    const own = ratingIn(meta.key);
    const next = proposedOpponent(meta);
    const isAbsent = state.boot.phase !== 'ready';
    const play = (level: number) => () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level));

    const rung = (level: number) => {
      const rating = opponentRating(meta.key, level)?.rating ?? 0;
      const result = results.get(level);
      return html`
        <li>
          <button type="button" class=${level === next ? 'entry rung is-next' : 'entry rung'} data-level=${level}
            ?disabled=${isAbsent} @click=${play(level)}>
            ${face(level, FACE_PX)}
            <span class="rung-text stack dense">
              <span class="rung-name row">
                <strong class="title">${calledOpponent(level)}</strong>${
                  isBeaten(level)
                    ? html`<span class="badge done">${icon('done')}${t('opponents.beaten')}</span>`
                    : nothing
                }${level === next ? html`<span class="badge next">${t('opponents.next')}</span>` : nothing}
              </span>
              <span class="soft">${[t('opponents.level', { level }), rating].filter(Boolean).join(' · ')}</span>
              <span class="rung-line">${character(level)} ${manner(meta, level)}</span>
              ${result ? html`<span class="card-note">${recordOf(result)}</span>` : nothing}
            </span>
          </button>
        </li>`;
    };

    return html`
      <div class="parts">
        ${radios('opponents-game', t('statistics.game'), choices, meta.key, choose)}
        <section class="sunken next-opponent">
          ${face(next, NEXT_FACE_PX)}
          <div class="rung-text stack dense">
            <span class="soft">${t('opponents.next')}</span>
            <strong class="next-name">${calledOpponent(next)}</strong>
            <span class="rung-line">${character(next)}</span>
            <button type="button" class="button main" data-does="next" ?disabled=${isAbsent} @click=${play(next)}>
              ${t('today.play')}
            </button>
          </div>
        </section>
        <p class="ladder-summary">
          ${t('opponents.count', { n: all.filter(isBeaten).length, count: meta.levels })}${
            own.count ? ` · ${t('opponents.own', { rating: Math.round(own.rating) })}` : nothing
          }
        </p>
        <p class="note">${t('opponents.open')}</p>
        <ol class="ladder stack close">${all.map(rung)}</ol>
      </div>`;
  },

  opened:
    ({ controller }) =>
    () =>
      controller.page.change((s) => {
        s.ladder = '';
      }),
};
