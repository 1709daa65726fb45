/** A small board with one position, drawn by the same code as the large one, from a state made for it. */

import { blankCanvas } from '../lib/dom.ts';
import type { Diagram, Known } from '../state/book.d.ts';
import type { Match, Meta } from '../state/game.d.ts';
import { look, type State } from '../state/state.ts';
import { centre, fit } from './geometry.ts';
import { render } from './render.ts';
import { board } from './textures.ts';

/** The width of the frame with letters and numbers, in CSS pixels. */
const FRAME_PX = 14;

/**
 * @param page the state with the settings
 * @param wide in CSS pixels
 */
export function diagram(
  page: State,
  meta: Meta,
  rows: string[],
  shown: Diagram,
  { moves = [], outcome = null, points = null }: Known,
  wide: number,
) {
  const ratio = Math.max(1, Math.min(3, devicePixelRatio || 1));
  const frame = Math.round(FRAME_PX * ratio);
  const cell = Math.round((wide * ratio - 2 * frame) / meta.files);
  const width = cell * meta.files + 2 * frame;
  const height = cell * meta.ranks + 2 * frame;
  const canvas = blankCanvas(width, height);
  canvas.className = 'diagram';
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const layout = fit(meta, width, height, frame, { turned: false }, ratio);
  const bare = board(layout, meta, look(page, meta).board, { coordinates: true, numbers: page.settings.numbers });
  const state = {
    ...page,
    meta,
    rows,
    match: { moves, outcome, forced: false, side: shown.side ?? meta.bottom } as Match,
    boot: { ...page.boot, phase: 'ready' },
    draft: shown.from ? [shown.from] : (shown.not ?? []).slice(0, 1),
    hint: shown.path ? { path: shown.path, text: '' } : null,
    points,
    players: { w: 0, b: 0 },
    last: null,
    pending: false,
    drag: null,
    motion: null,
    refused: null,
    grouped: { w: false, b: false },
    before: null,
    thinking: null,
  } as State;
  render(context, state, layout, bare, 0);
  if (shown.not) cross(context, centre(layout, shown.not[shown.not.length - 1]), cell);
  return canvas;
}

/** A cross on a square where the piece cannot move. */
function cross(context: CanvasRenderingContext2D, [x, y]: [number, number], cell: number) {
  const arm = cell * 0.24;
  context.lineCap = 'round';
  for (const [colour, width] of [
    ['rgba(255, 244, 235, 0.95)', 0.19],
    ['#b3281a', 0.12],
  ] as [string, number][]) {
    context.strokeStyle = colour;
    context.lineWidth = cell * width;
    context.beginPath();
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.stroke();
  }
}
