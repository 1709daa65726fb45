/** What a view says, for tests under Node: its template as HTML without listeners, and as text. Only other tests import it. */

import { nothing, type TemplateResult } from 'lit-html';

// A channel to other tabs would keep the test from ending; dates are written as here on every machine.
for (const [name, value] of Object.entries({ BroadcastChannel: undefined, navigator: { languages: ['en-GB'] } })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const ATTRIBUTE = /\s([.@?]?)([\w-]+)=$/; // whose value follows
const INLINE = /<\/?(?:a|b|em|span|strong)\b[^>]*>/g;

/** What a directive gives: `live` its value, `keyed` and `guard` what is behind the key, `repeat` a template an item. */
function given([first, ...rest]: unknown[]): unknown {
  const last = rest.at(-1) ?? first;
  if (typeof last !== 'function') return last;
  return Array.isArray(first) && last.length ? first.map((one, at) => last(one, at)) : rest.length ? last() : nothing;
}

function attribute(kind: string, name: string, value: unknown) {
  if (kind === '@' || value === nothing || value === undefined || value === null) return '';
  if (kind === '?' || (kind === '.' && typeof value === 'boolean')) return value ? ` ${name}` : '';
  return ` ${name}="${String(value)}"`;
}

/** A state that fails where a view writes into it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function rendered(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(rendered).join('');
  if (typeof value !== 'object') return String(value);
  if ('_$litDirective$' in value) return rendered(given((value as unknown as { values: unknown[] }).values));
  const { strings, values } = value as TemplateResult;
  return strings.reduce((html, part, at) => {
    const [head, kind, name] = ATTRIBUTE.exec(strings[at - 1]) ?? [];
    const next = values[at - 1];
    if (head === undefined) return html + rendered(next) + part;
    const plain = typeof next === 'object' && next && 'values' in next ? given(next.values as unknown[]) : next;
    return html.slice(0, -head.length) + attribute(kind, name, plain) + part;
  });
}

/** The text of HTML, its blocks apart by a blank. */
export const textOf = (html: string) =>
  html
    .replace(INLINE, '')
    .replace(/(?:<[^>]*>|\s)+/g, ' ')
    .trim();

/** The parts of HTML that begin with a tag of this class. */
export const partsOf = (html: string, name: string) =>
  html.split(new RegExp(`(?=<[^<>]*\\bclass="(?:[^"]* )?${name}(?: [^"]*)?")`)).slice(1);
