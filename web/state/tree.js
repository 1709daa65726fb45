/**
 * The match as a tree: the main move and the variations after each move, and the numbers of moves.
 *
 * @import { Mark, Node } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 */

/**
 * @typedef {object} Tree
 * @property {Match} match
 * @property {Map<number, Node[]>} next the moves after each node, by its number, the main move first
 * @property {boolean} isSecondFirst see the function of this name
 * @property {Map<number, Mark | ''>} marks the marks of the review, by ply of the main line
 */

/**
 * Whether the side that usually moves second made the first move, after a set-up position. Then move 1 has only a
 * second half.
 *
 * @param {Match} match
 * @param {string} first the side that usually moves first
 */
export const isSecondFirst = ({ history }, first) => history.length > 0 && history[0].side !== first;

/**
 * The number of a move, and whether it is the first move of its pair.
 *
 * @param {number} ply
 * @param {boolean} isSecond whether the second side made the first move
 */
export function moveNumber(ply, isSecond) {
  const index = ply - 1 + (isSecond ? 1 : 0);
  return { number: Math.floor(index / 2) + 1, isFirst: index % 2 === 0 };
}

/**
 * A move's number as it is written before the move: `18.` before the first of a pair, `18…` before the second.
 *
 * @param {number} ply
 * @param {boolean} isSecond
 */
export function writtenNumber(ply, isSecond) {
  const { number, isFirst } = moveNumber(ply, isSecond);
  return `${number}${isFirst ? '.' : '…'}`;
}

/** @param {Match} match @param {string} first @param {Map<number, Mark | ''>} marks @returns {Tree} */
export function treeOf(match, first, marks = new Map()) {
  /** @type {Map<number, Node[]>} */
  const next = new Map();
  for (const node of match.history) {
    const siblings = next.get(node.parent) ?? [];
    if (node.chief) siblings.unshift(node);
    else siblings.push(node);
    next.set(node.parent, siblings);
  }
  return { match, next, marks, isSecondFirst: isSecondFirst(match, first) };
}

/** The node on the board, unless it is the start. @param {Match} match */
export const current = (match) => match.history.find((node) => node.node === match.node);

/** Whether the node on the board is on the main line. @param {Match} match */
export function isMain(match) {
  let node = current(match);
  while (node?.chief) {
    const { parent } = node;
    if (!parent) return true;
    node = match.history[parent - 1];
  }
  return !node;
}

/**
 * Whether the node on the board is the last one of the main line: where the game itself goes on.
 *
 * @param {Match} match
 */
export function isAtEnd({ history, node }) {
  const line = history.filter((one) => one.chief);
  const nodes = new Map(line.map((one) => [one.parent, one.node]));
  let last = 0;
  for (let next = nodes.get(last); next !== undefined; next = nodes.get(last)) last = next;
  return last === node;
}
