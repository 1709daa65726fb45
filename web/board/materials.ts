/** The materials of boards: oak, slate, Roman mosaic. Each draws single squares, and the frame around them. */

import type { Layout } from './geometry.ts';
import { clouds, random } from './random.ts';

export interface Material {
  contrast: [string, string]; // the tones of a board with unused squares: used, unused
  // the two tones of a board that uses all squares; as drawn, in the dark theme too, their contrast is at least 2:1
  even: [string, string];
  line: string; // between squares and frame
  ink: string; // letters and numbers in the frame
  numeral: string; // the numbers on the squares
  square: (brush: Brush) => void;
  border: (context: CanvasRenderingContext2D, layout: Layout) => void;
}

/** The input for drawing one square. */
interface Brush {
  context: CanvasRenderingContext2D;
  x: number;
  y: number;
  cell: number;
  ratio: number;
  tone: string;
  resting: boolean; // whether the game does not use the square
  next: () => number;
}

const kept: Map<string, HTMLCanvasElement> = new Map();

/** A noise picture, cached. */
function keep(key: string, make: () => HTMLCanvasElement) {
  let canvas = kept.get(key);
  if (!canvas) {
    canvas = make();
    kept.set(key, canvas);
  }
  return canvas;
}

/** Wood grain: fine parallel lines from edge to edge, and pores along them. */
function oakSquare({ context, x, y, cell, ratio, tone, resting, next }: Brush) {
  context.fillStyle = tone;
  context.fillRect(x, y, cell, cell);
  const noise = keep('oak', () => clouds(11, 256, 10, 1, 0.2));
  context.globalAlpha = resting ? 0.4 : 0.75;
  context.drawImage(noise, next() * 160, next() * 128, 96, 128, x, y, cell, cell);
  context.globalAlpha = 1;
  const lean = (next() - 0.5) * cell * 0.16;
  const bow = (next() - 0.5) * cell * 0.2;
  const dark = resting ? '96, 62, 28' : '52, 26, 8';
  const weight = resting ? 0.6 : 1;
  for (let at = -cell * 0.2; at < cell * 1.2; at += cell * (0.022 + next() * 0.06)) {
    context.strokeStyle = `rgba(${dark}, ${(0.04 + next() * 0.13) * weight})`;
    context.lineWidth = ratio * (0.5 + next() * 0.9);
    context.beginPath();
    context.moveTo(x + at, y);
    context.bezierCurveTo(x + at + bow, y + cell * 0.3, x + at - bow * 0.4, y + cell * 0.7, x + at + lean, y + cell);
    context.stroke();
  }
  for (let pores = 0; pores < 18; pores++) {
    const light = next() < 0.4;
    context.strokeStyle = light ? `rgba(255, 234, 196, ${0.16 * weight})` : `rgba(${dark}, ${0.22 * weight})`;
    context.lineWidth = ratio * (light ? 1 : 0.7);
    const px = x + next() * cell;
    const py = y + next() * cell;
    context.beginPath();
    context.moveTo(px, py);
    context.lineTo(px + lean * 0.06, py + cell * (0.03 + next() * 0.07));
    context.stroke();
  }
}

/** Four planks with mitred corners, each with its grain along its length. */
function oakBorder(context: CanvasRenderingContext2D, { width, height, x, y, ratio }: Layout) {
  const next = random(5);
  const inner = [x, y, width - x, height - y];
  const planks = [
    [0, 0, width, 0, inner[2], inner[1], inner[0], inner[1]],
    [0, height, width, height, inner[2], inner[3], inner[0], inner[3]],
    [0, 0, 0, height, inner[0], inner[3], inner[0], inner[1]],
    [width, 0, width, height, inner[2], inner[3], inner[2], inner[1]],
  ];
  planks.forEach((plank, side) => {
    context.save();
    context.beginPath();
    for (let i = 0; i < 8; i += 2) context.lineTo(plank[i], plank[i + 1]);
    context.clip();
    context.fillStyle = ['#6d4629', '#5a3820', '#694327', '#5e3b22'][side];
    context.fillRect(0, 0, width, height);
    const along = side < 2;
    const length = along ? width : height;
    const start = [0, height - y, 0, width - x][side];
    const depth = along ? y : x;
    for (let at = 0; at < depth; at += ratio * (0.8 + next() * 2)) {
      context.strokeStyle = next() < 0.3 ? 'rgba(255, 214, 160, 0.07)' : `rgba(25, 10, 2, ${0.08 + next() * 0.16})`;
      context.lineWidth = ratio * (0.4 + next());
      const bow = (next() - 0.5) * depth * 0.5;
      context.beginPath();
      if (along) {
        context.moveTo(0, start + at);
        context.bezierCurveTo(length * 0.3, start + at + bow, length * 0.7, start + at - bow, length, start + at);
      } else {
        context.moveTo(start + at, 0);
        context.bezierCurveTo(start + at + bow, length * 0.3, start + at - bow, length * 0.7, start + at, length);
      }
      context.stroke();
    }
    context.restore();
  });
  context.strokeStyle = 'rgba(20, 8, 0, 0.35)';
  context.lineWidth = ratio * 0.75;
  for (const [fromX, fromY, toX, toY] of [
    [0, 0, x, y],
    [width, 0, width - x, y],
    [0, height, x, height - y],
    [width, height, width - x, height - y],
  ]) {
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  }
}

