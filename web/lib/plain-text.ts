/** Texts as they are compared in searches. */

/** Accented letters by the letters that they are compared as: `_ACCENTS` in `saltus.library.entry`. */
const ACCENTS = new Map(
  `a:àáâãäåāăą ae:æ c:çćčĉ d:ďđð e:èéêëēĕėęě g:ğģĝ i:ìíîïīįı k:ķ l:łľļĺ n:ñńňņ
  o:òóôõöøōő oe:œ r:řŕ s:śšşșŝ ss:ß t:ťţțþ u:ùúûüūůűų y:ýÿ z:źżž`
    .split(/\s+/)
    .map((row) => row.split(':'))
    .flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])),
);

const cache: Map<string, string> = new Map(); // plain texts by text: names come again and again
const MAX_KEPT = 100_000;

/** A text as it is compared: without case, accents and doubled spaces. */
export function plainText(text: string) {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const lower = text.toLowerCase();
  const letters = /^[\0-\x7f]*$/.test(lower)
    ? lower
    : [...lower.normalize()].map((letter) => ACCENTS.get(letter) ?? letter).join('');
  const plain = letters.split(/\s+/).filter(Boolean).join(' ');
  if (cache.size > MAX_KEPT) cache.clear();
  cache.set(text, plain);
  return plain;
}
