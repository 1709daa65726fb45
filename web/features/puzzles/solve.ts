/** The puzzle on the board, alone or in a run: the task, what the last move did, and how it is solved. */

import type { GameController } from '../../game/controller.ts';
import { attempt } from '../../lib/attempt.ts';
import { handOn } from '../../lib/files.ts';
import { stars } from '../../lib/glyphs.ts';
import { button, html, icon, nothing, type TemplateResult, tool, unbroken } from '../../lib/html.ts';
import { clockText, gameName, LOW_SECONDS, t, translated } from '../../lib/i18n.ts';
import { puzzleLink } from '../../lib/link-to.ts';
import { moveButtons } from '../../shell/moves.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { asks, ended, missed, written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { MistakeCard } from '../../state/kept.ts';
import { mayEnd } from '../../state/path.ts';
import { puzzleRating, wantedPuzzle } from '../../state/rating.ts';
import { isAsked, type Puzzle, puzzleOf, type RunStanding } from '../../state/session.ts';
import { metaOf, type State } from '../../state/state.ts';
import { resultText } from '../../store/days.ts';
import { inOrder, inSet, MAX_MISSES } from '../../store/schedule.ts';
import { chosen } from './list.ts';
import { listing } from './listing.ts';
import { forgetMistake, nextMistake } from './mistakes.ts';
import { RunSession, secondsLeft } from './run-session.ts';
import { type Trainer, trainerOf } from './session.ts';
import { wholeLine, why } from './why.ts';

export function solveView(state: State, puzzle: Puzzle, context: PanelContext) {
  const { match, notice } = state;
  const { message } = listing.of(state);
  const { card, turns, grade } = puzzle;
  const { reviewed, betterFound: found } = trainerOf(context.controller);
  const open = isAsked(puzzle);
  const line = steps(puzzle, match, trainerOf(context.controller));
  const n = reviewed.length;
  const isOfSet = !card && puzzle.goal !== 'line';
  // A wrong move, what refutes it, and an unanswered move have the number of the move that is looked for.
  const ply = (match?.ply ?? 0) - Number(puzzle.isRefuting);
  const turn = Math.min(turns, Math.floor(ply / 2) + 1);
  const about = [
    puzzle.goal === 'line' && gameName({ key: puzzle.game }),
    isOfSet && t('puzzle.rated', { rating: puzzleRating(puzzle.level) }),
    card && reviewed.includes(card) && t('review.step', { step: reviewed.indexOf(card) + 1, n }),
    card?.players,
    card?.date,
    open && turns > 1 && t('puzzle.turns', { turn, n: turns }),
  ];
  return html`
    <div class="puzzle stack loose">
      <p class="puzzle-grade along note">
        ${isOfSet ? html`<span aria-hidden="true">${stars(grade)}</span>` : nothing}<span class="fill">${about.filter(Boolean).join(' · ')}</span>
        ${isOfSet ? linkButton(context.controller, puzzle.game, { puzzle: puzzle.id }, true) : nothing}
      </p>
      ${open ? html`<p class="task">${unbroken(asks(puzzle))}</p>` : nothing}
      <p class=${`verdict ${puzzle.state === 'solved' ? 'done' : puzzle.state}`}>${unbroken(verdict(puzzle, match?.ply ?? 0))}</p>
      ${open && notice ? html`<p class="note">${notice.text}</p>` : nothing}
      <div class="row wrap">${open ? help(state, puzzle, context) : onward(state, puzzle, context)}</div>
      ${message ? html`<p class="note confirmation" role="status">${message}</p>` : nothing}
      ${!open && card && card === reviewed.at(-1) ? html`<p><strong>${t(found === n ? 'review.found.all' : 'review.found', { found, n })}</strong></p>` : nothing}
      ${open ? nothing : card ? lesson(card, line) : explained(puzzle, line)}
      <div class="row close ways">${ways(puzzle, context)}</div>
    </div>`;
}

const isReviewed = ({ card }: Puzzle) => card?.game === 0;

/** Whether it is the last mistake of a review: what comes after it is the way back. */
const isLast = ({ card }: Puzzle, { reviewed }: Trainer) => card !== null && card === reviewed.at(-1);

/** What comes next: of a training, of a deck or a review, of the set. */
const next = (puzzle: Puzzle, controller: GameController) => () => {
  const { training } = trainerOf(controller);
  if (puzzle.goal === 'line') training?.start();
  else if (puzzle.card) nextMistake(controller, puzzle.card);
  else another(controller, puzzle);
};

function help(state: State, puzzle: Puzzle, { controller }: PanelContext) {
  const course = trainerOf(controller);
  const { hints } = puzzle;
  return html`
    ${mayEnd(state) ? button(t('status.end'), () => controller.entry.end(), { kind: 'button main' }) : nothing}
    ${button(t(hints ? 'puzzle.hint.more' : 'puzzle.hint'), () => course.hint(), { does: 'hint', isOff: hints > 1 })}
    ${button(t('puzzle.give'), () => course.give(), { does: 'give' })}
    ${isReviewed(puzzle) && !isLast(puzzle, course) ? button(t('review.skip'), next(puzzle, controller), { does: 'skip' }) : nothing}`;
}

