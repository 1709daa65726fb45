/** A position as text: as the rules write it, and of one that they refuse as well. */

import { pieces, type Shape } from '../../board/geometry.ts';
import type { Side } from '../../protocol.d.ts';
import { called } from '../../state/describe.ts';
import { SIDES } from '../../state/state.ts';

/** PDN FEN where squares are numbered, else the rows, with a digit for so many empty squares. */
export function written(meta: Pick<Shape, 'squares' | 'numbered'>, rows: string[], side: Side) {
  if (!meta.numbered) return `${rows.join('/').replace(/\.+/g, ({ length }) => String(length))} ${side}`;
  const there = pieces(rows);
  const of = (owner: Side) =>
    meta.squares
      .filter((square) => there.get(square)?.toLowerCase() === owner)
      .map((square) => (there.get(square) === owner ? '' : 'K') + called(meta, square));
  return [side, ...SIDES.map((owner) => owner + of(owner).join())].join(':').toUpperCase();
}
