/** A short confirmation over the page that goes by itself. It is for the eye: the live region speaks the same words. */

import { make } from './dom.ts';

const SHOWN_MS = 3500;

export function toast(text: string) {
  for (const old of document.querySelectorAll('.toast')) old.remove();
  const element = make('div', { class: 'toast', 'aria-hidden': 'true' }, text);
  // Inside an open dialog, since everything outside lies below it.
  (document.querySelector('dialog[open]') ?? document.body).append(element);
  setTimeout(() => element.remove(), SHOWN_MS);
}
