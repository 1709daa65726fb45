/** Today: the puzzle of the day, the board of the day, and the days in a row. */

import { challenge } from '../../game/challenge.ts';
import type { GameController } from '../../game/controller.ts';
import { dateOf, today as dayNow } from '../../lib/date.ts';
import { stars } from '../../lib/glyphs.ts';
import { button, html, icon, nothing } from '../../lib/html.ts';
import { capital, dateLocale, gameName, t } from '../../lib/i18n.ts';
import type { PuzzleReply } from '../../protocol.d.ts';
import { calledOpponent, character, howItWent, isAidedWin, nextButton } from '../../shell/opponent.ts';
import { missing, type Panel, type PanelContext } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { asks } from '../../state/describe.ts';
import type { Meta } from '../../state/game.d.ts';
import type { Days, RunKind } from '../../state/kept.ts';
import { everything, look, Slice, type State } from '../../state/state.ts';
import { score } from '../../store/archive.ts';
import * as days from '../../store/days.ts';
import { bestRun, EVERY, RUN_KINDS } from '../../store/schedule.ts';
import { isReady, trains } from './list.ts';
import { trainerOf } from './session.ts';
import { shareDay } from './solve.ts';
import { beginPuzzle, beginRun } from './view.ts';

const BOARD_PX = 132;
const SMALL_BOARD_PX = 68;
const FACE_PX = 84;
const LOOK_MS = 20_000; // the day after is looked for so often, in ms: a page may be left open over midnight

type Found = PuzzleReply | null | undefined;

/** The number of the day; its puzzles by game, as lists of puzzles; and what was said of the result that was shared. */
const ofDay = new Slice({ day: 0, puzzles: {} as Record<string, Found>, message: '' });

/** Keeps the day and its puzzles, once the rules are ready. Returns what ends this. */
function keepDay(controller: GameController) {
  const { page } = controller;
  const games = page.state.games.filter(trains).map(({ key }) => key);
  const put = (day: number, game: string, puzzle: Found) => {
    const now = ofDay.of(page.state);
    if (day === now.day) ofDay.amend(page, { puzzles: { ...now.puzzles, [game]: puzzle } });
  };
  const look = () => {
    const day = dayNow();
    if (ofDay.of(page.state).day !== day) ofDay.put(page, { day, puzzles: {}, message: '' });
    if (page.state.boot.phase !== 'ready') return;
    const { puzzles } = ofDay.of(page.state);
    for (const game of games.filter((key) => !(key in puzzles))) {
      put(day, game, undefined);
      const take = (puzzle: Found) => put(day, game, puzzle);
      trainerOf(controller)
        .ofDay(game, day)
        .then(take, () => take(null));
    }
  };
  const timer = setInterval(look, LOOK_MS);
  const end = page.effect(everything, look);
  return () => {
    clearInterval(timer);
    end();
    ofDay.amend(page, { message: '' });
  };
}

function week(day: number, { puzzles }: Days) {
  const first = day - days.weekday(day);
  const names = new Intl.DateTimeFormat(dateLocale(), { weekday: 'narrow' });
  const dot = (date: number) => {
    const done = days.isSolved(puzzles[date]);
    const written = days.written(date, 'full');
    const label = date > day ? written : t(done ? 'today.day.solved' : 'today.day.open', { day: written });
    return html`
      <li class=${[done && 'done', date === day && 'now', date > day && 'later'].filter(Boolean).join(' ')}>
        <span aria-hidden="true">${names.format(dateOf(date))}</span>
        <span class="round tick week-mark" aria-hidden="true">${done ? icon('done') : nothing}</span>
        <span class="offscreen">${label}</span>
      </li>`;
  };
  return html`<ol class="columns close week">${Array.from({ length: 7 }, (_, i) => dot(first + i))}</ol>`;
}

