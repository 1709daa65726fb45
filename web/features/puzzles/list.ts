/**
 * Puzzles to choose from: which are listed, small boards, each drawn when it comes into sight, and sets by theme and
 * difficulty with how far one has come in each.
 */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { GameController } from '../../game/api.d.ts';
import { button, icon } from '../../lib/controls.ts';
import { byId } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import type { Puzzle as Listed, Side } from '../../protocol.d.ts';
import { lateBoard } from '../../shell/thumbnail.ts';
import type { Meta } from '../../state/game.d.ts';
import type { Tried } from '../../state/kept.ts';
import { look, type State } from '../../state/state.ts';
import { standing } from '../../store/schedule.ts';
import { trainerOf } from './session.ts';

const BOARD_PX = 84;

/** How many puzzles of a set are shown at first, and how many more each time. */
export const TILES_PER_PAGE = 24;

export const choose = ({ page }: Pick<GameController, 'page'>, values: Partial<State['puzzles']>) =>
  page.amend('puzzles', { pages: 1, ...values });

const tables: Record<string, string> = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

export const trains = ({ key }: { key: string }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. */
export const looked = ({ meta, games, puzzles }: State) =>
  puzzles.game || [meta, ...games].find(trains)?.key || meta.key;

/** The set that is chosen. Another game may not have the theme. */
export function chosen(state: State) {
  const { grade, theme, lists } = state.puzzles;
  const list = lists[looked(state)];
  return { grade, theme: list && !list.themes.includes(theme) ? '' : theme };
}

export const isReady = ({ boot, match, mode }: State) =>
  boot.phase === 'ready' && (match !== null || mode.kind === 'puzzle');

export interface Shelf {
  state: State;
  controller: GameController;
  meta: Meta;
  all: Listed[]; // the easier ones first
  kept: Record<string, Tried>;
}

export const tileBoard = (state: State, meta: Meta, { rows, side }: { rows: string[]; side: Side }) =>
  lateBoard('tile-board', { meta, rows, worn: look(state, meta), isTurned: side !== meta.bottom, wide: BOARD_PX });

function tile({ state, controller, meta, all, kept }: Shelf, one: Listed) {
  const how = standing(kept[one.puzzle]);
  const number = all.indexOf(one) + 1;
  const label = t('puzzle.number', { number, grade: one.grade, how: t(`puzzle.standing.${how}`) });
  return html`
    <li>
      <button type="button" class=${`tile stack close ${how}`} aria-label=${label} title=${label} data-puzzle=${one.puzzle}
        ?disabled=${!isReady(state)} @click=${() => trainerOf(controller).begin(meta.key, one)}>
        ${tileBoard(state, meta, one)}
        <span class="row tile-foot" aria-hidden="true">
          <span>${number}</span><span class="tile-stars">${'★'.repeat(one.grade)}</span>
        </span>
        ${how === 'new' ? nothing : html`<span class="round tile-mark">${icon(how === 'solved' ? 'done' : 'restart')}</span>`}
      </button>
    </li>`;
}

export const tiles = (shelf: Shelf, some: Listed[]) =>
  html`<ol class="columns tiles">${some.map((one) => tile(shelf, one))}</ol>`;

/** The button that shows more of a set; nothing where all is shown. */
export const moreButton = (left: number, more: () => void) =>
  left > 0
    ? button(t('puzzle.more', { n: Math.min(left, TILES_PER_PAGE) }), more, {
        kind: 'button',
        does: 'more',
      })
    : nothing;

export function progress(some: readonly Listed[], kept: Record<string, Tried>, label: string) {
  const solved = some.filter(({ puzzle }) => kept[puzzle]?.solved).length;
  const text = t('puzzle.of', { n: solved, count: some.length });
  return html`
    <span class="along progress">
      <progress max=${some.length} .value=${solved} aria-label=${`${label}: ${text}`}></progress>
      <span aria-hidden="true">${text}</span>
    </span>`;
}

function dueBadge(some: Listed[], kept: Record<string, Tried>) {
  const due = some.filter(({ puzzle }) => standing(kept[puzzle]) === 'due').length;
  if (!due) return nothing;
  return html`
    <span class="badge due-badge">
      <span class="offscreen">${t('puzzle.due', { n: due })}</span><span aria-hidden="true">${due}</span>
    </span>`;
}

export function themeRows(shelf: Shelf, puzzles: Listed[], themes: string[]) {
  const row = (theme: string) => {
    const some = puzzles.filter((one) => one.themes.includes(theme));
    if (!some.length) return nothing;
    const name = t(`puzzle.theme.${theme}`);
    return html`
      <li>
        <button type="button" class="entry set-row" data-theme=${theme}
          @click=${() => choose(shelf.controller, { theme })}>
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

/** The difficulties as a row of sets, one of which is chosen; the first, 0, is all of them. */
export function grades(shelf: Shelf, puzzles: Listed[], chosen: number) {
  const one = (grade: number) => {
    const some = grade ? puzzles.filter((each) => each.grade === grade) : puzzles;
    const solved = some.filter(({ puzzle }) => shelf.kept[puzzle]?.solved).length;
    const name = grade ? t('puzzle.graded', { grade }) : t('puzzle.all');
    return html`
      <label class="choice grade">
        <input type="radio" name="puzzle-grade" value=${grade} .checked=${live(grade === chosen)}
          ?disabled=${!some.length} aria-label=${`${name}: ${t('puzzle.of', { n: solved, count: some.length })}`}
          @change=${() => choose(shelf.controller, { grade })}>
        <span class="boxed grade-face" aria-hidden="true">
          <strong>${grade || t('puzzle.all')}</strong>
          <span class="grade-stars">${grade ? '★'.repeat(grade) : ' '}</span>
          <progress max=${Math.max(1, some.length)} .value=${solved}></progress>
          <span class="grade-count">${solved}/${some.length}</span>
        </span>
      </label>`;
  };
  return html`
    <fieldset class="field">
      <legend>${t('puzzle.grade')}</legend>
      <div class="columns grades">${[0, 1, 2, 3, 4, 5].map(one)}</div>
    </fieldset>`;
}
