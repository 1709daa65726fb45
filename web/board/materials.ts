/** The materials of boards: oak, slate, Roman mosaic. Each draws single squares, and the frame around them. */

import { once } from '../lib/once.ts';
import type { Layout, Point } from './geometry.ts';
import { type Box, type Context, flood } from './ink.ts';
import { clouds, random } from './random.ts';

export interface Material {
  contrast: [string, string]; // the tones of a board with unused squares: used, unused
  // the two tones of a board that uses all squares; as drawn, in the dark theme too, their contrast is at least 2:1
  even: [string, string];
  line: string; // between squares and frame
  ink: string; // letters and numbers in the frame
  numeral: string; // the numbers on the squares
  square: (brush: Brush) => void;
  border: (context: Context, layout: Layout) => void;
}

interface Brush {
  context: Context;
  x: number;
  y: number;
  cell: number;
  ratio: number;
  tone: string;
  resting: boolean; // whether the game does not use the square
  next: () => number;
}

const grain = once(() => clouds(11, 128, 10, 1, 0.2));
const mottle = once(() => clouds(23, 128, 6, 6, 0.17));

/** Draws a part of a noise picture over a colour. */
function veil(context: Context, noise: HTMLCanvasElement, alpha: number, part: Box, box: Box) {
  context.globalAlpha = alpha;
  context.drawImage(noise, ...part, ...box);
  context.globalAlpha = 1;
}

/** Strokes a line from the first point to the last: straight, or curved by two points between them. */
function line(context: Context, ink: string, width: number, from: Point, a: Point, b?: Point, c?: Point) {
  context.strokeStyle = ink;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(...from);
  if (b && c) context.bezierCurveTo(...a, ...b, ...c);
  else context.lineTo(...a);
  context.stroke();
}

const SMALL_CELL = 32; // CSS pixels: below it pores cannot be seen, and a quarter of the grain's lines is enough

/** Wood grain: fine parallel lines from edge to edge, and pores along them. */
function oakSquare({ context, x, y, cell, ratio, tone, resting, next }: Brush) {
  flood(context, tone, x, y, cell, cell);
  veil(context, grain(), resting ? 0.4 : 0.75, [next() * 80, next() * 64, 48, 64], [x, y, cell, cell]);
  const lean = (next() - 0.5) * cell * 0.16;
  const bow = (next() - 0.5) * cell * 0.2;
  const dark = resting ? '96, 62, 28' : '52, 26, 8';
  const weight = resting ? 0.6 : 1;
  const isSmall = cell < SMALL_CELL * ratio;
  for (let at = -cell * 0.2; at < cell * 1.2; at += (isSmall ? 4 : 1) * cell * (0.022 + next() * 0.06)) {
    const ink = `rgba(${dark}, ${(0.04 + next() * 0.13) * weight})`;
    const width = ratio * (0.5 + next() * 0.9);
    const bend = (aside: number, down: number): Point => [x + at + aside, y + cell * down];
    line(context, ink, width, bend(0, 0), bend(bow, 0.3), bend(-bow * 0.4, 0.7), bend(lean, 1));
  }
  for (let pores = isSmall ? 0 : 18; pores > 0; pores--) {
    const light = next() < 0.4;
    const ink = light ? `rgba(255, 234, 196, ${0.16 * weight})` : `rgba(${dark}, ${0.22 * weight})`;
    const [px, py] = [x + next() * cell, y + next() * cell];
    const end: Point = [px + lean * 0.06, py + cell * (0.03 + next() * 0.07)];
    line(context, ink, ratio * (light ? 1 : 0.7), [px, py], end);
  }
}

/** Four planks with mitred corners, each with its grain along its length. */
function oakBorder(context: Context, { width, height, x, y, ratio }: Layout) {
  const next = random(5);
  const corners = (left: number, top: number, right: number, low: number): Point[] => [
    [left, top],
    [right, top],
    [right, low],
    [left, low],
  ];
  const outer = corners(0, 0, width, height);
  const [right, low] = [width - x, height - y];
  const inner = corners(x, y, right, low);
  const planks = [
    { from: 0, to: 1, tone: '#6d4629' },
    { from: 3, to: 2, tone: '#5a3820' },
    { from: 0, to: 3, tone: '#694327' },
    { from: 1, to: 2, tone: '#5e3b22' },
  ];
  planks.forEach(({ from, to, tone }, side) => {
    context.save();
    context.beginPath();
    for (const corner of [outer[from], outer[to], inner[to], inner[from]]) context.lineTo(...corner);
    context.clip();
    flood(context, tone, 0, 0, width, height);
    const along = side < 2;
    const length = along ? width : height;
    const start = [0, low, 0, right][side];
    const depth = along ? y : x;
    const point = (at: number, across: number): Point => (along ? [at, across] : [across, at]);
    for (let at = 0; at < depth; at += ratio * (0.8 + next() * 2)) {
      const ink = next() < 0.3 ? 'rgba(255, 214, 160, 0.07)' : `rgba(25, 10, 2, ${0.08 + next() * 0.16})`;
      const thick = ratio * (0.4 + next());
      const bow = (next() - 0.5) * depth * 0.5;
      const bends: [Point, Point] = [point(length * 0.3, start + at + bow), point(length * 0.7, start + at - bow)];
      line(context, ink, thick, point(0, start + at), ...bends, point(length, start + at));
    }
    context.restore();
  });
  for (const at of outer.keys()) line(context, 'rgba(20, 8, 0, 0.35)', ratio * 0.75, outer[at], inner[at]);
}