/** Honed stone: a mottled face, a few cleft lines, a vein here and there. */
function slateSquare({ context, x, y, cell, ratio, tone, resting, next }: Brush) {
  context.fillStyle = tone;
  context.fillRect(x, y, cell, cell);
  const noise = keep('slate', () => clouds(23, 256, 6, 6, 0.17));
  context.globalAlpha = resting ? 0.5 : 0.85;
  context.drawImage(noise, next() * 128, next() * 128, 128, 128, x, y, cell, cell);
  context.globalAlpha = 1;
  for (let clefts = 0; clefts < 5; clefts++) {
    const at = y + next() * cell;
    const slope = (next() - 0.5) * cell * 0.35;
    context.strokeStyle = next() < 0.5 ? 'rgba(255, 255, 255, 0.05)' : 'rgba(0, 8, 12, 0.09)';
    context.lineWidth = ratio * (0.5 + next() * 1.4);
    context.beginPath();
    context.moveTo(x, at);
    context.bezierCurveTo(x + cell * 0.3, at + slope, x + cell * 0.6, at - slope * 0.5, x + cell, at + slope);
    context.stroke();
  }
  if (next() < 0.14) {
    context.strokeStyle = 'rgba(232, 238, 236, 0.2)';
    context.lineWidth = ratio * 0.8;
    let vx = x + next() * cell;
    let vy = y;
    context.beginPath();
    context.moveTo(vx, vy);
    while (vy < y + cell) {
      vx += (next() - 0.5) * cell * 0.3;
      vy += cell * (0.08 + next() * 0.14);
      context.lineTo(vx, vy);
    }
    context.stroke();
  }
}

function slateBorder(context: CanvasRenderingContext2D, { width, height, ratio }: Layout) {
  context.fillStyle = '#343b3f';
  context.fillRect(0, 0, width, height);
  const noise = keep('slate', () => clouds(23, 256, 6, 6, 0.17));
  context.globalAlpha = 0.5;
  context.imageSmoothingQuality = 'high';
  context.drawImage(noise, 0, 0, width, height);
  context.globalAlpha = 1;
  const next = random(9);
  for (let i = 0; i < 60; i++) {
    const at = next() * height;
    context.strokeStyle = next() < 0.5 ? 'rgba(255, 255, 255, 0.035)' : 'rgba(0, 0, 0, 0.08)';
    context.lineWidth = ratio * (0.5 + next());
    context.beginPath();
    context.moveTo(0, at);
    context.bezierCurveTo(width * 0.3, at + next() * 12 * ratio, width * 0.6, at - next() * 12 * ratio, width, at);
    context.stroke();
  }
}

const STONES: Record<string, string[]> = {
  terracotta: ['#a9624a', '#b26a50', '#9c573f', '#b87457', '#a55d47'],
  travertine: ['#e3d7bf', '#dccfb4', '#e9dfca', '#d6c7a8', '#e0d2b6'],
  sand: ['#dfcaac', '#dac3a2', '#e4d1b6', '#d5bd9a', '#e1ccae'],
  ochre: ['#8f6743', '#886039', '#966e4a', '#815936', '#8d6540'],
  basalt: ['#3b3a3c', '#444244', '#353437', '#4a484a'],
};

