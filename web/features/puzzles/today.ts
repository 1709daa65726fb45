/** Today: the puzzle of the day, the board of the day, and the days in a row. */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { challenge } from '../../game/challenge.ts';
import { button, icon } from '../../lib/controls.ts';
import { stars } from '../../lib/glyphs.ts';
import { dateLocale, t, tOr } from '../../lib/i18n.ts';
import { dateOf, dayOf } from '../../lib/seed.ts';
import type { PuzzleReply } from '../../protocol.d.ts';
import { nextButton } from '../../shell/next-step.ts';
import { calledOpponent, character } from '../../shell/opponent.ts';
import { howItWent, isAidedWin } from '../../shell/outcomes.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { portrait } from '../../shell/portrait.ts';
import { shareDay } from '../../shell/share-text.ts';
import { thumbnail } from '../../shell/thumbnail.ts';
import { asks } from '../../state/describe.ts';
import { look, type State } from '../../state/state.ts';
import { score } from '../../store/archive.ts';
import { ballotOfDay, boardResult, days, keepToday, noteBoard, standing, written } from '../../store/daily.ts';
import { boardOfDay, isSolved, puzzleGame, streak, weekday } from '../../store/days.ts';
import { RUN_KINDS, runs } from '../../store/runs.ts';
import type { Meta } from '../../types.d.ts';
import { choose, trains } from './choice.ts';
import { trainerOf } from './session.ts';
import { beginPuzzle } from './view.ts';

/** Widths of the boards, in CSS pixels. */
const BOARD_PX = 132;
const SMALL_BOARD_PX = 68;
const FACE_PX = 84;

/** The days of this week as dots. */
function week(day: number) {
  const all = days().puzzles;
  const first = day - weekday(day);
  const names = new Intl.DateTimeFormat(dateLocale(), { weekday: 'narrow' });
  const dot = (one: number) => {
    const done = isSolved(all[one]);
    const label = t(done ? 'today.day.solved' : 'today.day.open', { day: written(one, 'full') });
    return html`
      <li class=${[done && 'done', one === day && 'now', one > day && 'later'].filter(Boolean).join(' ')}>
        <span aria-hidden="true">${names.format(dateOf(one))}</span>
        <span class="round week-mark" aria-hidden="true">${done ? icon('done') : nothing}</span>
        <span class="offscreen">${label}</span>
      </li>`;
  };
  return html`<ol class="week">${Array.from({ length: 7 }, (_, i) => dot(first + i))}</ol>`;
}

function streakPart(day: number) {
  const all = days();
  const { now, best } = streak(all, day);
  const solved = isSolved(all.puzzles[day]);
  const text = solved ? 'today.streak.kept' : now ? 'today.streak.keep' : 'today.streak.start';
  const [number, ...words] = t('today.streak', { n: now }).split(' ');
  return html`
    <section class=${now ? 'sunken streak stack running' : 'sunken streak stack'}>
      <p class="streak-count"><strong>${number}</strong> ${words.join(' ')}</p>
      ${week(day)}
      <p class="note">${[t(text), best > now ? t('today.best', { n: best }) : ''].filter(Boolean).join(' ')}</p>
    </section>`;
}

/** With a capital, as it stands by itself. */
const raised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How something went. */
const mark = (text: string, isDone: boolean) =>
  html`<p class=${isDone ? 'daily-mark done' : 'daily-mark'}>${isDone ? icon('done') : nothing}${text}</p>`;

/** The board of a puzzle; until it has come, the game's starting position. */
function small(state: State, meta: Meta, wide: number) {
  const { rows, side } = state.today.puzzles[meta.key] ?? { rows: meta.start.rows, side: meta.bottom };
  const worn = look(state, meta);
  const draw = () => thumbnail(meta, rows, worn, side !== meta.bottom, wide);
  return guard([meta.key, side, rows.join(), worn.board, worn.pieces], draw);
}

/** What a puzzle asks, once it has come. */
function question(told: PuzzleReply | null | undefined) {
  if (told === null) return html`<p class="note" role="alert">${t('today.absent')}</p>`;
  if (!told) return html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  return html`
    <p>${asks(told)}</p>
    <span class="stars">
      <span aria-hidden="true">${stars(told.grade)}</span>
      <span class="offscreen">${t('puzzle.graded', { grade: told.grade })}</span>
    </span>`;
}

function puzzlePart(meta: Meta, state: State, { controller, panels }: PanelContext) {
  const { page } = controller;
  const { day, puzzles, told: confirmation } = state.today;
  const told = puzzles[meta.key];
  const done = days().puzzles[day]?.[meta.key];
  const { key, n } = standing(done);
  const retry = () =>
    page.change((s) => {
      delete s.today.puzzles[meta.key];
    });
  const solve = () => beginPuzzle(controller, panels, meta.key, { day });
  const share = async () => {
    const said = await shareDay(meta, told?.grade ?? 0, day);
    page.change((s) => {
      s.today.told = said;
    });
  };
  return html`
    <section class="daily">
      <div class="daily-board">${small(state, meta, BOARD_PX)}</div>
      <div class="daily-text stack">
        <h3 class="label">${t('today.puzzle')}</h3>
        <p class="title">${tOr(`game.${meta.key}`, meta.name)}</p>
        ${question(told)}
        ${mark(raised(t(key, { n })), Boolean(done?.solved))}
        <div class="row wrap">
          ${
            told === null
              ? button(t('status.retry'), retry, { does: 'retry' })
              : button(t(done?.solved ? 'today.look' : 'today.solve'), solve, {
                  kind: done?.solved ? 'button' : 'button main',
                  does: 'solve',
                  isOff: !told,
                })
          }
          ${
            done?.solved && told
              ? button(t('today.share'), share, { picture: 'share', kind: 'button main', does: 'share' })
              : nothing
          }
        </div>
      </div>
      <p class="note confirmation" role="status">${confirmation}</p>
    </section>`;
}

