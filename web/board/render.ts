/** Draws a board, never changing it: squares are where `geometry`, moving pieces where `animation` has them. */

import { GHOST, isOver, landings, place, strength } from './animation.ts';
import { drawCounts, drawLines } from './counted-lines.ts';
import { drawOver } from './drawings.ts';
import { centre, corner, type Layout } from './geometry.ts';
import { badges, outline } from './groups.ts';
import { badge, type Context, flood, inlay, trace } from './ink.ts';
import { materialOf } from './materials.ts';
import type { BoardModel, Refused } from './model.d.ts';
import { picture } from './pieces.ts';
import { leavesNumbers, numerals } from './textures.ts';

/** Tints: of the last move and the squares that a move has passed; where it lands; what is chosen; a move in advance. */
const LAST = 'rgba(255, 205, 92, 0.30)';
const LANDED = 'rgba(255, 205, 92, 0.52)';
const CHOSEN = 'rgba(94, 201, 158, 0.58)';
const PREMOVE = 'rgba(70, 128, 196, 0.6)';
const CAN = '#ffdf9a';
const CAN_EDGE = 'rgba(58, 28, 4, 0.72)';

/** The path of a multi-jump; no other badge on the board is bronze. */
const TRAIL = '#ffe9bd';
const TRAIL_EDGE = '#3a1c04';
const BRONZE = '#8f4d12';

const LIVE_OUTLINE = 0.6; // how strong the outlines of groups are while the game goes on

/** How long a refusal is seen, in ms, and how much of that the piece shakes. */
const FLASH_MS = 900;
const SHAKE_MS = 320;

/** How far the piece goes to either side, in squares, and how often. */
const SHAKE_WIDTH = 0.07;
const SHAKES = 3;

/** Where a refused move would end, and the squares that are the reason. */
const RED = '200, 38, 18';
const AMBER = '236, 150, 20';

/** A dragged piece: from where, its point on the canvas in device pixels, and the square below it. */
type Drag = { from: string; x: number; y: number; over: string | null };

/** Whether anything on the board moves, so that the next frame looks different. */
export const isMoving = ({ motion, refused }: BoardModel, now: number) =>
  (motion !== null && !isOver(motion, now)) || (refused !== null && now - refused.since < FLASH_MS);

/** Draws what a board shows, and a dragged piece, over the board without pieces, `bare`. */
export function render(
  context: Context,
  model: BoardModel,
  layout: Layout,
  bare: HTMLCanvasElement,
  now: number,
  drag: Drag | null = null,
) {
  const { pieces, ghosts, groups, lines, refused } = model;
  const running = model.motion && !isOver(model.motion, now) ? model.motion : null;
  const landed = running && landings(running, now);
  const hidden = new Set(running ? running.movers.map((mover) => mover.stops[mover.stops.length - 1]) : []);
  const outlined = running ? [] : groups;
  // As far as its piece has come.
  const trail = landed ? model.trail.slice(0, model.trail.length - landed.ahead) : model.trail;
  /** A piece with its middle at a point. */
  const put = (letter: string, x: number, y: number, alpha: number = 1, scale: number = 1) => {
    const image = picture(model.look.pieces, letter, layout.cell);
    const size = image.width * scale;
    context.globalAlpha = alpha;
    if (scale === 1) context.drawImage(image, Math.round(x - size / 2), Math.round(y - size / 2));
    else context.drawImage(image, x - size / 2, y - size / 2, size, size);
    context.globalAlpha = 1;
  };
  context.drawImage(bare, 0, 0);
  tints(context, model, layout, landed, drag);
  if (leavesNumbers(bare)) {
    const isBare = (square: string) => !pieces.has(square) || hidden.has(square);
    numerals(context, layout, materialOf(model.look.board), model.shape, isBare);
  }
  if (refused) flash(context, layout, refused, now);
  outline(context, layout, outlined, model.isDecided ? 1 : LIVE_OUTLINE);
  drawTrail(context, layout, trail);
  if (lines) drawLines(context, layout, lines.from, lines.ways);
  rings(context, model.compulsory, layout);
  for (const [square, letter] of pieces) {
    const fades = running?.faders.some((fader) => fader.square === square && fader.letter === letter);
    if (hidden.has(square) || fades) continue;
    const [x, y] = centre(layout, square);
    const alpha = square === drag?.from || ghosts.has(square) ? GHOST : 1;
    const aside = refused?.piece === square ? shaken(layout, refused, now) : 0;
    put(letter, x + aside, y, alpha);
  }
  if (running) {
    for (const fader of running.faders) {
      put(fader.letter, ...centre(layout, fader.square), strength(running, fader, now));
    }
    for (const mover of running.movers) {
      const { from, to, part, landed } = place(running, mover, now);
      const [ax, ay] = centre(layout, from);
      const [bx, by] = centre(layout, to);
      put(landed ? mover.after : mover.letter, ax + (bx - ax) * part, ay + (by - ay) * part);
    }
  }
  targets(context, model, layout);
  if (lines) drawCounts(context, layout, lines.ways, pieces);
  // Beside the points of the islands they would look like scores.
  if (running || !model.isScored) drawNumbers(context, layout, trail, (square) => !pieces.has(square));
  drawOver(context, layout, model.drawings);
  badges(context, layout, outlined);
  const dragged = drag && pieces.get(drag.from);
  if (dragged) put(dragged, drag.x, drag.y, 1, 1.12);
}

