/** Small boards without a frame and single pieces, for views. Boards are drawn in turn, each in its own task, and cached. */

import { corner, fit, lines, pieces } from '../board/geometry.ts';
import { arrow, type Context, flood } from '../board/ink.ts';
import { materialOf } from '../board/materials.ts';
import { picture } from '../board/pieces.ts';
import { board } from '../board/textures.ts';
import { blank, pictureRatio } from '../lib/dom.ts';
import { guard, html, ref } from '../lib/html.ts';
import { begin, pause } from '../lib/pending.ts';
import type { Meta } from '../state/game.d.ts';
import type { State } from '../state/state.ts';

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

/** The boards that were drawn last, by everything that they depend on, at most so many. */
const cached: Map<string, HTMLCanvasElement> = new Map();
const MAX_CACHED = 24;

interface Small {
  meta: Meta;
  rows: string[];
  theme: { board: string; pieces: string };
  isTurned: boolean;
  wide: number; // in CSS pixels
  path?: string[]; // of a move that an arrow shows
  kind?: string; // its class
}

const keyOf = ({ meta, rows, theme, isTurned, wide, path = [] }: Small) =>
  [meta.key, ...rows, theme.board, theme.pieces, isTurned, wide, ...path].join(' ');

/** Settles when all work that was asked for is done. */
let queue = Promise.resolve();

/** Does something after what was asked for before, in a task of its own: all at once would block the page. */
export function inTurn(work: () => void) {
  queue = queue.then(async () => {
    await pause(0);
    work();
  });
}

/** A small board without a frame, in a view. A cached one is drawn at once, any other later, in turn. */
export const smallBoard = (small: Small) => guard([keyOf(small)], () => drawn(small));

/** The same in a place of its own, once that comes into sight. */
export const lateBoard = (kind: string, small: Small) => {
  const put = (place?: Element) => place && whenSeen(place, () => drawn(small));
  const shape = `aspect-ratio: ${small.meta.files} / ${small.meta.ranks}`;
  const place = () => html`<span class=${kind} aria-hidden="true" .style=${shape} ${ref(put)}></span>`;
  return guard([keyOf(small)], place);
};

function drawn(small: Small) {
  const { meta, wide, theme, isTurned, kind = '' } = small;
  const ratio = pictureRatio();
  const cell = Math.round((wide * ratio) / meta.files);
  const context = blank(cell * meta.files, cell * meta.ranks);
  const { canvas } = context;
  canvas.className = `small-board ${kind}`;
  const key = `${keyOf(small)} ${ratio}`;
  const known = cached.get(key);
  if (known) context.drawImage(known, 0, 0);
  else {
    canvas.dataset.waits = '';
    squares(context, meta, theme.board, isTurned);
    inTurn(() => {
      paint(context, small, ratio);
      delete canvas.dataset.waits;
      cached.set(key, canvas);
      for (const old of [...cached.keys()].slice(0, -MAX_CACHED)) cached.delete(old);
    });
  }
  return canvas;
}

const MARGIN = '120px'; // how far from being in sight a board is drawn

function whenSeen(place: Element, draw: () => HTMLCanvasElement) {
  const end = begin('device'); // the browser tells in one of the next frames whether it is in sight
  const sight = new IntersectionObserver(
    (entries) => {
      end();
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      place.replaceChildren(draw());
    },
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  sight.observe(place);
}

export const pieceView = (style: string, letter: string, wide: number) =>
  guard([style, letter], () => {
    const image = picture(style, letter, Math.round(wide * pictureRatio()));
    const context = blank(image.width, image.height);
    context.drawImage(image, 0, 0);
    return context.canvas;
  });

/** The plain squares: quickly drawn, they stand until the board's turn comes. */
function squares(context: Context, meta: Meta, material: string, turned: boolean) {
  const { width, height } = context.canvas;
  const layout = fit(meta, width, height, 0, { turned }, 1);
  const chosen = materialOf(material);
  // Those of the mosaic are names of stones.
  const { contrast, even } = chosen.even[0].startsWith('#') ? chosen : materialOf('oak');
  const played = new Set(meta.squares);
  const everywhere = played.size === meta.files * meta.ranks;
  lines(meta, layout).forEach((line, row) => {
    line.forEach((name, column) => {
      const tone = everywhere ? even[(row + column) % 2] : contrast[played.has(name) ? 0 : 1];
      flood(context, tone, ...corner(layout, name), layout.cell, layout.cell);
    });
  });
}

function paint(context: Context, { meta, rows, theme, isTurned: turned, path = [] }: Small, ratio: number) {
  const { width, height } = context.canvas;
  const cell = width / meta.files;
  const layout = fit(meta, width, height, 0, { turned }, ratio);
  context.drawImage(board(layout, meta, theme.board, { coordinates: false, numbers: false }), 0, 0);
  for (const [square, letter] of pieces(rows)) {
    const [x, y] = corner(layout, square);
    const image = picture(theme.pieces, letter, cell);
    const over = (image.width - cell) / 2;
    context.drawImage(image, x - over, y - over);
  }
  arrow(context, layout, path);
}
