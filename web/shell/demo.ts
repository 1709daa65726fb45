/**
 * A small board on which a game shows in a few seconds what it is about: the demonstration of its book, played in a
 * loop by the code that draws the large board. Where pieces do not glide, it is a picture of its most telling moment.
 *
 * A view has its canvas (`demoCanvas`); `playDemos` plays what stands there.
 */

import { isOver } from '../board/animation.ts';
import { fileOf, fit, rankOf } from '../board/geometry.ts';
import { animated, type Scene, scenes } from '../board/playback.ts';
import { render } from '../board/render.ts';
import { board } from '../board/textures.ts';
import { rowsOf } from '../game/rulebook.ts';
import { blank, pictureRatio } from '../lib/dom.ts';
import { inTurn } from '../lib/in-turn.ts';
import type { Meta } from '../state/game.d.ts';
import { create, glides, look, type Page, type State } from '../state/state.ts';

/** How long the last position takes to make way for the first, in ms. */
const FADE_MS = 260;

/** The width of the picture where its place has none yet, in CSS pixels. */
const WIDTH_PX = 148;

/** As much of the board as the demonstration needs: the pieces are so much larger. */
function part(meta: Meta): Meta {
  const { files = meta.files, ranks = meta.ranks } = meta.demo ?? {};
  const squares = meta.squares.filter((name) => fileOf(name) < files && rankOf(name) < ranks);
  return { ...meta, files, ranks, squares };
}

/** Where a game is demonstrated. */
export function demoCanvas(meta: Meta) {
  const { files, ranks } = part(meta);
  const { canvas } = blank(WIDTH_PX, (WIDTH_PX * ranks) / files);
  canvas.className = 'demo';
  canvas.dataset.demo = meta.key;
  canvas.style.aspectRatio = `${files} / ${ranks}`;
  return canvas;
}

/**
 * Plays the demonstrations in a part of the page, those that come there later, too. Never two play at a time: the one of
 * the game that is pointed at (`state.held`), else one after another of those in sight. Returns what ends it.
 */
export function playDemos(page: Page, place: Element) {
  /** In the order in which they stand there. */
  let demos: Demo[] = [];
  let playing: Demo | undefined;
  const play = (demo: Demo) => {
    if (playing === demo) return;
    playing?.stop();
    playing = demo;
    demo.play();
  };
  const tell = (what: 'round' | 'sight') => {
    if (what === 'round' ? playing?.meta.key === page.state.held : playing?.isSeen) return;
    const from = playing ? demos.indexOf(playing) + 1 : 0;
    const next = [...demos.slice(from), ...demos.slice(0, from)].find(({ isSeen }) => isSeen);
    if (next) play(next);
  };
  const stop = page.show((state) => {
    const canvases = [...(place.querySelectorAll('canvas.demo') as NodeListOf<HTMLCanvasElement>)];
    for (const demo of demos) if (!canvases.includes(demo.canvas)) demo.end();
    demos = canvases.map((canvas) => {
      const meta = state.games.find(({ key }) => key === canvas.dataset.demo) ?? state.meta;
      return demos.find((demo) => demo.canvas === canvas) ?? new Demo(state, meta, canvas, tell);
    });
    const held = demos.find(({ meta }) => meta.key === state.held);
    if (held) play(held);
    for (const demo of demos) demo.look();
  });
  return () => {
    stop();
    for (const demo of demos) demo.end();
  };
}

class Demo {
  page: State;
  meta: Meta;
  canvas: HTMLCanvasElement;
  tell: (what: 'round' | 'sight') => void;
  scenes: Scene[];
  state: State; // a state of its own: what happens on the large board is not seen here
  isWanted = false; // whether it is to run as soon as someone can see it
  isRunning = false;
  isSeen = false;
  timer = 0;
  frame = 0;
  onhide: () => void;
  observer: IntersectionObserver;
  layout?: ReturnType<typeof fit>;
  bare?: HTMLCanvasElement; // the board without pieces