function drawTrail(context: Context, layout: Layout, path: string[]) {
  if (path.length < 2) return;
  const { cell, ratio } = layout;
  const width = Math.max(2 * ratio, cell * 0.06);
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  for (const square of path) context.lineTo(...centre(layout, square));
  trace(context, [TRAIL_EDGE, width + Math.max(2 * ratio, cell * 0.03), 0.6], [TRAIL, width, 0.95]);
  context.restore();
}

/**
 * The numbers of the jumps, each where it lands: in the middle of an empty square, in the upper left corner of any
 * other, as the points of islands are in the upper right one; side by side where a square is landed on twice.
 */
function drawNumbers(context: Context, layout: Layout, path: string[], isFree: (square: string) => boolean) {
  const { cell } = layout;
  const times: Map<string, number> = new Map();
  path.slice(1).forEach((square, index) => {
    const before = times.get(square) ?? 0;
    times.set(square, before + 1);
    const [x, y] = centre(layout, square);
    const aside = isFree(square) ? 0 : cell * 0.34;
    badge(context, layout, [x - aside + before * cell * 0.36, y - aside], index + 1, [BRONZE, TRAIL], 0.17);
  });
}

const tint = (context: Context, layout: Layout, square: string, colour: string) =>
  flood(context, colour, ...corner(layout, square), layout.cell, layout.cell);

/** Tints the squares of the last move, of the partly entered move or a running jump, and below a dragged piece. */
function tints(
  context: Context,
  { premove, last, entered, selected, targets, isEdited }: BoardModel,
  layout: Layout,
  landed: ReturnType<typeof landings>,
  drag: Drag | null,
) {
  for (const square of premove) tint(context, layout, square, PREMOVE);
  if (isEdited) {
    for (const square of [drag?.from ?? selected, drag?.over]) if (square) tint(context, layout, square, CHOSEN);
    return;
  }
  if (landed) {
    landed.path.forEach((square, index) => {
      tint(context, layout, square, LAST);
      if (index !== landed.path.length - 1) return;
      context.globalAlpha = landed.glow;
      tint(context, layout, square, LANDED);
      context.globalAlpha = 1;
    });
    return;
  }
  for (const square of new Set(last)) tint(context, layout, square, LAST);
  for (const square of new Set(entered)) {
    tint(context, layout, square, square === entered[entered.length - 1] ? CHOSEN : LAST);
  }
  if (drag?.over && targets.has(drag.over)) tint(context, layout, drag.over, CHOSEN);
}

/** Rings below the pieces that must capture. */
function rings(context: Context, squares: string[], layout: Layout) {
  const { ratio, cell } = layout;
  for (const square of squares) {
    const [x, y] = centre(layout, square);
    ring(context, x, y + cell * 0.02, cell * 0.455, Math.max(2 * ratio, cell * 0.05));
  }
}

function ring(context: Context, x: number, y: number, radius: number, width: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  trace(context, [CAN_EDGE, width * 1.7], [CAN, width]);
}

/** Marks the targets of the selected piece: a dot on an empty square, a ring around a piece to be captured there. */
function targets(context: Context, { entered, targets, pieces, lines }: BoardModel, layout: Layout) {
  if (!entered.length) return;
  const { cell, ratio } = layout;
  for (const square of targets) {
    const [x, y] = centre(layout, square);
    if (pieces.has(square)) {
      ring(context, x, y, cell * 0.44, Math.max(2 * ratio, cell * 0.055));
      continue;
    }
    // Where lines are counted, the count marks the square.
    if (lines) continue;
    context.beginPath();
    context.arc(x, y, cell * 0.14, 0, 2 * Math.PI);
    inlay(context, CAN, CAN_EDGE, Math.max(ratio, cell * 0.025));
  }
}

/** How the board shows that a move is refused: the squares flash, and the piece shakes where pieces may move. */
function flash(context: Context, layout: Layout, { squares, because, since, moves }: Refused, now: number) {
  const t = Math.min(1, Math.max(0, (now - since) / FLASH_MS));
  if (t >= 1) return;
  // Without motion the colour stands, then goes at once.
  const alpha = moves ? 1 - t ** 2 : 1;
  const line = Math.max(2 * layout.ratio, layout.cell * 0.06);
  for (const square of [...because, ...squares]) {
    const colour = squares.includes(square) ? RED : AMBER;
    const [x, y] = corner(layout, square);
    tint(context, layout, square, `rgba(${colour}, ${0.42 * alpha})`);
    context.beginPath();
    context.rect(x + line / 2, y + line / 2, layout.cell - line, layout.cell - line);
    trace(context, [`rgba(${colour}, ${alpha})`, line]);
  }
}

/** How far aside the refused piece is, in device pixels. */
function shaken({ cell }: Layout, { since, moves }: Refused, now: number) {
  const t = (now - since) / SHAKE_MS;
  if (!moves || t <= 0 || t >= 1) return 0;
  return Math.sin(t * SHAKES * 2 * Math.PI) * (1 - t) * SHAKE_WIDTH * cell;
}
