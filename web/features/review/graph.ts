/** White's chances after each move, mistakes as dots: as a drawing, and as a slider that goes through the game. */

import { MARK_CLASSES } from '../../lib/glyphs.ts';
import { html, svg } from '../../lib/html.ts';
import { stepsOf } from '../../lib/keyboard.ts';
import type { ReviewedMove } from '../../protocol.d.ts';

type Chances = (number | null)[]; // White's at each position; null where they are not known
type Turn = Pick<ReviewedMove, 'ply' | 'mark'>; // a move of the game: with a mark it gets a dot

const HEIGHT = 100; // the height of the drawing; its width is the length of the game in plies
const PAGE_PLIES = 10;

const lengthOf = (chances: Chances) => Math.max(1, chances.length - 1);

const high = (chance: number) => (HEIGHT * (1 - chance)).toFixed(1);

function known(chances: Chances) {
  const line = [];
  const area = [];
  let begun = -1;
  for (const [ply, chance] of [...chances, null].entries()) {
    if (chance === null) {
      if (begun >= 0) area.push(`V${HEIGHT}H${begun}Z`);
      begun = -1;
      continue;
    }
    const point = `${ply} ${high(chance)}`;
    line.push(`${begun < 0 ? 'M' : 'L'}${point}`);
    area.push(begun < 0 ? `M${ply} ${HEIGHT}L${point}` : `L${point}`);
    if (begun < 0) begun = ply;
  }
  return { line: line.join(''), area: area.join('') };
}

/** A cover with edges for what is not known yet: without it, an unknown position would look lost for White. */
function unknown(chances: Chances) {
  const covers = [];
  const edges = [];
  for (let from = 0; from < chances.length; from++) {
    if (chances[from] !== null) continue;
    let to = from;
    while (to + 1 < chances.length && chances[to + 1] === null) to++;
    const [left, right] = [Math.max(0, from - 1), Math.min(lengthOf(chances), to + 1)];
    covers.push(`M${left} 0H${right}V${HEIGHT}H${left}Z`);
    if (from > 0) edges.push(`M${left} 0V${HEIGHT}`);
    if (to + 1 < chances.length) edges.push(`M${right} 0V${HEIGHT}`);
    from = to;
  }
  return { cover: covers.join(''), edge: edges.join('') };
}

/** The drawing alone, for a box of the class `graph`; `ply`: of the position on the board, -1 for none. */
export function curve(chances: Chances, turns: Turn[], ply: number) {
  const { line, area } = known(chances);
  const { cover, edge } = unknown(chances);
  // A line of zero length with round ends is a round dot, however the drawing is stretched.
  const dot = ({ ply: at, mark }: Turn) =>
    mark && svg`<path class=${`graph-dot ${MARK_CLASSES[mark]}`} d=${`M${at} ${high(chances[at] ?? 0.5)}h0`}></path>`;
  return html`
    <svg preserveAspectRatio="none" aria-hidden="true" focusable="false" viewBox=${`0 0 ${lengthOf(chances)} ${HEIGHT}`}>
      <path class="graph-area" d=${area}></path>
      <path class="graph-unknown" d=${cover}></path>
      <path class="graph-edge" d=${edge}></path>
      <path class="graph-middle" d=${`M0 ${HEIGHT / 2}H${lengthOf(chances)}`}></path>
      <path class="graph-line" d=${line}></path>
      <path class="graph-cursor" d=${ply < 0 ? '' : `M${ply} 0V${HEIGHT}`}></path>
      <g>${turns.map(dot)}</g>
    </svg>`;
}

/** The drawing as a slider; `ply`: of the position on the board, -1 in a variation, with the `text` that describes it. */
export function slider(
  label: string,
  chances: Chances,
  turns: Turn[],
  { ply, text }: { ply: number; text: string },
  go: (ply: number) => void,
) {
  const length = lengthOf(chances);
  const goTo = (wanted: number) => go(Math.max(0, Math.min(length, wanted)));
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    goTo(Math.round(((clientX - left) / Math.max(1, width)) * length));
  };
  const press = (event: PointerEvent) => {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    point(event);
  };
  const drag = (event: PointerEvent) => {
    if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) point(event);
  };
  const arrows = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };
  const steps = { ...arrows, PageDown: -PAGE_PLIES, PageUp: PAGE_PLIES, Home: -length, End: length };
  const key = (event: KeyboardEvent) => {
    const step = stepsOf(event, steps);
    if (step) goTo(Math.max(0, ply) + step);
  };
  return html`
    <div class="graph" role="slider" tabindex="0" aria-label=${label} aria-valuemin="0" aria-valuemax=${chances.length - 1}
      aria-valuenow=${Math.max(0, ply)} aria-valuetext=${text} @pointerdown=${press} @pointermove=${drag} @keydown=${key}>
      ${curve(chances, turns, ply)}
    </div>`;
}
