/**
 * A small board on which a game shows in a few seconds what it is about: the demonstration of its book, in a loop, by
 * the code that draws the large board; without motion, a picture of its most telling moment. A view has its canvas
 * (`demoCanvas`); `playDemos` plays what stands there.
 */

import { animated, isOver, scenes } from '../board/animation.ts';
import { fileOf, fit, type Layout, rankOf } from '../board/geometry.ts';
import { render } from '../board/render.ts';
import { board } from '../board/textures.ts';
import { rowsOf } from '../game/rulebook.ts';
import { blank, pictureRatio } from '../lib/dom.ts';
import { boardModel } from '../state/board.ts';
import type { Meta } from '../state/game.d.ts';
import { create, everything, glides, look as looks, type Page, type State } from '../state/state.ts';
import { inTurn } from './thumbnail.ts';

const FADE_MS = 260; // how long the last position takes to make way for the first, in ms
const WIDTH_PX = 148; // the width of the picture where its place has none yet, in CSS pixels

/** As much of the board as the demonstration needs: the pieces are so much larger. */
function part(meta: Meta): Meta {
  const { files = meta.files, ranks = meta.ranks } = meta.demo ?? {};
  const squares = meta.squares.filter((name) => fileOf(name) < files && rankOf(name) < ranks);
  return { ...meta, files, ranks, squares };
}

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
  let demos: Demo[] = []; // in the order in which they stand there
  let playing: Demo | undefined;
  const play = (demo: Demo) => {
    if (playing === demo) return;
    playing?.want(false);
    playing = demo;
    demo.want(true);
  };
  const tell = (what: 'round' | 'sight') => {
    if (what === 'round' ? playing?.key === page.state.held : playing?.isSeen()) return;
    const from = playing ? demos.indexOf(playing) + 1 : 0;
    const next = [...demos.slice(from), ...demos.slice(0, from)].find(({ isSeen }) => isSeen());
    if (next) play(next);
  };
  const stop = page.view(everything, (state) => {
    const canvases = [...(place.querySelectorAll('canvas.demo') as NodeListOf<HTMLCanvasElement>)];
    for (const demo of demos) if (!canvases.includes(demo.canvas)) demo.end();
    demos = canvases.map((canvas) => {
      const meta = state.games.find(({ key }) => key === canvas.dataset.demo) ?? state.meta;
      return demos.find((demo) => demo.canvas === canvas) ?? demo(state, meta, canvas, tell);
    });
    const held = demos.find(({ key }) => key === state.held);
    if (held) play(held);
    for (const demo of demos) demo.look();
  });
  return () => {
    stop();
    for (const demo of demos) demo.end();
  };
}

type Demo = ReturnType<typeof demo>;

/** A game's demonstration; `page` says how it looks, `tell` hears when a round ends or it comes into sight. */
function demo(page: State, whole: Meta, canvas: HTMLCanvasElement, tell: (what: 'round' | 'sight') => void) {
  const meta = part(whole);
  const { key, demo: shown, start } = meta;
  const played = shown ? scenes(rowsOf(meta, shown), shown.moves) : scenes(start.rows, []);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // A state of its own: what happens on the large board is not seen here.
  const state = create([meta], meta, page.settings);
  state.bottom = meta.bottom;
  let drawn: { layout: Layout; bare: HTMLCanvasElement } | null = null;
  let isWanted = false; // whether it is to run as soon as someone can see it
  let isRunning = false;
  let isSeen = false;
  let [timer, frame] = [0, 0];

  const draw = (now: number) => drawn && render(context, boardModel(state), drawn.layout, drawn.bare, now);

  const set = (index: number) => {
    const { rows, move } = played[index];
    const islands = index === played.length - 1 ? shown?.groups : undefined;
    const match = islands ? { moves: [], outcome: { islands }, forced: false, side: meta.first } : null;
    Object.assign(state, { rows, last: move, hint: null, motion: null, points: shown?.points ?? null, match });
  };

  /** The picture that stands for the whole: the moment before a move, with its arrow, or the end. */
  const still = () => {
    const at = shown?.still ?? 0;
    set(at);
    const next = played[at + 1];
    state.hint = next?.move ? { path: next.move.path, text: '' } : null;
    draw(0);
    canvas.dataset.scene = 'still';
  };

  /** Plays the move that leads to a scene, and goes on to the next one. */
  const show = (index: number) => {
    set(index);
    state.motion = animated(played[index], performance.now());
    canvas.dataset.scene = String(index);
    const step = (now: number) => {
      draw(now);
      if (state.motion && !isOver(state.motion, now)) {
        frame = requestAnimationFrame(step);
        return;
      }
      const isLast = index === played.length - 1;
      timer = window.setTimeout(() => (isLast ? restart() : show(index + 1)), played[index].stands);
    };
    step(performance.now());
  };

  /** Lets the end fade into the beginning. */
  const restart = () => {
    tell('round');
    if (!isRunning) return;
    const end = blank(canvas.width, canvas.height);
    end.drawImage(canvas, 0, 0);
    const began = performance.now();
    set(0);
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - began) / FADE_MS);
      draw(now);
      context.globalAlpha = 1 - part;
      context.drawImage(end.canvas, 0, 0);
      context.globalAlpha = 1;
      if (part < 1) frame = requestAnimationFrame(step);
      else show(0);
    };
    step(began);
  };

  const halt = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    isRunning = false;
    canvas.dataset.scene = 'still';
  };

  /** Runs or rests, as what is wanted and what is seen have it. */
  const look = () => {
    const runs = isWanted && isSeen && !document.hidden && glides(page) && Boolean(shown && drawn);
    if (runs === isRunning) return;
    isRunning = runs;
    if (runs) return show(0);
    halt();
    still();
  };

  /** Plays the loop from its start, at once or as soon as it can be seen; or goes back to the picture. */
  const want = (isOn: boolean) => {
    isWanted = isOn;
    look();
  };

  document.addEventListener('visibilitychange', look);
  const observer = new IntersectionObserver((entries) => {
    isSeen = entries.some((entry) => entry.isIntersecting);
    look();
    tell('sight');
  });
  observer.observe(canvas);

  const end = () => {
    isSeen = false;
    halt();
    observer.disconnect();
    document.removeEventListener('visibilitychange', look);
  };

  // Makes the bare board in the size that its place has by now, and shows the picture that stands for the whole.
  inTurn(() => {
    const ratio = pictureRatio();
    const cell = Math.max(4, Math.round(((canvas.clientWidth || WIDTH_PX) * ratio) / meta.files));
    canvas.width = cell * meta.files;
    canvas.height = cell * meta.ranks;
    const layout = fit(meta, canvas.width, canvas.height, 0, { turned: false }, ratio);
    const bare = board(layout, meta, looks(page, meta).board, { coordinates: false, numbers: false });
    drawn = { layout, bare };
    still();
    look();
  });
  return { key, canvas, isSeen: () => isSeen, want, look, end };
}
