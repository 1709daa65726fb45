/** Letters of shortcuts on keyboards without Latin letters, and keys that move by steps. */

/** Whether the layout that was typed with last has Latin letters. A sign alone (`'`) does not tell the layout. */
let isLatin = true;

/** The letter of a key in lower case; on a layout without Latin letters (Cyrillic, Greek), that of a Latin one. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) {
  if (/^\p{L}\p{M}*$/u.test(key)) isLatin = /^\p{Script=Latin}/u.test(key);
  return (!isLatin && key.length === 1 && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || key.toLowerCase();
}

/** How many steps a key goes, by a table of keys; it then does nothing else. 0 for other keys, and with Ctrl, Alt or Cmd. */
export function stepsOf(event: KeyboardEvent, steps: Record<string, number>) {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (!steps[key] || altKey || ctrlKey || metaKey) return 0;
  event.preventDefault();
  event.stopPropagation();
  return steps[key];
}
