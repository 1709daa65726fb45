/** What the page needs to know about the screen beyond what the style sheet does. */

/**
 * A phone held upright. A wide board has larger squares there when it stands upright, too, although rows above and below
 * it need their room. `boot/early.ts` holds a copy: it shapes the board before any module is loaded.
 */
const TALL = '(max-width: 599px) and (min-height: 640px) and (max-aspect-ratio: 11/20)';

/** Whether the screen is so tall and narrow that a wide board stands upright on it. */
export const isTall = () => matchMedia(TALL).matches;

/** Calls `see` when that changes. */
export const watchTall = (see: (tall: boolean) => void) =>
  matchMedia(TALL).addEventListener('change', ({ matches }) => see(matches));
