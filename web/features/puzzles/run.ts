/** Runs of puzzles in the panel: what can be begun, the run on the board with its clock, and its result. */

import { html, nothing } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { button, icon } from '../../lib/controls.ts';
import { clockText, LOW_SECONDS } from '../../lib/figures.ts';
import { stars } from '../../lib/glyphs.ts';
import { t } from '../../lib/i18n.ts';
import type { Puzzle as Listed } from '../../protocol.d.ts';
import { asks, ended } from '../../state/describe.ts';
import type { RunKind } from '../../state/kept.ts';
import { isAsked, type Puzzle, type RunStanding } from '../../state/mode.ts';
import { mayEnd } from '../../state/path.ts';
import type { State } from '../../state/state.ts';
import { bestRun, inSet, MAX_MISSES, RUN_KINDS } from '../../store/runs.ts';
import { chosen, isReady, type Shelf, setName } from './list.ts';
import { RunSession } from './run-session.ts';
import { trainerOf } from './session.ts';

const MIN_PUZZLES = 5; // a set with fewer puzzles makes no run

export function runCards({ meta: { key: game }, all, state, controller }: Shelf, matching: Listed[]) {
  const set = chosen(state);
  const card = (kind: RunKind) => {
    const best = bestRun({ kind, game, ...set }, state.kept.runs);
    const start = () => new RunSession(trainerOf(controller), game, all, kind, set).start();
    return html`
      <button type="button" class="entry boxed run-card" data-does=${`run-${kind}`} @click=${start}
        ?disabled=${!isReady(state) || matching.length < MIN_PUZZLES}>
        ${icon(kind === 'streak' ? 'streak' : 'clock')}
        <span class="run-text">
          <strong class="title">${t(`run.${kind}`)}</strong><span class="card-note">${t(`run.${kind}.about`)}</span>
        </span>
        <span class="run-best">${best ? t('run.best', { n: best }) : t('run.best.none')}</span>
      </button>`;
  };
  const name = setName(set);
  return html`
    <section class="part puzzle-runs">
      <h3>${t('run.title')}</h3>
      <div class="columns">${RUN_KINDS.map(card)}</div>
      ${name ? html`<p class="note">${t('run.set', { set: name })}</p>` : nothing}
    </section>`;
}

function crosses({ kind, misses }: RunStanding) {
  const cross = (_: unknown, at: number) =>
    html`<span class=${at < misses ? 'round tick run-miss done' : 'round tick run-miss'}>${icon('close')}</span>`;
  const all = Array.from({ length: MAX_MISSES[kind] }, cross);
  return html`<span class="along close" role="img" aria-label=${t('run.misses', { n: misses })}>${all}</span>`;
}

const clock = (seconds: number) =>
  html`<span class=${seconds < LOW_SECONDS ? 'run-clock low' : 'run-clock'} role="timer" aria-label=${t('run.clock')}>${clockText(seconds)}</span>`;

export const runView = (state: State, puzzle: Puzzle, run: RunStanding, controller: GameController) => html`
  <div class="puzzle right-below stack loose run" data-run=${run.kind}>
    ${run.over ? result(state, puzzle, run, controller) : underway(state, puzzle, run, controller)}
  </div>`;

function underway(state: State, puzzle: Puzzle, run: RunStanding, controller: GameController) {
  const { grade } = puzzle;
  const text = isAsked(puzzle) ? asks(puzzle) : puzzle.state === 'solved' ? t('puzzle.solved') : ended(puzzle);
  const tone = puzzle.state === 'solved' ? 'done' : puzzle.state === 'failed' ? 'missed' : '';
  return html`
    <div class="along run-head">
      <p class="along fill note run-score"><strong>${run.score}</strong><span>${t('run.solved', { n: run.score })}</span></p>
      ${run.kind === 'rush' ? crosses(run) : nothing}
      ${run.until === null ? nothing : clock(state.runSeconds)}
    </div>
    <p class="puzzle-grade row note">
      <span aria-hidden="true">${stars(grade)}</span><span>${t('puzzle.graded', { grade })}</span>
    </p>
    <p class=${tone ? `verdict ${tone}` : 'task'}>${text}</p>
    <div class="row wrap">
      ${mayEnd(state) ? button(t('status.end'), () => controller.entry.end(), { kind: 'button main' }) : nothing}
      ${button(t('run.leave'), () => trainerOf(controller).end(), { does: 'leave' })}
    </div>`;
}

function result(state: State, puzzle: Puzzle, run: RunStanding, controller: GameController) {
  const { kind, set, score, best, missed } = run;
  const { game } = puzzle;
  const course = trainerOf(controller);
  const isBest = score > best;
  const list = state.puzzles.lists[game]?.puzzles ?? [];
  const fresh = () => new RunSession(course, game, list, kind, set).start();
  const about = [t(`run.${kind}`), setName(set)].filter(Boolean).join(' · ');
  const retry = (id: string, at: number) =>
    button(t('run.retry', { n: at + 1 }), () => course.begin(game, { puzzle: id }), { does: `retry-${at}` });
  const retries = () => html`
    <p class="note">${t('run.missed', { n: missed.length })}</p>
    <div class="row wrap">${missed.map(retry)}</div>`;
  return html`
    <p class="verdict">${ended(puzzle)}</p>
    <div class=${isBest ? 'sunken run-result row best' : 'sunken run-result row'}>
      <strong class="run-total">${score}</strong>
      <span>
        <span class="run-total-text">${t('run.solved', { n: score })}</span><span class="card-note">${about}</span>
      </span>
      <span class="run-best">${isBest ? t('run.new-best') : t('run.best', { n: Math.max(best, score) })}</span>
    </div>
    <div class="row wrap">
      ${button(t('run.again'), fresh, { kind: 'button main', does: 'again', isOff: !inSet(list, set).length })}
      ${button(t('puzzle.back'), () => course.end(), { does: 'back' })}
      ${button(t('puzzle.analyse'), () => course.analyse(), { does: 'analyse' })}
    </div>
    ${missed.length ? retries() : nothing}`;
}
