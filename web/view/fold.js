/** A part of a form that is folded into one line: what it is about, and what is chosen there. */

import { make, setText } from '../lib/dom.js';

/**
 * @param {string} name
 * @param {string} label
 * @param {() => string} value what is chosen: asked again when something in it has changed
 * @param {Node[]} content
 */
export function fold(name, label, value, ...content) {
  const chosen = make('span', { class: 'fold-value' }, value());
  const line = make('summary', { 'data-keep': `fold-${name}` }, make('span', { class: 'fold-name' }, label), chosen);
  const element = make('details', { class: 'fold', 'data-fold': name }, line, ...content);
  for (const kind of ['input', 'change', 'click']) element.addEventListener(kind, () => setText(chosen, value()));
  // What was asked for is brought into sight; a form that is filled again stays where it is.
  const show = () => element.open && element.scrollIntoView({ block: 'nearest' });
  line.addEventListener('click', () => element.addEventListener('toggle', show, { once: true }));
  return element;
}
