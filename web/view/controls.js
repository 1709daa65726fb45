/** Form controls that several panels use: a row of choices, and a check box. */

import { make } from '../lib/dom.js';

/**
 * A row of choices, of which one is selected.
 *
 * @param {string} name
 * @param {string} label
 * @param {{ value: string, label: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function segments(name, label, choices, chosen, choose) {
  const row = make('div', { class: 'segments' });
  for (const choice of choices) {
    const input = make('input', {
      type: 'radio',
      name,
      value: choice.value,
      checked: choice.value === chosen,
      'data-keep': `${name}-${choice.value}`,
    });
    input.addEventListener('change', () => choose(choice.value));
    row.append(make('label', { class: 'segment' }, input, make('span', {}, choice.label)));
  }
  return make('fieldset', { class: 'field' }, make('legend', {}, label), row);
}

/**
 * @param {string} name
 * @param {(Node | string)[]} label
 * @param {boolean} checked
 * @param {(value: boolean) => void} choose
 */
export function check(name, label, checked, choose) {
  const input = make('input', { type: 'checkbox', name, checked, 'data-keep': name });
  input.addEventListener('change', () => choose(input.checked));
  return make('label', { class: 'check' }, input, make('span', {}, ...label));
}
