/** The canvas: sets its size, caches the board without pieces, and draws when something has changed or moves. */

import { onFrame } from '../lib/pending.ts';
import { fit, frameOf, type Layout, shapeOf, squareAt } from './geometry.ts';
import type { BoardModel } from './model.d.ts';
import { isMoving, render } from './render.ts';
import { board } from './textures.ts';

const MAX_BARE_BOARDS = 5; // the cache holds one board for each game

export class BoardView {
  element: HTMLElement;
  root: HTMLElement;
  canvas: HTMLCanvasElement;
  model: BoardModel;
  context: CanvasRenderingContext2D;
  shown: { key: string; layout: Layout; bare: HTMLCanvasElement } | null = null; // the board on the canvas
  boards: Map<string, HTMLCanvasElement> = new Map(); // those drawn last, by everything that they depend on
  isAsked = false; // whether it will be drawn before the next frame
  /** The piece that is dragged, and where its pointer is, in CSS pixels of the window. */
  drag: { from: string; x: number; y: number } | null = null;
  aimed: string | null = null; // the square that the mouse is on

  /** The custom properties of `element`, the box of the board, set its shape; `root` takes it, too: by default the page. */
  constructor(element: HTMLElement, canvas: HTMLCanvasElement, model: BoardModel, root = document.documentElement) {
    this.element = element;
    this.root = root;
    this.canvas = canvas;
    this.model = model;
    this.context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    this.shape();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Takes over what the board is to show, and draws it: now, unless it will be drawn before the next frame. */
  show(model: BoardModel) {
    this.model = model;
    // A piece that is no longer selected is no longer dragged.
    if (this.drag && !model.isEdited && this.drag.from !== model.selected) this.drag = null;
    this.shape();
    this.point();
    if (!this.isAsked) this.draw();
  }

  /** Sets the proportions of the board as it is seen, for the style sheet, so that the page is laid out only once. */
  private shape() {
    const { shape, upright } = this.model;
    const { columns, rows } = shapeOf(shape, upright);
    for (const { style } of [this.element, this.root]) {
      style.setProperty('--files', String(columns));
      style.setProperty('--ranks', String(rows));
    }
    this.root.toggleAttribute('data-upright', upright);
  }

  /** Requests drawing before the next frame. Several calls draw once. */
  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    onFrame((now) => {
      this.isAsked = false;
      this.draw(now);
    });
  }

  /** Drags a piece. Where that is on the board is found when it is drawn: a pointer moves more often than that. */
  carry(from: string, x: number, y: number) {
    this.drag = { from, x, y };
    if (!this.isAsked) this.ask();
  }

  drop() {
    this.drag = null;
    this.ask();
  }

  /** Shows by the mouse what a press would do on the square that it is on. */
  point(square: string | null = this.aimed) {
    const { movable, targets, isEdited, hasTool } = this.model;
    this.aimed = square;
    const isHeld = square !== null && movable.has(square) && !hasTool;
    const isEntered = isEdited || (square !== null && targets.has(square));
    this.canvas.style.cursor = this.drag ? 'grabbing' : isHeld ? 'grab' : isEntered ? 'pointer' : 'default';
  }

  /** A point of the window on the canvas, in device pixels, and the square there. */
  at({ x, y }: { x: number; y: number }) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const point = { x: (x - box.left) * ratio, y: (y - box.top) * ratio };
    return { ...point, over: this.shown && squareAt(this.shown.layout, point.x, point.y) };
  }

  draw(now = performance.now()) {
    const { model, canvas, context } = this;
    const shown = this.measure();
    if (!shown) return;
    const drag = this.drag && { from: this.drag.from, ...this.at(this.drag) };
    render(context, model, shown.layout, shown.bare, now, drag);
    canvas.dataset.drawn = model.game;
    if (isMoving(model, now)) this.ask();
  }

  /**
   * Fits the canvas to its box in device pixels, and draws the board again if its size has changed. Every board but the
   * first gets a frame of its own, because drawing it and showing it together takes 60 ms without a graphics processor;
   * until then the canvas keeps its content, and this returns null.
   */
  measure() {
    const { canvas, model, element } = this;
    const { game, shape, turned, upright, look, coordinates, numbers } = model;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return null;
    const key = [game, width, height, turned, upright, look.board, coordinates, numbers].join(' ');
    if (key === this.shown?.key) return this.shown;
    const layout = fit(shape, width, height, Math.round(frameOf(element) * ratio), { turned, upright }, ratio);
    const drawn = this.boards.get(key);
    const bare = drawn ?? board(layout, shape, look.board, { coordinates, numbers });
    this.boards.delete(key);
    this.boards.set(key, bare);
    for (const old of [...this.boards.keys()].slice(0, -MAX_BARE_BOARDS)) this.boards.delete(old);
    if (!drawn && this.shown) {
      this.ask();
      return null;
    }
    Object.assign(canvas, { width, height });
    this.shown = { key, layout, bare };
    return this.shown;
  }
}
