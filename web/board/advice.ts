/** The analysis on the board: arrows for the best lines or, where all moves are listed, scores on next squares. */

import { puzzleOf } from '../state/mode.ts';
import { figure, WON_SCORE } from '../state/score.ts';
import type { State } from '../state/state.ts';
import { centre, corner, type Layout } from './geometry.ts';
import { arrow, bold, type Context, inlay, letter, trace } from './ink.ts';

type Hint = NonNullable<State['hint']>;

const REASON = '#b07a1e';
const OWN = '#3f6fb5';
const REASON_EDGE = 'rgba(255, 248, 230, 0.85)';
const TONES = { good: '#2b8a74', even: '#5d5348', bad: '#a63a2a' };

export function advise(context: Context, state: State, layout: Layout) {
  drawMistake(context, state, layout);
  const { analysis, match, draft, hint, pointed, preview, mode, meta } = state;
  if (!analysis || !match || match.outcome || analysis.node !== match.node) return;
  if (preview || hint || pointed || mode.kind === 'edit') return;
  const { lines } = analysis;
  if (lines.length > 3 || analysis.every) return rate(context, state, layout);
  if (draft.length) return;
  const own = match.side === 'w' ? 1 : -1;
  const best = own * (lines[0]?.score ?? 0);
  for (let at = lines.length - 1; at >= 0; at--) {
    const worse = Math.min(1, Math.max(0, best - own * lines[at].score) / (meta.points ? 300 : 120));
    const strength = 0.72 - 0.3 * worse;
    arrow(context, layout, lines[at].moves[0]?.path ?? [], at ? strength : 0.94, at ? strength : 1);
  }
}

/** What the player has drawn: circles and arrows. */
export function drawOwn(context: Context, layout: Layout, drawn: string[][]) {
  const line = Math.max(2 * layout.ratio, layout.cell * 0.06);
  for (const path of drawn) {
    if (path.length > 1) {
      arrow(context, layout, path, 0.85, 0.8, OWN);
      continue;
    }
    context.beginPath();
    context.arc(...centre(layout, path[0]), layout.cell * 0.46 - line, 0, 2 * Math.PI);
    trace(context, [REASON_EDGE, line * 1.6], [OWN, line]);
  }
}

/** An arrow for the suggested move; the reason in a second colour: its squares, and the arrow of another move. */
export function drawHint(context: Context, layout: Layout, { path, squares = [], arrow: other = [] }: Hint) {
  const line = Math.max(2 * layout.ratio, layout.cell * 0.05);
  for (const square of squares) {
    const [x, y] = corner(layout, square);
    context.beginPath();
    context.roundRect(x + line, y + line, layout.cell - 2 * line, layout.cell - 2 * line, layout.cell * 0.14);
    trace(context, [REASON_EDGE, line * 1.8], [REASON, line]);
  }
  arrow(context, layout, other, 0.85, 0.7, REASON);
  arrow(context, layout, path);
}

/** A mistake that is looked at: an arrow for the played move and, but where it is looked for, the better one. */
function drawMistake(context: Context, state: State, layout: Layout) {
  const { match, mode, analysis, preview, pointed, draft, review } = state;
  if (!match || analysis || preview || pointed || draft.length || mode.kind === 'edit') return;
  const card = puzzleOf(state)?.card;
  if (card) {
    const played = match.ply ? null : match.moves.find(({ text }) => text === card.played);
    arrow(context, layout, played?.path ?? [], 0.8, 0.8, TONES.bad);
  } else if (review?.at && match.node === review.at.node) {
    arrow(context, layout, review.at.played, 0.8, 0.8, TONES.bad);
    arrow(context, layout, review.at.better);
  }
}

function rate(context: Context, { analysis, match, draft, meta }: State, layout: Layout) {
  if (!analysis || !match) return;
  const own = match.side === 'w' ? 1 : -1;
  const best: Map<string, number> = new Map();
  for (const { score, moves } of analysis.lines) {
    const path = moves[0]?.path ?? [];
    if (!draft.every((square, at) => path[at] === square)) continue;
    const square = path[draft.length];
    if (square && !best.has(square)) best.set(square, own * score);
  }
  const { points } = meta;
  const top = Math.max(...best.values());
  for (const [square, score] of best) {
    // Whole points are written as such before they are sure, too.
    const exact = analysis.exact || (points && score % 100 === 0);
    badge(context, layout, square, figure(own * score, { points, exact }), tone(score, top, points));
  }
}

/** The colour of a move's score, which is the mover's; the figure is White's, as everywhere. */
function tone(score: number, top: number, points: boolean): string {
  if (Math.abs(score) >= WON_SCORE || points) return score > 0 ? TONES.good : score < 0 ? TONES.bad : TONES.even;
  return top - score < 15 ? TONES.good : top - score < 80 ? TONES.even : TONES.bad;
}

function badge(context: Context, layout: Layout, square: string, text: string, colour: string) {
  const { cell } = layout;
  const [x, y] = centre(layout, square);
  const size = Math.max(cell * 0.23, 9 * layout.ratio);
  context.font = bold(size);
  const width = Math.max(size * 1.5, context.measureText(text).width + size * 0.7);
  const high = size * 1.45;
  context.beginPath();
  context.roundRect(x - width / 2, y - high / 2, width, high, high / 2);
  inlay(context, colour, '#fff6e4', Math.max(1, cell * 0.02));
  context.fillStyle = '#fffaf0';
  letter(context, text, x, y + size * 0.05, size);
}
