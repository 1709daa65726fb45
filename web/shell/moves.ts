/**
 * The move list: two moves a line, variations indented below the move they replace. They keep their place whichever
 * line is on the board.
 */

import type { GameApi } from '../game/api.d.ts';
import { byId, make } from '../lib/dom.ts';
import { GLYPHS, MARK_CLASSES } from '../lib/glyphs.ts';
import { language, t } from '../lib/i18n.ts';
import type { Mark, Node } from '../protocol.d.ts';
import { score } from '../state/describe.ts';
import { isReopened } from '../state/studying.ts';
import { current, moveNumber, type Tree, treeOf, writtenNumber } from '../state/tree.ts';
import type { Match } from '../types.d.ts';
import { ask } from './dialog.ts';

/** A variation of at most this many moves, without branches, is shown in brackets on one line. */
const MAX_INLINE_MOVES = 4;

/** The move as it is written, with its glyphs. */
function written({ move, glyphs = [] }: Node) {
  const text = move.path.length ? move.text : t('moves.pass');
  return text + glyphs.map((glyph) => GLYPHS[glyph] ?? ` $${glyph}`).join('');
}

/** A line: this node and the main moves after it. */
function lineOf(from: Node, { next }: Tree) {
  const line = [from];
  for (let on = next.get(from.node)?.[0]; on?.chief; on = next.get(on.node)?.[0]) line.push(on);
  return line;
}

