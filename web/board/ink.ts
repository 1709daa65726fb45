/** What all drawing on a canvas shares: gradients, lines with an edge, arrows, numbers on badges. */

import { centre, type Layout, type Point } from './geometry.ts';

export type Context = CanvasRenderingContext2D;

/** A gradient with its colours, each at a part of the way, from 0 to 1. */
export function shade(gradient: CanvasGradient, ...stops: [at: number, colour: string][]) {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

export function fill(context: Context, paint: string | CanvasGradient, path: Path2D, rule?: CanvasFillRule) {
  context.fillStyle = paint;
  context.fill(path, rule);
}

export function stroke(context: Context, ink: string | CanvasGradient, width: number, path: Path2D) {
  context.strokeStyle = ink;
  context.lineWidth = width;
  context.stroke(path);
}

export type Box = [left: number, top: number, width: number, height: number];

export function flood(context: Context, paint: string | CanvasGradient, ...box: Box) {
  context.fillStyle = paint;
  context.fillRect(...box);
}

/** Strokes the current path in one ink upon the other: a dark edge, then the line itself. */
export function trace(context: Context, ...inks: [colour: string, width: number, alpha?: number][]) {
  for (const [colour, width, alpha = 1] of inks) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.globalAlpha = alpha;
    context.stroke();
  }
}

/** Fills the current path and strokes its edge. */
export function inlay(context: Context, fill: string, edge: string, width: number) {
  context.fillStyle = fill;
  context.fill();
  trace(context, [edge, width, context.globalAlpha]);
}

export const bold = (size: number, weight = 700) => `${weight} ${size}px ui-sans-serif, system-ui, sans-serif`;

/** Writes in bold with the middle of the text at a point. */
export function letter(context: Context, text: string, x: number, y: number, size: number, weight?: number) {
  context.font = bold(size, weight);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

export type Paints = [paint: string, ink: string];

/** A number on a round badge, whose `radius` is in squares. */
export function badge(context: Context, layout: Layout, [x, y]: Point, number: number, paints: Paints, radius = 0.2) {
  const { cell, ratio } = layout;
  const [paint, ink] = paints;
  context.beginPath();
  context.arc(x, y, cell * radius, 0, 2 * Math.PI);
  inlay(context, paint, ink, Math.max(ratio, cell * 0.025));
  context.fillStyle = ink;
  letter(context, String(number), x, y + cell * 0.012, cell * radius * 1.25);
}

export const SUGGESTED = '#2b8a74';
const EDGE = 'rgba(236, 255, 248, 0.9)';

/** An arrow along the squares of a move, with its head on the last; `width` is relative to the best move's. */
export function arrow(context: Context, layout: Layout, path: string[], alpha = 0.94, width = 1, colour = SUGGESTED) {
  if (path.length < 2) return;
  const points = path.map((square) => centre(layout, square));
  const cell = layout.cell * width;
  const [tx, ty] = points[points.length - 1];
  const [px, py] = points[points.length - 2];
  const angle = Math.atan2(ty - py, tx - px);
  const head = cell * 0.34;
  const neck = [tx - Math.cos(angle) * head * 0.9, ty - Math.sin(angle) * head * 0.9];
  context.save();
  context.globalAlpha = alpha;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const draw = (ink: string, extra: number) => {
    context.strokeStyle = ink;
    context.fillStyle = ink;
    context.lineWidth = cell * 0.13 + extra;
    context.beginPath();
    for (const [x, y] of points.slice(0, -1)) context.lineTo(x, y);
    context.lineTo(neck[0], neck[1]);
    context.stroke();
    context.lineWidth = extra + 1;
    context.beginPath();
    context.moveTo(tx, ty);
    for (const turn of [2.62, -2.62])
      context.lineTo(tx + Math.cos(angle + turn) * head, ty + Math.sin(angle + turn) * head);
    context.closePath();
    context.stroke();
    context.fill();
  };
  draw(EDGE, cell * 0.05);
  draw(colour, 0);
  context.restore();
}
