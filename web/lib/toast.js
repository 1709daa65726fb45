/** A short confirmation over the page that goes by itself. It is for the eye: the live region speaks the same words. */

import { make } from './dom.js';

const SHOWN_MS = 3500;

/** @param {string} text */
export function toast(text) {
  for (const old of document.querySelectorAll('.toast')) old.remove();
  const element = make('div', { class: 'toast', 'aria-hidden': 'true' }, text);
  // Inside an open dialog, since everything outside lies below it.
  (document.querySelector('dialog[open]') ?? document.body).append(element);
  setTimeout(() => element.remove(), SHOWN_MS);
}