/** The puzzles of the day of the other games, as small boards. */
function othersPart(others: Meta[], state: State, { controller, panels }: PanelContext) {
  const { day } = state.today;
  const other = (meta: Meta) => {
    const done = days().puzzles[day]?.[meta.key];
    const { key, n } = standing(done);
    const name = tOr(`game.${meta.key}`, meta.name);
    return html`
      <li>
        <button type="button" class=${done?.solved ? 'daily-other done' : 'daily-other'} data-game=${meta.key}
          aria-label=${`${name}: ${t(key, { n })}`} ?disabled=${state.boot.phase !== 'ready'}
          @click=${() => beginPuzzle(controller, panels, meta.key, { day })}>
          <span class="tile">${small(state, meta, SMALL_BOARD_PX)}${
            done?.solved ? html`<span class="round tile-mark">${icon('done')}</span>` : nothing
          }</span>
          <span aria-hidden="true">${name}</span>
        </button>
      </li>`;
  };
  return html`
    <section class="part">
      <h3>${t('today.others')}</h3>
      <ul class="daily-others">${others.map(other)}</ul>
    </section>`;
}

/**
 * The runs of puzzles: how they went today, and the best so far.
 *
 * @param meta whose puzzle is the puzzle of the day
 */
function runsPart(meta: Meta, { today: { day } }: State, { controller, panels }: PanelContext) {
  const { last } = runs();
  const run = (kind: (typeof RUN_KINDS)[number]) => {
    const own = last.filter((one) => one.kind === kind && dayOf(new Date(one.when)) === day);
    const best = Math.max(0, ...own.map(({ score: points }) => points));
    return html`
      <li class=${own.length ? 'done' : ''}>
        ${icon(kind === 'streak' ? 'streak' : 'clock')}
        <span>${t(`run.${kind}`)}</span>
        <span class="note">${own.length ? t('run.today', { n: best }) : t('run.today.none')}</span>
      </li>`;
  };
  const open = () => {
    choose(controller, { game: meta.key, grade: 0, theme: '' });
    panels.open('puzzles');
  };
  return html`
    <section class="part today-runs">
      <h3>${t('run.title')}</h3>
      <ul>${RUN_KINDS.map(run)}</ul>
      <div class="row wrap">${button(t('run.choose'), open, { does: 'runs' })}</div>
    </section>`;
}

function boardPart(state: State, { controller, panels }: PanelContext) {
  const { day } = state.today;
  const { game: meta, level, person, setup, seed } = boardOfDay(state.games, day);
  const opponent = `${calledOpponent(level)} (${t('opponents.level', { level })})`;
  const result = boardResult(day);
  const own = result && score(result);
  const play = async () => {
    const ballot = await ballotOfDay(controller.rules, meta, day).catch(() => undefined);
    if (controller.page.state.panel !== 'today') return;
    panels.leave(`#game=${meta.key}`, async () => {
      const hasBegun = await challenge(controller, meta, level, { setup, seed, ballot, person });
      // The first game counts: what is played after it is for practice.
      if (hasBegun && !result) noteBoard(day, controller.autosave.id);
    });
  };
  return html`
    <section class="daily">
      <div class="daily-board face">${guard([level], () => portrait(level, FACE_PX))}</div>
      <div class="daily-text stack">
        <h3 class="label">${t('today.board')}</h3>
        <p class="title">${tOr(`game.${meta.key}`, meta.name)}</p>
        <p>${t('today.board.about', { side: t(`side.${person}`), opponent })}</p>
        <p class="note">${character(level)}</p>
        ${result && typeof own === 'number' ? mark(howItWent(result), own > 0 && !isAidedWin(result)) : nothing}
        <div class="row wrap">
          ${button(t(result ? 'today.again' : 'today.play'), play, {
            kind: result ? 'button' : 'button main',
            does: 'play',
            isOff: state.boot.phase !== 'ready',
          })}
        </div>
      </div>
      <p class="note">${t('today.board.same')}</p>
    </section>`;
}

export const today: Panel = {
  title: () => t('today.title'),

  opened({ controller }) {
    const games = controller.page.state.games.filter(trains).map(({ key }) => key);
    return keepToday(controller.page, games, (game, day) => trainerOf(controller).ofDay(game, day));
  },

  view(state, context) {
    const { day } = state.today;
    const training = state.games.filter(trains);
    const meta = puzzleGame(training, day);
    const others = training.filter((one) => one !== meta);
    const name = tOr(`game.${state.meta.key}`, state.meta.name);
    const list = () => context.panels.open('opponents');
    return html`
      <div class="parts today">
        <p class="today-date title">${written(day, 'full')}</p>
        ${streakPart(day)}
        ${
          meta
            ? html`
              ${puzzlePart(meta, state, context)}
              ${others.length ? othersPart(others, state, context) : nothing}
              ${runsPart(meta, state, context)}`
            : nothing
        }
        ${boardPart(state, context)}
        <div class="row wrap">
          ${nextButton(state.meta, context, `${name}: `)}
          ${button(t('opponents.all'), list, { picture: 'opponents', does: 'opponents' })}
        </div>
        <p class="note">${t('today.midnight')}</p>
      </div>`;
  },
};