function onward(state: State, puzzle: Puzzle, { controller }: PanelContext) {
  const { game, day, grade, goal, card } = puzzle;
  const meta = metaOf(state, game);
  const share = async () => {
    if (meta && day !== null) listing.amend(controller.page, { message: await shareDay(meta, grade, day) });
  };
  const on = t(goal === 'line' ? 'lines.next' : card ? 'action.next' : 'puzzle.next');
  return html`
    ${isLast(puzzle, trainerOf(controller)) ? nothing : button(on, next(puzzle, controller), { kind: 'button main', does: 'next' })}
    ${day !== null && puzzle.state === 'solved' ? button(t('today.share'), share, { does: 'share' }) : nothing}`;
}

/** The ways on from it, below all that is about it: to the analysis, and back to where it came from. */
function ways(puzzle: Puzzle, { controller, panels }: PanelContext) {
  const course = trainerOf(controller);
  const { card, day, goal } = puzzle;
  const isLine = goal === 'line';
  const isOver = !isAsked(puzzle);
  const leaveTo = (panel: string) => async () => {
    await course.leave();
    if (panel) panels.open(panel);
  };
  const back = isLine ? 'lines.back' : isReviewed(puzzle) ? 'review.back' : card ? 'mistakes.back' : 'puzzle.back';
  const leave = leaveTo(isLine ? 'openings' : isReviewed(puzzle) ? 'review' : '');
  const kind = isOver && isLast(puzzle, course) ? 'button main' : 'button';
  const forget = () => card && attempt(controller, () => forgetMistake(card, controller));
  return html`
    ${isOver && !isLine ? button(t('puzzle.analyse'), () => course.analyse(), { does: 'analyse' }) : nothing}
    ${day === null ? nothing : button(t('today.back'), leaveTo('today'))}
    ${button(t(back), leave, { kind, does: 'back' })}
    ${card && !isReviewed(puzzle) ? button(t('mistakes.drop'), forget, { does: 'forget' }) : nothing}`;
}

type Linked = Parameters<typeof puzzleLink>[1];

/** A button that hands on a link to puzzles; a small one is its picture. */
export function linkButton(controller: GameController, game: string, fields: Linked, isSmall: boolean = false) {
  const share = async () => {
    const link = puzzleLink(game, fields);
    listing.amend(controller.page, { message: await shareText(link, t('puzzle.link.copied'), link) });
  };
  const [label, how] = [t('puzzle.link'), { does: 'link' }];
  return isSmall ? tool('link', label, share, how) : button(label, share, how);
}

function verdict(puzzle: Puzzle, ply: number) {
  const { state } = puzzle;
  if (state === 'missed') return missed(puzzle);
  if (state === 'open') return ply > 1 ? t('puzzle.on') : '';
  return ended(puzzle);
}

function lesson({ why, reason, refutation, played, mark }: MistakeCard, line: TemplateResult) {
  const refuted = refutation.length ? t('mistakes.refuted', { line: written(refutation) }) : '';
  return html`
    <dl class="note mistake-lesson">
      <dt><strong>${t('mistakes.better')}</strong></dt>
      <dd class="puzzle-line">${line}</dd>
      ${why ? html`<dd>${unbroken(translated(why))}</dd>` : nothing}
      <dt><strong>${t('mistakes.played', { move: `${played}${mark}` })}</strong></dt>
      <dd>${unbroken([translated(reason), refuted].filter(Boolean).join(' '))}</dd>
    </dl>`;
}

/** The line, each of whose moves shows its position on the board; what was asked stands out. */
function steps(puzzle: Puzzle, match: Match | null, course: Trainer) {
  const line = wholeLine(puzzle);
  const now = (match?.ply ?? 0) - 1;
  const all = moveButtons(line, match?.last?.text === line[now]?.text ? now : -1, (at) =>
    course.walk(line.slice(0, at + 1)),
  );
  return html`<strong>${all.slice(0, puzzle.asked)}</strong>${all.slice(puzzle.asked)}`;
}

/** The line, and of a puzzle of a set, why it is the solution. */
function explained(puzzle: Puzzle, line: TemplateResult) {
  const { goal, side, themes } = puzzle;
  const { key, ...values } = why(puzzle);
  const reason = () => t(`puzzle.why.${key}`, { ...values, side: t(`side.${side}`) });
  return html`
    <div>
      <p class="puzzle-line">${line}</p>
      ${goal === 'line' ? nothing : html`<p><strong>${t('puzzle.why')} </strong>${unbroken(reason())}</p>`}
      <dl class="puzzle-themes">
        ${themes.map((theme) => html`<dt>${t(`puzzle.theme.${theme}`)}</dt><dd>${t(`puzzle.about.${theme}`)}</dd>`)}
      </dl>
    </div>`;
}

