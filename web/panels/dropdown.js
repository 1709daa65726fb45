/**
 * The menus in the header of a desk: a list below the button that was pressed. The arrow keys move through it and to the
 * menus beside it; Escape, Tab and a click elsewhere close it.
 *
 * @import { Group } from '../state/commands.js'
 * @import { Context } from '../types.d.ts'
 */

import { button, icon, make } from '../lib/dom.js';
import { entriesOf, named, perform } from '../state/commands.js';

/** Between the button and the list below it, and between the list and the edge of the window. */
const GAP_PX = 4;

/** The list that is open, and its button. @type {{ list: HTMLElement, opener: HTMLElement } | null} */
let open = null;

/** Closes the list. @param {boolean} [back] whether its button gets the focus */
function close(back = false) {
  if (!open) return;
  const { list, opener } = open;
  open = null;
  list.remove();
  opener.setAttribute('aria-expanded', 'false');
  if (back) opener.focus({ preventScroll: true });
}

addEventListener('pointerdown', ({ target }) => {
  const at = /** @type {Node} */ (target);
  if (open && !open.list.contains(at) && !open.opener.contains(at)) close();
});
addEventListener('resize', () => close());

/** Which of a row is `by` further on; after the last one comes the first. @template T @param {T[]} row @param {T} from */
const beside = (row, from, by = 1) => row[(row.indexOf(from) + by + row.length) % row.length];

/**
 * Opens the menu of a button, or closes it.
 *
 * @param {HTMLElement} opener
 * @param {Context} context
 */
export function toggleMenu(opener, context) {
  const again = open?.opener === opener;
  close(again);
  if (again) return;
  const list = make('div', {
    class: 'dropdown',
    role: 'menu',
    popover: 'manual',
    'aria-label': opener.innerText.trim(),
  });
  const group = /** @type {Group} */ (opener.dataset.menu);
  const { state } = context.controller.page;
  for (const { id, icon: name = id, label, isEnabled } of entriesOf(group)) {
    const enabled = !isEnabled || isEnabled(state);
    const choose = () => {
      if (!enabled) return;
      close(true);
      perform(id, context);
    };
    const attributes = {
      role: 'menuitem',
      tabindex: '-1',
      'aria-disabled': String(!enabled),
      class: 'dropdown-item',
      'data-entry': name,
    };
    const item = button(named(label, state), choose, attributes);
    item.prepend(icon(name));
    list.append(item);
  }
  list.addEventListener('keydown', (event) => move(event, context));
  list.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && relatedTarget !== opener && !list.contains(/** @type {Node} */ (relatedTarget))) close();
  });
  opener.after(list);
  const { left, bottom } = opener.getBoundingClientRect();
  list.showPopover();
  list.style.insetBlockStart = `${bottom + GAP_PX}px`;
  list.style.insetInlineStart = `${Math.min(left, innerWidth - list.offsetWidth - GAP_PX)}px`;
  opener.setAttribute('aria-expanded', 'true');
  open = { list, opener };
  /** @type {HTMLElement} */ (list.firstElementChild)?.focus();
}

/**
 * @param {KeyboardEvent} event
 * @param {Context} context
 */
function move(event, context) {
  if (!open) return;
  const { list, opener } = open;
  event.stopPropagation();
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  const held = /** @type {HTMLElement} */ (document.activeElement);
  /** @type {Record<string, () => HTMLElement>} */
  const steps = {
    ArrowDown: () => beside(items, held),
    ArrowUp: () => beside(items, held, -1),
    Home: () => items[0],
    End: () => items[items.length - 1],
  };
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (steps[event.key]) {
    event.preventDefault();
    steps[event.key]().focus();
  } else if (by) {
    event.preventDefault();
    const openers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-menu]')]);
    toggleMenu(beside(openers, opener, by), context);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    close(true);
  } else if (event.key === 'Tab') {
    close(true);
  } else if (/^\S$/.test(event.key)) {
    const begun = items.filter((item) => item.innerText.toLowerCase().startsWith(event.key.toLowerCase()));
    if (begun.length) (begun[begun.indexOf(held) + 1] ?? begun[0]).focus();
  }
}
