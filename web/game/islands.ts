/** The points of a finished game's islands, which the rules count for a board with one island alone. */

import { rowsOf } from '../board/geometry.ts';
import type { Rules } from '../engine/client.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import { other, SIDES } from '../state/state.ts';

export async function islandPoints(rules: Pick<Rules, 'request'>, meta: Meta, islands: Record<Side, string[][]>) {
  const worth = async (side: Side, island: string[]) => {
    const rows = rowsOf(meta, (name) => (island.includes(name) ? side : '.'));
    const { scores } = await rules.request('outcome', { game: meta.key, rows, side: other(side) });
    return scores?.[side] ?? 0;
  };
  const of = (side: Side) => Promise.all(islands[side].map((island) => worth(side, island)));
  const [w, b] = await Promise.all(SIDES.map(of));
  return { w, b };
}
