/** What views are made of: all that the page takes of lit-html, and the parts of forms. Each tells a change by a call. */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Game } from '../protocol.d.ts';
import { gameName, t, tOr } from './i18n.ts';

export { render, svg, type TemplateResult } from 'lit-html';
export { guard } from 'lit-html/directives/guard.js';
export { keyed } from 'lit-html/directives/keyed.js';
export { ref } from 'lit-html/directives/ref.js';
export { repeat } from 'lit-html/directives/repeat.js';
export { html, live, nothing };

/** The control that an event is about, and what is entered there. */
const of = (event: Event) => event.currentTarget as HTMLInputElement;
export const entered = (event: Event) => of(event).value;

/** A text, whose moves are not broken at a hyphen. */
export const unbroken = (text: string) =>
  text.split(/(\S*\d-\d\S*)/).map((part, at) => (at % 2 ? html`<span class="unbroken">${part}</span>` : part));

/** A control with its label above it. */
export const field = (label: string, control: unknown) =>
  html`<label class="field"><span class="label">${label}</span>${control}</label>`;

/** Choices under a name; `kind`: of what they stand in. */
export const group = (name: string, kind: string, choices: unknown, nameKind: string = '') => html`
  <fieldset class="field"><legend class=${nameKind}>${name}</legend><div class=${kind}>${choices}</div></fieldset>`;

type Choose<Value> = (value: Value) => void;

/** `picture` stands before the label of a radio button; `lang` is the language of a label in a list. */
type Choice<Value> = { value: Value; label: string; picture?: unknown; lang?: string };

/** A row of choices, of which one is chosen; `more` stands below them. */
export const radios = <Value extends string>(
  name: string,
  label: string,
  choices: Choice<Value>[],
  chosen: string,
  choose: Choose<Value>,
  more?: unknown,
) => html`
  <fieldset class=${choices.some(({ picture }) => picture) ? 'field samples' : 'field'}>
    <legend>${label}</legend>
    <div class="segments">
      ${choices.map(
        (choice) => html`
          <label class="choice segment">
            <input type="radio" name=${name} value=${choice.value} .checked=${live(choice.value === chosen)}
              @change=${() => choose(choice.value)}>
            <span>${choice.picture}${choice.label}</span>
          </label>`,
      )}
    </div>
    ${more}
  </fieldset>`;

export const gameRadios = (name: string, games: Game[], chosen: string, choose: Choose<string>) => {
  const choices = games.map((game) => ({ value: game.key, label: gameName(game) }));
  return radios(name, t('statistics.game'), choices, chosen, choose);
};

export const checkbox = (name: string, label: unknown, isOn: boolean, choose: Choose<boolean>, kind = '') => html`
  <label class=${`along check ${kind}`}>
    <input type="checkbox" name=${name} .checked=${live(isOn)} @change=${(event: Event) => choose(of(event).checked)}>
    <span>${label}</span>
  </label>`;

type Options = Record<string, boolean>;

/** A game's optional rules: house rules have a tag, names of boxes begin with `name`, what is not `chosen` is usual. */
export const optionBoxes = (name: string, meta: Game, chosen: Options, choose: Choose<Options>) => html`
  <fieldset class="field">
    <legend>${t('new.options')}</legend>
    ${meta.options.map(({ key, name: called, house, default: usual }) => {
      const tag = house ? html`<span class="tag">${tOr(`tag.${meta.key}.${key}`, t('new.house'))}</span>` : nothing;
      const label = html`${tOr(`option.${meta.key}.${key}`, called)}${tag}`;
      return checkbox(`${name}-${key}`, label, chosen[key] ?? usual, (isOn) => choose({ ...chosen, [key]: isOn }));
    })}
  </fieldset>`;

/** A value from 0 to 1. `choose` is called while it is moved, `done` when it is let go. */
export const slider = (name: string, label: string, value: number, choose: Choose<number>, done: () => void) => html`
  <input type="range" name=${name} min="0" max="1" step="0.05" aria-label=${label} .value=${live(String(value))}
    @input=${(event: Event) => choose(Number(of(event).value))} @change=${done}>`;

type Bounds = readonly [least: number, most: number];

/** A whole number, as it is typed: `bounded` reads it. */
export const number = (
  name: string,
  label: string,
  [least, most]: Bounds,
  typed: string,
  type: Choose<string>,
) => html`
  <input type="number" class="line" name=${name} min=${least} max=${most} inputmode="numeric" aria-label=${label}
    .value=${live(typed)} @input=${(event: Event) => type(of(event).value)}>`;

/** The whole number that was typed, or the nearest that is allowed. */
export const bounded = (typed: string, [least, most]: Bounds) =>
  Math.min(most, Math.max(least, Math.floor(Number(typed) || 0)));

