/** The analysis above the move list: the score, the best lines or every legal move, and the bar in the board's frame. */

import type { GameController } from '../../game/controller.ts';
import { byId, laterStyles } from '../../lib/dom.ts';
import { html, keyed, nothing, pick, render, tool } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { peekButton } from '../../shell/peek.ts';
import { ending, result, textOf } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import { isPlayedOut } from '../../state/result.ts';
import { chances, figure, forced, scoring, words } from '../../state/score.ts';
import { ALL, linesOf } from '../../state/settings.ts';
import { type Analysis, everything, Slice, type State } from '../../state/state.ts';
import { Analyst } from './session.ts';

/** The line that is shown whole, -1 for none. */
const unfolded = new Slice(-1);

export const analysis = once((controller: GameController) => {
  const analyst = new Analyst(controller);
  laterStyles();
  const study = byId('study');
  const renderBefore = study.firstChild;
  controller.page.view(everything, (state) => {
    const root = document.documentElement.dataset;
    if (state.analysis) root.analysing = String(linesOf(state));
    else delete root.analysing;
    showGauge(state);
    const held = document.activeElement as HTMLElement | null;
    const at = held?.dataset.move;
    render(box(state, analyst), study, { renderBefore });
    // In another line the move at the same place gets the focus.
    if (at && !held?.isConnected) (study.querySelector(`[data-move="${at}"]`) as HTMLElement | null)?.focus();
  });
  return analyst;
});

function box(state: State, analyst: Analyst) {
  const { analysis: now, match } = state;
  if (!now || !match) return nothing;
  const { score, verdict, effort } = summary(state, now, match, analyst);
  const counts = [1, 2, 3].map((n) => ({ value: String(n), label: t('analysis.count', { n }) }));
  const choices = [...counts, { value: String(ALL), label: t('analysis.all') }];
  const rows = listed(state, now, match, analyst);
  const list =
    linesOf(state) === ALL
      ? html`<ul class="columns engine-all" aria-label=${t('analysis.all')}>${rows}</ul>`
      : html`<ol class="engine-lines" aria-label=${t('analysis.lines')}>${rows}</ol>`;
  return html`
    <section class="engine" id="engine" aria-label=${t('navigation.analyse')}>
      <div class="along loose engine-head">
        <span class="engine-score">${score}</span>
        <div class="fill engine-words"><strong>${verdict}</strong><span class=${`card-note${now.exact ? '' : ' cut'}`}>${effort}</span></div>
        ${pick('lines', t('analysis.lines'), choices, String(linesOf(state)), (n) => analyst.setLines(Number(n)))}
      </div>
      ${list}
    </section>`;
}

function summary(state: State, now: Analysis, match: Match, analyst: Analyst) {
  if (isPlayedOut(match)) return { score: '', verdict: result(match), effort: '' };
  const how = scoring(state);
  const [best] = now.lines;
  const score = best ? figure(best.score, how) : '';
  if (!best || now.node !== match.node) {
    return { score, verdict: t(analyst.wants(state) ? 'analysis.begins' : 'analysis.waits'), effort: '' };
  }
  const searched = match.moves.length === 1 ? 'analysis.only' : 'analysis.effort';
  const known = now.every ? 'analysis.table' : now.exact ? 'analysis.known' : searched;
  const effort = now.exact && now.scores ? t('analysis.ends', now.scores) : t(known, { depth: now.depth });
  return { score, verdict: words(best.score, how), effort };
}

function listed(state: State, now: Analysis, match: Match, analyst: Analyst) {
  const { preview } = state;
  const current = now.node === match.node ? now.lines : [];
  const how = scoring(state);
  // During a preview only the scores change, so that the move under the pointer stays there.
  const lines = (preview?.lines ?? current).map(({ score, moves }) => {
    const first = moves[0]?.path.join();
    const same = current.find((other) => other.moves[0]?.path.join() === first);
    return { score: same?.score ?? score, moves };
  });
  const button = (line: number, index: number, more: unknown = nothing) => {
    const moves = lines[line].moves.slice(0, index + 1);
    const step = { at: `${line} ${index}`, moves, lines };
    const show = (isOn: boolean) => analyst.preview(isOn ? step : null);
    // Nothing can be played after the end of a game: there a line is shown.
    const act = () => (match.outcome ? show(true) : analyst.follow(moves));
    const peek = { name: step.at, kind: 'move', isShown: step.at === preview?.at, show, act };
    return peekButton(peek, html`${textOf(moves[index])}${more}`);
  };
  // Another line, like another score, has elements of its own: within them nothing shifts.
  const own = (line: number, content: unknown) => keyed(lines[line].moves.map(({ text }) => text).join(' '), content);
  if (linesOf(state) === ALL) {
    return lines.map(({ score }, line) => html`<li>${own(line, button(line, 0, chip(score, how, match)))}</li>`);
  }
  const most = match.outcome ? linesOf(state) : match.moves.length;
  return Array.from({ length: Math.min(linesOf(state), most) }, (_, line) => {
    if (!lines[line]) return html`<li class="along engine-line"></li>`;
    const { score, moves } = lines[line];
    const buttons = html`<span class="engine-moves">${moves.map((_, index) => button(line, index))}</span>`;
    const isOn = unfolded.of(state) === line;
    const fold = () => unfolded.put(analyst.page, isOn ? -1 : line);
    const unfold = tool('down', t('analysis.whole'), fold, { isOn });
    return html`<li class=${isOn ? 'along engine-line unfolded' : 'along engine-line'}>${chip(score, how, match)}${own(line, buttons)}${unfold}</li>`;
  });
}

/** A score, coloured if the winner is certain. */
function chip(score: number, how: ReturnType<typeof scoring>, { side }: Match) {
  const own = side === 'w' ? score : -score;
  const tone = forced(score) !== null || how.exact ? (own > 0 ? ' good' : own < 0 ? ' bad' : '') : '';
  const text = html`<span aria-hidden="true">${figure(score, how)}</span><span class="offscreen">${words(score, how)}</span>`;
  return html`<span class=${`chip${tone}`}>${keyed(score, text)}</span>`;
}

/** Shows the bar in the frame of the board: White's share of it is White's chances. */
function showGauge(state: State) {
  const { analysis: now, match, meta, bottom } = state;
  const gauge = byId('gauge');
  const white = byId('gauge-white');
  gauge.hidden = !now;
  const [best] = now?.lines ?? [];
  const isOver = match && isPlayedOut(match);
  if (!match || !(isOver || best)) return;
  const winner = match.outcome?.winner;
  const part = isOver ? (winner ? Number(winner === 'w') : 0.5) : chances(best.score, meta.scale);
  const text = isOver ? ending(match) : words(best.score, scoring(state));
  white.style.transform = `scaleY(${part.toFixed(3)})`;
  white.classList.toggle('turned', bottom !== 'w');
  gauge.setAttribute('aria-valuenow', String(Math.round(part * 100)));
  gauge.setAttribute('aria-valuetext', text);
  gauge.setAttribute('aria-label', t('analysis.gauge'));
}
