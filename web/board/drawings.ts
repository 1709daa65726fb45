/** What is drawn over the pieces: arrows, squares and circles that point something out, and scores on squares. */

import { centre, corner, type Layout } from './geometry.ts';
import { arrow, bold, type Context, inlay, letter, SUGGESTED, trace } from './ink.ts';

/** The colours: of a suggested move, of the reason for it, of the player's own drawings, and of good and bad moves. */
const TONES = {
  suggested: SUGGESTED,
  reason: '#b07a1e',
  own: '#3f6fb5',
  good: SUGGESTED,
  even: '#5d5348',
  bad: '#a63a2a',
};

export type Tone = keyof typeof TONES;

const EDGE = 'rgba(255, 248, 230, 0.85)';

/** Along the squares of `path` an arrow, whose `width` is relative to that of the best move. */
export type Drawing =
  | { kind: 'arrow'; path: string[]; tone: Tone; alpha?: number; width?: number }
  | { kind: 'circle'; square: string; tone: Tone }
  | { kind: 'box'; square: string; tone: Tone }
  | { kind: 'score'; square: string; tone: Tone; text: string };

export function drawOver(context: Context, layout: Layout, drawings: Drawing[]) {
  for (const drawing of drawings) {
    const colour = TONES[drawing.tone];
    if (drawing.kind === 'arrow') arrow(context, layout, drawing.path, drawing.alpha, drawing.width, colour);
    else if (drawing.kind === 'score') score(context, layout, drawing.square, drawing.text, colour);
    else if (drawing.kind === 'circle') circle(context, layout, drawing.square, colour);
    else box(context, layout, drawing.square, colour);
  }
}

function circle(context: Context, layout: Layout, square: string, colour: string) {
  const line = Math.max(2 * layout.ratio, layout.cell * 0.06);
  context.beginPath();
  context.arc(...centre(layout, square), layout.cell * 0.46 - line, 0, 2 * Math.PI);
  trace(context, [EDGE, line * 1.6], [colour, line]);
}

function box(context: Context, layout: Layout, square: string, colour: string) {
  const { cell } = layout;
  const line = Math.max(2 * layout.ratio, cell * 0.05);
  const [x, y] = corner(layout, square);
  context.beginPath();
  context.roundRect(x + line, y + line, cell - 2 * line, cell - 2 * line, cell * 0.14);
  trace(context, [EDGE, line * 1.8], [colour, line]);
}

function score(context: Context, layout: Layout, square: string, text: string, colour: string) {
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
