/** Games won, drawn and lost: as a bar, as figures, and as the row of the last results. */

import { html } from 'lit-html';
import { t } from '../../lib/i18n.ts';
import type { Results } from '../../store/archive.ts';

type Kind = keyof Results;

const KINDS = ['won', 'drawn', 'lost'] as Kind[];

/** How a result is written in a cross-table. */
const SIGNS: Record<Kind, string> = { won: '+', drawn: '=', lost: '−' };

export const outcomeBar = (tally: Results) => html`
  <span class="outcome-bar" aria-hidden="true">${KINDS.filter((kind) => tally[kind]).map(
    (kind) => html`<span class=${kind} .style=${`flex-grow: ${tally[kind]}`}></span>`,
  )}</span>`;

/** The bar with its figures below. */
export const outcomes = (tally: Results) => html`
  <div class="outcomes">
    ${outcomeBar(tally)}
    <ul class="outcome-figures row apart">
      ${KINDS.map(
        (kind) => html`
          <li class=${kind}>
            <span class="soft">${t(`statistics.${kind}`)}</span> <strong>${tally[kind]}</strong>
          </li>`,
      )}
    </ul>
  </div>`;

/** The sign of a result on its colour, with its name for a screen reader. */
export const outcomeSign = (kind: Kind) => html`
  <span class=${`round outcome-sign ${kind}`}><span aria-hidden="true">${SIGNS[kind]}</span><span class="offscreen">${t(`statistics.${kind}`)}</span></span>`;

/** Results in a row, the oldest first. */
export const outcomeRow = (kinds: Kind[]) =>
  html`<ol class="outcome-row row">${kinds.map((kind) => html`<li>${outcomeSign(kind)}</li>`)}</ol>`;
