/** The move list: two moves a line, variations indented below the move they replace, whichever line is on the board. */

import type { GameController } from '../game/controller.ts';
import { byId } from '../lib/dom.ts';
import { GLYPHS, MARK_CLASSES } from '../lib/glyphs.ts';
import { guard, html, nothing, render, type TemplateResult } from '../lib/html.ts';
import { language, t } from '../lib/i18n.ts';
import type { Mark, Move, Node } from '../protocol.d.ts';
import { score, textOf } from '../state/describe.ts';
import type { Match } from '../state/game.d.ts';
import { isGameOnBoard, isReopened } from '../state/rights.ts';
import { homeOf } from '../state/session.ts';
import { everything, type State } from '../state/state.ts';
import { current, moveNumber, treeOf, writtenNumber } from '../state/tree.ts';
import { ask } from './dialog.ts';

type Tree = ReturnType<typeof treeOf> & { home: number | null };

/** A variation of at most this many moves, without branches, is shown in brackets on one line. */
const MAX_INLINE_MOVES = 4;

function written({ move, glyphs = [] }: Node) {
  return textOf(move) + glyphs.map((glyph) => GLYPHS[glyph] ?? ` $${glyph}`).join('');
}

/** The moves of a line that is told, each of which leads to its position: the board is after the one `now`. */
export const moveButtons = (line: readonly Move[], now: number, go: (at: number) => void) =>
  line.map(
    (move, at) => html`
    <button type="button" class="move" @click=${() => go(at)} aria-current=${at === now ? 'step' : nothing}>${textOf(move)}</button>`,
  );

/** A line: this node and the main moves after it; the game itself ends where something is tried out beyond it. */
function lineOf(from: Node, { next, home }: Tree) {
  const line = [from];
  for (let on = next.get(from.node)?.[0]; on?.chief && on.parent !== home; on = next.get(on.node)?.[0]) line.push(on);
  return line;
}

/** The move that Tab focuses: the current one, or the first. */
const focusable = ({ match, next }: Tree) => match.node || next.get(0)?.[0].node;

/** Where moves stand within a sentence, nothing may stand between them: it would be a space. */
const times = (n: number, label: string) =>
  html`<span class="times"><span aria-hidden="true">×${n}</span><span class="offscreen"> ${label}</span></span>`;

const commented = (comment: string) => html`<span class="comment">${comment}</span>`;

/** A move; the mark of the review is shown if it has no glyph of its own. */
function entry(node: Node, tree: Tree, mark?: Mark | '') {
  const { node: number, glyphs, repeats } = node;
  const isAsked = mark !== undefined && node.ply === tree.asked;
  const label = repeats ? t('moves.repeats', { n: repeats }) : nothing;
  return html`<button type="button" class=${isAsked ? 'move asked' : 'move'} data-node=${number} title=${label}
    tabindex=${number === focusable(tree) ? 0 : -1} aria-current=${number === tree.match.node ? 'step' : nothing}>${written(node)}${
      mark && !glyphs?.length ? html`<span class=${`mark ${MARK_CLASSES[mark]}`}>${mark}</span>` : nothing
    }${repeats ? times(repeats, String(label)) : nothing}</button>`;
}

function variation(from: Node, tree: Tree): TemplateResult {
  const line = lineOf(from, tree);
  const isShort = line.length <= MAX_INLINE_MOVES && line.every(({ node }) => (tree.next.get(node) ?? []).length < 2);
  const parts: TemplateResult[] = [];
  // The second move of a pair needs a number only at the start, and after a comment or a variation.
  let needsNumber = true;
  for (const node of line) {
    const { isFirst } = moveNumber(node.ply, tree.isSecondFirst);
    const number = isFirst || needsNumber ? writtenNumber(node.ply, tree.isSecondFirst) : '';
    const ply = number && html`<span class="ply">${number}</span>`;
    parts.push(html`<span class="unbroken">${ply}${entry(node, tree)}</span>`);
    if (node.comment) parts.push(commented(node.comment));
    needsNumber = Boolean(node.comment);
    if (node === from) continue;
    for (const side of (tree.next.get(node.parent) ?? []).slice(1)) {
      parts.push(variation(side, tree));
      needsNumber = true;
    }
  }
  for (const side of tree.next.get(line[line.length - 1].node) ?? []) parts.push(variation(side, tree));
  const label = t('moves.variation', { move: written(from) });
  return html`<span class=${isShort ? 'note variation short' : 'note variation'} role="group" aria-label=${label}>${parts}</span>`;
}

