/**
 * The move list: two moves a line, variations indented below the move they replace. They keep their place whichever
 * line is on the board. Below it are the buttons for navigation and for changing variations.
 *
 * @import { Mark, Node } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Tree } from '../state/tree.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { leap } from '../game/navigation.js';
import { byId, make } from '../lib/dom.js';
import { GLYPHS, MARK_CLASSES } from '../lib/glyphs.js';
import { language, said, t } from '../lib/i18n.js';
import { lazy } from '../lib/lazy.js';
import { current, treeOf } from '../state/tree.js';
import { isMain } from '../state/walking.js';
import { ask } from './dialog.js';

/** A line of no more than this many turns, without branches, stands in brackets within the one around it. */
const MAX_INLINE_MOVES = 4;

/**
 * The number of the pair of turns that a turn belongs to, and whether it opens the pair.
 *
 * @param {Node} node
 * @param {Tree} tree
 */
function place({ ply }, { late }) {
  const at = ply - 1 + (late ? 1 : 0);
  return { number: Math.floor(at / 2) + 1, opens: at % 2 === 0 };
}

/** The move as it is written, with its glyphs. @param {Node} node */
function written({ move, glyphs = [] }) {
  const text = move.path.length ? move.text : t('moves.pass');
  return text + glyphs.map((glyph) => GLYPHS[glyph] ?? ` $${glyph}`).join('');
}

/** The nodes from a line's first to its last, by the main children. @param {Node} from @param {Tree} tree */
function lineOf(from, { next }) {
  const line = [from];
  for (let on = next.get(from.node)?.[0]; on?.chief; on = next.get(on.node)?.[0]) line.push(on);
  return line;
}

/** @param {Node} node @param {Mark | ''} [mark] of a report, beside a turn that has no glyph of its own */
function entry(node, mark) {
  const item = make('button', { type: 'button', class: 'move', 'data-node': node.node, tabindex: -1 }, written(node));
  if (mark && !node.glyphs?.length) item.append(make('span', { class: `mark ${MARK_CLASSES[mark]}` }, mark));
  if (node.repeats) {
    const told = t('moves.repeats', { n: node.repeats });
    item.title = told;
    const times = make('span', { 'aria-hidden': 'true' }, `×${node.repeats}`);
    item.append(make('span', { class: 'times' }, times, make('span', { class: 'offscreen' }, ` ${told}`)));
  }
  return node.comment ? [item, make('span', { class: 'comment' }, node.comment)] : [item];
}

/**
 * A line that was tried, with the lines that were tried in it.
 *
 * @param {Node} from
 * @param {Tree} tree
 * @returns {HTMLElement}
 */
function variation(from, tree) {
  const line = lineOf(from, tree);
  const plain = line.length <= MAX_INLINE_MOVES && line.every((node) => (tree.next.get(node.node) ?? []).length < 2);
  const block = make('span', { class: plain ? 'variation short' : 'variation', role: 'group' });
  block.setAttribute('aria-label', t('moves.variation', { move: written(from) }));
  let fresh = true;
  for (const node of line) {
    const { number, opens } = place(node, tree);
    if (opens || fresh) block.append(make('span', { class: 'ply' }, `${number}${opens ? '.' : '…'}`));
    block.append(...entry(node));
    fresh = Boolean(node.comment);
    if (node === from) continue;
    for (const side of (tree.next.get(node.parent) ?? []).slice(1)) {
      block.append(variation(side, tree));
      fresh = true;
    }
  }
  for (const side of tree.next.get(line[line.length - 1].node) ?? []) block.append(variation(side, tree));
  return block;
}

/** @param {Tree} tree */
function list(tree) {
  const { match, next } = tree;
  const rows = make('ol', {});
  if (match.comment) rows.append(make('li', { class: 'asides' }, make('span', { class: 'comment' }, match.comment)));
  /** @type {HTMLElement | null} */
  let row = null;
  const begin = (/** @type {number} */ number) => {
    row = make('li', {}, make('span', { class: 'move-number' }, `${number}.`));
    rows.append(row);
    return row;
  };
  /** @param {Node[]} sides */
  const aside = (sides) => {
    if (!sides.length) return;
    rows.append(make('li', { class: 'asides' }, ...sides.map((side) => variation(side, tree))));
    row = null;
  };
  const [head, ...others] = next.get(0) ?? [];
  const main = head?.chief ? lineOf(head, tree) : [];
  if (head && !head.chief) others.unshift(head);
  for (const node of main) {
    const { number, opens } = place(node, tree);
    const into = opens || !row ? begin(number) : row;
    if (!opens && into.children.length === 1) into.append(make('span', { class: 'move-gap' }, '…'));
    const [item, comment] = entry(node, tree.marks.get(node.ply));
    into.append(item);
    if (comment) {
      rows.append(make('li', { class: 'asides' }, comment));
      row = null;
    }
    aside(node.parent === 0 ? others : (next.get(node.parent) ?? []).slice(1));
  }
  aside(main.length ? (next.get(main[main.length - 1].node) ?? []) : others);
  if (match.end) {
    const score = match.end.winner === 'w' ? '1–0' : match.end.winner === 'b' ? '0–1' : '½–½';
    rows.append(make('li', { class: 'moves-result' }, make('strong', {}, score), ` ${said(match.end)}`));
  }
  return rows;
}

