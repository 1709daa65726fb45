/**
 * The parts of forms, drawn: a choice, a check box, a slider, a number. Each tells a change by a call.
 *
 * @import { Meta } from '../types.d.ts'
 */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { t, tOr } from './i18n.js';

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
 * @param {unknown} [more] what belongs to it and stands below
 */
export const radios = (name, label, choices, chosen, choose, more) => html`
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
    ${more}
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
 * The optional rules of a game, each with a tag if it is a house rule.
 *
 * @param {string} name before the keys of the rules: the names of their boxes
 * @param {Meta} meta
 * @param {Record<string, boolean>} chosen those that are not here are as the game has them
 * @param {(key: string, isOn: boolean) => void} choose
 */
export const optionBoxes = (name, meta, chosen, choose) => html`
  <fieldset class="field">
    <legend>${t('new.options')}</legend>
    ${meta.options.map(({ key, name: called, house, default: usual }) => {
      const tag = house ? html`<span class="tag">${tOr(`tag.${meta.key}.${key}`, t('new.house'))}</span>` : nothing;
      const label = html`${tOr(`option.${meta.key}.${key}`, called)}${tag}`;
      return checkbox(`${name}-${key}`, label, chosen[key] ?? usual, (isOn) => choose(key, isOn));
    })}
  </fieldset>`;

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
 * A whole number, as it is typed: `bounded` reads it.
 *
 * @param {string} name
 * @param {string} label
 * @param {[number, number]} bounds
 * @param {string} typed
 * @param {(typed: string) => void} type
 */
export const number = (name, label, [least, most], typed, type) => html`
  <input type="number" name=${name} min=${least} max=${most} inputmode="numeric" aria-label=${label}
    .value=${live(typed)} @input=${(/** @type {Event} */ event) => type(of(event).value)}>`;

/** The whole number that was typed, or the nearest that is allowed. @param {string} typed @param {[number, number]} bounds */
export const bounded = (typed, [least, most]) => Math.min(most, Math.max(least, Math.floor(Number(typed) || 0)));

/**
 * A list to choose from.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {{ value: Value, label: string, lang?: string }[]} choices
 * @param {string} chosen
 * @param {(value: Value) => void} choose
 * @param {string} [kind]
 */
export const select = (name, label, choices, chosen, choose, kind) => html`
  <select name=${name} class=${kind ?? nothing} aria-label=${label}
    @change=${(/** @type {Event} */ event) => choose(/** @type {Value} */ (of(event).value))}>
    ${choices.map(
      ({ value, label: text, lang }) =>
        html`<option value=${value} lang=${lang ?? nothing} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;

/**
 * A list that is as wide as what is chosen, also in browsers without `field-sizing`, where a hidden copy of the text gives
 * the width.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {{ value: Value, label: string }[]} choices
 * @param {string} chosen
 * @param {(value: Value) => void} choose
 * @param {string} [kind]
 */
export const pick = (name, label, choices, chosen, choose, kind) => html`
  <span class="pick" data-text=${choices.find(({ value }) => value === chosen)?.label ?? ''}>
    ${select(name, label, choices, chosen, choose, kind)}
  </span>`;

/** A picture from the sprite in index.html. @param {string} name */
export const icon = (name) => html`<svg class="icon" aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;

/** The placeholder of an empty list. @param {string} picture from the sprite @param {string} text */
export const empty = (picture, text) => html`<div class="empty">${icon(picture)}<p>${text}</p></div>`;

/**
 * A button, with a picture before its label where `picture` names one. `does` names it for styles and tests.
 *
 * @param {unknown} label
 * @param {(event: Event) => void} act
 * @param {{ picture?: string, kind?: string, does?: string, isOff?: boolean }} [how]
 */
export const button = (label, act, { picture, kind = 'button', does, isOff = false } = {}) => html`
  <button type="button" class=${kind} data-does=${does ?? nothing} ?disabled=${isOff} @click=${act}>${
    picture ? icon(picture) : nothing
  }${label}</button>`;

/** The files that may have games in them. */
const GAME_FILES = '.pdn,.sgf,.json,.txt,.fen,.pgn,text/*';

/**
 * A button that asks for a file, or for several.
 *
 * @param {string} label
 * @param {(files: File[]) => void} take
 * @param {{ accept?: string, isMany?: boolean, kind?: string, does?: string }} [how]
 */
export const fileButton = (label, take, { accept = GAME_FILES, isMany = false, ...how } = {}) => {
  const ask = (/** @type {Event} */ { currentTarget }) =>
    /** @type {HTMLInputElement} */ (/** @type {Element} */ (currentTarget).nextElementSibling).click();
  const receive = (/** @type {Event} */ event) => {
    const files = [...(of(event).files ?? [])];
    if (files.length) take(files);
    of(event).value = ''; // the same file may be chosen again
  };
  return html`
    ${button(label, ask, { picture: 'file', ...how })}
    <input type="file" hidden accept=${accept} ?multiple=${isMany} @change=${receive}>`;
};

/** Brings what was unfolded into sight. @param {Event} event */
const bringUp = ({ currentTarget }) => {
  const part = /** @type {HTMLDetailsElement} */ (currentTarget);
  if (part.open) part.scrollIntoView({ block: 'nearest' });
};

/**
 * A part that is folded into one line: what it is about, and what is chosen there.
 *
 * @param {string} name
 * @param {string} label
 * @param {string} chosen
 * @param {unknown} content
 */
export const fold = (name, label, chosen, content) => html`
  <details class="fold" data-fold=${name} @toggle=${bringUp}>
    <summary><span class="fold-name">${label}</span><span class="fold-value">${chosen}</span></summary>
    ${content}
  </details>`;