function list(tree: Tree, end: Match['end']) {
  const { match, next } = tree;
  const rows: TemplateResult[] = [];
  let row: TemplateResult[] = []; // what stands in the row that is being filled: the number, and then one move or two
  const endRow = () => {
    if (row.length) rows.push(html`<li>${row}</li>`);
    row = [];
  };
  const add = (...aside: TemplateResult[]) => {
    if (!aside.length) return;
    endRow();
    rows.push(html`<li class="variations">${aside}</li>`);
  };
  const addVariations = (sides: Node[] = []) => add(...sides.map((side) => variation(side, tree)));
  if (match.comment) add(commented(match.comment));
  const [head, ...others] = next.get(0) ?? [];
  const main = head?.chief && tree.home !== 0 ? lineOf(head, tree) : [];
  if (head && !main.length) others.unshift(head);
  for (const node of main) {
    const { number, isFirst } = moveNumber(node.ply, tree.isSecondFirst);
    if (isFirst) endRow();
    if (!row.length) {
      row = [html`<span class="note move-number">${number}.</span>`];
      if (!isFirst) row.push(html`<span class="move-gap">…</span>`);
    }
    row.push(entry(node, tree, tree.marks.get(node.ply) ?? ''));
    if (node.comment) add(commented(node.comment));
    addVariations(node.parent === 0 ? others : next.get(node.parent)?.slice(1));
  }
  addVariations(main.length ? next.get(main[main.length - 1].node) : others);
  endRow();
  if (end) {
    const [result, why] = score(end);
    rows.push(html`<li class="note moves-result"><strong>${result}</strong>${why && ` · ${why}`}</li>`);
  }
  return rows;
}

/** The moves. A long game is listed again only when something in its list has changed. */
function view(state: State, press: (event: Event) => void) {
  const { match, meta, review } = state;
  const home = homeOf(state);
  const isGame = isGameOnBoard(state);
  const end = (!isReopened(state) && match?.end) || null;
  const found = review?.found;
  const asked = review?.at?.node === match?.node ? review?.at?.ply : 0;
  return guard([match, match?.history, match?.comment, end, found, asked, home, language(), isGame], () => {
    if (!match || !(match.history.length || end || match.comment)) return nothing;
    const marks = new Map(found?.turns.filter((turn) => turn.mark).map((turn) => [turn.ply, turn.mark]));
    return html`<ol @click=${press}>${list({ ...treeOf(match, meta.first, marks, asked), home }, end)}</ol>`;
  });
}

export async function prune(controller: GameController) {
  const { match } = controller.page.state;
  const node = match && current(match);
  if (!node) return;
  const deleted = new Set([node.node]);
  for (const node of match.history) if (deleted.has(node.parent)) deleted.add(node.node);
  const text = t('ask.prune', { move: written(node), n: deleted.size });
  if (await ask(text, t('ask.prune.yes'))) controller.navigation.go('prune', { node: node.node });
}

export function moves(controller: GameController) {
  const element = byId('moves');
  const { page } = controller;
  const press = ({ target }: Event) => {
    const item = (target as HTMLElement).closest('.move') as HTMLElement | null;
    if (!item) return;
    const node = Number(item.dataset.node);
    if (node === page.state.match?.node) controller.entry.replay();
    else controller.navigation.to(node);
  };
  let shown: { history?: Node[]; node?: number } = {}; // the moves that were shown last, and the current one of them

  page.view(everything, (state) => {
    const isHeld = element.contains(document.activeElement);
    render(view(state, press), element);
    const { history, node } = state.match ?? {};
    if (history === shown.history && node === shown.node) return;
    shown = { history, node };
    const home = element.querySelector('[tabindex="0"]') as HTMLElement | null;
    if (isHeld) home?.focus({ preventScroll: true });
    if (!reveal(element) && home) element.scrollTo(0, 0); // not in an empty list: setting it forces a layout
  });
  // The lines of the analysis, or a longer status, take some of its room.
  new ResizeObserver(() => reveal(element)).observe(element);
}

/** Scrolls the list to the current move, if there is one, without scrolling the page. Returns whether there is. */
function reveal(element: HTMLElement) {
  const now = element.querySelector('[aria-current]') as HTMLElement | null;
  if (!now) return false;
  const at = now.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  element.scrollLeft += at.left + at.width / 2 - box.left - box.width / 2; // a strip goes from side to side
  const top = at.top - box.top + element.scrollTop;
  if (top - 8 < element.scrollTop) element.scrollTop = top - 8;
  const last = element.querySelector('.moves-result');
  const ends = last && [...element.querySelectorAll('ol > li:not(.variations) > .move')].pop() === now;
  const rest = Number.parseFloat(getComputedStyle(element, '::after').height) || 0; // below the last whole row
  const low = ends ? element.scrollHeight : top + now.offsetHeight + rest;
  // With the last move, show the result below it too, if both fit.
  if (low > element.scrollTop + element.clientHeight)
    element.scrollTop = Math.min(low - element.clientHeight, top - 8);
  return true;
}