async function another(controller: GameController, puzzle: Puzzle) {
  const course = trainerOf(controller);
  const list = await course.list(puzzle.game);
  const { state } = controller.page;
  if (!list || puzzleOf(state) !== puzzle) return;
  const { puzzles, ratings } = state.kept;
  const how = { but: puzzle.id, rating: wantedPuzzle(ratings.puzzles) };
  const [next] = inOrder(inSet(list.puzzles, chosen(state)), puzzles.games[puzzle.game] ?? {}, how);
  const best = next ?? inOrder(list.puzzles, {}, { but: puzzle.id })[0];
  if (best) course.begin(puzzle.game, best);
}

/** Hands a text on. Resolves to what is said of it: that it was `copied`, or what stands there if it could not be. */
async function shareText(text: string, copied: string, uncopied: string) {
  const how = await handOn({ text }, text);
  return how === 'copied' ? copied : how === 'failed' ? uncopied : '';
}

/** Hands on how the puzzle of a day went. */
export function shareDay(...what: Parameters<typeof resultText>) {
  const text = resultText(...what);
  return shareText(text, t('today.copied'), `${t('today.uncopied')}\n${text}`);
}

function crosses({ kind, misses }: RunStanding) {
  const cross = (_: unknown, at: number) =>
    html`<span class=${at < misses ? 'round tick run-miss done' : 'round tick run-miss'}>${icon('close')}</span>`;
  const all = Array.from({ length: MAX_MISSES[kind] }, cross);
  return html`<span class="along close" role="img" aria-label=${t('run.misses', { n: misses })}>${all}</span>`;
}

const clock = (seconds: number) =>
  html`<span class=${seconds < LOW_SECONDS ? 'run-clock low' : 'run-clock'} role="timer" aria-label=${t('run.clock')}>${clockText(seconds)}</span>`;

/** Back to where runs begin. */
const endRun =
  ({ controller, panels }: PanelContext) =>
  async () => {
    await trainerOf(controller).leave();
    panels.open('today');
  };

export const runView = (state: State, puzzle: Puzzle, run: RunStanding, context: PanelContext) => html`
  <div class="puzzle stack loose run" data-run=${run.kind}>
    ${run.over ? result(state, puzzle, run, context) : underway(state, puzzle, run, context)}
  </div>`;

function underway(state: State, puzzle: Puzzle, run: RunStanding, context: PanelContext) {
  const { grade } = puzzle;
  const { notice } = state;
  const text = isAsked(puzzle) ? asks(puzzle) : puzzle.state === 'solved' ? t('puzzle.solved') : ended(puzzle);
  const tone = puzzle.state === 'solved' ? 'done' : puzzle.state === 'failed' ? 'missed' : '';
  return html`
    <div class="along run-head">
      <p class="along fill note run-score"><strong>${run.score}</strong><span>${t('run.solved', { n: run.score })}</span></p>
      ${run.kind === 'rush' ? crosses(run) : nothing}
      ${run.until === null ? nothing : clock(secondsLeft.of(state))}
    </div>
    <p class="puzzle-grade along note">
      <span aria-hidden="true">${stars(grade)}</span><span>${t('puzzle.graded', { grade })}</span>
    </p>
    <p class=${tone ? `verdict ${tone}` : 'task'}>${text}</p>
    ${notice ? html`<p class="note">${notice.text}</p>` : nothing}
    <div class="row wrap">
      ${mayEnd(state) ? button(t('status.end'), () => context.controller.entry.end(), { kind: 'button main' }) : nothing}
      ${button(t('run.leave'), endRun(context), { does: 'leave' })}
    </div>`;
}

function result(state: State, puzzle: Puzzle, run: RunStanding, context: PanelContext) {
  const { kind, score, best, missed } = run;
  const { game } = puzzle;
  const course = trainerOf(context.controller);
  const isBest = score > best;
  const list = listing.of(state).lists[game]?.puzzles ?? [];
  const fresh = () => new RunSession(course, game, list, kind).start();
  const retry = (id: string, at: number) =>
    button(t('run.retry', { n: at + 1 }), () => course.begin(game, { puzzle: id }), { does: `retry-${at}` });
  const retries = () => html`
    <p class="note">${t('run.missed', { n: missed.length })}</p>
    <div class="row wrap">${missed.map(retry)}</div>`;
  return html`
    <p class="verdict">${ended(puzzle)}</p>
    <div class=${isBest ? 'sunken run-result row best' : 'sunken run-result row'}>
      <strong class="run-total">${score}</strong>
      <span class="fill">
        <span class="run-total-text">${t('run.solved', { n: score })}</span><span class="card-note">${t(`run.${kind}`)}</span>
      </span>
      <span class="run-best">${isBest ? t('run.new-best') : t('run.best', { n: Math.max(best, score) })}</span>
    </div>
    <div class="row wrap">
      ${button(t('run.again'), fresh, { kind: 'button main', does: 'again', isOff: !list.length })}
      ${button(t('today.back'), endRun(context), { does: 'back' })}
      ${button(t('puzzle.analyse'), () => course.analyse(), { does: 'analyse' })}
    </div>
    ${missed.length ? retries() : nothing}`;
}
