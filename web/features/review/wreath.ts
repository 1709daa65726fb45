/** The laurel wreath around the winner's piece: two branches that rise from below and leave the top open. */

import { html, svg } from 'lit-html';

const LEAVES = 8; // leaves of a branch, on either side of it
const FIRST_DEGREES = 14; // where a branch begins, from the lowest point
const LAST_DEGREES = 146; // where it ends
const RADIUS = 39;
const LEAF = 'M0 0Q6-5.500 14 0Q6 5.500 0 0Z'; // a leaf that points to the right, its stalk at 0

function pair(nth: number) {
  const along = FIRST_DEGREES + ((LAST_DEGREES - FIRST_DEGREES) * nth) / (LEAVES - 1);
  const angle = ((90 - along) * Math.PI) / 180;
  const [x, y] = [50 + RADIUS * Math.cos(angle), 50 + RADIUS * Math.sin(angle)];
  const leaf = (lean: number) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(lean - along).toFixed(0)})`;
  return [-32, 32].map((lean) => svg`<path d=${LEAF} transform=${leaf(lean)}></path>`);
}

const branch = () => Array.from({ length: LEAVES }, (_, nth) => pair(nth));

export const wreath = () => html`
  <svg class="wreath" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <g>${branch()}</g><g transform="matrix(-1 0 0 1 100 0)">${branch()}</g>
  </svg>`;
