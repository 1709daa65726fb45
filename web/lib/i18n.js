/**
 * The page's texts. All come from `strings/<language>.json`, of which only the current language is fetched. The HTML holds
 * the English texts too; a test compares the two. Sentences of the rules come from Python in English, together with
 * their key and values, and are translated here.
 *
 * @import { Sentence, Spelled } from '../protocol.d.ts'
 */

import { lazyAt } from './lazy.js';

/** The languages by file name: the language tag, and the name in the language itself. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  it: { tag: 'it', name: 'Italiano' },
  ro: { tag: 'ro', name: 'Română' },
  pirate: { tag: 'en-x-pirate', name: 'Pirate' },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, string>} */
let strings = {};
/** @type {Language} */
let spoken = 'en';
let plurals = new Intl.PluralRules('en');
/** The language that was asked for last. @type {Language | null} */
let asked = null;

/** The current language. */
export const language = () => spoken;

/** @param {unknown} name @returns {name is Language} */
export const isLanguage = (name) => typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

/**
 * The chosen language, else the first of the browser's languages that the page has. `early.js` computes the same before
 * the first paint, to fetch the file early.
 *
 * @param {string} chosen
 * @returns {Language}
 */
export function preferred(chosen) {
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/**
 * Switches to another language. If its file cannot be fetched, or another language is asked for meanwhile, the current
 * language stays. At the start-up, English is tried next, and if that fails too, this rejects.
 *
 * @param {Language} wanted
 */
export async function speak(wanted) {
  asked = wanted;
  for (const next of /** @type {Language[]} */ (Object.keys(strings).length ? [wanted] : [wanted, 'en'])) {
    const found = await fetchStrings(`strings/${next}.json`).catch(() => null);
    if (asked !== wanted) return;
    if (!found) continue;
    take(next, found);
    break;
  }
  if (!Object.keys(strings).length) throw new Error('no texts could be loaded');
  document.documentElement.lang = LANGUAGES[spoken].tag;
  document.documentElement.dataset.worded = '';
}

/**
 * Makes a language the current one.
 *
 * @param {Language} name
 * @param {Record<string, string>} found its strings
 */
export function take(name, found) {
  strings = found;
  spoken = name;
  plurals = new Intl.PluralRules(LANGUAGES[name].tag);
}

/**
 * The strings of one file.
 *
 * @param {string} path from `web/`
 * @returns {Promise<Record<string, string>>}
 */
export async function fetchStrings(path) {
  const how = { with: { type: 'json' } };
  const first = () => import(new URL(`../${path}`, import.meta.url).href, how);
  return lazyAt(path, 'default', first, how);
}

/**
 * The text of a key, with each `{name}` replaced by its value. If it has plural forms, `n` selects one. An unknown key is
 * shown as it is; a test finds it.
 *
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export const t = (key, values = {}) => fill(form(strings, key, values) ?? key, values);

/**
 * @param {Record<string, string>} from
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @returns {string | undefined}
 */
export const form = (from, key, { n } = {}) =>
  from[key] ?? (n === undefined ? undefined : (from[`${key}.${plurals.select(Number(n))}`] ?? from[`${key}.other`]));

/**
 * A text for the device: of `[Tap|Click]` the first is for fingers, the second for a mouse.
 *
 * @param {string} text
 */
export const forPointer = (text) =>
  text.replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, (_, tap, click) =>
    globalThis.matchMedia?.('(pointer: coarse)').matches ? tap : click,
  );

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const fill = (text, values) =>
  forPointer(text).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/**
 * The language tag for dates: with the browser's own country, else British English for English, in which the page is
 * written. A tag without a country would give American dates.
 */
export function dateLocale() {
  const [own] = LANGUAGES[spoken].tag.split('-');
  return navigator.languages.find((tag) => tag.startsWith(`${own}-`)) ?? (own === 'en' ? 'en-GB' : own);
}

/** Whether a key has a text. @param {string} key */
export const has = (key) => key in strings;

/**
 * The text of a key, or another text if there is none: usually the English name from the rules.
 *
 * @param {string} key
 * @param {string} otherwise
 */
export const tOr = (key, otherwise) => (key in strings ? t(key) : otherwise);

/**
 * A sentence of the rules in the current language.
 *
 * @param {{ text: string | null, said: Sentence | null }} sentence
 */
export const said = ({ text, said: phrase }) =>
  phrase && isPhrase(phrase) && form(strings, phrase.key, counts(phrase)) !== undefined
    ? say(phrase)
    : typeset(text ?? '');

/** Replaces the straight apostrophes and quotes of the rules' English by typographic ones. @param {string} text */
const typeset = (text) => text.replace(/(\p{L})'(?=\p{L})/gu, '$1’').replace(/'([^']*)'/g, '“$1”');

/** @param {Spelled} value @returns {value is { key: string, values: Record<string, Spelled> }} */
const isPhrase = (value) => typeof value === 'object' && 'key' in value;

/**
 * The plain values of a phrase, with the number `n` that selects its plural form.
 *
 * @param {{ values: Record<string, Spelled> }} phrase
 */
const counts = ({ values }) =>
  /** @type {Record<string, string | number>} */ (
    Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'object'))
  );

/**
 * A phrase as text. A sentence that begins with another phrase gets a capital letter.
 *
 * @param {Spelled} value
 * @returns {string}
 */
function say(value) {
  if (typeof value !== 'object') return String(value);
  if (!isPhrase(value)) {
    const type = 'and' in value ? 'conjunction' : 'disjunction';
    const items = ('and' in value ? value.and : value.or).map(say);
    return new Intl.ListFormat(LANGUAGES[spoken].tag, { type }).format(items);
  }
  const template = form(strings, value.key, counts(value)) ?? value.key;
  const text = fill(
    template,
    Object.fromEntries(Object.entries(value.values).map(([name, part]) => [name, say(part)])),
  );
  const first = /^\{(\w+)\}/.exec(template);
  const beginsWithPhrase = first && typeof value.values[first[1]] === 'object';
  return beginsWithPhrase && /[.?!]$/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/**
 * Puts the texts into the elements that name a key: `data-t` for the content, `data-t-label` for the label and tooltip.
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
