/** The computer's opponents as pictures: animals by strength, the same in every game, on a ground that is no side's. */

import { ANIMALS, SIZE } from '../faces/animals.ts';
import { guard, html, nothing, svg } from '../lib/html.ts';

/** The room around the animal, and how round the corners of its ground are. */
const MARGIN = 3;
const CORNER = 11;

/** The picture of an opponent, `wide` in CSS pixels, else as wide as the style sheet says. Its name always stands beside it. */
export const face = (level: number, wide?: number) => guard([level, wide], () => portrait(level, wide));

function portrait(level: number, wide?: number) {
  const side = SIZE + 2 * MARGIN;
  return html`
    <svg class="portrait" viewBox=${`${-MARGIN} ${-MARGIN} ${side} ${side}`} aria-hidden="true" data-face=${level}
      width=${wide ?? nothing} height=${wide ?? nothing}>
      <rect class="portrait-ground" x=${-MARGIN} y=${-MARGIN} width=${side} height=${side} rx=${CORNER}></rect>
      ${ANIMALS[level - 1].map(([fill, d]) => svg`<path fill=${fill} d=${d}></path>`)}
    </svg>`;
}
