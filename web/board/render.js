/**
 * Draws the state onto the canvas, and never changes it. The places of squares come from `geometry`, those of moving
 * pieces from `animation`.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Layout } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { editOf } from '../state/mode.js';
import { follow } from '../state/path.js';
import { isOpen, look, other } from '../state/state.js';
import { advise } from './advice.js';
import { GHOST, isOver, place, strength } from './animation.js';
import { arrow } from './arrow.js';
import { centre, corner, fileOf, pieces, rankOf } from './geometry.js';
import { picture } from './pieces.js';

/** @typedef {CanvasRenderingContext2D} Context */

const LAST = 'rgba(255, 205, 92, 0.30)';
const CHOSEN = 'rgba(255, 205, 92, 0.52)';
const CAN = '#ffdf9a';
const CAN_EDGE = 'rgba(58, 28, 4, 0.72)';
/** @type {Record<Side, string>} */
const PAINT = { w: '#fff3d6', b: '#241c17' };

/**
 * The pieces on the board with the partly entered move applied, and the pieces that it has captured so far.
 *
 * @param {State} state
 */
export function standing(state) {
  const { draft, match, preview } = state;
  const edit = editOf(state);
  const board = pieces(preview?.rows ?? edit?.rows ?? state.rows);
  const ghosts = new Set();
  if (preview || edit) return { board, ghosts };
  if (draft.length > 1) {
    const letter = board.get(draft[0]);
    const { captured, whole } = follow(match?.moves ?? [], draft);
    board.delete(draft[0]);
    for (const square of captured) ghosts.add(square);
    if (letter) {
      const end = draft[draft.length - 1];
      ghosts.delete(end);
      board.set(end, state.pending && whole?.crowns ? letter.toUpperCase() : letter);
    }
  }
  return { board, ghosts };
}

/**
 * @param {Context} context
 * @param {State} state
 * @param {Layout} layout
 * @param {HTMLCanvasElement} bare the board without pieces
 * @param {number} now
 */
export function render(context, state, layout, bare, now) {
  context.drawImage(bare, 0, 0);
  tints(context, state, layout);
  const { board, ghosts } = standing(state);
  const edit = editOf(state);
  const running = state.motion && !state.preview && !edit && !isOver(state.motion, now) ? state.motion : null;
  const hidden = new Set(running ? running.movers.map((mover) => mover.stops[mover.stops.length - 1]) : []);
  const fading = new Set(running ? running.faders.map((fader) => fader.square) : []);
  const held = state.drag ? (edit ? edit.held : state.draft[state.draft.length - 1]) : null;
  const outcome = state.preview || edit ? null : state.match?.outcome;
  if (outcome?.islands && !running) islands(context, layout, outcome.islands);
  marks(context, state, layout);
  for (const [square, letter] of board) {
    if (hidden.has(square)) continue;
    if (fading.has(square) && running?.faders.some((fader) => fader.square === square && fader.letter === letter)) {
      continue;
    }
    const [x, y] = centre(layout, square);
    const alpha = square === held ? GHOST : ghosts.has(square) ? GHOST : 1;
    piece(context, state, layout, letter, x, y, alpha);
  }
  if (running) {
    for (const fader of running.faders) {
      const [x, y] = centre(layout, fader.square);
      piece(context, state, layout, fader.letter, x, y, strength(running, fader, now));
    }
    for (const mover of running.movers) {
      const { from, to, part, landed } = place(running, mover, now);
      const [ax, ay] = centre(layout, from);
      const [bx, by] = centre(layout, to);
      piece(
        context,
        state,
        layout,
        landed ? mover.after : mover.letter,
        ax + (bx - ax) * part,
        ay + (by - ay) * part,
      );
    }
  }
  targets(context, state, layout, board);
  advise(context, state, layout);
  if (state.pointed && !state.preview && !edit) arrow(context, layout, state.pointed);
  else if (state.hint) arrow(context, layout, state.hint.path);
  if (outcome?.islands && state.points && !running) badges(context, layout, outcome.islands, state.points);
  if (state.drag && held) {
    const letter = board.get(held);
    if (letter) piece(context, state, layout, letter, state.drag.x, state.drag.y, 1, 1.12);
  }
}

/**
 * @param {Context} context
 * @param {State} state
 * @param {Layout} layout
 * @param {string} letter
 * @param {number} x the middle
 * @param {number} y
 * @param {number} alpha
 * @param {number} scale
 */
function piece(context, state, layout, letter, x, y, alpha = 1, scale = 1) {
  const image = picture(look(state).pieces, letter, layout.cell);
  const size = image.width * scale;
  context.globalAlpha = alpha;
  if (scale === 1) context.drawImage(image, Math.round(x - size / 2), Math.round(y - size / 2));
  else context.drawImage(image, x - size / 2, y - size / 2, size, size);
  context.globalAlpha = 1;
}

/**
 * @param {Context} context
 * @param {Layout} layout
 * @param {string} square
 * @param {string} colour
 */
function tint(context, layout, square, colour) {
  const [x, y] = corner(layout, square);
  context.fillStyle = colour;
  context.fillRect(x, y, layout.cell, layout.cell);
}

