/** A small board with one position, drawn by the same code as the large one, from a state made for it. */

import { centre, fit, type Point } from '../../board/geometry.ts';
import { type Context, trace } from '../../board/ink.ts';
import { render } from '../../board/render.ts';
import { board } from '../../board/textures.ts';
import { blank, pictureRatio } from '../../lib/dom.ts';
import { boardModel } from '../../state/board.ts';
import type { Diagram, Known } from '../../state/book.d.ts';
import type { Meta } from '../../state/game.d.ts';
import { create, look, type State } from '../../state/state.ts';

const FRAME_PX = 14; // the width of the frame with letters and numbers, in CSS pixels

/** `page` has the settings; `wide` is in CSS pixels. */
export function diagram(page: State, meta: Meta, rows: string[], shown: Diagram, known: Known, wide: number) {
  const { moves = [], outcome = null, points = null } = known;
  const ratio = pictureRatio();
  const frame = Math.round(FRAME_PX * ratio);
  const cell = Math.round((wide * ratio - 2 * frame) / meta.files);
  const width = cell * meta.files + 2 * frame;
  const height = cell * meta.ranks + 2 * frame;
  const context = blank(width, height);
  context.canvas.className = 'diagram';
  const layout = fit(meta, width, height, frame, { turned: false }, ratio);
  const bare = board(layout, meta, look(page, meta).board, { coordinates: true, numbers: page.settings.numbers });
  const state = create([meta], meta, page.settings);
  Object.assign(state, {
    rows,
    match: { moves, outcome, forced: false, side: shown.side ?? meta.bottom },
    draft: shown.from ? [shown.from] : (shown.not ?? []).slice(0, 1),
    hint: shown.path ? { path: shown.path, text: '' } : null,
    points,
    players: { w: 0, b: 0 },
  });
  render(context, boardModel(state), layout, bare, 0);
  if (shown.not) cross(context, centre(layout, shown.not[shown.not.length - 1]), cell);
  return context.canvas;
}

/** A cross on a square where the piece cannot move. */
function cross(context: Context, [x, y]: Point, cell: number) {
  const arm = cell * 0.24;
  context.lineCap = 'round';
  context.beginPath();
  for (const way of [-1, 1]) {
    context.moveTo(x + way * arm, y - arm);
    context.lineTo(x - way * arm, y + arm);
  }
  trace(context, ['rgba(255, 244, 235, 0.95)', cell * 0.19], ['#b3281a', cell * 0.12]);
}
