/** The points of a finished game's islands, which the rules count for a board with one island alone. */

import { rowsOf } from '../board/geometry.ts';
import type { Rules } from '../engine/client.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import { other, SIDES } from '../state/state.ts';

export async function islandPoints(rules: Pick<Rules, 'request'>, meta: Meta, islands: Record<Side, string[][]>) {
  const points: Record<Side, number[]> = { w: [], b: [] };
  for (const side of SIDES) {
    for (const island of islands[side]) {
      const rows = rowsOf(meta, (name) => (island.includes(name) ? side : '.'));
      const alone = { game: meta.key, rows, side: other(side) };
      points[side].push((await rules.request('outcome', alone)).scores?.[side] ?? 0);
    }
  }
  return points;
}
