/** The puzzle panel: the puzzles to choose from, or the one on the board. */

import type { GameController } from '../../game/controller.ts';
import { tell } from '../../game/messages.ts';
import { attempt } from '../../lib/attempt.ts';
import { today } from '../../lib/date.ts';
import { button, gameRadios, html, nothing, numbers } from '../../lib/html.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Wanted } from '../../lib/link.ts';
import type { Puzzle as Listed, PuzzlesReply, ReviewedMove, Side } from '../../protocol.d.ts';
import { forgetButton } from '../../shell/forget-button.ts';
import { missing, type Panel, type PanelContext, type Panels } from '../../shell/panels.ts';
import { pageWords, printedTask, printPage } from '../../shell/print.ts';
import type { Match } from '../../state/game.d.ts';
import type { RunKind } from '../../state/kept.ts';
import { wantedPuzzle } from '../../state/rating.ts';
import { puzzleOf } from '../../state/session.ts';
import { everything, metaOf, type State } from '../../state/state.ts';
import { cardOf } from '../../store/deck.ts';
import { forgetPuzzles } from '../../store/kept.ts';
import { ratedPuzzles } from '../../store/ratings.ts';
import { inOrder, inSet, standing } from '../../store/schedule.ts';
import { LineTraining } from './line-training.ts';
import * as list from './list.ts';
import { chosen, isReady, looked, type PuzzleList, trains } from './list.ts';
import { choose, listing } from './listing.ts';
import { reviewsOf } from './mistake-reviews.ts';
import { mistakesLink, mistakesView } from './mistakes.ts';
import { RunSession } from './run-session.ts';
import { trainerOf, type Which } from './session.ts';
import { linkButton, runView, solveView } from './solve.ts';

export async function beginPuzzle(controller: GameController, panels: Panels, key: string, which: Which) {
  const course = trainerOf(controller);
  if (!(await course.list(key))) return;
  panels.open('puzzles');
  choose(controller, { game: key });
  await course.begin(key, which);
}

/** Begins a run of the puzzles of a game. */
export async function beginRun({ controller, panels }: PanelContext, game: string, kind: RunKind) {
  const course = trainerOf(controller);
  const list = await course.list(game);
  if (!list) return;
  panels.open('puzzles');
  choose(controller, { game });
  await new RunSession(course, game, list.puzzles, kind).start();
}

type OfGame = Pick<Match, 'game' | 'options'>;

export function trainLines({ controller, panels }: PanelContext, match: OfGame, side: Side) {
  panels.open('puzzles');
  return new LineTraining(trainerOf(controller), { ...match, side }).start();
}

export function trainMistakes(
  { controller, panels }: PanelContext,
  turns: ReviewedMove[],
  { game, options }: OfGame,
) {
  const from = { key: game, options, game: 0, players: '', date: '' };
  const cards = turns.flatMap((turn) => cardOf(turn, from, Date.now()) ?? []);
  panels.open('puzzles');
  return trainerOf(controller).beginCard(cards[0], cards);
}

/** Opens the puzzle, or the set, that an address names for the game on the board. A wrong name is left out, and said. */
export async function follow(controller: GameController, panels: Panels, wanted: Wanted) {
  const { puzzle, theme, level } = wanted;
  const { meta } = controller.page.state;
  const list = trains(meta) ? await trainerOf(controller).list(meta.key) : null;
  const grade = /^[1-5]$/.test(level ?? '') ? Number(level) : 0;
  choose(controller, { game: meta.key, grade, theme: list?.themes.find((name) => name === theme) ?? '' });
  const named = list?.puzzles.find((known) => known.puzzle === puzzle);
  if (named) return beginPuzzle(controller, panels, meta.key, named);
  panels.open('puzzles');
  if (puzzle !== null && list) tell(controller, 'plain', t('puzzle.unknown'));
}

