/** The puzzles of a game to choose from: the next one, what is due, runs, and sets by difficulty and theme. */

import { html, nothing } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { attempt } from '../../lib/attempt.ts';
import { button, empty, gameRadios, numbers } from '../../lib/controls.ts';
import { today } from '../../lib/date.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Puzzle as Listed, PuzzlesReply } from '../../protocol.d.ts';
import { keptButtons } from '../../shell/kept-buttons.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { pageWords, printedTask, printPage } from '../../shell/print.ts';
import { metaOf, type State } from '../../state/state.ts';
import { forgetPuzzles } from '../../store/kept.ts';
import { ratedPuzzles } from '../../store/ratings.ts';
import { inSet } from '../../store/runs.ts';
import { inOrder, standing } from '../../store/schedule.ts';
import * as list from './list.ts';
import { choose, chosen, isReady, type Shelf } from './list.ts';
import { mistakesLink } from './mistakes.ts';
import { runCards } from './run.ts';
import { trainerOf, type Which } from './session.ts';
import { linkButton } from './solve.ts';

const FIRST_TILES = 4; // how many puzzles are shown as small boards before a set is chosen
const PRINTED_PUZZLES = 24; // how many puzzles are printed, unless all of the set are wanted: four sheets of six
const MAX_DUE_TILES = 8;

export function home(state: State, { controller }: PanelContext) {
  const key = list.looked(state);
  const { grade, theme } = chosen(state);
  const found = state.puzzles.lists[key];
  const games = () =>
    gameRadios('puzzle-game', state.games.filter(list.trains), key, (game) => choose(controller, { game }));
  const absent = () => html`
    ${empty('puzzles', t('puzzle.absent'))}
    ${button(t('status.retry'), () => trainerOf(controller).list(key), { does: 'retry' })}`;
  const waiting = found === null ? absent() : html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  return html`
    <div class="parts puzzles">
      ${grade || theme ? nothing : games()}
      ${found ? listed(key, found, state, controller) : waiting}
    </div>`;
}

/** The order in which puzzles are shown: of new ones those that fit the player's rating first. */
const forPlayer = (some: Listed[], { state, kept }: Shelf) =>
  inOrder(some, kept, { rating: state.kept.ratings.puzzles.rating });

function listed(key: string, { puzzles, themes }: PuzzlesReply, state: State, controller: GameController) {
  const { grade, theme } = chosen(state);
  const { puzzles: memory, ratings, days, runs: last } = state.kept;
  const { games } = memory;
  const kept = () => ({ ...memory, rating: ratings.puzzles, days, runs: last });
  const meta = metaOf(state, key) ?? state.meta;
  const shelf: Shelf = { state, controller, meta, all: puzzles, kept: games[key] ?? {} };
  const matching = inSet(puzzles, { grade, theme });
  const runs = runCards(shelf, matching);
  if (grade || theme) return html`${setPart(shelf, matching, themes)}${runs}`;
  return html`
    ${startPart(shelf)}
    ${duePart(shelf)}
    ${mistakesLink(state, controller)}
    ${runs}
    <section class="part puzzle-sets">
      <h3>${t('puzzle.sets')}</h3>
      ${list.grades(shelf, puzzles, 0)}
      ${list.themeRows(shelf, puzzles, themes)}
    </section>
    ${Object.keys(games).length ? keptButtons('puzzles', kept, t('puzzle.forget'), forgetPuzzles) : nothing}
    <p class="note">${ratedPuzzles()}</p>
    <p class="note">${t('puzzle.local')}</p>`;
}

function figures({ all, kept, state }: Shelf) {
  const { ratings, puzzles } = state.kept;
  const tried = all.map((one) => kept[one.puzzle]).filter((one) => one !== undefined);
  const once = tried.filter((one) => one.missed === 0).length;
  const { count, rating } = ratings.puzzles;
  return numbers('puzzle-figures', [
    [t('puzzle.figure.rating'), count ? Math.round(rating) : '–'],
    [t('puzzle.figure.solved'), list.solvedOf(all, kept).text],
    [t('puzzle.figure.once'), tried.length ? `${Math.round((100 * once) / tried.length)} %` : '–'],
    [t('puzzle.figure.streak'), puzzles.streak.now],
  ]);
}

