import { equal } from 'node:assert/strict';
import test from 'node:test';
import { dateLocale, t, take } from './i18n.ts';

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true });

/** A device whose main pointer is a finger, or a mouse. */
const pointer = (isCoarse: boolean) =>
  define('matchMedia', (query: string) => ({ matches: isCoarse && query === '(pointer: coarse)' }));

test('a text says tap to fingers and click to a mouse', () => {
  take('en', { begin: '[Tap|Click] {what}, then [tap|click] where it goes.' });
  pointer(true);
  equal(t('begin', { what: 'a piece' }), 'Tap a piece, then tap where it goes.');
  pointer(false);
  equal(t('begin', { what: 'a piece' }), 'Click a piece, then click where it goes.');
  equal(t('begin', { what: '[b|c]' }), 'Click [b|c], then click where it goes.');
});

test('dates are written as in the country of the browser, else in British English', () => {
  const day = new Date(2026, 10, 5);
  const written = (languages: string[], language: 'en' | 'it' | 'ro' | 'pirate' = 'en') => {
    define('navigator', { languages });
    take(language, {});
    return new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'short' }).format(day);
  };
  equal(written(['en-GB', 'en']), '05/11/2026');
  equal(written(['en-US', 'en']), '11/5/26');
  equal(written(['en']), '05/11/2026');
  equal(written(['de-DE', 'de']), '05/11/2026');
  equal(written(['de-DE'], 'pirate'), '05/11/2026');
  equal(written(['it-CH'], 'it'), '05.11.26');
  equal(written(['en-GB'], 'ro'), '05.11.2026');
});