/**
 * Tints the squares of the last move, of the partly entered move, and below a dragged piece.
 *
 * @param {Context} context
 * @param {State} state
 * @param {Layout} layout
 */
function tints(context, state, layout) {
  const { draft, drag, match, preview } = state;
  const edit = editOf(state);
  if (edit) {
    for (const square of [edit.held, drag?.over]) if (square) tint(context, layout, square, CHOSEN);
    return;
  }
  const last = preview ? preview.last : state.last;
  if (last && draft.length < 2) {
    for (const square of new Set(last.path)) tint(context, layout, square, LAST);
  }
  for (const square of new Set(draft)) {
    tint(context, layout, square, square === draft[draft.length - 1] ? CHOSEN : LAST);
  }
  if (drag?.over && follow(match?.moves ?? [], draft).next.has(drag.over)) tint(context, layout, drag.over, CHOSEN);
}

/**
 * Rings below the pieces that must capture.
 *
 * @param {Context} context
 * @param {State} state
 * @param {Layout} layout
 */
function marks(context, state, layout) {
  if (!isOpen(state) || !state.match?.forced || state.draft.length || state.preview) return;
  const { ratio, cell } = layout;
  for (const square of new Set(state.match.moves.map((move) => move.path[0]))) {
    if (!square) continue;
    const [x, y] = centre(layout, square);
    ring(context, x, y + cell * 0.02, cell * 0.455, Math.max(2 * ratio, cell * 0.05));
  }
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} width
 */
function ring(context, x, y, radius, width) {
  for (const [colour, line] of /** @type {[string, number][]} */ ([
    [CAN_EDGE, width * 1.7],
    [CAN, width],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }
}

/**
 * Marks the targets of the selected piece: a dot on an empty square, a ring around a piece that would be captured there.
 *
 * @param {Context} context
 * @param {State} state
 * @param {Layout} layout
 * @param {Map<string, string>} board
 */
function targets(context, state, layout, board) {
  if (!isOpen(state) || !state.draft.length) return;
  const { cell, ratio } = layout;
  const { next } = follow(state.match?.moves ?? [], state.draft);
  for (const square of next) {
    const [x, y] = centre(layout, square);
    if (board.has(square)) {
      ring(context, x, y, cell * 0.44, Math.max(2 * ratio, cell * 0.055));
      continue;
    }
    context.beginPath();
    context.arc(x, y, cell * 0.14, 0, 2 * Math.PI);
    context.fillStyle = CAN;
    context.strokeStyle = CAN_EDGE;
    context.lineWidth = Math.max(ratio, cell * 0.025);
    context.fill();
    context.stroke();
  }
}

/**
 * Draws a soft outline around each island: thick strokes that join its squares, with the same strokes, a little thinner,
 * cut out.
 *
 * @param {Context} context
 * @param {Layout} layout
 * @param {Record<Side, string[][]>} found
 */
function islands(context, layout, found) {
  const { cell, width, height, ratio } = layout;
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    for (const island of found[side] ?? []) {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const c = /** @type {Context} */ (canvas.getContext('2d'));
      c.lineCap = 'round';
      c.lineJoin = 'round';
      c.beginPath();
      for (const square of island) {
        const [x, y] = centre(layout, square);
        c.moveTo(x, y);
        c.lineTo(x + 0.01, y);
        for (const near of island) {
          if (near === square || !touch(square, near)) continue;
          const [ox, oy] = centre(layout, near);
          c.moveTo(x, y);
          c.lineTo(ox, oy);
        }
      }
      const edge = Math.max(2 * ratio, cell * 0.05);
      c.strokeStyle = PAINT[side];
      c.lineWidth = cell * 0.98;
      c.stroke();
      c.globalCompositeOperation = 'destination-out';
      c.lineWidth = cell * 0.98 - 2 * edge;
      c.stroke();
      c.globalCompositeOperation = 'source-over';
      c.globalAlpha = 0.3;
      c.stroke();
      context.drawImage(canvas, 0, 0);
    }
  }
}

/**
 * @param {string} a
 * @param {string} b
 */
const touch = (a, b) => Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b))) === 1;

/**
 * Draws a badge with the points of each island, at its upper end.
 *
 * @param {Context} context
 * @param {Layout} layout
 * @param {Record<Side, string[][]>} found
 * @param {Record<Side, number[]>} points
 */
function badges(context, layout, found, points) {
  const { cell } = layout;
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    found[side].forEach((island, index) => {
      const places = island.map((square) => centre(layout, square));
      const [px, py] = places.reduce((best, one) => (one[1] - one[0] / 100 < best[1] - best[0] / 100 ? one : best));
      const x = px + cell * 0.32;
      const y = py - cell * 0.32;
      context.beginPath();
      context.arc(x, y, cell * 0.2, 0, 2 * Math.PI);
      context.fillStyle = PAINT[side];
      context.strokeStyle = PAINT[other(side)];
      context.lineWidth = Math.max(1, cell * 0.025);
      context.fill();
      context.stroke();
      context.fillStyle = PAINT[other(side)];
      context.font = `700 ${cell * 0.25}px ui-sans-serif, system-ui, sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(points[side][index]), x, y + cell * 0.012);
    });
  }
}
