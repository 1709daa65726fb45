/** Puzzles to choose from: which are listed, as small boards, and as sets with how far one has come in each. */

import type { GameController } from '../../game/controller.ts';
import { byId } from '../../lib/dom.ts';
import { button, group, html, icon, live, nothing } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import type { Puzzle as Listed, Side } from '../../protocol.d.ts';
import { lateBoard } from '../../shell/thumbnail.ts';
import type { Meta } from '../../state/game.d.ts';
import type { PuzzleSet, Tried } from '../../state/kept.ts';
import { look, type State } from '../../state/state.ts';
import { inSet, standing } from '../../store/schedule.ts';
import { choose, listing } from './listing.ts';
import { trainerOf } from './session.ts';

const BOARD_PX = 84;
const TILES_PER_PAGE = 24; // how many puzzles of a set are shown at first, and how many more each time

const tables: Record<string, string> = JSON.parse(byId('assets').textContent || '{}').tables ?? {};

export const trains = ({ key }: { key: string }) => `${key}-puzzles` in tables;

/** The game whose puzzles are listed: the chosen one, else the one on the board, else the first that has puzzles. */
export const looked = (state: State) =>
  listing.of(state).game || [state.meta, ...state.games].find(trains)?.key || state.meta.key;

/** The set that is chosen. Another game may not have the theme. */
export function chosen(state: State) {
  const { grade, theme, lists } = listing.of(state);
  const list = lists[looked(state)];
  return { grade, theme: list && !list.themes.includes(theme) ? '' : theme };
}

/** What is chosen of a game's puzzles: the theme and the difficulty, where there are any. */
export const setName = ({ grade, theme }: PuzzleSet) =>
  [theme && t(`puzzle.theme.${theme}`), grade && t('puzzle.graded', { grade })].filter(Boolean).join(' · ');

export const isReady = ({ boot, match, session }: State) =>
  boot.phase === 'ready' && (match !== null || session.kind === 'puzzle');

export interface PuzzleList {
  state: State;
  controller: GameController;
  meta: Meta;
  all: Listed[]; // the easier ones first
  kept: Record<string, Tried>;
}

/** A puzzle as a small board that begins it, with a `foot` and a `sign` of how it stands. */
export function tile(
  state: State,
  { meta, rows, side }: { meta: Meta; rows: string[]; side: Side },
  { name, label, how, sign }: Record<'name' | 'label' | 'how' | 'sign', string>,
  foot: unknown,
  begin: () => void,
) {
  return html`
    <li>
      <button type="button" class=${`tile stack close ${how}`} aria-label=${label} title=${label} data-puzzle=${name}
        ?disabled=${!isReady(state)} @click=${begin}>
        ${lateBoard('tile-board', { meta, rows, theme: look(state, meta), isTurned: side !== meta.bottom, wide: BOARD_PX })}
        <span class="row apart tile-foot" aria-hidden="true">${foot}</span>
        ${sign ? html`<span class="round tile-mark">${icon(sign)}</span>` : nothing}
      </button>
    </li>`;
}

const SIGNS = { new: '', solved: 'done', due: 'restart', waits: 'restart' };

/** A puzzle with its number in the list that it is shown in. */
export function tileOf({ state, controller, meta, kept }: PuzzleList, listed: Listed, at: number) {
  const { puzzle: name, grade } = listed;
  const how = standing(kept[name]);
  const number = at + 1;
  const label = t('puzzle.number', { number, grade, how: t(`puzzle.standing.${how}`) });
  const foot = html`<span>${number}</span><span class="tile-stars">${'★'.repeat(grade)}</span>`;
  const begin = () => trainerOf(controller).begin(meta.key, listed);
  return tile(state, { ...listed, meta }, { name, label, how, sign: SIGNS[how] }, foot, begin);
}

/** Tiles, as many as were asked for, and a button that shows more. */
export function pagesOf<T>(
  all: T[],
  draw: (item: T, at: number) => unknown,
  state: State,
  controller: GameController,
) {
  const { pages } = listing.of(state);
  const shown = pages * TILES_PER_PAGE;
  const n = Math.min(all.length - shown, TILES_PER_PAGE);
  const more = () => choose(controller, { pages: pages + 1 });
  return html`
    <ol class="columns tiles">${all.slice(0, shown).map(draw)}</ol>
    ${n > 0 ? button(t('puzzle.more', { n }), more, { does: 'more' }) : nothing}`;
}

/** How many of some puzzles are solved, in words and as the values of a bar. */
export function solvedOf(some: readonly Listed[], kept: Record<string, Tried>) {
  const n = some.filter(({ puzzle }) => kept[puzzle]?.solved).length;
  return { n, count: some.length, text: t('puzzle.of', { n, count: some.length }) };
}

type Solved = ReturnType<typeof solvedOf>;

export const progress = (label: string, { n, count, text }: Solved, kind = 'along progress') => html`
  <span class=${kind}>
    <progress max=${count} .value=${n} aria-label=${`${label}: ${text}`}></progress>
    <span aria-hidden="true">${text}</span>
  </span>`;

export function themeRows({ controller, kept }: PuzzleList, puzzles: Listed[], themes: string[]) {
  const badge = (n: number) => html`
    <span class="badge main due-badge">
      <span class="offscreen">${t('puzzle.due', { n })}</span><span aria-hidden="true">${n}</span>
    </span>`;
  const row = (theme: string) => {
    const some = inSet(puzzles, { grade: 0, theme });
    if (!some.length) return nothing;
    const due = some.filter(({ puzzle }) => standing(kept[puzzle]) === 'due').length;
    const name = t(`puzzle.theme.${theme}`);
    return html`
      <li>
        <button type="button" class="entry set-row" data-theme=${theme} @click=${() => choose(controller, { theme })}>
          <span class="fill set-text">
            <strong>${name}</strong><span class="card-note">${t(`puzzle.about.${theme}`)}</span>
          </span>
          ${due ? badge(due) : nothing}
          ${progress(name, solvedOf(some, kept))}
        </button>
      </li>`;
  };
  return html`<ul class="sets" aria-label=${t('puzzle.themes')}>${themes.map(row)}</ul>`;
}

/** The difficulties as a row of sets, one of which is chosen; the first, 0, is all of them. */
export function grades({ controller, kept }: PuzzleList, puzzles: Listed[], chosen: number) {
  const choice = (grade: number) => {
    const { n, count, text } = solvedOf(inSet(puzzles, { grade, theme: '' }), kept);
    return html`
      <label class="choice grade">
        <input type="radio" name="puzzle-grade" value=${grade} .checked=${live(grade === chosen)} ?disabled=${!count}
          aria-label=${`${grade ? t('puzzle.graded', { grade }) : t('puzzle.all')}: ${text}`}
          @change=${() => choose(controller, { grade })}>
        <span class="boxed grade-face" aria-hidden="true">
          <strong>${grade || t('puzzle.all')}</strong>
          <span class="grade-stars">${grade ? '★'.repeat(grade) : ' '}</span>
          <progress max=${Math.max(1, count)} .value=${n}></progress>
          <span class="grade-count">${n}/${count}</span>
        </span>
      </label>`;
  };
  return group(t('puzzle.grade'), 'columns grades', [0, 1, 2, 3, 4, 5].map(choice));
}
