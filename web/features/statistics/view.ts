/** How the player did: each game's rating and results, the course of one, its opponents and games; and the puzzles. */

import { today } from '../../lib/date.ts';
import { button, group, html, icon, live, nothing, numbers, svg, table } from '../../lib/html.ts';
import { gameName, signed, t } from '../../lib/i18n.ts';
import type { Side } from '../../protocol.d.ts';
import { forgetButton } from '../../shell/forget-button.ts';
import { calledOpponent, nextButton } from '../../shell/opponent.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import type { Meta } from '../../state/game.d.ts';
import { type ArchivedGame, type Kept, type Rated, type RunKind, START_RATING, unrated } from '../../state/kept.ts';
import { FIRST_GAMES, isProvisional, MIN_RATING, START_LEVEL } from '../../state/rating.ts';
import { SIDES, Slice, type State } from '../../state/state.ts';
import * as archive from '../../store/archive.ts';
import { streak } from '../../store/days.ts';
import { forgetAll } from '../../store/kept.ts';
import { ratedPuzzles } from '../../store/ratings.ts';
import { RUN_KINDS } from '../../store/schedule.ts';
import { gameList, outcomeBar, outcomes } from './games.ts';

const FIRST_LISTED = 30;
const MORE_GAMES = 100;
const FACE_PX = 36;

/**
 * The game whose figures are shown, empty for the one on the board or the one that was played last; and how many of its games
 * are listed.
 */
export const chosen = new Slice({ game: '', listed: FIRST_LISTED });

function summary(games: ArchivedGame[], levels: Map<number, archive.Tally>) {
  const sum = archive.sumOf(levels.values());
  const apart = archive.countOf(sum.unrated)
    ? html`<p class="note">${t('opponents.unrated', { ...sum.unrated })}</p>`
    : nothing;
  if (!archive.countOf(sum)) return apart;
  return html`
    ${numbers('columns stat-figures', [[t('statistics.figure.best'), archive.bestStreak(games)]])}
    ${outcomes(sum)}
    ${apart}`;
}

/** The rated results against each opponent, and with each colour. */
function resultsTable(games: ArchivedGame[], levels: Map<number, archive.Tally>) {
  const row = (name: unknown, tallied: archive.Tally) =>
    archive.countOf(tallied)
      ? html`
        <tr>
          <th scope="row">${name}</th>
          ${archive.KINDS.map((kind) => cell(tallied[kind]))}
          <td class="bar-cell">${outcomeBar(tallied)}</td>
        </tr>`
      : nothing;
  const opponent = (level: number) => html`
    <span class="opponent-cell along loose">
      ${face(level, FACE_PX)}
      <span>${calledOpponent(level)}<span class="card-note">${t('opponents.level', { level })}</span></span>
    </span>`;
  const headings = ['level', ...archive.KINDS].map((name) => t(`statistics.${name}`));
  const withSide = (side: Side) => {
    const own = games.filter((game) => archive.person(game) === side);
    return row(t('statistics.with', { side: t(`side.${side}`) }), archive.sumOf(archive.tally(own).values()));
  };
  const rows = [...levels].map(([level, tallied]) => row(opponent(level), tallied));
  return table('', [...headings, ''], [...rows, ...SIDES.map(withSide)]);
}

const cell = (count: number, none = '0') => html`<td class=${count ? 'number' : 'number none'}>${count || none}</td>`;

/** The best runs with all puzzles of a game, by game; nothing where none was made. */
function runsPart({ best: all }: Kept['runs']) {
  const best = Object.values(all).filter(({ grade, theme }) => !grade && !theme);
  if (!best.length) return nothing;
  const scoreOf = (game: string, kind: RunKind) => best.find((run) => run.game === game && run.kind === kind)?.score;
  const row = (game: string) => html`
    <tr>
      <th scope="row">${gameName({ key: game })}</th>${RUN_KINDS.map((kind) => cell(scoreOf(game, kind) ?? 0, '–'))}
    </tr>`;
  const rows = [...new Set(best.map(({ game }) => game))].map(row);
  return html`
    <h3>${t('run.bests')}</h3>
    ${table('best-runs', ['', ...RUN_KINDS.map((kind) => t(`run.${kind}`))], rows)}`;
}