function streakPart(day: number, kept: Days) {
  const { now, best } = days.streak(kept, day);
  const solved = days.isSolved(kept.puzzles[day]);
  const text = solved ? 'today.streak.kept' : now ? 'today.streak.keep' : 'today.streak.start';
  const [number, ...words] = t('today.streak', { n: now }).split(' ');
  return html`
    <section class=${now ? 'sunken streak stack running' : 'sunken streak stack'}>
      <p class="streak-count"><strong>${number}</strong> ${words.join(' ')}</p>
      ${week(day, kept)}
      <p class="note">${t(text)} ${best > now ? t('today.best', { n: best }) : ''}</p>
    </section>`;
}

const mark = (text: string, isDone: boolean) =>
  html`<p class=${isDone ? 'along good-word daily-mark' : 'along note daily-mark'}>${isDone ? icon('done') : nothing}${text}</p>`;

/** The board of a puzzle; until it has come, the game's starting position. */
function small(state: State, meta: Meta, wide: number) {
  const { rows, side } = ofDay.of(state).puzzles[meta.key] ?? { rows: meta.start.rows, side: meta.bottom };
  return smallBoard({ meta, rows, theme: look(state, meta), isTurned: side !== meta.bottom, wide });
}

function question(puzzle: PuzzleReply | undefined) {
  if (!puzzle) return html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  return html`
    <p>${asks(puzzle)}</p>
    <span class="stars">
      <span aria-hidden="true">${stars(puzzle.grade)}</span>
      <span class="offscreen">${t('puzzle.graded', { grade: puzzle.grade })}</span>
    </span>`;
}

/** What the day has for everyone: a `picture`, which game it is, and what can be done about it. */
const daily = (label: string, meta: Meta, picture: unknown, kind: string, content: unknown, foot: unknown) => html`
  <section class="daily">
    <div class=${`daily-board ${kind}`}>${picture}</div>
    <div class="daily-text stack"><h3 class="label">${label}</h3><p class="title">${gameName(meta)}</p>${content}</div>
    ${foot}
  </section>`;

/** How the puzzle of the day of a game stands: whether it is solved, and in words. */
function stands(state: State, { key: game }: Meta) {
  const done = state.kept.days.puzzles[ofDay.of(state).day]?.[game];
  const { key, n } = days.standing(done);
  return { isDone: Boolean(done?.solved), how: t(key, { n }) };
}

function puzzlePart(meta: Meta, state: State, { controller, panels }: PanelContext) {
  const { page } = controller;
  const { day, puzzles, message } = ofDay.of(state);
  const puzzle = puzzles[meta.key];
  const { isDone, how } = stands(state, meta);
  const { [meta.key]: _, ...others } = puzzles;
  const retry = () => ofDay.amend(page, { puzzles: others });
  const solve = () => beginPuzzle(controller, panels, meta.key, { day });
  const share = async () => ofDay.amend(page, { message: await shareDay(meta, puzzle?.grade ?? 0, day) });
  const solving = { kind: isDone ? 'button' : 'button main', does: 'solve', isOff: !puzzle };
  const sharing = { picture: 'share', kind: 'button main', does: 'share' };
  const whole = (puzzle: PuzzleReply | undefined) => html`
    ${question(puzzle)}
    ${mark(capital(how), isDone)}
    <div class="row wrap">
      ${button(t(isDone ? 'today.look' : 'today.solve'), solve, solving)}
      ${isDone && puzzle ? button(t('today.share'), share, sharing) : nothing}
    </div>`;
  const content = puzzle === null ? missing(state, retry, t('today.absent')) : whole(puzzle);
  const foot = html`<p class="note confirmation" role="status">${message}</p>`;
  return daily(t('today.puzzle'), meta, small(state, meta, BOARD_PX), '', content, foot);
}

function othersPart(others: Meta[], state: State, { controller, panels }: PanelContext) {
  const other = (meta: Meta) => {
    const { isDone, how } = stands(state, meta);
    const name = gameName(meta);
    return html`
      <li>
        <button type="button" class=${isDone ? 'stack daily-other done' : 'stack daily-other'} data-game=${meta.key}
          aria-label=${`${name}: ${how}`} ?disabled=${state.boot.phase !== 'ready'}
          @click=${() => beginPuzzle(controller, panels, meta.key, { day: ofDay.of(state).day })}>
          <span class="tile">
            ${small(state, meta, SMALL_BOARD_PX)}
            ${isDone ? html`<span class="round tile-mark">${icon('done')}</span>` : nothing}
          </span>
          <span aria-hidden="true">${name}</span>
        </button>
      </li>`;
  };
  return html`
    <section class="part"><h3>${t('today.others')}</h3><ul class="columns daily-others">${others.map(other)}</ul></section>`;
}

