/** Helpers for elements. Text is always set as text, never through `innerHTML`. */

import { shape } from './svg.js';

/**
 * The element with this id; the page is broken without it.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Makes an element. `class`, `data-*`, `aria-*` and the like are attributes; `on` holds listeners.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | number | undefined>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string | boolean>} attributes
 */
export function button(label, act, attributes = {}) {
  const element = make('button', { type: 'button', class: 'button', ...attributes }, label);
  element.addEventListener('click', act);
  return element;
}

/**
 * A select box that is as wide as its selected option, also in browsers without `field-sizing`, where a hidden copy of
 * the text gives the width. Call `fit` after changing the options.
 *
 * @param {Record<string, string>} attributes
 */
export function pick(attributes = {}) {
  const select = make('select', attributes);
  const element = make('span', { class: 'pick' }, select);
  const fit = () => {
    const text = select.selectedOptions[0]?.textContent ?? '';
    if (element.dataset.text !== text) element.dataset.text = text;
  };
  select.addEventListener('change', fit);
  return { element, select, fit };
}

/**
 * A picture from the sprite in index.html.
 *
 * @param {string} name
 */
export function icon(name) {
  return shape('svg', { class: 'icon', 'aria-hidden': 'true' }, shape('use', { href: `#i-${name}` }));
}

/**
 * The placeholder of an empty list.
 *
 * @param {string} picture from the sprite
 * @param {string} text
 */
export const empty = (picture, text) => make('div', { class: 'empty' }, icon(picture), make('p', {}, text));

/**
 * Sets text only if it differs, so that a live region announces it once.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
