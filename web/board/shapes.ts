/**
 * The shapes of the pieces and their carvings. The two sides differ in outline or carving, never in shade alone. The
 * unit is the radius of a piece, the origin its centre; the light comes from above, a little from the left.
 */

import { type Context, fill, shade, stroke } from './ink.ts';
import { random } from './random.ts';

/** The colours of a side's pieces. */
export interface Stuff {
  face: [top: string, low: string];
  side: [dark: string, lit: string];
  cut: [dark: string, light: string]; // the edges of a groove or a carving
  metal: [top: string, low: string, edge: string]; // of a crown
}

interface Shape {
  w: Stuff;
  b: Stuff;
  height: number; // of the piece above the board
  outline: (side: string) => Path2D;
  carve: (c: Context, side: string, stuff: Stuff, king: boolean) => void;
}

export function circle(radius = 1, x = 0, y = 0): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}

function polygon(count: number, radius: (index: number) => number, turn: number = 0) {
  const path = new Path2D();
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count + turn;
    path.lineTo(Math.sin(angle) * radius(i), -Math.cos(angle) * radius(i));
  }
  path.closePath();
  return path;
}

/** A closed curve through the middles of a polygon's edges, like a pebble; `flat` is its height by its width. */
function pebble(radii: number[], flat: number) {
  const points = radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length - 0.4;
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius * flat];
  });
  const path = new Path2D();
  const [[x0, y0], [px, py]] = [points[0], points[points.length - 1]];
  path.moveTo((px + x0) / 2, (py + y0) / 2);
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length];
    path.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
  });
  path.closePath();
  return path;
}

function tile(corner: number) {
  const path = new Path2D();
  path.roundRect(-0.9, -0.9, 1.8, 1.8, corner);
  return path;
}

export function fall(c: Context, from: number, to: number, first: string, last: string) {
  return shade(c.createLinearGradient(-0.25, from, 0.25, to), [0, first], [1, last]);
}

/** A groove: dark above, light below, because the light comes from above. */
function groove(c: Context, radius: number, width: number, stuff: Stuff) {
  stroke(c, stuff.cut[0], width, circle(radius));
  stroke(c, stuff.cut[1], width * 0.55, circle(radius - width * 0.15, 0, width * 0.7));
}

/** A hollow in the middle of the piece, lit at its lower edge. */
function dish(c: Context, radius: number, stuff: Stuff) {
  fill(c, fall(c, -radius, radius, stuff.face[1], stuff.face[0]), circle(radius));
}

/** Draws `path` as if cut into the piece. */
function engrave(c: Context, path: Path2D, stuff: Stuff, rule?: CanvasFillRule) {
  c.save();
  c.translate(0, 0.035);
  fill(c, stuff.cut[1], path, rule);
  c.restore();
  fill(c, stuff.cut[0], path, rule);
}

/** A crown with three points and a band, simple enough to be recognized on a phone. */
export function crownOn(c: Context, { metal }: Stuff) {
  const path = new Path2D('M-0.5 0.3 L-0.6 -0.24 L-0.27 0.02 L0 -0.44 L0.27 0.02 L0.6 -0.24 L0.5 0.3 Z');
  path.addPath(circle(0.085, -0.6, -0.28));
  path.addPath(circle(0.085, 0, -0.48));
  path.addPath(circle(0.085, 0.6, -0.28));
  const band = new Path2D();
  band.roundRect(-0.5, 0.36, 1, 0.14, 0.04);
  path.addPath(band);
  c.lineJoin = 'round';
  stroke(c, metal[2], 0.13, path);
  fill(c, fall(c, -0.5, 0.5, metal[0], metal[1]), path);
}

const BOXWOOD: Stuff = {
  face: ['#fbf3de', '#dcc79d'],
  side: ['#a98d5e', '#fffaf0'],
  cut: ['rgba(120, 88, 44, 0.62)', 'rgba(255, 253, 244, 0.85)'],
  metal: ['#a5642a', '#7c4415', '#5b300c'],
};

const EBONY: Stuff = {
  face: ['#5b5049', '#2c2521'],
  side: ['#14100e', '#8d7f74'],
  cut: ['rgba(8, 5, 3, 0.75)', 'rgba(190, 170, 150, 0.34)'],
  metal: ['#f7dc93', '#c9973c', '#2a1b08'],
};

const MARBLE: Stuff = {
  face: ['#fdfcf8', '#cfd0cd'],
  side: ['#8e8f8c', '#ffffff'],
  cut: ['rgba(96, 100, 104, 0.5)', 'rgba(255, 255, 255, 0.8)'],
  metal: BOXWOOD.metal,
};

