/** The lines of a piece that moves as far as there are pieces on its line. What is legal is Python's word. */

import { centre, fileOf, type Layout, rankOf, type Size, square } from './geometry.ts';
import { badge, type Context, type Paints, trace } from './ink.ts';

/** A way along a line: the square at the counted distance, and whether the piece may move there. */
export type Way = { count: number; target: string; legal: boolean };

/** One direction of each line through a square; the other one is its opposite. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** The ways of the piece on `from`, which may move to `next`, whose counted distance ends on the board. */
export function countedWays(size: Size, board: Map<string, string>, from: string, next: Set<string>): Way[] {
  const { files, ranks } = size;
  const at = (right: number, up: number, far: number) => {
    const [file, rank] = [fileOf(from) + right * far, rankOf(from) + up * far];
    return file >= 0 && rank >= 0 && file < files && rank < ranks ? square(file, rank) : null;
  };
  const longest = Math.max(files, ranks);
  return DIRECTIONS.flatMap(([right, up]) => {
    let total = 0;
    for (let far = -longest; far <= longest; far++) if (board.has(at(right, up, far) ?? '')) total += 1;
    return [total, -total].flatMap((far) => {
      const target = at(right, up, far);
      return target ? [{ count: total, target, legal: next.has(target) }] : [];
    });
  });
}

const CAN = '#ffdf9a';
const DARK = '#3a1c04';

/** The lines below the pieces: strong to squares that the piece may move to, faint and dashed to those it may not. */
export function drawLines(context: Context, layout: Layout, from: string, ways: Way[]) {
  const { cell, ratio } = layout;
  const [x, y] = centre(layout, from);
  context.save();
  context.lineCap = 'round';
  for (const { target, legal } of [...ways].sort((a, b) => Number(a.legal) - Number(b.legal))) {
    const [tx, ty] = centre(layout, target);
    const width = Math.max((legal ? 2.5 : 1.5) * ratio, cell * (legal ? 0.075 : 0.035));
    context.setLineDash(legal ? [] : [cell * 0.09, cell * 0.13]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(tx, ty);
    const edge = width + Math.max(2 * ratio, cell * 0.035);
    trace(context, [DARK, edge, legal ? 0.72 : 0.4], [CAN, width, legal ? 1 : 0.75]);
  }
  context.restore();
}

/** The counts at the ends of the lines. Above a piece a count stands in the corner of its square. */
export function drawCounts(context: Context, layout: Layout, ways: Way[], board: Map<string, string>) {
  for (const { count: total, target, legal } of ways) {
    const [x, y] = centre(layout, target);
    const aside = board.has(target) ? layout.cell * 0.33 : 0;
    context.globalAlpha = legal ? 1 : 0.72;
    const paints: Paints = legal ? [CAN, DARK] : [DARK, CAN];
    badge(context, layout, [x + aside, y - aside], total, paints, legal && !aside ? 0.23 : 0.17);
  }
  context.globalAlpha = 1;
}
