/**
 * How the game of a link stands beside those by link that this device has. A link has no name of its game: the first
 * position and the moves tell it apart, and few moves do not tell it from one that is over.
 */

import { fields, parsed } from '../lib/shape.ts';
import type { Side } from '../protocol.d.ts';

interface Kept {
  record: string;
  players: Record<Side, number>;
  over: boolean;
}

/** The fewest moves by which a game that is over is known again: others begin alike. */
const MIN_KNOWN_MOVES = 6;

/** How a record begins, as text, and the moves of its main line; null where that cannot be read. */
function read(record: string) {
  const { game, options, setup, seed, rows, side, nodes } = fields(parsed(record));
  if (!Array.isArray(nodes)) return null;
  const turns = nodes.map(fields);
  const first = new Map<unknown, number>();
  for (const [node, { parent }] of turns.entries()) if (node && !first.has(parent)) first.set(parent, node);
  const after = (node: number) => ('main' in turns[node] ? turns[node].main : first.get(node));
  const line: string[] = [];
  // A later node each time, or it is no record.
  for (let [before, node] = [0, after(0)]; typeof node === 'number' && node > before && turns[node]; ) {
    line.push(String(turns[node].path));
    [before, node] = [node, after(node)];
  }
  return { start: JSON.stringify([game, options, setup, seed, rows, side]), line };
}

/** `turn` is the side that whoever opens the link plays; `own` is the player's in the game that is kept. */
type Known<One> = {
  kept: One;
  own: Side;
  // the same game, and the player is to move; the friend is; the player has made this move, or more has been played
  how: 'goes-on' | 'awaited' | 'played' | 'newer';
};

/** The game of a link as this device knows it, the one that has come furthest; null if it does not. */
export function known<One extends Kept>(record: string, turn: Side, all: One[]): Known<One> | null {
  const given = read(record);
  const found = all.flatMap((kept) => {
    const own = (['w', 'b'] as const).find((side) => kept.players[side] === 0);
    const has = own && Object.values(kept.players).some((level) => level < 0) ? read(kept.record) : null;
    if (!given || !own || has?.start !== given.start) return [];
    const common = Math.min(has.line.length, given.line.length);
    if (kept.over && common < MIN_KNOWN_MOVES) return [];
    if (has.line.slice(0, common).join(' ') !== given.line.slice(0, common).join(' ')) return [];
    const more = has.line.length - given.line.length;
    const how = more > 0 ? (more === 1 && own === turn ? 'played' : 'newer') : own === turn ? 'goes-on' : 'awaited';
    return [{ kept, own, how, length: has.line.length }] as const;
  });
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}