const BASALT: Stuff = {
  face: ['#5d6468', '#23282b'],
  side: ['#0f1214', '#98a2a6'],
  cut: ['rgba(0, 0, 0, 0.55)', 'rgba(200, 215, 220, 0.3)'],
  metal: EBONY.metal,
};

const IVORY: Stuff = {
  face: ['#fbf4e2', '#ddcba2'],
  side: ['#a58c5c', '#fffdf3'],
  cut: ['rgba(112, 74, 28, 0.78)', 'rgba(255, 252, 240, 0.75)'],
  metal: BOXWOOD.metal,
};

const PORPHYRY: Stuff = {
  face: ['#6e3440', '#3a141e'],
  side: ['#1c070c', '#a86a74'],
  cut: ['rgba(240, 205, 150, 0.82)', 'rgba(20, 0, 5, 0.5)'],
  metal: EBONY.metal,
};

/** Boxwood and ebony, turned on the lathe: white with one broad dish and a boss, black with a milled edge and rings. */
const draughts: Shape = {
  w: BOXWOOD,
  b: EBONY,
  height: 0.15,
  outline: (side) => (side === 'w' ? circle() : polygon(64, (i) => (i % 2 ? 0.955 : 1))),
  carve(c, side, stuff, king) {
    if (side === 'w') {
      groove(c, 0.8, 0.05, stuff);
      dish(c, 0.66, stuff);
      groove(c, 0.67, 0.035, stuff);
      if (king) return;
      fill(c, fall(c, -0.2, 0.22, stuff.side[1], stuff.face[1]), circle(0.2));
      groove(c, 0.21, 0.045, stuff);
      return;
    }
    dish(c, 0.74, stuff);
    groove(c, 0.75, 0.05, stuff);
    if (king) return;
    groove(c, 0.55, 0.05, stuff);
    groove(c, 0.36, 0.05, stuff);
  },
};

/** Stones from a river: white marble worn round, with veins; black basalt, split to seven sides. */
const rock: Shape = {
  w: MARBLE,
  b: BASALT,
  height: 0.13,
  outline(side) {
    if (side === 'w') return pebble([1.04, 1.0, 1.06, 1.09, 1.02, 0.98, 1.05, 1.08, 1.03, 1.0], 0.93);
    const split = [1.12, 1.02, 1.12, 1.12, 1.03, 1.12, 1.06].flatMap((radius) => [radius, radius * 0.955]);
    return pebble(split, 0.97);
  },
  carve(c, side) {
    const next = random(side === 'w' ? 3 : 4);
    c.save();
    c.clip(this.outline(side));
    if (side === 'w') {
      for (const [y, width, alpha] of [
        [-0.1, 0.1, 0.34],
        [0.05, 0.045, 0.4],
        [0.42, 0.06, 0.22],
        [-0.6, 0.035, 0.22],
      ]) {
        c.strokeStyle = `rgba(104, 112, 120, ${alpha})`;
        c.lineWidth = width;
        c.beginPath();
        c.moveTo(-1.1, y + 0.45);
        c.bezierCurveTo(-0.5, y - 0.12, 0.1, y + 0.5, 1.1, y - 0.4);
        c.stroke();
      }
      const shine = c.createRadialGradient(-0.3, -0.45, 0, -0.3, -0.45, 0.62);
      fill(c, shade(shine, [0, 'rgba(255, 255, 255, 0.9)'], [1, 'rgba(255, 255, 255, 0)']), circle(0.7, -0.3, -0.45));
    } else {
      const faces = 7;
      for (let i = 0; i < faces; i++) {
        const from = (2 * Math.PI * i) / faces - 0.4;
        const to = (2 * Math.PI * (i + 1)) / faces - 0.4;
        const lit = -Math.cos((from + to) / 2 + 0.45);
        c.fillStyle = lit < 0 ? `rgba(216, 228, 232, ${-lit * 0.26})` : `rgba(0, 0, 0, ${lit * 0.34})`;
        c.beginPath();
        c.moveTo(Math.sin(from) * 0.6, -Math.cos(from) * 0.6);
        c.lineTo(Math.sin(from) * 1.2, -Math.cos(from) * 1.2);
        c.lineTo(Math.sin(to) * 1.2, -Math.cos(to) * 1.2);
        c.lineTo(Math.sin(to) * 0.6, -Math.cos(to) * 0.6);
        c.fill();
      }
      const top = polygon(faces, () => 0.6, -0.4);
      fill(c, fall(c, -0.6, 0.6, '#535b5f', '#343a3d'), top);
      stroke(c, 'rgba(205, 218, 222, 0.22)', 0.03, top);
      for (let i = 0; i < 26; i++) {
        const ink = next() < 0.6 ? 'rgba(220, 230, 232, 0.22)' : 'rgba(0, 0, 0, 0.3)';
        fill(c, ink, circle(0.014 + next() * 0.02, (next() - 0.5) * 1.7, (next() - 0.5) * 1.7));
      }
    }
    c.restore();
  },
};

