/**
 * Outlines groups of squares on the board: the islands of a game that is scored, the pieces of a side that has
 * connected them all. The last drawing is kept: it is the same for as long as nothing else changes.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Layout } from '../types.d.ts'
 */

import { centre, fileOf, rankOf } from './geometry.js';

/** @type {Record<Side, string>} */
const PAINT = { w: '#fff3d6', b: '#241c17' };

const GOLD = '#ffd873';
const GOLD_EDGE = 'rgba(58, 28, 4, 0.8)';

/** The part of a square's side that an outline's band is wide; its edge takes a share of it on either side. */
const BAND = 0.98;

const kept = { key: '', canvas: /** @type {HTMLCanvasElement | null} */ (null) };

/**
 * One soft outline around each group: its squares joined by thick strokes, and the same a little thinner cut out.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Layout} layout
 * @param {Record<Side, string[][]>} groups
 * @param {boolean} isWon whether the groups have won the game: then they are golden, else of their side's colour
 */
export function outline(context, layout, groups, isWon) {
  const { width, height, cell, x, y, turned } = layout;
  const key = JSON.stringify([width, height, cell, x, y, turned, groups, isWon]);
  if (key !== kept.key || !kept.canvas) {
    kept.key = key;
    kept.canvas = drawn(layout, groups, isWon);
  }
  context.drawImage(kept.canvas, 0, 0);
}

/** @param {Layout} layout @param {Record<Side, string[][]>} groups @param {boolean} isWon */
function drawn(layout, groups, isWon) {
  const whole = sheet(layout);
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    for (const group of groups[side]) {
      const inks = isWon ? [GOLD_EDGE, GOLD] : [PAINT[side]];
      band(whole, layout, group, inks);
    }
  }
  return whole.canvas;
}

/** An empty drawing of the canvas's size. @param {Layout} layout */
function sheet({ width, height }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
}

/**
 * @param {CanvasRenderingContext2D} whole
 * @param {Layout} layout
 * @param {string[]} group
 * @param {string[]} inks the outermost first
 */
function band(whole, layout, group, inks) {
  const { cell, ratio } = layout;
  const context = sheet(layout);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const square of group) {
    const [x, y] = centre(layout, square);
    context.moveTo(x, y);
    context.lineTo(x + 0.01, y);
    for (const near of group) {
      if (near === square || !touch(square, near)) continue;
      const [ox, oy] = centre(layout, near);
      context.moveTo(x, y);
      context.lineTo(ox, oy);
    }
  }
  const edge = Math.max(2 * ratio, cell * 0.05);
  let wide = cell * BAND;
  for (const ink of inks) {
    context.strokeStyle = ink;
    context.lineWidth = wide;
    context.stroke();
    wide -= (inks.length > 1 && ink === inks[0] ? 0.6 : 2) * edge;
  }
  context.globalCompositeOperation = 'destination-out';
  context.lineWidth = wide;
  context.stroke();
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 0.3;
  context.stroke();
  whole.drawImage(context.canvas, 0, 0);
}

/** @param {string} a @param {string} b */
const touch = (a, b) => Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b))) === 1;

/**
 * What each group is worth, on a badge at its upper end. A group that is worth nothing yet has none.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Layout} layout
 * @param {Record<Side, string[][]>} groups
 * @param {Record<Side, number[]>} points
 */
export function badges(context, layout, groups, points) {
  const { cell } = layout;
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    groups[side].forEach((group, index) => {
      const worth = points[side][index];
      if (!worth) return;
      const places = group.map((square) => centre(layout, square));
      const [px, py] = places.reduce((best, one) => (one[1] - one[0] / 100 < best[1] - best[0] / 100 ? one : best));
      const x = px + cell * 0.32;
      const y = py - cell * 0.32;
      const ink = PAINT[side === 'w' ? 'b' : 'w'];
      context.beginPath();
      context.arc(x, y, cell * 0.2, 0, 2 * Math.PI);
      context.fillStyle = PAINT[side];
      context.strokeStyle = ink;
      context.lineWidth = Math.max(1, cell * 0.025);
      context.fill();
      context.stroke();
      context.fillStyle = ink;
      context.font = `700 ${cell * 0.25}px ui-sans-serif, system-ui, sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(worth), x, y + cell * 0.012);
    });
  }
}
