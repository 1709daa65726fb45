/** What the page asks of the screen: each query also tells when its answer changes. */

/**
 * Whether it is a phone held upright. A wide board has larger squares there when it stands upright, too, although rows above
 * and below it need their room.
 */
export const tallScreen = () =>
  matchMedia('(max-width: 599px) and (min-height: 640px) and (max-aspect-ratio: 11/20)');

/** Whether the device asks for high contrast. */
export const plainScreen = () => matchMedia('(prefers-contrast: more), (forced-colors: active)');
