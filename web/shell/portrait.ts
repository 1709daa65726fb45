/**
 * The computer's opponents as pictures: ten animals by strength, the same in every game, on a ground that is no side's.
 */

import { ANIMALS, SIZE } from '../faces/animals.ts';
import { shape } from '../lib/svg.ts';

/** The room around the animal, and how round the corners of its ground are. */
const MARGIN = 3;
const CORNER = 11;

/**
 * The picture of an opponent. Its name always stands beside it, so that a screen reader passes over it.
 *
 * @param wide in CSS pixels; without it the style sheet says how large it is
 */
export function portrait(level: number, wide?: number) {
  const side = SIZE + 2 * MARGIN;
  const place = { x: -MARGIN, y: -MARGIN, width: side, height: side };
  return shape(
    'svg',
    {
      class: 'portrait',
      viewBox: Object.values(place).join(' '),
      ...(wide && { width: wide, height: wide }),
      'aria-hidden': 'true',
      'data-face': level,
    },
    shape('rect', { ...place, rx: CORNER, class: 'portrait-ground' }),
    ...ANIMALS[level - 1].map(([fill, d]) => shape('path', { fill, d })),
  );
}