  /**
   * @param page how boards and pieces look, and whether they move
   * @param tell called at the end of each round, and when it comes into sight or
   *   goes out of it
   */
  constructor(page: State, meta: Meta, canvas: HTMLCanvasElement, tell: (what: 'round' | 'sight') => void) {
    const { demo } = meta;
    this.page = page;
    this.meta = part(meta);
    this.canvas = canvas;
    this.tell = tell;
    this.scenes = demo ? scenes(rowsOf(this.meta, demo), demo.moves) : scenes(meta.start.rows, []);
    this.state = create([this.meta], this.meta, page.settings);
    this.state.bottom = meta.bottom;
    this.onhide = () => this.look();
    document.addEventListener('visibilitychange', this.onhide);
    this.observer = new IntersectionObserver((entries) => {
      this.isSeen = entries.some((entry) => entry.isIntersecting);
      this.look();
      this.tell('sight');
    });
    this.observer.observe(canvas);
    inTurn(() => this.prepare());
  }

  /** Ends it for good. */
  end() {
    this.isSeen = false;
    this.halt();
    this.observer.disconnect();
    document.removeEventListener('visibilitychange', this.onhide);
  }

  /** Makes the bare board in the size that its place has by now, and shows the picture that stands for the whole. */
  prepare() {
    const { canvas, meta } = this;
    const ratio = pictureRatio();
    const cell = Math.max(4, Math.round(((canvas.clientWidth || WIDTH_PX) * ratio) / meta.files));
    canvas.width = cell * meta.files;
    canvas.height = cell * meta.ranks;
    this.layout = fit(meta, canvas.width, canvas.height, 0, { turned: false }, ratio);
    this.bare = board(this.layout, meta, look(this.page, meta).board, { coordinates: false, numbers: false });
    this.still();
    this.look();
  }

  /** Plays the loop from its start; at once, or as soon as it can be seen. */
  play() {
    this.isWanted = true;
    this.look();
  }

  /** Goes back to the picture. */
  stop() {
    this.isWanted = false;
    this.look();
  }

  /** Runs or rests, as what is wanted and what is seen have it. */
  look() {
    const { demo } = this.meta;
    const runs = this.isWanted && this.isSeen && !document.hidden && glides(this.page) && Boolean(demo && this.bare);
    if (runs === this.isRunning) return;
    this.isRunning = runs;
    if (runs) this.show(0);
    else {
      this.halt();
      this.still();
    }
  }

  halt() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.isRunning = false;
    this.canvas.dataset.scene = 'still';
  }

  /** The picture that stands for the whole: the moment before a move, with its arrow, or the end. */
  still() {
    const at = this.meta.demo?.still ?? 0;
    this.set(at);
    const next = this.scenes[at + 1];
    this.state.hint = next?.move ? { path: next.move.path, text: '' } : null;
    this.draw(0);
    this.canvas.dataset.scene = 'still';
  }

  /** Puts a scene on the board. */
  set(index: number) {
    const { state, meta } = this;
    const { rows, move } = this.scenes[index];
    const groups = index === this.scenes.length - 1 ? meta.demo?.groups : undefined;
    state.rows = rows;
    state.last = move;
    state.hint = null;
    state.motion = null;
    state.points = meta.demo?.points ?? null;
    const outcome = groups ? { winner: null, reason: '', text: '', said: null, scores: null, islands: groups } : null;
    state.match = groups ? ({ moves: [], outcome, forced: false, side: meta.first } as any) : null;
  }

  /** Plays the move that leads to a scene, and goes on to the next one. */
  show(index: number) {
    const { state } = this;
    this.set(index);
    state.motion = animated(this.scenes[index], performance.now());
    this.canvas.dataset.scene = String(index);
    const step = (now: number) => {
      this.draw(now);
      if (state.motion && !isOver(state.motion, now)) {
        this.frame = requestAnimationFrame(step);
        return;
      }
      const isLast = index === this.scenes.length - 1;
      this.timer = window.setTimeout(
        () => (isLast ? this.restart() : this.show(index + 1)),
        this.scenes[index].stands,
      );
    };
    step(performance.now());
  }

  /** Lets the end fade into the beginning. */
  restart() {
    this.tell('round');
    if (!this.isRunning) return;
    const { canvas } = this;
    const end = blank(canvas.width, canvas.height);
    end.drawImage(canvas, 0, 0);
    const began = performance.now();
    this.set(0);
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - began) / FADE_MS);
      this.draw(now);
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.globalAlpha = 1 - part;
      context.drawImage(end.canvas, 0, 0);
      context.globalAlpha = 1;
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.show(0);
    };
    step(began);
  }

  draw(now: number) {
    if (!this.layout || !this.bare) return;
    const context = this.canvas.getContext('2d') as CanvasRenderingContext2D;
    render(context, this.state, this.layout, this.bare, now);
  }
}
