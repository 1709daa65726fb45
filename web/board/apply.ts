/**
 * Applies moves that the rules returned to the rows of a board, for previews: removes the captured pieces and puts
 * the moved piece at the end of its path.
 */

import type { Move } from '../protocol.d.ts';
import { fileOf, rankOf } from './geometry.ts';

/** @param rows the top rank first */
export function after(rows: string[], turns: Pick<Move, 'path' | 'captured' | 'crowns'>[]) {
  const board = rows.map((row) => [...row]);
  const put = (name: string, letter: string) => {
    const row = board[rows.length - 1 - rankOf(name)];
    const was = row[fileOf(name)];
    row[fileOf(name)] = letter;
    return was;
  };
  for (const { path, captured, crowns } of turns) {
    if (!path.length) continue;
    const letter = put(path[0], '.');
    for (const square of captured) put(square, '.');
    put(path[path.length - 1], crowns ? letter.toUpperCase() : letter);
  }
  return board.map((row) => row.join(''));
}