/** The runs of puzzles: of the game on the board where it has any. */
function runsPart(meta: Meta, state: State, context: PanelContext) {
  const card = (kind: RunKind) => {
    const best = bestRun({ kind, game: meta.key, ...EVERY }, state.kept.runs);
    return html`
      <button type="button" class="entry boxed run-card" data-does=${`run-${kind}`} ?disabled=${!isReady(state)}
        @click=${() => beginRun(context, meta.key, kind)}>
        ${icon(kind === 'streak' ? 'streak' : 'clock')}
        <span class="run-text">
          <strong class="title">${t(`run.${kind}`)}</strong><span class="card-note">${t(`run.${kind}.about`)}</span>
        </span>
        <span class="run-best">${best ? t('run.best', { n: best }) : t('run.best.none')}</span>
      </button>`;
  };
  return html`
    <section class="part">
      <h3>${t('run.title')} · ${gameName(meta)}</h3>
      <div class="columns">${RUN_KINDS.map(card)}</div>
    </section>`;
}

function boardPart(state: State, { controller, panels }: PanelContext) {
  const { day } = ofDay.of(state);
  const { game: meta, level, person, setup, seed } = days.boardOfDay(state.games, day);
  const opponent = `${calledOpponent(level)} (${t('opponents.level', { level })})`;
  const result = days.boardResult(state.kept, day);
  const own = result && score(result);
  const play = async () => {
    const ballot = await days.ballotOfDay(controller.rules, meta, day).catch(() => undefined);
    if (controller.page.state.panel !== 'today') return;
    panels.leave(`#game=${meta.key}`, async () => {
      const hasBegun = await challenge(controller, meta, level, { setup, seed, ballot, person });
      // The first game counts: what is played after it is for practice.
      if (hasBegun && !result) days.noteBoard(day, controller.autosave.id);
    });
  };
  const playing = { kind: result ? 'button' : 'button main', does: 'play', isOff: state.boot.phase !== 'ready' };
  const content = html`
    <p>${t('today.board.about', { side: t(`side.${person}`), opponent })}</p>
    <p class="note">${character(level)}</p>
    ${result && typeof own === 'number' ? mark(howItWent(result), own > 0 && !isAidedWin(result)) : nothing}
    <div class="row wrap">${button(t(result ? 'today.again' : 'today.play'), play, playing)}</div>`;
  const foot = html`<p class="note">${t('today.board.same')}</p>`;
  return daily(t('today.board'), meta, face(level, FACE_PX), 'face', content, foot);
}

export const today: Panel = {
  title: () => t('today.title'),

  opened: ({ controller }) => [keepDay(controller)],

  view(state, context) {
    const { day } = ofDay.of(state);
    const training = state.games.filter(trains);
    const meta = days.puzzleGame(training, day);
    const others = training.filter((other) => other !== meta);
    const list = () => context.panels.open('opponents');
    return html`
      <div class="parts today">
        <p class="today-date title">${days.written(day, 'full')}</p>
        ${streakPart(day, state.kept.days)}
        ${meta ? puzzlePart(meta, state, context) : nothing}
        ${others.length ? othersPart(others, state, context) : nothing}
        ${meta ? runsPart(trains(state.meta) ? state.meta : meta, state, context) : nothing}
        ${boardPart(state, context)}
        <div class="row wrap">
          ${nextButton(state.meta, context, `${gameName(state.meta)}: `)}
          ${button(t('opponents.all'), list, { picture: 'opponents', does: 'opponents' })}
        </div>
        <p class="note">${t('today.midnight')}</p>
      </div>`;
  },
};
