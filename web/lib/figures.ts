/** Numbers, shares and times as the page's language writes them. */

import { dateLocale, LANGUAGES, language } from './i18n.ts';

export const count = (number: number) => number.toLocaleString(LANGUAGES[language()].tag);

/** A share of 0 to 1. */
export const percent = (share: number) =>
  share.toLocaleString(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: 0 });

/** A date with its time, in ms since 1970. */
export const moment = (when: number) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(when);

/** A change with its sign. */
export const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);
