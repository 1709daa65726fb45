import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { dateLocale, inOrder, listed, percent, t, take, translated } from './i18n.ts';

const texts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../strings/${language}.json`, import.meta.url), 'utf8'));

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

/** Texts with a number before what is counted, of which there are never twenty: groups, rows, or a setting of the page. */
const FEW =
  /^(because\.(gathers|gathers-soon|groups|largest|runs|splits)|check\.rows?|hint\.(freer|in-the-way|joins-main)|record\.(deep|row-.*|rows|side-after)|rating\.how\.(early|unrated)|why\.distance)$/;

test('in Romanian a count takes "de" from 20 on, for each hundred', () => {
  const ro = texts('ro');
  take('ro', ro);
  const counted = Object.keys(ro).filter((key) => key.endsWith('.few'));
  const after = (key: string) => [...ro[key].matchAll(/\} (\p{L}+)/gu)].map(([, noun]) => noun);
  const isCounted = (key: string, noun: string) => ro[key.replace(/few$/, 'other')].includes(`} de ${noun}`);
  const nouns = new Set(counted.flatMap((key) => after(key).filter((noun) => isCounted(key, noun))));
  equal(nouns.has('partide') && nouns.has('puncte') && nouns.has('mutări'), true);
  const one = `(de )?(?:${[...nouns].join('|')})(?!\\p{L})`;
  for (const key of counted.map((key) => key.slice(0, -'.few'.length))) {
    for (let n = 0; n <= 130; n++) {
      const text = t(key, { n, count: n });
      const takesDe = n > 0 && (n % 100 === 0 || n % 100 >= 20);
      for (const [, de] of text.matchAll(new RegExp(`(?<!\\d)${n} ${one}`, 'gu'))) equal(Boolean(de), takesDe, text);
    }
  }
  const plain = Object.keys(ro).filter((key) => !/\.(one|few|other)$/.test(key) && !FEW.test(key));
  const bare = plain.filter((key) => [...ro[key].matchAll(new RegExp(`\\} ${one}`, 'gu'))].some(([, de]) => !de));
  deepEqual(bare, []);
});

test('a list is joined as the language does', () => {
  const joined = (language: 'en' | 'it' | 'ro' | 'pirate') => {
    take(language, {});
    return [listed(['a', 'b', 'c']), listed(['a', 'b', 'c'], 'disjunction')];
  };
  deepEqual(joined('en'), ['a, b and c', 'a, b or c']);
  deepEqual(joined('it'), ['a, b e c', 'a, b o c']);
  deepEqual(joined('ro'), ['a, b și c', 'a, b sau c']);
  deepEqual(joined('pirate'), ['a, b and c', 'a, b or c']);
});

test('squares and moves are named in order', () => {
  deepEqual(inOrder(['g4', 'e4', 'c4']), ['c4', 'e4', 'g4']);
  deepEqual(inOrder(new Set(['22', '9', '14'])), ['9', '14', '22']);
  deepEqual(inOrder(['12-16', '9-14', '12-8']), ['9-14', '12-8', '12-16']);
});

test('a percentage is written as in the language', () => {
  const written = (language: 'en' | 'it' | 'ro' | 'pirate') => {
    take(language, texts(language));
    return t('loading.part', { percent: percent(0.29) }).slice(-5);
  };
  equal(written('en'), '… 29%');
  equal(written('pirate'), '… 29%');
  equal(written('it'), '… 29%');
  equal(written('ro'), ' 29\u00a0%');
});

test('a game within a sentence has its name in the language, or its own where there is none', () => {
  take('it', texts('it'));
  const refusal = (key: string, text: string) =>
    translated({
      text: '',
      said: { key: 'query.square', values: { square: 'z9', game: { key: `game.${key}`, values: { text } } } },
    });
  equal(refusal('english', 'English checkers'), 'z9 non è una casella di Dama inglese');
  equal(refusal('hexagons', 'Hexagons'), 'z9 non è una casella di Hexagons');
});
