/** The languages of the page, and which of them a visitor gets. */

/** By file name: the language tag, and the name in the language itself. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  it: { tag: 'it', name: 'Italiano' },
  ro: { tag: 'ro', name: 'Română' },
  pirate: { tag: 'en-x-pirate', name: 'Pirate (mostly)' }, // some words stay plain English
};

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: unknown): name is Language =>
  typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

/** The chosen language, else the first of the browser's that the page has. */
export function preferred(chosen: string): Language {
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}
