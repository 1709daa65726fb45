/**
 * The switches of a game's text: its lines such as `MUST_CAPTURE = True  # Captures are compulsory` and
 * `FILES = 8  # Files, 4 to 10`, which the page shows as a box and a number under what stands behind the sign.
 */

const LINE = /^([A-Z][A-Z0-9_]*) = (True|False|\d{1,4}) {2}# ([^\n]{1,80}?)(?:, (\d{1,4}) to (\d{1,4}))?$/gm;

export interface Switch {
  name: string;
  value: boolean | number;
  label: string;
  bounds: [least: number, most: number]; // of a number
}

export const switchesIn = (source: string): Switch[] =>
  [...source.matchAll(LINE)].flatMap(([, name, value, label, least, most]) => {
    const isNumber = /\d/.test(value);
    if (isNumber && most === undefined) return [];
    return { name, value: isNumber ? Number(value) : value === 'True', label, bounds: [Number(least), Number(most)] };
  });

/** The text with another value of a switch. What is no number of its bounds changes nothing. */
export function changed(source: string, { name, bounds: [least, most] }: Switch, value: boolean | string): string {
  const number = Number(value);
  if (typeof value === 'string' && !(Number.isInteger(number) && number >= least && number <= most)) return source;
  const written = typeof value === 'string' ? String(number) : value ? 'True' : 'False';
  return source.replace(new RegExp(`^${name} = \\w+`, 'm'), `${name} = ${written}`);
}