/** Deletes the move on the board and all that follow it, if that is what is wanted. @param {GameApi} controller */
async function prune(controller) {
  const { match } = controller.page.state;
  const node = match && current(match);
  if (!node) return;
  const gone = new Set([node.node]);
  for (const one of match.history) if (gone.has(one.parent)) gone.add(one.node);
  const text = t('ask.prune', { move: written(node), n: gone.size });
  if (await ask(text, t('ask.prune.yes'))) controller.navigation.go('prune', { node: node.node });
}

/** @param {GameApi} controller */
export function moves(controller) {
  const element = byId('moves');
  const { page } = controller;
  let listed = '';

  element.addEventListener('click', (event) => {
    const item = /** @type {HTMLElement} */ (event.target).closest('.move');
    if (item) controller.navigation.to(Number(/** @type {HTMLElement} */ (item).dataset.node));
  });

  page.show(({ match, meta, review, retrospect }) => {
    const turns = (!retrospect && review?.found?.turns) || [];
    const marks = new Map(turns.filter((turn) => turn.mark).map((turn) => [turn.ply, turn.mark]));
    const line = match?.history.map(({ chief, move, parent, glyphs, comment }) => [
      `${chief ? '' : '-'}${move.text}<${parent}`,
      glyphs,
      comment,
    ]);
    const key = JSON.stringify([meta.key, language(), line, match?.end, match?.comment, [...marks]]);
    if (key !== listed) {
      listed = key;
      const empty = make('p', { class: 'moves-empty' }, t('moves.empty'));
      const held = element.contains(document.activeElement);
      element.replaceChildren(
        match?.history.length || match?.end || match?.comment ? list(treeOf(match, meta.first, marks)) : empty,
      );
      if (held) element.dataset.held = '';
    }
    mark(element, match?.node ?? 0);
  });

  /** @type {[string, () => void, (state: State) => boolean][]} */
  const bound = [
    ['to-first', () => leap(controller, 'first'), (s) => (s.match?.ply ?? 0) > 0],
    ['to-before', () => controller.navigation.go('undo'), (s) => Boolean(s.match?.can_undo)],
    ['to-next', () => controller.navigation.go('redo'), (s) => Boolean(s.match?.can_redo)],
    ['to-last', () => leap(controller, 'last'), (s) => Boolean(s.match?.can_redo)],
    [
      'promote',
      () => controller.navigation.go('promote', { node: page.state.match?.node }),
      (s) => s.match !== null && !isMain(s.match),
    ],
    ['prune', () => prune(controller), (s) => (s.match?.ply ?? 0) > 0],
    [
      'annotate',
      () =>
        lazy('view/comment.js', () => import('./comment.js')).then(
          ({ note }) => note(controller),
          controller.fail.bind(controller),
        ),
      (s) => s.match !== null,
    ],
    ['analyse', () => controller.analyse(), (s) => s.match !== null],
  ];
  for (const [id, act, can] of bound) {
    const button = byId(id);
    button.addEventListener('click', () => {
      if (can(page.state)) act();
    });
    page.show((state) => button.setAttribute('aria-disabled', String(!can(state) || state.pending)));
  }
  page.show(({ analysis }) => byId('analyse').setAttribute('aria-pressed', String(analysis !== null)));
}

/**
 * Marks the move on the board, lets Tab find it, and scrolls the list, and nothing around it, until it is in sight.
 *
 * @param {HTMLElement} element
 * @param {number} node
 */
function mark(element, node) {
  const was = element.querySelector('[aria-current]');
  const now = /** @type {HTMLElement | null} */ (element.querySelector(`[data-node="${node}"]`));
  const home = element.querySelector('[tabindex="0"]');
  const tabbed = now ?? element.querySelector('.move');
  if (home !== tabbed) {
    home?.setAttribute('tabindex', '-1');
    tabbed?.setAttribute('tabindex', '0');
  }
  if (now && now === was) return;
  const held = element.contains(document.activeElement) || 'held' in element.dataset;
  delete element.dataset.held;
  was?.removeAttribute('aria-current');
  now?.setAttribute('aria-current', 'step');
  if (held) /** @type {HTMLElement | null} */ (tabbed)?.focus({ preventScroll: true });
  if (!now) {
    if (tabbed) element.scrollTop = 0; // where there are no moves, asking would lay the page out for nothing
    return;
  }
  const top = now.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
  if (top - 8 < element.scrollTop) element.scrollTop = top - 8;
  const list = element.firstElementChild;
  const last = list?.lastElementChild?.classList.contains('moves-result');
  const ends = last && [...element.querySelectorAll('ol > li:not(.asides) > .move')].pop() === now;
  const low = ends ? element.scrollHeight : top + now.offsetHeight + 8;
  // The end of the list is seen with it, where both have room.
  if (low > element.scrollTop + element.clientHeight)
    element.scrollTop = Math.min(low - element.clientHeight, top - 8);
}
