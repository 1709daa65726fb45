/**
 * The page's words. Every text that a person sees or hears comes from `strings/<language>.json`; the HTML holds the
 * English ones too, so that the first paint has its words, and a test keeps the two alike.
 */

import english from './strings/en.json' with { type: 'json' };

/** @type {Record<string, string>} */
const strings = english;

/**
 * The text called `key`, its `{name}`s replaced. A key that does not exist is shown as it is: a test finds it.
 *
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function t(key, values = {}) {
  const text = strings[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * The text called `key`, or what the rules call it themselves.
 *
 * @param {string} key
 * @param {string} otherwise
 */
export const tOr = (key, otherwise) => (key in strings ? t(key) : otherwise);

/**
 * Puts the texts into the elements that name them: `data-t` for the content, `data-t-label` for what is read aloud
 * and shown on hovering.
 *
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  }
  for (const element of root.querySelectorAll('[data-t-label]')) {
    const text = t(/** @type {HTMLElement} */ (element).dataset.tLabel ?? '');
    element.setAttribute('aria-label', text);
    element.setAttribute('title', text);
  }
}
