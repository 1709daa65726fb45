/**
 * The match as a tree: which moves were tried after each move.
 *
 * @import { Mark, Match, Node } from '../types.d.ts'
 */

/**
 * The turns after each node, by its number, the main one first; and how turns are numbered.
 *
 * @typedef {object} Tree
 * @property {Match} match
 * @property {Map<number, Node[]>} next
 * @property {boolean} late whether the side that moves second moved first
 * @property {Map<number, Mark | ''>} marks what a report has to say of turns, by their plies on the main line
 */

/** @param {Match} match @param {string} first @param {Map<number, Mark | ''>} marks @returns {Tree} */
export function treeOf(match, first, marks = new Map()) {
  /** @type {Map<number, Node[]>} */
  const next = new Map();
  for (const node of match.history) {
    const there = next.get(node.parent) ?? [];
    if (node.chief) there.unshift(node);
    else there.push(node);
    next.set(node.parent, there);
  }
  return { match, next, marks, late: match.history.length > 0 && match.history[0].side !== first };
}

/** The node on the board, unless it is the start. @param {Match} match */
export const current = (match) => match.history.find((node) => node.node === match.node);

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
