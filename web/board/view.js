/**
 * The canvas: gives it the pixels it needs, keeps the bare board, and draws when something has changed or moves.
 *
 * @import { Layout } from '../types.d.ts'
 * @import { State } from '../state.js'
 */

import { isTurned, look } from '../state.js';
import { isOver } from './animation.js';
import { fit, frameOf } from './geometry.js';
import { render } from './render.js';
import { board } from './textures.js';

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
    this.frame = 0;
    this.shape();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Tells the style sheet the proportions of the board, so that everything around it is laid out once. */
  shape() {
    const { files, ranks } = this.state.meta;
    this.element.style.setProperty('--files', String(files));
    this.element.style.setProperty('--ranks', String(ranks));
    document.documentElement.style.setProperty('--files', String(files));
    document.documentElement.style.setProperty('--ranks', String(ranks));
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
    this.measure();
    const { layout, bare } = this;
    if (!layout || !bare) return;
    render(context, state, layout, bare, now);
    canvas.dataset.drawn = state.meta.key;
    if (state.motion) {
      if (isOver(state.motion, now)) state.motion = null;
      else this.ask();
    }
  }

  /** Fits the canvas to its box in device pixels, and draws the bare board anew where it no longer fits. */
  measure() {
    const { canvas, state, element } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return;
    const turned = isTurned(state);
    const { board: material } = look(state);
    const { coordinates, numbers } = state.settings;
    const key = [state.meta.key, width, height, turned, material, coordinates, numbers].join(' ');
    if (key === this.bareKey) return;
    canvas.width = width;
    canvas.height = height;
    this.layout = fit(state.meta, width, height, Math.round(frameOf(element) * ratio), turned, ratio);
    this.bare = board(this.layout, state.meta, material, { coordinates, numbers });
    this.bareKey = key;
  }
}