function leaf(path: Path2D, angle: number, lean: number) {
  const shape = new Path2D('M0 -0.26 Q0.17 -0.02 0 0.2 Q-0.17 -0.02 0 -0.26');
  const upright = new DOMMatrix().rotate((angle * 180) / Math.PI).translate(0, -0.56);
  path.addPath(shape, upright.rotate(lean));
}

/** Counters of a Roman table: ivory with a laurel wreath, porphyry inlaid with a sun. */
const roman: Shape = {
  w: IVORY,
  b: PORPHYRY,
  height: 0.11,
  outline: (side) => (side === 'w' ? circle() : polygon(8, () => 1.06, Math.PI / 8)),
  carve(c, side, stuff) {
    if (side === 'w') {
      groove(c, 0.84, 0.045, stuff);
      const wreath = new Path2D();
      for (let i = 0; i < 6; i++) for (const way of [1, -1]) leaf(wreath, way * (0.5 + i * 0.46), way * -68);
      engrave(c, wreath, stuff, 'evenodd');
      engrave(c, circle(0.13), stuff);
      return;
    }
    const inner = polygon(8, () => 0.86, Math.PI / 8);
    stroke(c, stuff.cut[0], 0.045, inner);
    const sun = polygon(16, (i) => (i % 2 ? 0.24 : 0.66));
    engrave(c, sun, stuff);
    fill(c, fall(c, -0.2, 0.2, ...stuff.face), circle(0.13));
    for (let i = 0; i < 22; i++) {
      const next = random(i + 40);
      fill(c, 'rgba(255, 214, 206, 0.2)', circle(0.016 + next() * 0.014, (next() - 0.5) * 1.6, (next() - 0.5) * 1.6));
    }
  },
};

/** Tokens as in the picture of the game's document: X is a square of bone with a cross, O a ring of horn. */
const gambit: Shape = {
  w: { ...IVORY, cut: ['#9c4a24', IVORY.cut[1]] },
  b: { ...EBONY, face: ['#4b5458', '#23292c'], side: ['#0d1113', '#8b979b'] },
  height: 0.12,
  outline: (side) => (side === 'w' ? tile(0.34) : circle()),
  carve(c, side, stuff) {
    if (side === 'w') {
      const cross = new Path2D();
      for (const turn of [45, -45]) {
        const bar = new Path2D();
        bar.roundRect(-0.66, -0.12, 1.32, 0.24, 0.1);
        cross.addPath(bar, new DOMMatrix().rotate(turn));
      }
      engrave(c, cross, stuff);
      return;
    }
    groove(c, 0.86, 0.04, stuff);
    stroke(c, 'rgba(0, 0, 0, 0.55)', 0.2, circle(0.5, 0, -0.03));
    stroke(c, '#dfe7e4', 0.17, circle(0.5));
  },
};

const CHALK: Stuff = {
  face: ['#ffffff', '#ffffff'],
  side: ['#7a7a7a', '#ffffff'],
  cut: ['#000000', 'rgba(0, 0, 0, 0)'],
  metal: ['#000000', '#000000', '#ffffff'],
};

const INK: Stuff = {
  face: ['#101010', '#101010'],
  side: ['#000000', '#101010'],
  cut: ['#ffffff', 'rgba(0, 0, 0, 0)'],
  metal: ['#ffffff', '#ffffff', '#000000'],
};

/** Flat signs for high contrast: white with a black edge and a dot, black with a white edge and a ring. */
const flat: Shape = {
  w: CHALK,
  b: INK,
  height: 0.04,
  outline: () => circle(),
  carve(c, side, stuff, king) {
    stroke(c, stuff.cut[0], 0.1, circle(0.95));
    if (king) return;
    if (side === 'b') c.stroke(circle(0.42));
    else fill(c, stuff.cut[0], circle(0.16));
  },
};

export const SHAPES: Record<string, Shape> = { draughts, rock, roman, gambit, flat };
