/**
 * A list of any length: only the rows in sight, and a few beside them, are elements; it is as tall as all of them, so that
 * the panel scrolls as ever. One row is in the Tab order; arrow keys, Page Up and Down, Home and End move between rows.
 */

import { byId } from '../../lib/dom.ts';
import { html, repeat } from '../../lib/html.ts';
import { stepsOf } from '../../lib/keyboard.ts';
import { onFrame } from '../../lib/pending.ts';
import { everything } from '../../state/state.ts';
import type { Library } from './session.ts';

const ROW_PX = 60; // the height of a row: two lines of text, and a comfortable target for a finger
const SPARE_ROWS = 6;

/** @param content of a row, whose first button takes the focus; with its `tabindex` */
export function longList(label: string, library: Library, content: (at: number, tab: number) => unknown) {
  const { hits, rows } = library.now;
  const count = hits.length;
  const current = Math.max(0, Math.min(rows.current, count - 1));
  // In the order of the list, for those who read it without seeing it.
  const length = Math.max(0, Math.min(rows.last, count) - rows.first);
  const shown = Array.from({ length }, (_, nth) => rows.first + nth);
  if (count && !shown.includes(current)) shown[current < rows.first ? 'unshift' : 'push'](current);
  const row = (at: number) => html`
    <li class="long-row" data-at=${at} aria-setsize=${count} aria-posinset=${at + 1} .style=${`transform: translateY(${at * ROW_PX}px)`}>
      ${content(at, at === current ? 0 : -1)}
    </li>`;
  const enter = ({ target }: FocusEvent) => {
    const at = Number((target as HTMLElement).closest('li')?.dataset.at);
    if (at !== current) library.set({ rows: { ...library.now.rows, current: at } });
  };
  const press = (event: KeyboardEvent) => {
    const list = event.currentTarget as HTMLElement;
    const scroller = byId('panel-body');
    const page = Math.max(1, Math.floor(scroller.clientHeight / ROW_PX) - 1);
    const pages = { PageDown: page, PageUp: -page, Home: -count, End: count };
    const step = stepsOf(event, { ArrowDown: 1, ArrowUp: -1, ...pages });
    if (!step) return;
    const at = Math.max(0, Math.min(count - 1, current + step));
    const top = at * ROW_PX - above(list, scroller) + scroller.scrollTop;
    const least = top + ROW_PX - scroller.clientHeight;
    scroller.scrollTop = Math.min(top, Math.max(least, scroller.scrollTop));
    library.set({ rows: { ...library.now.rows, current: at } });
    library.page.draw();
    list.querySelector(`[data-at="${at}"]`)?.querySelector('button')?.focus({ preventScroll: true });
  };
  return html`
    <ul class="long-list" aria-label=${label} .style=${`height: ${count * ROW_PX}px`} @keydown=${press} @focusin=${enter}>
      ${repeat(shown, (at) => at, row)}
    </ul>`;
}

const above = (list: Element, scroller: Element) =>
  scroller.getBoundingClientRect().top - list.getBoundingClientRect().top;

/** Finds out which rows are in sight, until what this returns is called. */
export function watchSight(library: Library) {
  const scroller = byId('panel-body');
  const look = () => {
    const list = scroller.querySelector('.long-list');
    if (!list) return;
    const { hits, rows } = library.now;
    const before = above(list, scroller);
    const first = Math.max(0, Math.floor(before / ROW_PX) - SPARE_ROWS);
    const last = Math.min(hits.length, Math.ceil((before + scroller.clientHeight) / ROW_PX) + SPARE_ROWS);
    if (rows.first !== first || rows.last !== last) library.set({ rows: { ...rows, first, last } });
  };
  let callOff: (() => void) | null = null; // the look that is due
  const later = () => {
    callOff ??= onFrame(() => {
      callOff = null;
      look();
    });
  };
  const stop = new AbortController();
  const { signal } = stop;
  scroller.addEventListener('scroll', later, { passive: true, signal });
  // What stands above the list is folded and unfolded.
  scroller.addEventListener('toggle', later, { capture: true, signal });
  const observer = new ResizeObserver(later);
  observer.observe(scroller);
  // By then the rows that it looks at are drawn.
  const end = library.page.effect(everything, later);
  return [end, () => stop.abort(), () => observer.disconnect(), () => callOff?.()];
}
