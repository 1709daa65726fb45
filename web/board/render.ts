/** Draws the state, never changing it: squares are where `geometry`, moving pieces where `animation` has them. */

import { editOf } from '../state/mode.ts';
import { follow } from '../state/path.ts';
import { counting, decisiveGroups } from '../state/result.ts';
import { isOpen, look, type Motion, type Refused, SIDES, type State } from '../state/state.ts';
import { advise, drawHint, drawOwn } from './advice.ts';
import { GHOST, isOver, landings, place, strength } from './animation.ts';
import { countedWays, drawCounts, drawLines } from './counted-lines.ts';
import { centre, corner, type Layout, pieces } from './geometry.ts';
import { badges, type Outlined, outline } from './groups.ts';
import { arrow, badge, type Context, flood, inlay, trace } from './ink.ts';
import { materialOf } from './materials.ts';
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
export const FLASH_MS = 900;
const SHAKE_MS = 320;

/** How far the piece goes to either side, in squares, and how often. */
const SHAKE_WIDTH = 0.07;
const SHAKES = 3;

/** Where a refused move would end, and the squares that are the reason. */
const RED = '200, 38, 18';
const AMBER = '236, 150, 20';

/** A dragged piece: from where, its point on the canvas in device pixels, and the square below it. */
export type Drag = { from: string; x: number; y: number; over: string | null };

/** The pieces on the board with the partly entered move applied, and the pieces that it has captured so far. */
export function standing(state: State) {
  const { draft, match, preview } = state;
  const edit = editOf(state);
  const board = pieces(preview?.rows ?? edit?.rows ?? state.rows);
  const ghosts = new Set<string>();
  if (state.arriving === 'other') board.clear();
  if (preview || edit || draft.length < 2) return { board, ghosts };
  const letter = board.get(draft[0]);
  const { captured, whole } = follow(match?.moves ?? [], draft);
  board.delete(draft[0]);
  for (const square of captured) ghosts.add(square);
  if (letter) {
    const end = draft[draft.length - 1];
    ghosts.delete(end);
    board.set(end, state.pending && whole?.crowns ? letter.toUpperCase() : letter);
  }
  return { board, ghosts };
}

