/** Numbers, shares and times as the page's language writes them. */

import { dateLocale, LANGUAGES, language, t } from './i18n.ts';

export const count = (number: number) => number.toLocaleString(LANGUAGES[language()].tag);

/** A text about so many of something: the number chooses its form, and stands in it as a figure. */
export const counted = (key: string, n: number) => t(key, { n, count: count(n) });

/** A share of 0 to 1. */
export const percent = (share: number) =>
  share.toLocaleString(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: 0 });

/** A date with its time, in ms since 1970. */
export const moment = (when: number) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(when);

export const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

export const LOW_SECONDS = 20; // below so many seconds a clock shows tenths of them, in another colour

export function clockText(seconds: number) {
  if (seconds < LOW_SECONDS) return `0:${Math.max(0, seconds).toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
