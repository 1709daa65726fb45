/**
 * Puzzles to choose from: small boards, each drawn when it comes into sight, and sets by theme and difficulty with how far
 * one has come in each.
 */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { button, icon } from '../../lib/controls.ts';
import { make } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import type { Puzzle as Listed, Side } from '../../protocol.d.ts';
import { thumbnail, whenSeen } from '../../shell/thumbnail.ts';
import { look, type State } from '../../state/state.ts';
import { type Kept, standing } from '../../store/schedule.ts';
import type { Meta } from '../../types.d.ts';
import { TILES_PER_PAGE } from './choice.ts';

/** How wide a small board is drawn, in CSS pixels. */
const BOARD_PX = 84;

/** What tiles need to know. */
export interface Shelf {
  state: State;
  meta: Meta; // the game whose puzzles they are
  all: Listed[]; // the easier ones first
  kept: Record<string, Kept>;
  isReady: boolean;
  begin: (one: Listed) => void;
  choose: (set: { theme?: string; grade?: number }) => void;
}

/** A small board, drawn when it comes into sight. */
export function tileBoard(state: State, meta: Meta, { rows, side }: { rows: string[]; side: Side }) {
  const { board, pieces } = look(state, meta);
  const place = () => {
    const element = make('span', { class: 'tile-board', 'data-ratio': `${meta.files}/${meta.ranks}` });
    element.style.aspectRatio = `${meta.files} / ${meta.ranks}`;
    return whenSeen(element, () => thumbnail(meta, rows, { board, pieces }, side !== meta.bottom, BOARD_PX));
  };
  return guard([meta.key, rows, side, board, pieces], place);
}

function tile({ state, meta, all, kept, isReady, begin }: Shelf, one: Listed) {
  const how = standing(kept[one.puzzle]);
  const number = all.indexOf(one) + 1;
  const label = t('puzzle.number', { number, grade: one.grade, how: t(`puzzle.standing.${how}`) });
  return html`
    <li>
      <button type="button" class=${`tile ${how}`} aria-label=${label} title=${label} data-puzzle=${one.puzzle}
        ?disabled=${!isReady} @click=${() => begin(one)}>
        ${tileBoard(state, meta, one)}
        <span class="tile-foot" aria-hidden="true">
          <span>${number}</span><span class="tile-stars">${'★'.repeat(one.grade)}</span>
        </span>
        ${how === 'new' ? nothing : html`<span class="round tile-mark">${icon(how === 'solved' ? 'done' : 'restart')}</span>`}
      </button>
    </li>`;
}

export const tiles = (shelf: Shelf, some: Listed[]) =>
  html`<ol class="tiles">${some.map((one) => tile(shelf, one))}</ol>`;

/** The button that shows more of a set; nothing where all is shown. */
export const moreButton = (left: number, more: () => void) =>
  left > 0
    ? button(t('puzzle.more', { n: Math.min(left, TILES_PER_PAGE) }), more, {
        kind: 'button more-tiles',
        does: 'more',
      })
    : nothing;

/** How far one has come. */
export function progress(some: readonly Listed[], kept: Record<string, Kept>, label: string) {
  const solved = some.filter(({ puzzle }) => kept[puzzle]?.solved).length;
  const text = t('puzzle.of', { n: solved, count: some.length });
  return html`
    <span class="progress">
      <progress class="thin" max=${some.length} .value=${solved} aria-label=${`${label}: ${text}`}></progress>
      <span aria-hidden="true">${text}</span>
    </span>`;
}

/** How many of the puzzles are due, as a badge; nothing where none is. */
function dueBadge(some: Listed[], kept: Record<string, Kept>) {
  const due = some.filter(({ puzzle }) => standing(kept[puzzle]) === 'due').length;
  if (!due) return nothing;
  return html`
    <span class="badge due-badge">
      <span class="offscreen">${t('puzzle.due', { n: due })}</span><span aria-hidden="true">${due}</span>
    </span>`;
}

/** The themes as sets, each with how far one has come. */
export function themeRows(shelf: Shelf, puzzles: Listed[], themes: string[]) {
  const row = (theme: string) => {
    const some = puzzles.filter((one) => one.themes.includes(theme));
    if (!some.length) return nothing;
    const name = t(`puzzle.theme.${theme}`);
    return html`
      <li>
        <button type="button" class="entry set-row" data-theme=${theme} @click=${() => shelf.choose({ theme })}>
          <span class="fill set-text">
            <strong>${name}</strong><span class="card-note">${t(`puzzle.about.${theme}`)}</span>
          </span>
          ${dueBadge(some, shelf.kept)}
          ${progress(some, shelf.kept, name)}
        </button>
      </li>`;
  };
  return html`<ul class="sets" aria-label=${t('puzzle.themes')}>${themes.map(row)}</ul>`;
}

/**
 * The difficulties as a row of sets, one of which is chosen; the first is all of them.
 *
 * @param chosen 0 for all
 */
export function grades(shelf: Shelf, puzzles: Listed[], chosen: number) {
  const one = (grade: number) => {
    const some = grade ? puzzles.filter((each) => each.grade === grade) : puzzles;
    const solved = some.filter(({ puzzle }) => shelf.kept[puzzle]?.solved).length;
    const name = grade ? t('puzzle.graded', { grade }) : t('puzzle.all');
    return html`
      <label class="choice grade">
        <input type="radio" name="puzzle-grade" value=${grade} .checked=${live(grade === chosen)}
          ?disabled=${!some.length} aria-label=${`${name}: ${t('puzzle.of', { n: solved, count: some.length })}`}
          @change=${() => shelf.choose({ grade })}>
        <span class="boxed grade-face" aria-hidden="true">
          <span class="grade-name">${grade || t('puzzle.all')}</span>
          <span class="grade-stars">${grade ? '★'.repeat(grade) : ' '}</span>
          <span class="grade-bar"><span .style=${`width: ${some.length ? (100 * solved) / some.length : 0}%`}></span></span>
          <span class="grade-count">${solved}/${some.length}</span>
        </span>
      </label>`;
  };
  return html`
    <fieldset class="field">
      <legend>${t('puzzle.grade')}</legend>
      <div class="grades">${[0, 1, 2, 3, 4, 5].map(one)}</div>
    </fieldset>`;
}
