/**
 * A list of any length: only the rows in sight, and a few beside them, are elements. The list is as tall as all rows
 * together, so that the panel scrolls as it always does. One row is in the Tab order; arrow keys, Page Up and Down, Home
 * and End move between rows.
 */

import { make } from '../lib/dom.js';

/** The height of a row: two lines of text, and a comfortable target for a finger. */
export const ROW_PX = 60;

/** Rows beyond those in sight. */
const SPARE_ROWS = 6;

export class LongList {
  /**
   * @param {string} label
   * @param {(at: number) => HTMLElement[]} content the content of a row; its first element takes the focus
   */
  constructor(label, content) {
    this.content = content;
    this.count = 0;
    /** The row in the Tab order. */
    this.current = 0;
    this.element = make('ul', { class: 'long-list', 'aria-label': label });
    /** The rows that are elements. @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {HTMLElement | null} */
    this.scroller = null;
    this.frame = 0;
    this.element.addEventListener('keydown', (event) => this.press(event));
    this.element.addEventListener('focusin', ({ target }) => {
      const row = /** @type {HTMLElement} */ (target).closest('li');
      if (row) this.enter(Number(row.dataset.at));
    });
  }

  /** Begins to follow the panel's scrolling. @param {HTMLElement} scroller @param {AbortSignal} signal */
  follow(scroller, signal) {
    this.scroller = scroller;
    const later = () => {
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    };
    scroller.addEventListener('scroll', later, { passive: true, signal });
    const observer = new ResizeObserver(later);
    observer.observe(scroller);
    // What stands above the list may grow and shrink.
    if (this.element.parentElement) observer.observe(this.element.parentElement);
    signal.addEventListener('abort', () => observer.disconnect());
    this.draw();
  }

  /** Shows other rows. @param {number} count */
  show(count) {
    this.count = count;
    this.current = Math.min(this.current, Math.max(0, count - 1));
    this.element.style.height = `${count * ROW_PX}px`;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  /** Makes the rows in sight, and removes the others, but for the one with the focus. */
  draw() {
    const { scroller, element, rows, count } = this;
    if (!scroller?.isConnected) return;
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(above / ROW_PX) - SPARE_ROWS);
    const last = Math.min(count, Math.ceil((above + scroller.clientHeight) / ROW_PX) + SPARE_ROWS);
    for (const [at, row] of rows) {
      if ((at >= first && at < last) || row.contains(document.activeElement)) continue;
      row.remove();
      rows.delete(at);
    }
    for (let at = first; at < last; at++) if (!rows.has(at)) this.add(at);
  }

  /** @param {number} at */
  add(at) {
    const row = make(
      'li',
      { class: 'long-row', 'data-at': at, 'aria-setsize': this.count, 'aria-posinset': at + 1 },
      ...this.content(at),
    );
    row.style.transform = `translateY(${at * ROW_PX}px)`;
    const next = [...this.rows].filter(([other]) => other > at).sort(([one], [other]) => one - other)[0];
    // In the order of the list, for those who read it without seeing it.
    this.element.insertBefore(row, next?.[1] ?? null);
    this.rows.set(at, row);
    this.offer(row, at === this.current);
    return row;
  }

  /** Puts a row into the Tab order, or out of it. @param {HTMLElement} row @param {boolean} isOffered */
  offer(row, isOffered) {
    for (const one of row.querySelectorAll('button, input')) one.setAttribute('tabindex', isOffered ? '0' : '-1');
  }

  /** @param {number} at the row that has the focus now */
  enter(at) {
    if (at === this.current) return;
    const before = this.rows.get(this.current);
    if (before) this.offer(before, false);
    this.current = at;
    const row = this.rows.get(at);
    if (row) this.offer(row, true);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((this.scroller?.clientHeight ?? 0) / ROW_PX) - 1);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(this.count - 1, this.current + step)));
  }

  /** Moves the focus to a row. @param {number} at */
  go(at) {
    const { scroller, element } = this;
    if (!scroller || !this.count) return;
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    const [from, to] = [top + at * ROW_PX, top + (at + 1) * ROW_PX];
    if (from < scroller.scrollTop) scroller.scrollTop = from;
    else if (to > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = to - scroller.clientHeight;
    this.draw();
    const row = this.rows.get(at) ?? this.add(at);
    row.querySelector('button')?.focus({ preventScroll: true });
  }
}
