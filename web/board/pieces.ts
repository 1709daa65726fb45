/** Pictures of the pieces, drawn by code once for each shape, side and size, and cached. All cast the same shadow. */

import { blank } from '../lib/dom.ts';
import { type Context, fill, shade } from './ink.ts';
import { circle, crownOn, fall, SHAPES, type Stuff } from './shapes.ts';

/** The width of a picture relative to its square: it leaves room for the shadow and for a king's height. */
const ROOM = 1.3;

/** One slice of a piece: its side, its lit face, its bevelled rim. */
function slab(c: Context, outline: Path2D, stuff: Stuff, height: number) {
  c.save();
  c.translate(0, height / 2);
  c.fillStyle = stuff.side[0];
  for (let down = 0; down <= 1; down += 0.25) {
    c.save();
    c.translate(0, -height * down * 0.999);
    c.fill(outline);
    c.restore();
  }
  c.restore();
  c.save();
  c.translate(0, -height / 2);
  fill(c, fall(c, -1, 1, ...stuff.face), outline);
  c.clip(outline);
  c.lineWidth = 0.14;
  c.strokeStyle = fall(c, -1, 0.5, stuff.side[1], stuff.side[0]);
  c.globalAlpha = 0.6;
  c.stroke(outline);
  c.restore();
}

const drawn: Map<string, HTMLCanvasElement> = new Map();

/** A piece for squares of `cell` device pixels, in a style of `SHAPES`; `letter` is `w`, `b`, or a king's `W`, `B`. */
export function picture(style: string, letter: string, cell: number): HTMLCanvasElement {
  const key = `${style} ${letter} ${cell}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size > 96) drawn.clear();
  const size = Math.ceil(cell * ROOM);
  const c = blank(size, size);
  const shape = SHAPES[style] ?? SHAPES.draughts;
  const side = letter.toLowerCase();
  const king = letter !== side;
  const stuff = side === 'w' ? shape.w : shape.b;
  const outline = shape.outline(side);
  c.translate(size / 2, size / 2);
  c.scale(cell * 0.4, cell * 0.4);
  shadow(c, king);
  const { height } = shape;
  if (king) {
    c.translate(0, height * 0.6);
    slab(c, outline, stuff, height);
    c.translate(0, -height * 1.25);
  }
  slab(c, outline, stuff, height);
  c.translate(0, -height / 2);
  shape.carve(c, side, stuff, king);
  if (king) crownOn(c, stuff);
  drawn.set(key, c.canvas);
  return c.canvas;
}

function shadow(c: Context, king: boolean) {
  const y = king ? 0.26 : 0.18;
  const around = c.createRadialGradient(0.04, y, 0.7, 0.04, y, 1.2);
  shade(around, [0, 'rgba(18, 8, 0, 0.62)'], [0.5, 'rgba(18, 8, 0, 0.26)'], [1, 'rgba(18, 8, 0, 0)']);
  fill(c, around, circle(1.2, 0.04, y));
}