export const puzzles: Panel = {
  title: (state) => {
    const puzzle = puzzleOf(state);
    const key = puzzle?.game ?? looked(state);
    const game = gameName({ key });
    const { grade, theme } = chosen(state);
    if (puzzle?.goal === 'line') return t('lines.title');
    if (puzzle?.card?.game === 0) return t('review.practise', { n: 1 });
    if (puzzle?.card || (!puzzle && listing.of(state).view === 'mistakes')) return t('mistakes.title');
    if (puzzle || (!grade && !theme)) return t('puzzle.title', { game });
    return `${game}: ${theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade })}`;
  },

  opened({ controller, panels }) {
    const course = trainerOf(controller);
    course.closePanel = () => panels.close();
    reviewsOf(controller);
    const fetch = (state: State) => {
      const key = looked(state);
      const { view, lists } = listing.of(state);
      if (view === 'sets' && !puzzleOf(state) && !(key in lists)) course.list(key);
    };
    const reset = () => choose(controller, { view: 'sets', grade: 0, theme: '', message: '' });
    return [controller.page.effect(everything, fetch), reset, () => void course.leave()];
  },

  place: (state) => (puzzleOf(state) ? 'task' : undefined),

  view(state, context) {
    const { controller } = context;
    const puzzle = puzzleOf(state);
    if (puzzle?.run) return runView(state, puzzle, puzzle.run, context);
    if (puzzle) return solveView(state, puzzle, context);
    return listing.of(state).view === 'mistakes' ? mistakesView(state, controller) : home(state, context);
  },
};

const FIRST_TILES = 4; // how many puzzles are shown as small boards before a set is chosen
const PRINTED_PUZZLES = 24; // how many puzzles are printed, unless all of the set are wanted: four sheets of six
const MAX_DUE_TILES = 8;

function home(state: State, { controller }: PanelContext) {
  const key = looked(state);
  const { grade, theme } = chosen(state);
  const reply = listing.of(state).lists[key];
  const games = () =>
    gameRadios('puzzle-game', state.games.filter(trains), key, (game) => choose(controller, { game }));
  const absent = () => missing(state, () => trainerOf(controller).list(key), t('puzzle.absent'));
  const waiting = reply === null ? absent() : html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  return html`
    <div class="parts puzzles">
      ${state.meta.own ? html`<p class="note">${t('puzzle.own', { game: gameName(state.meta) })}</p>` : nothing}
      ${grade || theme ? nothing : games()}
      ${reply ? listed(key, reply, state, controller) : waiting}
    </div>`;
}

/** The order in which puzzles are shown: of new ones the easiest first, and later those that fit the player's rating. */
const forPlayer = (some: Listed[], { state, kept }: PuzzleList) =>
  inOrder(some, kept, { rating: wantedPuzzle(state.kept.ratings.puzzles) });

function listed(key: string, { puzzles, themes }: PuzzlesReply, state: State, controller: GameController) {
  const { grade, theme } = chosen(state);
  const { games } = state.kept.puzzles;
  const meta = metaOf(state, key) ?? state.meta;
  const puzzleList: PuzzleList = { state, controller, meta, all: puzzles, kept: games[key] ?? {} };
  const matching = inSet(puzzles, { grade, theme });
  if (grade || theme) return setPart(puzzleList, matching, themes);
  return html`
    ${startPart(puzzleList)}
    ${duePart(puzzleList)}
    ${mistakesLink(state, controller)}
    <section class="part puzzle-sets">
      <h3>${t('puzzle.sets')}</h3>
      ${list.grades(puzzleList, puzzles, 0)}
      ${list.themeRows(puzzleList, puzzles, themes)}
    </section>
    ${Object.keys(games).length ? forgetButton(t('puzzle.forget'), forgetPuzzles) : nothing}
    <p class="note">${ratedPuzzles()}</p>
    <p class="note">${t(state.isUnkept ? 'bar.unkept.label' : 'puzzle.local')}</p>`;
}

function figures({ all, kept, state }: PuzzleList) {
  const { ratings, puzzles } = state.kept;
  const tried = all.map((puzzle) => kept[puzzle.puzzle]).filter((puzzle) => puzzle !== undefined);
  const once = tried.filter((puzzle) => puzzle.missed === 0).length;
  const { count, rating } = ratings.puzzles;
  return numbers('puzzle-figures', [
    [t('puzzle.figure.rating'), count ? Math.round(rating) : '–'],
    [t('puzzle.figure.solved'), list.solvedOf(all, kept).text],
    [t('puzzle.figure.once'), tried.length ? `${Math.round((100 * once) / tried.length)} %` : '–'],
    [t('puzzle.figure.streak'), puzzles.streak.now],
  ]);
}

