/**
 * The menus in the header of a desk: a list below the button that was pressed. The arrow keys move through it and to the
 * menus beside it; Escape, Tab and a click elsewhere close it.
 *
 * @import { Command, Group } from '../state/commands.js'
 * @import { State } from '../state/state.js'
 * @import { Context } from '../types.d.ts'
 */

import { html, nothing, render } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { icon } from '../lib/controls.js';
import { t } from '../lib/i18n.js';
import { entriesOf, named, perform } from '../state/commands.js';

/** Between the button and the list below it, and between the list and the edge of the window. */
const GAP_PX = 4;

/** The buttons of the menus. */
const openers = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-menu]')]);

/** The one whose menu is open. @param {Context} context */
const openerOf = ({ controller }) => openers().find(({ dataset }) => dataset.menu === controller.page.state.menu);

/** The list that is open. */
const openList = () => /** @type {HTMLElement | null} */ (document.querySelector('.dropdown'));

/** Opens the menu of a button, or closes it. @param {HTMLElement} opener @param {Context} context */
export function toggleMenu(opener, context) {
  const { state } = context.controller.page;
  const group = /** @type {Group} */ (opener.dataset.menu);
  if (state.menu === group) {
    close(context, true);
    return;
  }
  if (!state.menu) drawWhileOpen(context);
  choose(context, group);
  const list = openList();
  if (!list) return;
  list.showPopover();
  const { left, bottom } = opener.getBoundingClientRect();
  list.style.insetBlockStart = `${bottom + GAP_PX}px`;
  list.style.insetInlineStart = `${Math.min(left, innerWidth - list.offsetWidth - GAP_PX)}px`;
  /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus();
}

/** @param {Context} context @param {Group | null} group */
function choose({ controller: { page } }, group) {
  page.change((s) => {
    s.menu = group;
  });
  page.draw();
}

/** Closes the menu. @param {Context} context @param {boolean} [back] whether its button gets the focus */
function close(context, back = false) {
  const opener = openerOf(context);
  choose(context, null);
  if (back) opener?.focus({ preventScroll: true });
}

/** @param {Context} context */
function drawWhileOpen(context) {
  const { page } = context.controller;
  const header = /** @type {HTMLElement} */ (openers()[0].parentElement);
  const open = new AbortController();
  const press = (/** @type {Event} */ { target }) => {
    const at = /** @type {Node} */ (target);
    if (![openList(), ...openers()].some((part) => part?.contains(at))) close(context);
  };
  addEventListener('pointerdown', press, open);
  addEventListener('resize', () => close(context), open);
  const end = page.show((state) => {
    for (const opener of openers()) opener.setAttribute('aria-expanded', String(opener.dataset.menu === state.menu));
    render(state.menu ? menu(state.menu, state, context) : nothing, header);
    if (state.menu) return;
    end();
    open.abort();
  });
}

/** @param {Group} group @param {State} state @param {Context} context */
function menu(group, state, context) {
  const entry = (/** @type {Command} */ { id, icon: picture = id, label, isEnabled }) => {
    const isOff = isEnabled && !isEnabled(state);
    const run = () => {
      if (isOff) return;
      close(context, true);
      perform(id, context);
    };
    return html`
      <button type="button" class="dropdown-item" role="menuitem" tabindex="-1" aria-disabled=${Boolean(isOff)}
        data-entry=${picture} @click=${run}>${icon(picture)}${named(label, state)}</button>`;
  };
  const leave = (/** @type {FocusEvent} */ { currentTarget, relatedTarget: to }) => {
    const list = /** @type {HTMLElement} */ (currentTarget);
    if (to instanceof HTMLElement && to.dataset.menu !== group && !list.contains(to)) close(context);
  };
  const list = html`
    <div class="dropdown" role="menu" popover="manual" aria-label=${t(`menu.${group}`)} @focusout=${leave}
      @keydown=${(/** @type {KeyboardEvent} */ event) => move(event, context)}>${entriesOf(group).map(entry)}</div>`;
  return keyed(group, list);
}

/** Which of a row is `by` further on; after the last one comes the first. @template T @param {(T | undefined)[]} row @param {T | undefined} from */
const beside = (row, from, by = 1) => row[(row.indexOf(from) + by + row.length) % row.length];

/** @param {KeyboardEvent} event @param {Context} context */
function move(event, context) {
  event.stopPropagation();
  const items = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).children]);
  const held = /** @type {HTMLElement} */ (document.activeElement);
  /** @type {Record<string, () => HTMLElement | undefined>} */
  const steps = {
    ArrowDown: () => beside(items, held),
    ArrowUp: () => beside(items, held, -1),
    Home: () => items[0],
    End: () => items[items.length - 1],
  };
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (steps[event.key]) {
    event.preventDefault();
    steps[event.key]()?.focus();
  } else if (by) {
    event.preventDefault();
    const next = beside(openers(), openerOf(context), by);
    if (next) toggleMenu(next, context);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    close(context, true);
  } else if (event.key === 'Tab') {
    close(context, true);
  } else if (/^\S$/.test(event.key)) {
    const begun = items.filter((item) => item.innerText.toLowerCase().startsWith(event.key.toLowerCase()));
    if (begun.length) (begun[begun.indexOf(held) + 1] ?? begun[0]).focus();
  }
}
