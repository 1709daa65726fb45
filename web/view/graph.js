/**
 * The review's graph: White's chances after each move, mistakes as dots, the current position as a line. It is a
 * slider: click, drag or arrow keys go through the game.
 *
 * @import { Mark } from '../protocol.d.ts'
 */

import { make } from '../lib/dom.js';
import { MARK_CLASSES } from '../lib/glyphs.js';
import { shape } from '../lib/svg.js';

/** The height of the drawing; its width is the length of the game in plies. */
const HEIGHT = 100;
/** How far Page Up and Page Down go. */
const PAGE_PLIES = 10;

export class Graph {
  /**
   * @param {string} label
   * @param {(ply: number) => void} go
   */
  constructor(label, go) {
    this.go = go;
    this.count = 1;
    this.ply = 0;
    this.drawn = '';
    this.area = shape('path', { class: 'graph-area' });
    this.line = shape('path', { class: 'graph-line' });
    this.middle = shape('path', { class: 'graph-middle' });
    this.dots = shape('g', {});
    this.unknown = shape('path', { class: 'graph-unknown' });
    this.edge = shape('path', { class: 'graph-edge' });
    this.cursor = shape('path', { class: 'graph-cursor' });
    const svg = shape('svg', { preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' });
    svg.append(this.area, this.unknown, this.edge, this.middle, this.line, this.cursor, this.dots);
    this.svg = svg;
    this.element = make('div', {
      class: 'graph',
      role: 'slider',
      tabindex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'data-keep': 'graph',
    });
    this.element.append(svg);
    this.listen();
  }

  /**
   * @param {(number | null)[]} chances White's at each position
   * @param {Map<number, Mark>} marks by ply
   */
  draw(chances, marks) {
    const key = JSON.stringify([chances, [...marks]]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.count = Math.max(1, chances.length - 1);
    this.svg.setAttribute('viewBox', `0 0 ${this.count} ${HEIGHT}`);
    this.element.setAttribute('aria-valuemax', String(chances.length - 1));
    this.middle.setAttribute('d', `M0 ${HEIGHT / 2}H${this.count}`);
    const line = [];
    const area = [];
    let begun = -1;
    for (const [ply, chance] of [...chances, null].entries()) {
      if (chance === null) {
        if (begun >= 0) area.push(`V${HEIGHT}H${begun}Z`);
        begun = -1;
        continue;
      }
      const point = `${ply} ${this.high(chance)}`;
      line.push(`${begun < 0 ? 'M' : 'L'}${point}`);
      area.push(begun < 0 ? `M${ply} ${HEIGHT}L${point}` : `L${point}`);
      if (begun < 0) begun = ply;
    }
    this.line.setAttribute('d', line.join(''));
    this.cover(chances);
    this.area.setAttribute('d', area.join(''));
    // A line of zero length with round ends is a round dot, however the drawing is stretched.
    this.dots.replaceChildren(
      ...[...marks].map(([ply, mark]) =>
        shape('path', { class: `graph-dot ${MARK_CLASSES[mark]}`, d: `M${ply} ${this.high(chances[ply] ?? 0.5)}h0` }),
      ),
    );
    this.mark();
  }

  /**
   * Covers what is not known yet, with an edge where the known part begins or ends: without it, an unknown position would
   * look lost for White.
   *
   * @private
   * @param {(number | null)[]} chances
   */
  cover(chances) {
    const covers = [];
    const edges = [];
    for (let from = 0; from < chances.length; from++) {
      if (chances[from] !== null) continue;
      let to = from;
      while (to + 1 < chances.length && chances[to + 1] === null) to++;
      const [left, right] = [Math.max(0, from - 1), Math.min(this.count, to + 1)];
      covers.push(`M${left} 0H${right}V${HEIGHT}H${left}Z`);
      if (from > 0) edges.push(`M${left} 0V${HEIGHT}`);
      if (to + 1 < chances.length) edges.push(`M${right} 0V${HEIGHT}`);
      from = to;
    }
    this.unknown.setAttribute('d', covers.join(''));
    this.edge.setAttribute('d', edges.join(''));
  }

  /** @param {number} ply of the position on the board; -1 if it is in a variation @param {string} text its description */
  point(ply, text) {
    this.ply = ply;
    this.element.setAttribute('aria-valuenow', String(Math.max(0, ply)));
    this.element.setAttribute('aria-valuetext', text);
    this.mark();
  }

  /** @private */
  mark() {
    this.cursor.setAttribute('d', this.ply < 0 ? '' : `M${this.ply} 0V${HEIGHT}`);
  }

  /** @private @param {number} chance */
  high(chance) {
    return (HEIGHT * (1 - chance)).toFixed(1);
  }

  /** @private */
  listen() {
    const { element } = this;
    const at = (/** @type {PointerEvent} */ { clientX }) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const ply = Math.round(((clientX - left) / Math.max(1, width)) * this.count);
      this.go(Math.max(0, Math.min(this.count, ply)));
    };
    element.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      element.setPointerCapture(event.pointerId);
      at(event);
    });
    element.addEventListener('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) at(event);
    });
    element.addEventListener('keydown', (event) => {
      const steps = {
        ArrowLeft: -1,
        ArrowRight: 1,
        ArrowDown: -1,
        ArrowUp: 1,
        PageDown: -PAGE_PLIES,
        PageUp: PAGE_PLIES,
        Home: -this.count,
        End: this.count,
      };
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(Math.max(0, Math.min(this.count, Math.max(0, this.ply) + step)));
    });
  }
}