/** How the puzzles of all games went; nothing where none was tried. */
function puzzlesPart({ puzzles: { games, streak: run }, ratings: { puzzles }, days: all, runs }: Kept) {
  const tried = Object.values(games).flatMap((ones) => Object.values(ones));
  if (!tried.length) return null;
  const daily = streak(all, today());
  const dailyText = `${t('today.streak', { n: daily.now })} · ${t('today.best', { n: daily.best })}`;
  return html`
    <section class="part">
      ${ratingCard(t('rating.puzzles'), puzzles, '')}
      ${numbers('columns stat-figures', [
        [t('puzzle.figure.solved'), tried.filter(({ solved }) => solved > 0).length],
        [t('puzzle.figure.streak'), run.now],
        [t('puzzle.figure.best'), run.best],
      ])}
      ${runsPart(runs)}
      <p class="note">${t('statistics.days')}: ${dailyText}</p>
    </section>`;
}

const explanation = () => html`
  <details class="note how">
    <summary>${t('rating.how')}</summary>
    <p>${t('rating.how.start', { rating: START_RATING, level: START_LEVEL, least: MIN_RATING })}</p>
    <p>${t('rating.how.early', { n: FIRST_GAMES })}</p>
    <p>${t('rating.how.unrated', { n: archive.MIN_RATED_MOVES })}</p>
    <p>${t('rating.how.next')}</p>
    <p>${ratedPuzzles()}</p>
  </details>`;

/** The games that were played, each with its rating and its results: one is chosen to be looked at. */
function gameChoice({ games: all, ratings }: Kept, played: Meta[], shown: string, { controller }: PanelContext) {
  const choice = (meta: Meta) => {
    const { key } = meta;
    const { count, rating } = ratings.games[key] ?? unrated();
    const sum = archive.sumOf(archive.tally(all.filter(({ game }) => game === key)).values());
    const choose = () => chosen.amend(controller.page, { game: key });
    return html`
      <label class="choice stat-game">
        <input type="radio" name="filter" value=${key} .checked=${live(key === shown)} @change=${choose}>
        <span class="boxed stat-game-face stack dense">
          <span class="stat-game-name">${gameName(meta)}</span>
          <strong>${count ? Math.round(rating) : '–'}</strong>
          ${outcomeBar(sum)}
        </span>
      </label>`;
  };
  return group(t('statistics.game'), 'columns stat-games', played.map(choice), 'offscreen');
}

function gamePart(state: State, context: PanelContext) {
  const {
    games: known,
    meta: { key: current },
    kept,
  } = state;
  const { controller, panels } = context;
  const { games: all, ratings } = kept;
  const { game: wanted, listed } = chosen.of(state);
  const played = known.filter(({ key }) => all.some(({ game }) => game === key));
  const [meta] = [wanted, current, all[0].game].flatMap((key) => played.filter((meta) => meta.key === key));
  if (!meta) return nothing;
  const games = all.filter(({ game }) => game === meta.key);
  const levels = archive.tally(games);
  const rated = ratings.games[meta.key] ?? unrated();
  const listMore = () => chosen.amend(controller.page, { listed: listed + MORE_GAMES });
  const opponents = () => html`
    <section class="part">
      <h3>${t('statistics.opponents')}</h3>
      ${archive.countOf(archive.sumOf(levels.values())) ? resultsTable(games, levels) : nothing}
      <div class="row wrap">
        ${nextButton(meta, context)}${button(t('opponents.all'), () => panels.open('opponents'))}
      </div>
    </section>`;
  return html`
    ${played.length > 1 ? gameChoice(kept, played, meta.key, context) : nothing}
    <section class="part">
      ${ratingCard(`${gameName(meta)} · ${t('rating.title')}`, rated, levels.size ? t('rating.none.text') : '')}
      ${levels.size ? summary(games, levels) : html`<p class="note">${t('statistics.none')}</p>`}
    </section>
    ${levels.size ? opponents() : nothing}
    <section class="part">
      <h3>${t('statistics.games')}</h3>
      ${gameList(games.slice(0, listed), meta, kept, context)}
      ${games.length > listed ? button(t('statistics.more'), listMore) : nothing}
    </section>`;
}

