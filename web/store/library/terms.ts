/** A query as the page edits it: a line of terms, which fields set and read. What they mean is for the rules to say. */

const TERM = /-?(?:([a-z]+):)?("(?:[^"]*)"?|[^\s"]+)|\S+/gi;

/** The terms of a query: each as it is written, its key (empty for a word alone) and its value without quotes. */
export const terms = (query: string) =>
  [...query.matchAll(TERM)].map(([text, key = '', value = text]) => ({
    text,
    key: text.startsWith('-') ? '' : key.toLowerCase(),
    value: value.replace(/^"|"$/g, ''),
  }));

/** The value of the first term with a key; empty without one. */
export const termValue = (query: string, key: string) => terms(query).find((term) => term.key === key)?.value ?? '';

/** Whether a query has a word alone, as `rotated`. */
export const hasWord = (query: string, word: string) => terms(query).some(({ text }) => text === word);

/** The query with another value of a key, or, where the value is empty, without it. */
export function withValue(query: string, key: string, value: string) {
  const clean = value.replaceAll('"', '').trim();
  const text = clean && `${key}:${/[\s"]/.test(clean) ? `"${clean}"` : clean}`;
  const list = terms(query);
  const at = list.findIndex((term) => term.key === key);
  const others = list.filter((term) => term.key !== key).map((term) => term.text);
  if (text) others.splice(at < 0 ? others.length : at, 0, text);
  return others.join(' ');
}

export function withWord(query: string, word: string, isThere: boolean) {
  const others = terms(query).filter(({ text }) => text !== word);
  return [...others.map(({ text }) => text), ...(isThere ? [word] : [])].join(' ');
}

/** A range as a term has it: `1950..1960`, `1950..`, `1950`. */
export const range = (low: string, high: string) => (!low && !high ? '' : low === high ? low : `${low}..${high}`);

export function ends(value: string): [string, string] {
  const [low, high] = value.split('..');
  return [low, high ?? low];
}
