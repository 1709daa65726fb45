/**
 * The page's words. Every text that a person sees or hears comes from `strings/<language>.json`, of which only the
 * one that is spoken is fetched; the HTML holds the English ones too, and a test keeps the two alike. What the rules
 * say comes from Python in English together with what it is made of, and is made anew in any other language.
 *
 * @import { Sentence, Spelled } from '../protocol.d.ts'
 */

import { lazy } from './lazy.js';

/** The languages by the names of their files: the tag that browsers know, and what its speakers call it. */
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

/** The language that is spoken now. */
export const language = () => spoken;

/** @param {unknown} name @returns {name is Language} */
export const isLanguage = (name) => typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

/**
 * The chosen language, else the first one of the browser's that is known. `early.js` finds the same before anything
 * is painted, so that the file is on its way.
 *
 * @param {string} chosen
 * @returns {Language}
 */
export function preferred(chosen) {
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/**
 * Speaks another language from now on. Where it cannot be fetched, the one before stays; at first that is English, and
 * where that cannot be fetched either, this fails.
 *
 * @param {Language} wanted
 */
export async function speak(wanted) {
  for (const next of /** @type {Language[]} */ (Object.keys(strings).length ? [wanted] : [wanted, 'en'])) {
    const found = await fetchStrings(`strings/${next}.json`).catch(() => null);
    if (!found) continue;
    strings = found;
    spoken = next;
    plurals = new Intl.PluralRules(LANGUAGES[next].tag);
    break;
  }
  if (!Object.keys(strings).length) throw new Error('no words have come');
  document.documentElement.lang = LANGUAGES[spoken].tag;
  document.documentElement.dataset.worded = '';
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
  return (await lazy(path, first, how)).default;
}

/**
 * The text called `key`, its `{name}`s replaced. Where it has several forms, `n` chooses among them. A key that does
 * not exist is shown as it is: a test finds it.
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
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** Whether there is a text called `key`. @param {string} key */
export const has = (key) => key in strings;

/**
 * The text called `key`, or what the rules call it themselves.
 *
 * @param {string} key
 * @param {string} otherwise
 */
export const tOr = (key, otherwise) => (key in strings ? t(key) : otherwise);

/**
 * A sentence of the rules in the language that is spoken.
 *
 * @param {{ text: string | null, said: Sentence | null }} sentence
 */
export const said = ({ text, said: spelled }) =>
  spelled && isPhrase(spelled) && form(strings, spelled.key, counts(spelled)) !== undefined
    ? say(spelled)
    : typeset(text ?? '');

/** The apostrophes and quotes of the rules' own English, as the page writes them. @param {string} text */
const typeset = (text) => text.replace(/(\p{L})'(?=\p{L})/gu, '$1’').replace(/'([^']*)'/g, '“$1”');

/** @param {Spelled} value @returns {value is { key: string, values: Record<string, Spelled> }} */
const isPhrase = (value) => typeof value === 'object' && 'key' in value;

/**
 * The plain values of a phrase: among them is the number that chooses its form.
 *
 * @param {{ values: Record<string, Spelled> }} phrase
 */
const counts = ({ values }) =>
  /** @type {Record<string, string | number>} */ (
    Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'object'))
  );

/**
 * Where a sentence begins with a phrase, it begins with a capital all the same.
 *
 * @param {Spelled} value
 * @returns {string}
 */
function say(value) {
  if (typeof value !== 'object') return String(value);
  if (!isPhrase(value)) {
    const type = 'and' in value ? 'conjunction' : 'disjunction';
    const things = ('and' in value ? value.and : value.or).map(say);
    return new Intl.ListFormat(LANGUAGES[spoken].tag, { type }).format(things);
  }
  const template = form(strings, value.key, counts(value)) ?? value.key;
  const text = fill(
    template,
    Object.fromEntries(Object.entries(value.values).map(([name, part]) => [name, say(part)])),
  );
  const first = /^\{(\w+)\}/.exec(template);
  const raised = first && typeof value.values[first[1]] === 'object';
  return raised && /[.?!]$/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

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
