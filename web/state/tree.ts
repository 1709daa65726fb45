/** The match as a tree: the main move and the variations after each move, and the numbers of moves. */

import type { Mark, MatchState, Node } from '../protocol.d.ts';
import type { Match } from './game.d.ts';

/** Whether the side that usually moves second began, after a set-up position: then move 1 has only a second half. */
export const isSecondFirst = ({ history }: Match, first: string) => history.length > 0 && history[0].side !== first;

/** The number of a move, and whether it is the first of its pair. `isSecond`: the second side made the first move. */
export function moveNumber(ply: number, isSecond: boolean) {
  const index = ply - 1 + (isSecond ? 1 : 0);
  return { number: Math.floor(index / 2) + 1, isFirst: index % 2 === 0 };
}

/** A move's number as it is written before the move: `18.` before the first of a pair, `18…` before the second. */
export function writtenNumber(ply: number, isSecond: boolean) {
  const { number, isFirst } = moveNumber(ply, isSecond);
  return `${number}${isFirst ? '.' : '…'}`;
}

/** `marks`: of the review, by ply of the main line; `asked`: the ply that it shows; `next`: the moves after each node. */
export function treeOf(match: Match, first: string, marks: Map<number, Mark | ''> = new Map(), asked: number = 0) {
  const next: Map<number, Node[]> = new Map();
  for (const node of match.history) {
    const siblings = next.get(node.parent) ?? [];
    if (node.chief) siblings.unshift(node);
    else siblings.push(node);
    next.set(node.parent, siblings);
  }
  return { match, next, marks, asked, isSecondFirst: isSecondFirst(match, first) };
}

/** The node on the board, unless it is the start. */
export const current = (match: Match) => match.history.find((node) => node.node === match.node);

/** The nodes of the main line, from the first move on. */
export function mainLine({ history }: MatchState) {
  const next = new Map(history.filter((node) => node.chief).map((node) => [node.parent, node]));
  const line = [];
  for (let node = next.get(0); node; node = next.get(node.node)) line.push(node);
  return line;
}

export const pieceCount = (rows: string[]) => rows.join('').replaceAll('.', '').length;

/** How many pieces are left at the end of the main line. */
export function piecesAtEnd(match: MatchState) {
  const taken = (line: Node[]) => line.flatMap(({ move }) => move.captured).length;
  const before = match.history.filter(({ main, ply }) => main && ply <= match.ply);
  return pieceCount(match.rows) + taken(before) - taken(mainLine(match));
}

/** How many more pieces the opponent of the side to move has taken in the captures that led to the board. */
export function owed({ history, node }: MatchState) {
  const at = new Map(history.map((node) => [node.node, node]));
  let count = 0;
  let sign = 1;
  for (let here = at.get(node); here?.move.captured.length; here = at.get(here.parent)) {
    count += sign * here.move.captured.length;
    sign = -sign;
  }
  return Math.max(0, count);
}

/** Whether the node on the board is on the main line: so it is, too, on a board for notebooks, which has no history. */
export function isMain({ history, node }: Match) {
  for (let at = node; at && history[at - 1]; at = history[at - 1].parent) if (!history[at - 1].chief) return false;
  return true;
}

/** Whether the node on the board is the last one of the main line: where the game itself goes on. */
export const isAtEnd = (match: Match) => (mainLine(match).at(-1)?.node ?? 0) === match.node;
