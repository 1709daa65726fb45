/** The player's repertoires: the moves meant in each position, however it is reached; they are trained when due. */

import type { Rules } from '../engine/client.ts';
import type { LinePosition, Side } from '../protocol.d.ts';
import type { Match } from '../state/game.d.ts';
import type { Lined } from '../state/kept.ts';
import type { Departure } from '../state/session.ts';
import { records } from './library/database.ts';
import { wholeRecords } from './library/shapes.ts';
import { isDue } from './schedule.ts';

type Options = Lined['options'];

export const repertoires = records<Lined>('lines');

const hasMove = ({ moves }: Lined, path: readonly string[]) => moves.some((move) => move.path.join() === path.join());

/** Adds the moves of a side in a line, each with the own position that leads to it. Resolves to how many are new. */
export async function addLine(game: string, options: Options, positions: readonly LinePosition[], side: Side) {
  let fresh = 0;
  for (const [at, { key, rows, ply, side: toMove, move }] of positions.entries()) {
    if (toMove !== side || !move) continue;
    const from = positions[at - 2]?.key ?? null;
    const id = JSON.stringify([game, options, key]);
    await repertoires.change(id, (before) => {
      const position = { id, kind: game, options, key, rows: [...rows], side, ply };
      const known: Lined = before ?? { ...position, moves: [], from: [], due: Date.now(), progress: null };
      const isKnown = hasMove(known, move.path);
      const isLinked = from === null || known.from.includes(from);
      if (isKnown && isLinked) return undefined;
      if (!isKnown) fresh++;
      const moves = isKnown ? known.moves : [...known.moves, move];
      return { ...known, moves, from: isLinked ? known.from : [...known.from, from] };
    });
  }
  return fresh;
}

/** Takes a move out of the repertoire; the position goes with its last move. */
export async function dropMove({ id }: Lined, path: string[]) {
  const after = await repertoires.change(id, (before) => {
    return before && { ...before, moves: before.moves.filter((move) => move.path.join() !== path.join()) };
  });
  if (after && !after.moves.length) await repertoires.remove(id);
}

export async function repertoire(game: string, options: Options, side: Side) {
  const rules = JSON.stringify(options);
  const all = wholeRecords('lines', await repertoires.all());
  const own = all.filter(
    (line) => line.kind === game && line.side === side && JSON.stringify(line.options) === rules,
  );
  return new Map(own.map((line) => [line.key, line]));
}

export const dueLines = (lines: Iterable<Lined>) =>
  [...lines].filter(isDue).sort((a, b) => (a.due ?? 0) - (b.due ?? 0));

/** The positions from one where lines begin to a given one, in the order of play. */
export function wayTo(lines: Map<string, Lined>, last: Lined) {
  const way = [last];
  const seen = new Set([last.key]);
  for (;;) {
    const before = way[0].from.map((key) => lines.get(key)).find((line) => line && !seen.has(line.key));
    if (!before) return way;
    way.unshift(before);
    seen.add(before.key);
  }
}

/**
 * Where a game left the repertoire: `own` if its player did, `opponent` if the other side played a move without an answer
 * though there are answers to others, `end` if the lines end there, `game` if the game ended within them. Null if it has
 * no position of the repertoire.
 */
function departure(lines: Map<string, Lined>, positions: readonly LinePosition[], side: Side): Departure | null {
  let last: { line: Lined; at: number } | null = null;
  for (const [at, { key, ply, move, side: toMove }] of positions.entries()) {
    if (toMove !== side) continue;
    const known = lines.get(key);
    if (!known) {
      if (!last) continue;
      const { line, at: before } = last;
      const hasAnswers = [...lines.values()].some(({ from }) => from.includes(line.key));
      const played = positions[before + 1]?.move?.text ?? '';
      return { side, who: hasAnswers ? 'opponent' : 'end', ply: before + 1, meant: [], played };
    }
    last = { line: known, at };
    if (!move) break;
    if (!hasMove(known, move.path)) {
      return { side, who: 'own', ply, meant: known.moves.map(({ text }) => text), played: move.text };
    }
  }
  return last && { side, who: 'game', ply: positions.length - 1, meant: [], played: '' };
}

/** Where the game on the board left the repertoires of these sides. */
export async function departures(rules: Rules, { game, options }: Match, sides: Side[]) {
  const { positions } = await rules.request('line', {});
  const all = sides.map(async (side) => departure(await repertoire(game, options, side), positions, side));
  return (await Promise.all(all)).filter((line) => line !== null);
}
