/**
 * The match as a tree: which moves were tried after each move.
 *
 * @import { Mark, Node } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
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
