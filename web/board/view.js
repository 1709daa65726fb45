/**
 * The canvas: gives it the pixels it needs, keeps the bare board, and draws when something has changed or moves.
 *
 * @import { Layout } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { isTurned, isUpright, look } from '../state/state.js';
import { isOver } from './animation.js';
import { fit, frameOf, shapeOf } from './geometry.js';
import { FLASH_MS } from './refusal.js';
import { render } from './render.js';
import { board } from './textures.js';

/** How many bare boards are kept: one for each game. */
const MAX_BARE_BOARDS = 5;

export class BoardView {
  /**
   * @param {HTMLElement} element the box whose custom properties give the board its shape
   * @param {HTMLCanvasElement} canvas
   * @param {State} state
   */
  constructor(element, canvas, state) {
    this.element = element;
    this.canvas = canvas;
    this.state = state;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {HTMLCanvasElement | null} */
    this.bare = null;
    this.bareKey = '';
    /** The bare boards that were drawn last, by all that they depend on. @type {Map<string, HTMLCanvasElement>} */
    this.boards = new Map();
    this.frame = 0;
    this.shape();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Tells the style sheet the proportions of the board as it is seen, so that everything around it is laid out once. */
  shape() {
    const upright = isUpright(this.state);
    const { columns, rows } = shapeOf(this.state.meta, upright);
    const root = document.documentElement;
    for (const { style } of [this.element, root]) {
      style.setProperty('--files', String(columns));
      style.setProperty('--ranks', String(rows));
    }
    root.toggleAttribute('data-upright', upright);
  }

  /** Draws before the next frame is shown; any number of calls draw once. */
  ask() {
    if (!this.frame) {
      this.frame = requestAnimationFrame((now) => {
        this.frame = 0;
        this.draw(now);
      });
    }
  }

  draw(now = performance.now()) {
    const { state, canvas, context } = this;
    if (!this.measure()) return;
    const { layout, bare } = this;
    if (!layout || !bare) return;
    render(context, state, layout, bare, now);
    canvas.dataset.drawn = state.meta.key;
    if (state.refused) {
      if (now - state.refused.since > FLASH_MS) state.refused = null;
      this.ask();
    }
    if (state.motion) {
      if (isOver(state.motion, now)) state.motion = null;
      else this.ask();
    }
  }

  /**
   * Fits the canvas to its box in device pixels, and draws the bare board anew where it no longer fits. All but the
   * first one have a frame for that alone: to draw it and to put it on the screen takes 60 ms together where no graphics
   * processor helps, and until then the canvas keeps what it shows.
   *
   * @returns {boolean} whether there is something to draw on
   */
  measure() {
    const { canvas, state, element } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return false;
    const turned = isTurned(state);
    const upright = isUpright(state);
    const { board: material } = look(state);
    const { coordinates, numbers } = state.settings;
    const key = [state.meta.key, width, height, turned, upright, material, coordinates, numbers].join(' ');
    if (key === this.bareKey) return true;
    const layout = fit(state.meta, width, height, Math.round(frameOf(element) * ratio), { turned, upright }, ratio);
    const drawn = this.boards.get(key);
    const bare = drawn ?? board(layout, state.meta, material, { coordinates, numbers });
    this.boards.delete(key);
    this.boards.set(key, bare);
    for (const old of [...this.boards.keys()].slice(0, -MAX_BARE_BOARDS)) this.boards.delete(old);
    if (!drawn && this.bare) {
      this.ask();
      return false;
    }
    canvas.width = width;
    canvas.height = height;
    this.layout = layout;
    this.bare = bare;
    this.bareKey = key;
    return true;
  }
}
