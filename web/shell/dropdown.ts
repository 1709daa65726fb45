/** The menus in the header. Arrow keys move through them and between; Escape, Tab and a click elsewhere close them. */

import { html, icon, keyed, nothing, render } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { everything, type State } from '../state/state.ts';
import { type Command, type Context, entriesOf, type Group, named, perform, reasonOf } from './commands.ts';

const GAP_PX = 4; // between the button and the list below it, and between the list and the edge of the window

const openers = () => [...document.querySelectorAll('[data-menu]')] as HTMLElement[];

const openerOf = ({ controller }: Context) =>
  openers().find(({ dataset }) => dataset.menu === controller.page.state.menu);

const openList = () => document.querySelector('.dropdown') as HTMLElement | null;

export function toggleMenu(opener: HTMLElement, context: Context) {
  const { state } = context.controller.page;
  const group = opener.dataset.menu as Group;
  if (state.menu === group) return close(context, true);
  if (!state.menu) drawWhileOpen(context);
  choose(context, group);
  const list = openList();
  if (!list) return;
  list.showPopover();
  const { left, bottom } = opener.getBoundingClientRect();
  list.style.insetBlockStart = `${bottom + GAP_PX}px`;
  list.style.insetInlineStart = `${Math.min(left, innerWidth - list.offsetWidth - GAP_PX)}px`;
  (list.firstElementChild as HTMLElement | null)?.focus();
}

function choose({ controller: { page } }: Context, group: Group | null) {
  page.set({ menu: group });
  page.draw();
}

/** Closes the menu; `back`: its button gets the focus. */
function close(context: Context, back: boolean = false) {
  const opener = openerOf(context);
  choose(context, null);
  if (back) opener?.focus({ preventScroll: true });
}

function drawWhileOpen(context: Context) {
  const { page } = context.controller;
  const header = openers()[0].parentElement as HTMLElement;
  const open = new AbortController();
  const press = ({ target }: Event) => {
    const at = target as Node;
    if (![openList(), ...openers()].some((part) => part?.contains(at))) close(context);
  };
  addEventListener('pointerdown', press, open);
  addEventListener('resize', () => close(context), open);
  const end = page.view(everything, (state) => {
    for (const opener of openers()) opener.setAttribute('aria-expanded', String(opener.dataset.menu === state.menu));
    render(state.menu ? menu(state.menu, state, context) : nothing, header);
    if (state.menu) return;
    end();
    open.abort();
  });
}

/** Whether a button below the board or below the list of moves does the same, and is to be seen. */
function isInSight({ id, panel }: Command) {
  const button = `:is(#${CSS.escape(id)}, [data-panel="${panel}"])`;
  return document.querySelector(`:is(.actions, .study-tools) ${button}`)?.checkVisibility() ?? false;
}

/** What a menu lists, in the header and on a phone alike: what no button in sight does. */
export const listed = (group: Group, state: State) =>
  entriesOf(group, state).filter((command) => !isInSight(command));

function menu(group: Group, state: State, context: Context) {
  const entry = (command: Command) => {
    const { id, icon: picture = id, label, isEnabled } = command;
    const isOff = isEnabled && !isEnabled(state);
    const run = () => {
      if (isOff) return;
      close(context, true);
      perform(id, context);
    };
    return html`
      <button type="button" class="entry dropdown-item" role="menuitem" tabindex="-1" aria-disabled=${Boolean(isOff)}
        title=${reasonOf(command, state) || nothing} data-entry=${picture} @click=${run}>${icon(picture)}${named(label, state)}</button>`;
  };
  const leave = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    const list = currentTarget as HTMLElement;
    if (to instanceof HTMLElement && to.dataset.menu !== group && !list.contains(to)) close(context);
  };
  const list = html`
    <div class="dropdown" role="menu" popover="manual" aria-label=${t(`menu.${group}`)} @focusout=${leave}
      @keydown=${(event: KeyboardEvent) => move(event, context)}>${listed(group, state).map(entry)}</div>`;
  return keyed(group, list);
}

/** Which of a row is `by` further on; after the last one comes the first. */
const beside = <T>(row: (T | undefined)[], from: T | undefined, by = 1) =>
  row[(row.indexOf(from) + by + row.length) % row.length];

function move(event: KeyboardEvent, context: Context) {
  event.stopPropagation();
  const items = [...(event.currentTarget as Element).children] as HTMLElement[];
  const held = document.activeElement as HTMLElement;
  const steps: Record<string, () => HTMLElement | undefined> = {
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
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault();
    close(context, true);
  } else if (/^\S$/.test(event.key)) {
    const begun = items.filter((item) => item.innerText.toLowerCase().startsWith(event.key.toLowerCase()));
    if (begun.length) (begun[begun.indexOf(held) + 1] ?? begun[0]).focus();
  }
}
