/**
 * Small boards without a frame, for the list of games and the settings. They are drawn one after another, each in its
 * own task, and cached.
 */

import { arrow } from '../board/arrow.ts';
import { corner, fit, lines, pieces } from '../board/geometry.ts';
import { MATERIALS } from '../board/materials.ts';
import { picture } from '../board/pieces.ts';
import { board } from '../board/textures.ts';
import { blankCanvas } from '../lib/dom.ts';
import { inTurn } from '../lib/in-turn.ts';
import type { State } from '../state/state.ts';
import type { Meta } from '../types.d.ts';

/** The width of a small board, in CSS pixels. */
const WIDTH_PX = 148;

/** The position of a game: on the board, autosaved, or its starting position. */
export function stands(state: State, meta: Meta) {
  if (meta === state.meta) {
    const { match, players } = state;
    const over = Boolean(match?.outcome);
    const yours = match !== null && !over && !players[match.side];
    return { rows: state.rows, over, started: (match?.ply ?? 0) > 0, yours };
  }
  const saved = state.tables[meta.key];
  if (!saved) return { rows: meta.start.rows, over: false, started: false, yours: false };
  return { ...saved, started: saved.rows.join() !== meta.start.rows.join() };
}

/** The cache holds this many boards. */
const MAX_CACHED = 24;

/** The boards that were drawn last, by everything that they depend on. */
const drawn: Map<string, HTMLCanvasElement> = new Map();

/**
 * A small board without a frame. A cached one is drawn at once, any other later, in turn.
 *
 * @param wide in CSS pixels
 * @param path of a move that an arrow shows; empty for none
 */
export function thumbnail(
  meta: Meta,
  rows: string[],
  { board: material, pieces: style }: { board: string; pieces: string },
  turned: boolean,
  wide: number = WIDTH_PX,
  path: string[] = [],
) {
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
  const cell = Math.round((wide * ratio) / meta.files);
  const width = cell * meta.files;
  const height = cell * meta.ranks;
  const canvas = blankCanvas(width, height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const key = [meta.key, ...rows, material, style, turned, width, ...path].join(' ');
  const known = drawn.get(key);
  if (known) context.drawImage(known, 0, 0);
  else {
    canvas.dataset.waits = '';
    squares(context, meta, material, turned);
    inTurn(() => {
      paint(context, meta, rows, { board: material, pieces: style }, turned, ratio, path);
      delete canvas.dataset.waits;
      drawn.set(key, canvas);
      for (const old of [...drawn.keys()].slice(0, -MAX_CACHED)) drawn.delete(old);
    });
  }
  return canvas;
}

/** How far from being in sight a board is drawn, in CSS pixels. */
const MARGIN_PX = 120;

/** Puts a board in its place when that comes into sight. Returns the place. */
export function whenSeen(place: Element, draw: () => HTMLCanvasElement) {
  const margin = `${MARGIN_PX}px`;
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      place.replaceChildren(draw());
    },
    { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
  );
  sight.observe(place);
  return place;
}

/** The plain squares: quickly drawn, they stand until the board's turn comes. */
function squares(context: CanvasRenderingContext2D, meta: Meta, material: string, turned: boolean) {
  const { width, height } = context.canvas;
  const layout = fit(meta, width, height, 0, { turned }, 1);
  const chosen = MATERIALS[material] ?? MATERIALS.oak;
  // Those of the mosaic are names of stones.
  const { contrast, even } = chosen.even[0].startsWith('#') ? chosen : MATERIALS.oak;
  const played = new Set(meta.squares);
  const everywhere = played.size === meta.files * meta.ranks;
  lines(meta, layout).forEach((line, row) => {
    line.forEach((name, column) => {
      context.fillStyle = everywhere ? even[(row + column) % 2] : contrast[played.has(name) ? 0 : 1];
      context.fillRect(...corner(layout, name), layout.cell, layout.cell);
    });
  });
}

/** @param ratio device pixels in one CSS pixel */
function paint(
  context: CanvasRenderingContext2D,
  meta: Meta,
  rows: string[],
  { board: material, pieces: style }: { board: string; pieces: string },
  turned: boolean,
  ratio: number,
  path: string[],
) {
  const { width, height } = context.canvas;
  const cell = width / meta.files;
  const layout = fit(meta, width, height, 0, { turned }, ratio);
  context.drawImage(board(layout, meta, material, { coordinates: false, numbers: false }), 0, 0);
  for (const [square, letter] of pieces(rows)) {
    const [x, y] = corner(layout, square);
    const image = picture(style, letter, cell);
    const over = (image.width - cell) / 2;
    context.drawImage(image, x - over, y - over);
  }
  arrow(context, layout, path);
}
