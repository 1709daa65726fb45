/**
 * The page's texts. All come from `strings/<language>.json`, which have the same keys, and of which only the current one is fetched. The HTML holds
 * the English texts too; a test compares the two. Sentences of the rules come from Python in English, together with
 * their key and values, and are translated here.
 */

import type { Sentence, Spelled } from '../protocol.d.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { lazyAt } from './lazy.ts';
import { mapped } from './shape.ts';

let strings: Record<string, string> = {};
let spoken: Language = 'en';
let plurals = new Intl.PluralRules('en');
let asked: Language | null = null; // the language that was asked for last
const parts: Set<string> = new Set(); // the folders of texts that were asked for beside the page's own

export const language = () => spoken;

/**
 * Switches to another language. If its file cannot be fetched, or another language is asked for meanwhile, the current
 * language stays. At the start-up, English is tried next, and if that fails too, this rejects.
 */
export async function speak(wanted: Language) {
  asked = wanted;
  for (const next of (Object.keys(strings).length ? [wanted] : [wanted, 'en']) as Language[]) {
    const texts = await fetchStrings(`strings/${next}.json`).catch(() => null);
    if (asked !== wanted) return;
    if (!texts) continue;
    const others = await Promise.all([...parts].map((part) => textsOf(part, next).catch(() => ({}))));
    if (asked !== wanted) return;
    take(next, Object.assign({}, texts, ...others));
    break;
  }
  if (!Object.keys(strings).length) throw new Error('no texts could be loaded');
  document.documentElement.lang = LANGUAGES[spoken].tag;
  document.documentElement.dataset.worded = '';
}

const textsOf = (part: string, name: Language) => fetchStrings(`strings/${part}/${name}.json`);

/** Takes up the texts of a part of the page that is seldom opened, now and with each language that is chosen later. */
export async function speakOf(part: string) {
  if (parts.has(part)) return;
  const texts = await textsOf(part, spoken);
  parts.add(part);
  strings = { ...strings, ...texts };
}

export function take(name: Language, texts: Record<string, string>) {
  strings = texts;
  spoken = name;
  plurals = new Intl.PluralRules(LANGUAGES[name].tag);
}

/** The strings of one file, whose path is from `web/`. */
export async function fetchStrings<Found = Record<string, string>>(path: string): Promise<Found> {
  const how = { with: { type: 'json' } };
  const first = () => import(new URL(`../${path}`, import.meta.url).href, how);
  return lazyAt(path, 'default', first, how);
}

/** The text of a key with its values; `n` selects a plural form. An unknown key is shown as it is; a test finds it. */
export const t = (key: string, values: Record<string, string | number> = {}) =>
  fill(form(strings, key, values) ?? key, values);

/** The text of a key, or its plural form for a plain `n`. */
function form(from: Record<string, string>, key: string, { n }: { n?: Spelled } = {}): string | undefined {
  const isPlural = n !== undefined && typeof n !== 'object';
  return from[key] ?? (isPlural ? (from[`${key}.${plurals.select(Number(n))}`] ?? from[`${key}.other`]) : undefined);
}

/** A text for the device: of `[Tap|Click]` the first is for fingers, the second for a mouse. */
export const forPointer = (text: string) =>
  text.replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, (_, tap, click) =>
    globalThis.matchMedia?.('(pointer: coarse)').matches ? tap : click,
  );

export const fill = (text: string, values: Record<string, string | number>) =>
  forPointer(text).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** The tag for dates: with the browser's country, else British for English. Without one, dates would be American. */
export function dateLocale() {
  const [own] = LANGUAGES[spoken].tag.split('-');
  return navigator.languages.find((tag) => tag.startsWith(`${own}-`)) ?? (own === 'en' ? 'en-GB' : own);
}

export const has = (key: string) => form(strings, key, { n: 0 }) !== undefined;

/** The text of a key, or another text if there is none: usually the English name from the rules. */
export const tOr = (key: string, otherwise: string) => (key in strings ? t(key) : otherwise);

/** A text with a capital letter, to stand by itself. */
export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(LANGUAGES[spoken].tag) + text.slice(1);

export const gameName = ({ key, name = key }: { key: string; name?: string }) => tOr(`game.${key}`, name);

/** A sentence of the rules in the current language. */
export const translated = ({ text, said: phrase }: { text: string | null; said: Sentence | null }) =>
  phrase && isPhrase(phrase) && form(strings, phrase.key, phrase.values) !== undefined
    ? say(phrase)
    : typeset(text ?? '');

/** Replaces the straight apostrophes and quotes of the rules' English by typographic ones. */
const typeset = (text: string) => text.replace(/(\p{L})'(?=\p{L})/gu, '$1’').replace(/'([^']*)'/g, '“$1”');

const isPhrase = (value: Spelled): value is { key: string; values: Record<string, Spelled> } =>
  typeof value === 'object' && 'key' in value;

/** Items in a sentence, as the language joins them: `a, b and c`, or `a, b or c`. English is British, as the rules write it. */
export const listed = (items: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(LANGUAGES[spoken].tag.replace(/^en/, 'en-GB'), { type }).format(items);

/** Names of squares or moves, by letter, and by number rather than digit. */
export const inOrder = (names: Iterable<string>) =>
  [...names].sort(new Intl.Collator('en', { numeric: true }).compare);

/** A phrase as text. A sentence that begins with another phrase gets a capital letter. */
function say(value: Spelled): string {
  if (typeof value !== 'object') return String(value);
  if (!isPhrase(value)) {
    return 'and' in value ? listed(value.and.map(say)) : listed(value.or.map(say), 'disjunction');
  }
  // What has no word in this language, as the name of a new game, comes as `text`.
  const template = form(strings, value.key, value.values) ?? '{text}';
  const text = fill(template, mapped(value.values, say));
  const first = /^\{(\w+)\}/.exec(template);
  const beginsWithPhrase = first && typeof value.values[first[1]] === 'object';
  return beginsWithPhrase && /[.?!]$/.test(text) ? capital(text) : text;
}

/** Puts the texts into the elements that name a key: `data-t` for the content, `data-t-label` for label and tooltip. */
export function translate(root: ParentNode) {
  const all = (kind: string) => root.querySelectorAll<HTMLElement>(kind);
  for (const element of all('[data-t]')) element.textContent = t(element.dataset.t ?? '');
  for (const element of all('[data-t-label]')) {
    element.title = t(element.dataset.tLabel ?? '');
    element.setAttribute('aria-label', element.title);
  }
}

export const count = (number: number) => number.toLocaleString(LANGUAGES[language()].tag);

/** A text about so many of something: the number chooses its form, and stands in it as a figure. */
export const counted = (key: string, n: number) => t(key, { n, count: count(n) });

/** How long a game is, as players count: a move of each side together. */
export const movesText = (plies: number) => t('earlier.turns', { n: Math.ceil(plies / 2) });

/** A share of 0 to 1. */
export const percent = (share: number) =>
  share.toLocaleString(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: 0 });

/** A date with its time, in ms since 1970. */
export const moment = (when: number) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(when);

export const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

export const LOW_SECONDS = 20; // below so many seconds a clock shows tenths of them, in another colour

const DAY_SECONDS = 86_400;

export function clockText(seconds: number) {
  if (seconds < LOW_SECONDS) return `0:${Math.max(0, seconds).toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(seconds);
  if (whole >= DAY_SECONDS)
    return t('clock.days', { d: Math.floor(whole / DAY_SECONDS), h: Math.floor((whole % DAY_SECONDS) / 3600) });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