/** Small cut stones in grout, all slightly different. */
function tesserae(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  columns: number,
  rows: number,
  stones: string[],
  next: () => number,
) {
  const w = width / columns;
  const h = height / rows;
  const gap = Math.max(0.8, Math.min(w, h) * 0.09);
  const jitter = () => (next() - 0.5) * gap * (columns > 1 && rows > 1 ? 1.5 : 0.5);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = x + column * w + gap / 2;
      const top = y + row * h + gap / 2;
      const right = left + w - gap;
      const low = top + h - gap;
      context.fillStyle = stones[Math.floor(next() * stones.length)];
      context.beginPath();
      context.moveTo(left + jitter(), top + jitter());
      context.lineTo(right + jitter(), top + jitter());
      context.lineTo(right + jitter(), low + jitter());
      context.lineTo(left + jitter(), low + jitter());
      context.fill();
      context.fillStyle = next() < 0.5 ? 'rgba(255, 250, 235, 0.10)' : 'rgba(40, 20, 5, 0.06)';
      context.fillRect(left, top, w - gap, (h - gap) * 0.45);
    }
  }
}

function mosaicSquare({ context, x, y, cell, tone, resting, next }: Brush) {
  context.fillStyle = '#8d8170';
  context.fillRect(x, y, cell, cell);
  tesserae(context, x, y, cell, cell, 6, 6, STONES[tone], next);
  if (!resting) return;
  context.fillStyle = 'rgba(224, 213, 190, 0.5)';
  context.fillRect(x, y, cell, cell);
}

/** A band of pale stone, edged outside and inside by a line of black tesserae. */
function mosaicBorder(context: CanvasRenderingContext2D, { width, height, x, y, cell, columns, rows }: Layout) {
  context.fillStyle = '#ddd0b6';
  context.fillRect(0, 0, width, height);
  const noise = keep('slate', () => clouds(23, 256, 6, 6, 0.17));
  context.globalAlpha = 0.5;
  context.drawImage(noise, 0, 0, width, height);
  context.globalAlpha = 1;
  const next = random(31);
  const deep = Math.max(3, Math.min(x, y) * 0.24);
  const line = (left: number, top: number, w: number, h: number) => {
    context.fillStyle = '#a99a82';
    context.fillRect(left, top, w, h);
    const stones = [w, h].map((long) => Math.max(1, Math.round(long / deep)));
    tesserae(context, left, top, w, h, stones[0], stones[1], STONES.basalt, next);
  };
  const w = cell * columns;
  const h = cell * rows;
  for (const [left, top, across, down] of [
    [0, 0, width, height],
    [x - deep, y - deep, w + 2 * deep, h + 2 * deep],
  ]) {
    line(left, top, across, deep);
    line(left, top + down - deep, across, deep);
    line(left, top + deep, deep, down - 2 * deep);
    line(left + across - deep, top + deep, deep, down - 2 * deep);
  }
}

/** One flat tone. */
function plainSquare({ context, x, y, cell, tone }: Brush) {
  context.fillStyle = tone;
  context.fillRect(x, y, cell, cell);
}

function plainBorder(context: CanvasRenderingContext2D, { width, height }: Layout) {
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width, height);
}

export const MATERIALS: Record<string, Material> = {
  plain: {
    contrast: ['#5b8a5e', '#f4f1e4'],
    even: ['#e3ecdd', '#739e77'],
    line: '#000000',
    ink: '#ffffff',
    numeral: '#ffffff',
    square: plainSquare,
    border: plainBorder,
  },
  oak: {
    contrast: ['#946137', '#dcbd8e'],
    even: ['#e3c596', '#925e2c'],
    line: '#3a2313',
    ink: '#e9cfa4',
    numeral: 'rgba(255, 241, 214, 0.94)',
    square: oakSquare,
    border: oakBorder,
  },
  slate: {
    contrast: ['#66737a', '#a7aeab'],
    even: ['#b9c3c4', '#5a676f'],
    line: '#1f2427',
    ink: '#cfd6d6',
    numeral: 'rgba(246, 250, 251, 0.95)',
    square: slateSquare,
    border: slateBorder,
  },
  mosaic: {
    contrast: ['terracotta', 'travertine'],
    even: ['sand', 'ochre'],
    line: '#3b3a3c',
    ink: '#3a2c20',
    numeral: 'rgba(255, 246, 230, 0.95)',
    square: mosaicSquare,
    border: mosaicBorder,
  },
};
