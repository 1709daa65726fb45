/** The laurel wreath around the winner's piece: two branches that rise from below and leave the top open. */

import { shape } from '../../lib/svg.ts';

/** Leaves of a branch, on either side of it. */
const LEAVES = 8;

/** Where a branch begins and ends, in degrees from the lowest point. */
const FIRST_DEGREES = 14;
const LAST_DEGREES = 146;
const RADIUS = 39;

/** A leaf that points to the right, its stalk at 0. */
const LEAF = 'M0 0Q6-5.500 14 0Q6 5.500 0 0Z';

/** One branch, the right one. */
function branch() {
  const group = shape('g', {});
  for (let leaf = 0; leaf < LEAVES; leaf++) {
    const along = FIRST_DEGREES + ((LAST_DEGREES - FIRST_DEGREES) * leaf) / (LEAVES - 1);
    const angle = ((90 - along) * Math.PI) / 180;
    const [x, y] = [50 + RADIUS * Math.cos(angle), 50 + RADIUS * Math.sin(angle)];
    for (const lean of [-32, 32]) {
      const way = -along + lean;
      group.append(
        shape('path', { d: LEAF, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${way.toFixed(0)})` }),
      );
    }
  }
  return group;
}

/** The whole wreath, in the colour of the text around it. */
export function wreath() {
  const svg = shape('svg', { class: 'wreath', viewBox: '0 0 100 100', 'aria-hidden': 'true', focusable: 'false' });
  const left = branch();
  left.setAttribute('transform', 'matrix(-1 0 0 1 100 0)');
  svg.append(branch(), left);
  return svg;
}
