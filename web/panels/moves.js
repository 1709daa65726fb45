/**
 * The moves, two a line, the one on the table marked; a click goes there. Lines that were left stand below the move
 * they would have replaced.
 *
 * @import { Match, Node } from '../types.d.ts'
 * @import { Table } from '../table.js'
 */

import { byId, make } from '../dom.js';
import { language, t } from '../i18n.js';

/** The turns that were tried after each node, by its number. @param {Match} match */
const children = (match) => {
  /** @type {Map<number, Node[]>} */
  const found = new Map();
  for (const node of match.history) found.set(node.parent, [...(found.get(node.parent) ?? []), node]);
  return found;
};

/** @param {Table} table */
export function moves(table) {
  const element = byId('moves');
  /** @type {Match | null | undefined} */
  let shown;
  let spoken = '';

  /**
   * @param {Node} node
   * @param {Match} match
   */
  const entry = (node, match) => {
    const current = node.node === match.node;
    const text = node.move.path.length ? node.move.text : t('moves.pass');
    const item = make(
      'button',
      { type: 'button', class: 'move', 'data-node': node.node, 'aria-current': current && 'step' },
      text,
    );
    item.addEventListener('click', () => table.goto(node.node));
    return item;
  };

  /**
   * A line that was left, with the lines that were left in it.
   *
   * @param {Node} from
   * @param {Match} match
   * @param {Map<number, Node[]>} tree
   */
  const variation = (from, match, tree) => {
    const line = make('div', { class: 'variation' });
    const branches = [];
    /** @type {Node | undefined} */
    let node = from;
    while (node) {
      const begins = node.ply % 2 === 1;
      if (begins || node === from) line.append(make('span', {}, `${number(node)}${begins ? '.' : '…'} `));
      line.append(entry(node, match), ' ');
      /** @type {Node[]} */
      const next = tree.get(node.node) ?? [];
      branches.push(...next.slice(1));
      node = next[0];
    }
    for (const branch of branches) line.append(variation(branch, match, tree));
    return line;
  };

  /** @param {Match} match */
  const lines = (match) => {
    const tree = children(match);
    const list = make('ol');
    /** @type {HTMLElement | null} */
    let row = null;
    for (const node of match.history.filter((one) => one.main).sort((a, b) => a.ply - b.ply)) {
      const begins = node.ply % 2 === 1;
      if (!row || begins) {
        row = make('li', {}, make('span', { class: 'move-number' }, `${number(node)}.`));
        if (!begins) row.append(make('span', { class: 'move-gap' }, '…'));
        list.append(row);
      }
      row.append(entry(node, match));
      const sides = (tree.get(node.parent) ?? []).filter((one) => one !== node);
      for (const side of sides) row.append(variation(side, match, tree));
      if (sides.length) row = null;
    }
    return list;
  };

  table.page.show(({ match }) => {
    if (match === shown && language() === spoken) return;
    shown = match;
    spoken = language();
    if (!match?.history.length) {
      element.replaceChildren(make('p', { class: 'moves-empty' }, t('moves.empty')));
      return;
    }
    element.replaceChildren(lines(match));
    const current = /** @type {HTMLElement | null} */ (element.querySelector('[aria-current]'));
    if (current) reveal(element, current);
  });
}

/** The number of the pair of turns that a turn belongs to. @param {Node} node */
const number = (node) => Math.floor((node.ply - 1) / 2) + 1;

/**
 * Scrolls the list, and nothing around it, until the move is in sight.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} move
 */
function reveal(list, move) {
  const top = move.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const low = top + move.offsetHeight;
  if (low > list.scrollTop + list.clientHeight) list.scrollTop = low - list.clientHeight + 8;
}