/** Prints the first `n` puzzles of a set, with the solutions on a page of their own. */
const printSet = ({ controller, meta, state }: Shelf, ordered: Listed[], n: number) =>
  attempt(controller, async () => {
    const all = ordered.length;
    const printed = ordered.slice(0, n);
    const many = n < all ? t('puzzle.printed', { n, all }) : t('puzzle.list', { n });
    const title = [gameName(meta), list.setName(chosen(state)), many].filter(Boolean).join(' · ');
    const puzzles = printed.map(({ puzzle }) => puzzle);
    const asked = { game: meta.key, puzzles, title, tasks: printed.map(printedTask), words: pageWords(meta) };
    printPage((await controller.rules.request('sheet', asked)).html);
  });

function startPart(shelf: Shelf) {
  const { all, kept, state, controller, meta } = shelf;
  const ordered = forPlayer(all, shelf);
  const [best] = ordered;
  const fresh = ordered.filter((one) => standing(kept[one.puzzle]) === 'new').slice(0, FIRST_TILES);
  const first = best && standing(kept[best.puzzle]) === 'due' ? 'puzzle.repeat' : 'puzzle.start';
  const upNext = state.kept.ratings.puzzles.count > 0 ? 'puzzle.up-next' : 'puzzle.up-next.new';
  const begin = (which: Which) => () => trainerOf(controller).begin(meta.key, which);
  const isOff = !isReady(state);
  return html`
    <section class="part puzzle-start">
      <div class="columns">
        ${button(t(first), begin(best), { kind: 'button main wide', does: 'start', isOff: isOff || !best })}
        ${button(t('puzzle.daily'), begin({ day: today() }), { kind: 'button wide', does: 'daily', isOff })}
      </div>
      ${figures(shelf)}
      ${fresh.length ? html`<p class="note">${t(upNext)}</p>${tiles(shelf, fresh)}` : nothing}
    </section>`;
}

const tiles = (shelf: Shelf, some: Listed[]) =>
  html`<ol class="columns tiles">${some.map((one) => list.tileOf(shelf, one))}</ol>`;

function duePart(shelf: Shelf) {
  const due = inOrder(shelf.all, shelf.kept).filter((one) => standing(shelf.kept[one.puzzle]) === 'due');
  if (!due.length) return nothing;
  return html`
    <section class="theme stack snug due">
      <div class="row apart"><h3 class="title">${t('puzzle.due.title')}</h3></div>
      <p class="note">${t('puzzle.due', { n: due.length })}</p>
      ${tiles(shelf, due.slice(0, MAX_DUE_TILES))}
    </section>`;
}

/** The chosen set, whose puzzles are `matching`, as small boards, with what can be done with it. */
function setPart(shelf: Shelf, matching: Listed[], themes: string[]) {
  const { state, controller, meta, all, kept } = shelf;
  const { grade, theme } = chosen(state);
  const name = theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade });
  const ordered = forPlayer(matching, shelf);
  const [best] = ordered;
  const first = Math.min(ordered.length, PRINTED_PUZZLES);
  const begin = () => trainerOf(controller).begin(meta.key, best);
  const start = { kind: 'button main', does: 'start-set', isOff: !isReady(state) };
  const print = (key: string, n: number, does: string) =>
    button(t(key, { n }), () => printSet(shelf, ordered, n), { does });
  return html`
    <section class="part puzzle-sets">
      ${list.grades(shelf, inSet(all, { grade: 0, theme }), grade)}
      <div class="row apart">
        <h3 class="title">${t('puzzle.list', { n: matching.length })}</h3>
        ${best ? list.progress(name, list.solvedOf(matching, kept)) : nothing}
      </div>
      ${theme ? html`<p class="note">${t(`puzzle.about.${theme}`)}</p>` : nothing}
      ${best ? nothing : html`<p class="note">${t('puzzle.none')}</p>`}
      <div class="row wrap">
        ${best ? button(t('puzzle.start.set'), begin, start) : nothing}
        ${button(t('puzzle.sets.all'), () => choose(controller, { theme: '', grade: 0 }), { does: 'sets' })}
        ${linkButton(controller, meta.key, { theme, level: grade })}
        ${first ? print('puzzle.print', first, 'print') : nothing}
        ${first < ordered.length ? print('puzzle.print.all', ordered.length, 'print-all') : nothing}
      </div>
      ${list.pagesOf(matching, (one) => list.tileOf(shelf, one), state, controller)}
      ${theme ? nothing : list.themeRows(shelf, matching, themes)}
    </section>`;
}