const invitation = ({ panels }: PanelContext) => html`
  <div class="empty invitation">
    ${icon('statistics')}
    <h3 class="title">${t('statistics.empty')}</h3>
    <p>${t('statistics.empty.text')}</p>
    <div class="row">
      ${button(t('statistics.empty.play'), () => panels.open('opponents'), { kind: 'button main', does: 'play' })}
      ${button(t('statistics.empty.puzzle'), () => panels.open('puzzles'), { does: 'puzzle' })}
    </div>
  </div>`;

export const statistics: Panel = {
  title: () => t('statistics.title'),

  view(state, context) {
    const { kept } = state;
    const { length: count } = kept.games;
    const puzzles = puzzlesPart(kept);
    return html`
      <div class="parts statistics">
        ${count ? gamePart(state, context) : invitation(context)}
        ${puzzles}
        ${count || puzzles ? [explanation(), forgetButton(t('ask.forget'), forgetAll)] : nothing}
        <p class="note">${t(state.isUnkept ? 'bar.unkept.label' : 'statistics.local')}</p>
      </div>`;
  },
};

const WIDTH = 300; // of the drawing, which is stretched to the width of its place
const HEIGHT = 100;
const MARGIN = 8;
const MIN_RANGE = 120; // the chart never shows less than this from bottom to top, so that small changes look small
const STEPS = [50, 100, 200, 500, 1000]; // between the lines across the chart, in rating points
const MAX_LINES = 4;

function scaleOf(values: number[]) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(MIN_RANGE, high - low);
  const base = (low + high - range) / 2;
  /** The height of a rating in the drawing, from its top. */
  const place = (rating: number) => HEIGHT - MARGIN - ((rating - base) / range) * (HEIGHT - 2 * MARGIN);
  const step = STEPS.find((size) => range / size <= MAX_LINES) ?? STEPS[STEPS.length - 1];
  const lines: number[] = [];
  for (let value = Math.ceil(base / step) * step; value <= base + range; value += step) lines.push(value);
  return { place, lines };
}

/** The chart with its lines and their ratings, of which there is at least one. */
function trend(values: number[]) {
  const { place, lines } = scaleOf(values);
  const label = t('rating.trend', { n: values.length, first: values[0], last: values.at(-1) ?? 0 });
  const step = (WIDTH - MARGIN) / Math.max(1, values.length - 1);
  const line = values.map((rating, i) => `${(i * step).toFixed(1)} ${place(rating).toFixed(1)}`);
  const [lastX, lastY] = line[line.length - 1].split(' ');
  // A line of no length with round ends is a dot, whatever the picture is stretched to.
  return html`
    <div class="trend-place">
      <svg class="trend" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${label}>
        ${lines.map((rating) => svg`<path class="trend-rule" d=${`M0 ${place(rating)}H${WIDTH}`}></path>`)}
        <path class="trend-area" d=${`M0 ${HEIGHT}L${line.join('L')}L${lastX} ${HEIGHT}Z`}></path>
        <path class="trend-line" d=${`M${line.join('L')}`}></path>
        <path class="trend-dot" d=${`M${lastX} ${lastY}h0`}></path>
      </svg>
      ${lines.map((rating) => {
        const top = `top: ${((100 * place(rating)) / HEIGHT).toFixed(1)}%`;
        return html`<span class="trend-label" aria-hidden="true" .style=${top}>${rating}</span>`;
      })}
    </div>`;
}

/** A rating with its chart, from where the first games have found it; `empty` is said where there is no result yet. */
function ratingCard(title: string, rated: Rated, empty: string) {
  const { count, rating, best } = rated;
  const values = count > FIRST_GAMES ? rated.trend.slice(FIRST_GAMES - count - 1) : rated.trend;
  const notes = [isProvisional(rated) && t('rating.provisional'), best && t('rating.best', { rating: best })];
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const last = () => html`
    <span class="rating-change" aria-hidden="true">
      <strong class=${change < 0 ? 'down' : 'up'}>${signed(change)}</strong> ${t('rating.last', { n: values.length - 1 })}
    </span>`;
  return html`
    <section class="rating">
      <h3 class="label">${title}</h3>
      <div class="rating-head row">
        <strong class="rating-number">${count ? Math.round(rating) : '–'}</strong>
        <div class="rating-words grow stack">
          ${count > FIRST_GAMES ? last() : nothing}
          <span class="note">${count ? notes.filter(Boolean).join(' · ') : empty}</span>
        </div>
      </div>
      ${values.length > 1 ? trend(values) : nothing}
    </section>`;
}
