/** What the page asks of the screen. */

/** The layout of a window of this size, in px: `style/layouts.css` has all six. */
export function layoutOf(width: number, height: number) {
  if (height >= width && width < 1100) return width < 600 ? 'phone' : 'tablet';
  if (width < 640) return 'phone';
  if (height < 480) return 'phone-flat';
  if (width < 860) return 'frame';
  return width >= 1600 && height >= 900 ? 'wide' : 'desk';
}

/**
 * Whether that is a phone held upright. A wide board has larger squares there when it stands upright, too, although rows above
 * and below it need their room.
 */
export const isTall = (width: number, height: number) =>
  layoutOf(width, height) === 'phone' && height >= 640 && 20 * width <= 11 * height;

/** The query whether the device asks for high contrast: it also tells when its answer changes. */
export const plainScreen = () => matchMedia('(prefers-contrast: more), (forced-colors: active)');
