/** Letters of shortcuts on keyboards without Latin letters, moves in signs of any writing, and keys that move by steps. */

/**
 * Whether the layout that was typed with last has Latin letters. A sign alone (`'`) does not tell the layout, and neither
 * does a letter that several writings have: with AltGr, `µ` is on Latin ones.
 */
let isLatin = true;

/** The letter of a key in lower case; on a layout without Latin letters (Cyrillic, Greek), that of a Latin one. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) {
  const isLetter = /^\p{L}\p{M}*$/u.test(key);
  if (isLetter && /^\p{Script=Common}/u.test(key)) return key.toLowerCase();
  if (isLetter) isLatin = /^\p{Script=Latin}/u.test(key);
  return (!isLatin && key.length === 1 && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || key.toLowerCase();
}

/** The value of a decimal digit of any writing: each has ten in a row, which begin where their number ends in 0 or 6. */
function numberOf(digit: string) {
  const code = digit.codePointAt(0) ?? 0;
  const isFirst = /\p{Nd}/u.test(String.fromCodePoint(code & ~15));
  return (code & 15) - (isFirst ? 0 : 6);
}

/** What is typed for a move, in plain signs: without what is not seen, with the digits and dashes that moves are written in. */
export function plainMove(text: string) {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(numberOf(digit)))
    .replace(/[\p{Pd}\u2212\u2043\u02d7\u30fc]/gu, '-')
    .replace(/[\u2715\u2716\u2a2f]/g, 'x');
  const isDivided = /[-x:*]/i.test(plain);
  return plain
    .replaceAll('\u00ad', isDivided ? '' : '-') // a hyphen that may be seen, or not
    .replace(/\p{Cf}|\p{Variation_Selector}|\u034f/gu, '')
    .replace(/(?<=[^-])-+(?=[^-])/g, '-')
    .trim();
}

/** How many steps a key goes, by a table of keys; it then does nothing else. 0 for other keys, and with Ctrl, Alt or Cmd. */
export function stepsOf(event: KeyboardEvent, steps: Record<string, number>) {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (!steps[key] || altKey || ctrlKey || metaKey) return 0;
  event.preventDefault();
  event.stopPropagation();
  return steps[key];
}