export const select = <Value extends string>(
  name: string,
  label: string,
  choices: Choice<Value>[],
  chosen: string,
  choose: Choose<Value>,
  kind?: string,
) => html`
  <select name=${name} class=${kind ?? nothing} aria-label=${label}
    @change=${(event: Event) => choose(of(event).value as Value)}>
    ${choices.map(
      ({ value, label: text, lang }) =>
        html`<option value=${value} lang=${lang ?? nothing} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;

/** A list as wide as what is chosen: a hidden copy of the text gives the width in browsers without `field-sizing`. */
export const pick = <Value extends string>(...list: Parameters<typeof select<Value>>) => {
  const [, , choices, chosen] = list;
  const text = choices.find(({ value }) => value === chosen)?.label ?? '';
  return html`<span class="pick" data-text=${text}>${select(...list)}</span>`;
};

/** A picture from the sprite in index.html. */
export const icon = (name: string) =>
  html`<svg class="icon" aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;

/** The placeholder of an empty list, with a picture from the sprite. */
export const empty = (picture: string, text: string) => html`<div class="empty">${icon(picture)}<p>${text}</p></div>`;

export const numbers = (kind: string, figures: [string, string | number][]) => html`
  <dl class=${`numbers ${kind}`}>
    ${figures.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
  </dl>`;

/** A table of figures; a column may be without a heading. */
export const table = (kind: string, headings: unknown[], rows: unknown) => html`
  <table class=${`figures ${kind}`}>
    <thead>
      <tr>${headings.map((text) => (text ? html`<th scope="col">${text}</th>` : html`<td></td>`))}</tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;

type Look = { picture?: string; kind?: string; does?: string; isOff?: boolean; isOn?: boolean; isIdle?: boolean };
type Unseen = { name?: string; tab?: number };

/** A button, with a `picture` before its label. `does` names it; `isOn`: it stays pressed; one that `isIdle` keeps the focus. */
export const button = (label: unknown, act: (event: Event) => void, how: Look & Unseen = {}) => {
  const { picture, kind = 'button', does, isOff = false, isOn, isIdle, name = nothing, tab } = how;
  return html`
    <button type="button" class=${kind} data-does=${does ?? nothing} aria-pressed=${isOn ?? nothing} ?disabled=${isOff}
      aria-label=${name} title=${name} tabindex=${tab ?? nothing}
      aria-disabled=${isIdle ?? nothing} @click=${act}>${picture ? icon(picture) : nothing}${label}</button>`;
};

/** A button that is a picture: its label is heard, and seen where it is pointed at. */
export const tool = (picture: string, name: string, act: () => void, how: Look & Unseen = {}) =>
  button(nothing, act, { kind: 'tool', ...how, picture, name });

const GAME_FILES = '.pdn,.sgf,.json,.txt,.fen,.pgn,.gz,.zip,text/*'; // the files that may have games in them

export const fileButton = (
  label: string,
  take: (files: File[]) => void,
  how: { accept?: string; isMany?: boolean; kind?: string; does?: string; picture?: string } = {},
) => {
  const { accept = GAME_FILES, isMany = false, ...look } = how;
  const ask = (event: Event) => (of(event).nextElementSibling as HTMLInputElement).click();
  const receive = (event: Event) => {
    const files = [...(of(event).files ?? [])];
    if (files.length) take(files);
    of(event).value = ''; // the same file may be chosen again
  };
  return html`
    ${button(label, ask, { picture: 'file', ...look })}
    <input type="file" hidden accept=${accept} ?multiple=${isMany} @change=${receive}>`;
};

const bringUp = (event: Event) => {
  if ((event.currentTarget as HTMLDetailsElement).open) of(event).scrollIntoView({ block: 'nearest' });
};

/** How much of a file has been read, from 0 to 1, with a button that stops it; `found`: what was found so far. */
export const reading = (name: string, share: number, stop: () => void, note: string) => {
  const label = t('share.reading', { name });
  return html`
    <div class="reading stack snug">
      <div class="row wrap"><span class="grow">${label}</span>${button(t('share.stop'), stop, { picture: 'close' })}</div>
      <progress max="1" .value=${share} aria-label=${label}></progress>
      <p class="note">${note}</p>
    </div>`;
};

/** A part that is folded into one line: what it is about, and what is chosen there. `isOpen` is how it begins. */
export const fold = (name: string, label: string, chosen: string, content: unknown, isOpen: boolean = false) => html`
  <details class="fold" data-fold=${name} ?open=${isOpen} @toggle=${isOpen ? null : bringUp}>
    <summary><span class="label fold-name">${label}</span><span class="fill fold-value cut">${chosen}</span></summary>
    ${content}
  </details>`;

/** The dark squares of a link as a code to be scanned, as an SVG path. */
export type Code = { size: number; path: string };

export function codePicture(code?: Code | null) {
  if (!code) return nothing;
  const { size, path } = code;
  return html`
    <svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${t('friend.code')}><path d=${path}></path></svg>`;
}
