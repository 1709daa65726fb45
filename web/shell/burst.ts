/** A short burst of laurel leaves over the board, on a canvas that takes no clicks and is removed afterwards. */

import { blank } from '../lib/dom.ts';

const BURST_MS = 1200;
const LEAVES = 56;
const COLOURS = ['#a8682a', '#d09a4c', '#3d7a6b', '#6cb3a0', '#f0cf86'];

type Leaf = ReturnType<typeof leaf>;

function leaf(wide: number, high: number) {
  const way = (Math.random() - 0.5) * Math.PI * 0.9 - Math.PI / 2;
  const speed = (0.5 + Math.random() * 0.6) * high;
  return {
    x: wide / 2 + (Math.random() - 0.5) * wide * 0.16,
    y: high * 0.58,
    vx: Math.cos(way) * speed,
    vy: Math.sin(way) * speed,
    angle: Math.random() * 6,
    spin: (Math.random() - 0.5) * 10,
    size: wide * (0.016 + Math.random() * 0.014),
    colour: COLOURS[Math.floor(Math.random() * COLOURS.length)],
  };
}

function draw(context: CanvasRenderingContext2D, { x, y, angle, size, colour }: Leaf) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(-size, 0);
  context.quadraticCurveTo(0, -size * 0.72, size, 0);
  context.quadraticCurveTo(0, size * 0.72, -size, 0);
  context.fill();
  context.restore();
}

export function burst(board: HTMLElement) {
  const wide = board.clientWidth;
  const high = board.clientHeight;
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const context = blank(wide * ratio, high * ratio);
  const { canvas } = context;
  canvas.className = 'burst';
  if (!wide) return;
  board.append(canvas);
  context.scale(ratio, ratio);
  const leaves = Array.from({ length: LEAVES }, () => leaf(wide, high));
  const begun = performance.now();
  let last = begun;
  const frame = (now: number) => {
    const age = (now - begun) / BURST_MS;
    if (age >= 1) return canvas.remove();
    const step = Math.min(0.05, (now - last) / 1000);
    last = now;
    context.clearRect(0, 0, wide, high);
    context.globalAlpha = Math.min(1, 2.4 * (1 - age));
    for (const leaf of leaves) {
      leaf.vy += high * 1.5 * step;
      leaf.vx *= 1 - step;
      leaf.x += leaf.vx * step;
      leaf.y += leaf.vy * step;
      leaf.angle += leaf.spin * step;
      draw(context, leaf);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
