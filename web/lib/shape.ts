/** Checks values from the storage or from a file, of which any part may be missing, or of another kind. */

import type { Side } from '../protocol.d.ts';
import { ifPossible } from './attempt.ts';

/** A test, a list of one shape, or an object with a shape for each field; a field named with `?` may be left out. */
export type Shape = ((value: unknown) => boolean) | Shape[] | { [field: string]: Shape };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (value: unknown): value is string => typeof value === 'string';
export const flag = (value: unknown): value is boolean => typeof value === 'boolean';
export const number = (value: unknown): value is number => Number.isFinite(value);
export const count = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
/** A time in ms since 1970 of which there is a date. */
export const time = (value: unknown) => number(value) && value >= 0 && value <= 8.64e15;
export const isSide = (value: unknown): value is Side => value === 'w' || value === 'b';
export const oneOf = (choices: readonly unknown[]) => (value: unknown) => choices.includes(value);
export const maybe = (shape: Shape) => (value: unknown) => value === null || fits(value, shape);
/** An object whose fields all fit. */
export const all = (shape: Shape) => (value: unknown) =>
  isObject(value) && Object.values(value).every((item) => fits(item, shape));

/** The place of the first value that does not fit, from that of the whole on; empty where all fit. */
export function misfit(value: unknown, shape: Shape, place: string): string {
  if (typeof shape === 'function') return shape(value) ? '' : place;
  let parts: [unknown, Shape, string][];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return place;
    parts = value.map((part, at) => [part, shape[0], `${place}[${at}]`]);
  } else {
    if (!isObject(value)) return place;
    parts = Object.entries(shape)
      .map(([field, part]) => ({ field, name: field.replace('?', ''), part }))
      .filter(({ field, name }) => field === name || value[name] !== undefined)
      .map(({ name, part }) => [value[name], part, place ? `${place}.${name}` : name]);
  }
  return parts.map((part) => misfit(...part)).find(Boolean) ?? '';
}

export const fits = <Value>(value: unknown, shape: Shape): value is Value => misfit(value, shape, 'value') === '';

/** What a text says as JSON; null where it is none. */
export const parsed = (json?: string | null): unknown => ifPossible(() => JSON.parse(json ?? 'null'), null);

/** The fields of an object; none where it is none. */
export const fields = (value: unknown) => (isObject(value) ? value : {});

export const mapped = <One, Other>(
  values: Record<string, One>,
  change: (value: One) => Other,
): Record<string, Other> => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** What of a list fits. */
export const listOf = <One>(value: unknown, shape: Shape): One[] =>
  Array.isArray(value) ? value.filter((item): item is One => fits(item, shape)) : [];

/** The fields that fit. */
export const recordOf = <One>(value: unknown, shape: Shape) =>
  Object.fromEntries(Object.entries(fields(value)).filter((entry): entry is [string, One] => fits(entry[1], shape)));