/** @param mark of the review, shown if the move has no glyph of its own */
function entry(node: Node, mark?: Mark | '') {
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

/** A variation, with the variations within it. */
function variation(from: Node, tree: Tree): HTMLElement {
  const line = lineOf(from, tree);
  const isShort =
    line.length <= MAX_INLINE_MOVES && line.every((node) => (tree.next.get(node.node) ?? []).length < 2);
  const block = make('span', { class: isShort ? 'variation short' : 'variation', role: 'group' });
  block.setAttribute('aria-label', t('moves.variation', { move: written(from) }));
  // The second move of a pair needs a number only at the start, and after a comment or a variation.
  let needsNumber = true;
  for (const node of line) {
    const { isFirst } = moveNumber(node.ply, tree.isSecondFirst);
    if (isFirst || needsNumber) {
      block.append(make('span', { class: 'ply' }, writtenNumber(node.ply, tree.isSecondFirst)));
    }
    block.append(...entry(node));
    needsNumber = Boolean(node.comment);
    if (node === from) continue;
    for (const side of (tree.next.get(node.parent) ?? []).slice(1)) {
      block.append(variation(side, tree));
      needsNumber = true;
    }
  }
  for (const side of tree.next.get(line[line.length - 1].node) ?? []) block.append(variation(side, tree));
  return block;
}

/** @param end the result to show */
function list(tree: Tree, end: Match['end']) {
  const { match, next } = tree;
  const rows = make('ol', {});
  if (match.comment)
    rows.append(make('li', { class: 'variations' }, make('span', { class: 'comment' }, match.comment)));
  let row: HTMLElement | null = null;
  const begin = (number: number) => {
    row = make('li', {}, make('span', { class: 'move-number' }, `${number}.`));
    rows.append(row);
    return row;
  };
  const addVariations = (sides: Node[]) => {
    if (!sides.length) return;
    rows.append(make('li', { class: 'variations' }, ...sides.map((side) => variation(side, tree))));
    row = null;
  };
  const [head, ...others] = next.get(0) ?? [];
  const main = head?.chief ? lineOf(head, tree) : [];
  if (head && !head.chief) others.unshift(head);
  for (const node of main) {
    const { number, isFirst } = moveNumber(node.ply, tree.isSecondFirst);
    const into = isFirst || !row ? begin(number) : row;
    if (!isFirst && into.children.length === 1) into.append(make('span', { class: 'move-gap' }, '…'));
    const [item, comment] = entry(node, tree.marks.get(node.ply));
    into.append(item);
    if (comment) {
      rows.append(make('li', { class: 'variations' }, comment));
      row = null;
    }
    addVariations(node.parent === 0 ? others : (next.get(node.parent) ?? []).slice(1));
  }
  addVariations(main.length ? (next.get(main[main.length - 1].node) ?? []) : others);
  if (end) {
    const [result, why] = score(end);
    rows.append(make('li', { class: 'moves-result' }, make('strong', {}, result), why && ` · ${why}`));
  }
  return rows;
}

/** Asks, and then deletes the move on the board with all moves after it. */
export async function prune(controller: GameApi) {
  const { match } = controller.page.state;
  const node = match && current(match);
  if (!node) return;
  const deleted = new Set([node.node]);
  for (const one of match.history) if (deleted.has(one.parent)) deleted.add(one.node);
  const text = t('ask.prune', { move: written(node), n: deleted.size });
  if (await ask(text, t('ask.prune.yes'))) controller.navigation.go('prune', { node: node.node });
}

export function moves(controller: GameApi) {
  const element = byId('moves');
  const { page } = controller;
  let listed = '';

  element.addEventListener('click', (event) => {
    const item = (event.target as HTMLElement).closest('.move') as HTMLElement | null;
    if (!item) return;
    const node = Number(item.dataset.node);
    if (node === page.state.match?.node) controller.entry.replay();
    else controller.navigation.to(node);
  });

  page.show((state) => {
    const { match, meta, review, mode } = state;
    const end = (!isReopened(state) && match?.end) || null;
    const turns = (mode.kind !== 'retrospect' && review?.found?.turns) || [];
    const marks = new Map(turns.filter((turn) => turn.mark).map((turn) => [turn.ply, turn.mark]));
    const line = match?.history.map(({ chief, move, parent, glyphs, comment }) => [
      `${chief ? '' : '-'}${move.text}<${parent}`,
      glyphs,
      comment,
    ]);
    const key = JSON.stringify([meta.key, language(), line, end, match?.comment, [...marks]]);
    if (key !== listed) {
      listed = key;
      const empty = make('p', { class: 'moves-empty' }, t('moves.empty'));
      const held = element.contains(document.activeElement);
      element.replaceChildren(
        match && (match.history.length || end || match.comment) ? list(treeOf(match, meta.first, marks), end) : empty,
      );
      if (held) element.dataset.held = '';
    }
    mark(element, match?.node ?? 0);
  });
  // The lines of the analysis, or a longer status, take some of its room.
  new ResizeObserver(() => {
    const now = element.querySelector('[aria-current]') as HTMLElement | null;
    if (now) reveal(element, now);
  }).observe(element);
}

/** Marks the current move, makes it the one that Tab focuses, and scrolls the list to it. */
function mark(element: HTMLElement, node: number) {
  const was = element.querySelector('[aria-current]');
  const now = element.querySelector(`[data-node="${node}"]`) as HTMLElement | null;
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
  if (held) (tabbed as HTMLElement | null)?.focus({ preventScroll: true });
  if (now) reveal(element, now);
  else if (tabbed) element.scrollTop = 0; // not in an empty list: setting it forces a layout
}

/** Scrolls the list to the current move without scrolling the page. */
function reveal(element: HTMLElement, now: HTMLElement) {
  const top = now.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
  if (top - 8 < element.scrollTop) element.scrollTop = top - 8;
  const list = element.firstElementChild;
  const last = list?.lastElementChild?.classList.contains('moves-result');
  const ends = last && [...element.querySelectorAll('ol > li:not(.variations) > .move')].pop() === now;
  const low = ends ? element.scrollHeight : top + now.offsetHeight + 8;
  // With the last move, show the result below it too, if both fit.
  if (low > element.scrollTop + element.clientHeight)
    element.scrollTop = Math.min(low - element.clientHeight, top - 8);
}
