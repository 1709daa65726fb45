/** The parts of forms, drawn: a choice, a check box, a slider. Each tells a change by a call. */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';

/** The control that an event is about. @param {Event} event */
const of = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

/**
 * A row of choices, of which one is chosen. A choice may have a picture, which stands before its label.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {{ value: Value, label: string, picture?: unknown }[]} choices
 * @param {string} chosen
 * @param {(value: Value) => void} choose
 */
export const radios = (name, label, choices, chosen, choose) => html`
  <fieldset class=${choices.some(({ picture }) => picture) ? 'field samples' : 'field'}>
    <legend>${label}</legend>
    <div class="segments">
      ${choices.map(
        (choice) => html`
          <label class="segment">
            <input type="radio" name=${name} value=${choice.value} .checked=${live(choice.value === chosen)}
              @change=${() => choose(choice.value)}>
            <span>${choice.picture}${choice.label}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;

/**
 * @param {string} name
 * @param {unknown} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} choose
 */
export const checkbox = (name, label, isOn, choose) => html`
  <label class="check">
    <input type="checkbox" name=${name} .checked=${live(isOn)} @change=${(/** @type {Event} */ event) => choose(of(event).checked)}>
    <span>${label}</span>
  </label>`;

/**
 * A value from 0 to 1. `choose` is called while it is moved, `done` when it is let go.
 *
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} choose
 * @param {() => void} done
 */
export const slider = (name, label, value, choose, done) => html`
  <input type="range" name=${name} min="0" max="1" step="0.05" aria-label=${label} .value=${live(String(value))}
    @input=${(/** @type {Event} */ event) => choose(Number(of(event).value))} @change=${done}>`;

/**
 * A list to choose from.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {{ value: Value, label: string, lang?: string }[]} choices
 * @param {string} chosen
 * @param {(value: Value) => void} choose
 */
export const select = (name, label, choices, chosen, choose) => html`
  <select name=${name} aria-label=${label}
    @change=${(/** @type {Event} */ event) => choose(/** @type {Value} */ (of(event).value))}>
    ${choices.map(
      ({ value, label: text, lang }) =>
        html`<option value=${value} lang=${lang ?? nothing} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;

/** @param {string} label @param {() => void} act */
export const button = (label, act) => html`<button type="button" class="button" @click=${act}>${label}</button>`;