/** Draws the state, and a dragged piece, over the board without pieces, `bare`. */
export function render(
  context: Context,
  state: State,
  layout: Layout,
  bare: HTMLCanvasElement,
  now: number,
  drag: Drag | null = null,
) {
  const { board, ghosts } = standing(state);
  const edit = editOf(state);
  const running = state.motion && !state.preview && !edit && !isOver(state.motion, now) ? state.motion : null;
  const hidden = new Set(running ? running.movers.map((mover) => mover.stops[mover.stops.length - 1]) : []);
  const grouped = running ? [] : groupsOf(state, board);
  const trail = trailOf(state, running, now);
  const ways = waysOf(state, board);
  /** A piece with its middle at a point. */
  const put = (letter: string, x: number, y: number, alpha: number = 1, scale: number = 1) => {
    const image = picture(look(state).pieces, letter, layout.cell);
    const size = image.width * scale;
    context.globalAlpha = alpha;
    if (scale === 1) context.drawImage(image, Math.round(x - size / 2), Math.round(y - size / 2));
    else context.drawImage(image, x - size / 2, y - size / 2, size, size);
    context.globalAlpha = 1;
  };
  context.drawImage(bare, 0, 0);
  if (state.arriving === 'other') return;
  tints(context, state, layout, running ? landings(running, now) : null, drag);
  if (leavesNumbers(bare)) {
    const isBare = (square: string) => !board.has(square) || hidden.has(square);
    numerals(context, layout, materialOf(look(state).board), state.meta, isBare);
  }
  if (state.refused) flash(context, layout, state.refused, now);
  outline(context, layout, grouped, grouped.some(({ golden }) => golden) || state.match?.outcome ? 1 : LIVE_OUTLINE);
  drawTrail(context, layout, trail);
  if (ways) drawLines(context, layout, state.draft[0], ways);
  marks(context, state, layout);
  for (const [square, letter] of board) {
    const fades = running?.faders.some((fader) => fader.square === square && fader.letter === letter);
    if (hidden.has(square) || fades) continue;
    const [x, y] = centre(layout, square);
    const alpha = square === drag?.from || ghosts.has(square) ? GHOST : 1;
    const aside = state.refused?.piece === square ? shaken(layout, state.refused, now) : 0;
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
  targets(context, state, layout, board);
  if (ways) drawCounts(context, layout, ways, board);
  // Beside the points of the islands they would look like scores.
  if (running || !state.match?.outcome?.islands) drawNumbers(context, layout, trail, (square) => !board.has(square));
  advise(context, state, layout);
  drawOwn(context, layout, state.drawn);
  if (state.pointed && !state.preview && !edit) arrow(context, layout, state.pointed);
  else if (state.hint) drawHint(context, layout, state.hint);
  badges(context, layout, grouped);
  const dragged = drag && board.get(drag.from);
  if (dragged) put(dragged, drag.x, drag.y, 1, 1.12);
}

/** The groups that are outlined: islands with their points, or the largest group of a side where that was asked for. */
function groupsOf(state: State, board: Map<string, string>): Outlined[] {
  const { match, points, counted, preview, draft, meta, grouped } = state;
  if (!match || preview || editOf(state) || draft.length > 1) return [];
  const decisive = decisiveGroups(state, board);
  if (decisive) {
    const shown = points && counted !== null ? counting(points, counted) : points;
    const golden = !match.outcome?.islands;
    // An island that has not been counted yet has no badge.
    return SIDES.flatMap((side) =>
      decisive[side].map((squares, index) => ({ side, squares, golden, points: shown?.[side][index] || undefined })),
    );
  }
  return SIDES.flatMap((side): Outlined[] => {
    const found = match.groups?.[side] ?? [];
    if (meta.points) return found.map(({ squares, points }) => ({ side, squares, points: points ?? undefined }));
    // The first one is the largest; others may be as large.
    const largest = found.filter(({ squares }) => squares.length === found[0].squares.length);
    return grouped[side] ? largest.map(({ squares }) => ({ side, squares, golden: true })) : [];
  });
}

/** The path of a multi-jump as far as its piece has come: of the move being entered, else of the last move. */
function trailOf(state: State, running: Motion | null, now: number): string[] {
  const { last, preview, draft } = state;
  if (editOf(state)) return [];
  if (preview) return preview.last.path.length > 2 ? preview.last.path : [];
  const path = draft.length > 2 ? draft : draft.length ? [] : (last?.path ?? []);
  if (path.length < 3) return [];
  const landed = running ? landings(running, now) : null;
  return landed ? path.slice(0, path.length - landed.ahead) : path;
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

/** The lines of the selected piece, in a game whose lines are counted. */
function waysOf(state: State, board: Map<string, string>) {
  const { draft, match, meta } = state;
  if (!meta.counts_lines || draft.length !== 1 || !isOpen(state)) return null;
  return countedWays(meta, board, draft[0], follow(match?.moves ?? [], draft).next);
}

const tint = (context: Context, layout: Layout, square: string, colour: string) =>
  flood(context, colour, ...corner(layout, square), layout.cell, layout.cell);

/** Tints the squares of the last move, of the partly entered move or a running jump, and below a dragged piece. */
function tints(
  context: Context,
  state: State,
  layout: Layout,
  landed: ReturnType<typeof landings>,
  drag: Drag | null,
) {
  const { draft, match, preview } = state;
  const edit = editOf(state);
  for (const square of state.premove) tint(context, layout, square, PREMOVE);
  if (edit) {
    for (const square of [drag?.from ?? edit.held, drag?.over]) if (square) tint(context, layout, square, CHOSEN);
    return;
  }
  if (landed && !preview) {
    landed.path.forEach((square, index) => {
      tint(context, layout, square, LAST);
      if (index !== landed.path.length - 1) return;
      context.globalAlpha = landed.glow;
      tint(context, layout, square, LANDED);
      context.globalAlpha = 1;
    });
    return;
  }
  const last = preview ? preview.last : state.last;
  if (draft.length < 2) for (const square of new Set(last?.path)) tint(context, layout, square, LAST);
  for (const square of new Set(draft)) {
    tint(context, layout, square, square === draft[draft.length - 1] ? CHOSEN : LAST);
  }
  if (drag?.over && follow(match?.moves ?? [], draft).next.has(drag.over)) tint(context, layout, drag.over, CHOSEN);
}

/** Rings below the pieces that must capture, unless every piece of the side can: then they would tell nothing. */
function marks(context: Context, state: State, layout: Layout) {
  if (!isOpen(state) || !state.match?.forced || state.draft.length || state.preview) return;
  const { ratio, cell } = layout;
  const able = new Set(state.match.moves.map((move) => move.path[0]).filter(Boolean));
  if (able.size === state.match.counts[state.match.side]) return;
  for (const square of able) {
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
function targets(context: Context, state: State, layout: Layout, board: Map<string, string>) {
  if (!isOpen(state) || !state.draft.length) return;
  const { cell, ratio } = layout;
  const { next } = follow(state.match?.moves ?? [], state.draft);
  for (const square of next) {
    const [x, y] = centre(layout, square);
    if (board.has(square)) {
      ring(context, x, y, cell * 0.44, Math.max(2 * ratio, cell * 0.055));
      continue;
    }
    // Where lines are counted, the count marks the square.
    if (state.meta.counts_lines) continue;
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
