/**
 * The moves, two a line, the one on the table marked; a click goes there. Lines that were left stand below the move
 * they would have replaced.
 *
 * @import { Match, Node } from '../types.d.ts'
 * @import { Table } from '../table.js'
 */

import { byId, make } from '../dom.js';
import { t } from '../i18n.js';

/** The root of the tree of variations: it has no node of its own in `history`. @param {Match} match */
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

  /**
   * @param {Node} node
   * @param {Match} match
   */
  const entry = (node, match) => {
    const current = node.node === match.node;
    const text = node.move.path.length ? node.move.text : t('moves.pass');
    const item = make(
      'button',
      {
        type: 'button',
        class: 'move',
        'data-node': node.node,
        'aria-current': current && 'step',
      },
      text,
    );
    item.addEventListener('click', () => table.goto(node.node));
    return item;
  };

  /** A line that was left, in one paragraph. @param {Node} from @param {Match} match @param {Map<number, Node[]>} tree */
  const variation = (from, match, tree) => {
    const line = make('li', {});
    const text = make('div', { class: 'variation' });
    const branches = [];
    /** @type {Node | undefined} */
    let node = from;
    let first = true;
    while (node) {
      const number = Math.floor((node.ply - 1) / 2) + 1;
      if (first || node.ply % 2 === 1) {
        text.append(make('span', {}, `${number}${node.ply % 2 === 1 ? '.' : '…'} `));
      }
      first = false;
      text.append(entry(node, match), ' ');
      /** @type {Node[]} */
      const next = tree.get(node.node) ?? [];
      branches.push(...next.slice(1));
      node = next[0];
    }
    for (const branch of branches) text.append(...variation(branch, match, tree).childNodes);
    line.append(text);
    return line;
  };

  table.page.show(({ match }) => {
    if (match === shown) return;
    shown = match;
    if (!match?.history.length) {
      element.replaceChildren(make('p', { class: 'moves-empty' }, t('moves.empty')));
      return;
    }
    const tree = children(match);
    const main = match.history.filter((node) => node.main).sort((a, b) => a.ply - b.ply);
    const list = make('ol');
    main.forEach((node, index) => {
      const odd = node.ply % 2 === 1;
      const sides = (tree.get(node.parent) ?? []).filter((one) => one !== node);
      if (odd || index === 0) list.append(numbered(node));
      const item = make('li', {});
      if (!odd && index === 0) item.append(make('span'));
      item.append(entry(node, match));
      list.append(item);
      if (!sides.length) return;
      if (odd) list.append(make('span'));
      for (const side of sides) list.append(variation(side, match, tree));
      const next = main[index + 1];
      if (odd && next) list.append(numbered(next), make('span', { class: 'move-gap' }, '…'));
    });
    element.replaceChildren(list);
    const current = /** @type {HTMLElement | null} */ (element.querySelector('[aria-current]'));
    if (current) reveal(element, current);
  });
}

/** @param {Node} node */
const numbered = (node) => make('span', { class: 'move-number' }, `${Math.floor((node.ply - 1) / 2) + 1}.`);

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