/** Prints the first `n` puzzles of a set, with the solutions on a page of their own. */
const printSet = ({ controller, meta, state }: PuzzleList, ordered: Listed[], n: number) =>
  attempt(controller, async () => {
    const all = ordered.length;
    const printed = ordered.slice(0, n);
    const many = n < all ? t('puzzle.printed', { n, all }) : t('puzzle.list', { n });
    const title = [gameName(meta), list.setName(chosen(state)), many].filter(Boolean).join(' · ');
    const puzzles = printed.map(({ puzzle }) => puzzle);
    const asked = { game: meta.key, puzzles, title, tasks: printed.map(printedTask), words: pageWords(meta) };
    printPage((await controller.rules.request('sheet', asked)).html);
  });

function startPart(puzzleList: PuzzleList) {
  const { all, kept, state, controller, meta } = puzzleList;
  const ordered = forPlayer(all, puzzleList);
  const [best] = ordered;
  const fresh = ordered.filter((puzzle) => standing(kept[puzzle.puzzle]) === 'new').slice(0, FIRST_TILES);
  const first = best && standing(kept[best.puzzle]) === 'due' ? 'puzzle.repeat' : 'puzzle.start';
  const { puzzles } = state.kept.ratings;
  const upNext = wantedPuzzle(puzzles) < puzzles.rating ? 'puzzle.up-next.new' : 'puzzle.up-next';
  const begin = (which: Which) => () => trainerOf(controller).begin(meta.key, which);
  const isOff = !isReady(state);
  return html`
    <section class="part puzzle-start">
      <div class="columns">
        ${button(t(first), begin(best), { kind: 'button main wide', does: 'start', isOff: isOff || !best })}
        ${button(t('puzzle.daily'), begin({ day: today() }), { kind: 'button wide', does: 'daily', isOff })}
      </div>
      ${figures(puzzleList)}
      ${fresh.length ? html`<p class="note">${t(upNext)}</p>${tiles(puzzleList, fresh)}` : nothing}
    </section>`;
}

const tiles = (puzzleList: PuzzleList, some: Listed[]) =>
  html`<ol class="columns tiles">${some.map((puzzle, at) => list.tileOf(puzzleList, puzzle, at))}</ol>`;

function duePart(puzzleList: PuzzleList) {
  const due = inOrder(puzzleList.all, puzzleList.kept).filter(
    (puzzle) => standing(puzzleList.kept[puzzle.puzzle]) === 'due',
  );
  if (!due.length) return nothing;
  return html`
    <section class="theme stack snug due">
      <div class="row apart"><h3 class="title">${t('puzzle.due.title')}</h3></div>
      <p class="note">${t('puzzle.due', { n: due.length })}</p>
      ${tiles(puzzleList, due.slice(0, MAX_DUE_TILES))}
    </section>`;
}

/** The chosen set, whose puzzles are `matching`, as small boards, with what can be done with it. */
function setPart(puzzleList: PuzzleList, matching: Listed[], themes: string[]) {
  const { state, controller, meta, all, kept } = puzzleList;
  const { grade, theme } = chosen(state);
  const name = theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade });
  const ordered = forPlayer(matching, puzzleList);
  const [best] = ordered;
  const first = Math.min(ordered.length, PRINTED_PUZZLES);
  const begin = () => trainerOf(controller).begin(meta.key, best);
  const start = { kind: 'button main', does: 'start-set', isOff: !isReady(state) };
  const print = (key: string, n: number, does: string) =>
    button(t(key, { n }), () => printSet(puzzleList, ordered, n), { does });
  return html`
    <section class="part puzzle-sets">
      ${list.grades(puzzleList, inSet(all, { grade: 0, theme }), grade)}
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
      ${list.pagesOf(matching, (puzzle, at) => list.tileOf(puzzleList, puzzle, at), state, controller)}
      ${theme ? nothing : list.themeRows(puzzleList, matching, themes)}
    </section>`;
}