/** Honed stone: a mottled face, a few cleft lines, a vein here and there. */
function slateSquare({ context, x, y, cell, ratio, tone, resting, next }: Brush) {
  flood(context, tone, x, y, cell, cell);
  veil(context, mottle(), resting ? 0.5 : 0.85, [next() * 64, next() * 64, 64, 64], [x, y, cell, cell]);
  for (let clefts = 0; clefts < 5; clefts++) {
    const at = y + next() * cell;
    const slope = (next() - 0.5) * cell * 0.35;
    const ink = next() < 0.5 ? 'rgba(255, 255, 255, 0.05)' : 'rgba(0, 8, 12, 0.09)';
    const width = ratio * (0.5 + next() * 1.4);
    const bend = (along: number, down: number): Point => [x + cell * along, at + slope * down];
    line(context, ink, width, bend(0, 0), bend(0.3, 1), bend(0.6, -0.5), bend(1, 1));
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

function slateBorder(context: Context, { width, height, ratio }: Layout) {
  flood(context, '#343b3f', 0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  veil(context, mottle(), 0.5, [0, 0, 128, 128], [0, 0, width, height]);
  const next = random(9);
  for (let i = 0; i < 60; i++) {
    const at = next() * height;
    const ink = next() < 0.5 ? 'rgba(255, 255, 255, 0.035)' : 'rgba(0, 0, 0, 0.08)';
    const thick = ratio * (0.5 + next());
    const bow = () => next() * 12 * ratio;
    line(context, ink, thick, [0, at], [width * 0.3, at + bow()], [width * 0.6, at - bow()], [width, at]);
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
function tesserae(context: Context, box: Box, [columns, rows]: Point, stones: string[], next: () => number) {
  const [x, y, width, height] = box;
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
      const shine = next() < 0.5 ? 'rgba(255, 250, 235, 0.10)' : 'rgba(40, 20, 5, 0.06)';
      flood(context, shine, left, top, w - gap, (h - gap) * 0.45);
    }
  }
}

function mosaicSquare({ context, x, y, cell, tone, resting, next }: Brush) {
  flood(context, '#8d8170', x, y, cell, cell);
  tesserae(context, [x, y, cell, cell], [6, 6], STONES[tone], next);
  if (resting) flood(context, 'rgba(224, 213, 190, 0.5)', x, y, cell, cell);
}

/** A band of pale stone, edged outside and inside by a line of black tesserae. */
function mosaicBorder(context: Context, { width, height, x, y, cell, columns, rows }: Layout) {
  flood(context, '#ddd0b6', 0, 0, width, height);
  veil(context, mottle(), 0.5, [0, 0, 128, 128], [0, 0, width, height]);
  const next = random(31);
  const deep = Math.max(3, Math.min(x, y) * 0.24);
  const row = (...box: Box) => {
    flood(context, '#a99a82', ...box);
    const [across, down] = box.slice(2).map((long) => Math.max(1, Math.round(long / deep)));
    tesserae(context, box, [across, down], STONES.basalt, next);
  };
  const ring = (left: number, top: number, across: number, down: number) => {
    row(left, top, across, deep);
    row(left, top + down - deep, across, deep);
    row(left, top + deep, deep, down - 2 * deep);
    row(left + across - deep, top + deep, deep, down - 2 * deep);
  };
  ring(0, 0, width, height);
  ring(x - deep, y - deep, cell * columns + 2 * deep, cell * rows + 2 * deep);
}

const MATERIALS: Record<string, Material> = {
  plain: {
    contrast: ['#5b8a5e', '#f4f1e4'],
    even: ['#e3ecdd', '#739e77'],
    line: '#000000',
    ink: '#ffffff',
    numeral: '#ffffff',
    square: ({ context, x, y, cell, tone }) => flood(context, tone, x, y, cell, cell),
    border: (context, { width, height }) => flood(context, '#000000', 0, 0, width, height),
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

/** The material of a name of the settings. */
export const materialOf = (look: string) => MATERIALS[look] ?? MATERIALS.oak;
