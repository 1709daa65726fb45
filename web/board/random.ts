/** Seeded random numbers and noise, so that a board has the same grain at every visit. */

import { blank } from '../lib/dom.ts';

/** Mulberry32, a small random number generator: each call gives a number in [0, 1). */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/**
 * A square picture of cloudy noise: black and white pixels whose alpha is at most `strength`. It varies a colour
 * below it but keeps its average, and tiles without a seam. Its coarsest noise has `across` by `down` cells.
 */
export function clouds(seed: number, size: number, across: number, down: number, strength: number) {
  const next = random(seed);
  const values = new Float32Array(size * size);
  let total = 0;
  for (let octave = 0; octave < 4; octave++) {
    const columns = across << octave;
    const rows = down << octave;
    const weight = 0.55 ** octave;
    total += weight;
    const lattice = new Float32Array(columns * rows);
    for (let i = 0; i < lattice.length; i++) lattice[i] = next();
    const shares = new Float64Array(size);
    for (let x = 0; x < size; x++) shares[x] = smooth(((x / size) * columns) % 1);
    for (let y = 0; y < size; y++) {
      const v = (y / size) * rows;
      const y0 = Math.floor(v);
      const ty = smooth(v - y0);
      const top = y0 * columns;
      const low = ((y0 + 1) % rows) * columns;
      for (let x = 0; x < size; x++) {
        const x0 = Math.floor((x / size) * columns);
        const x1 = (x0 + 1) % columns;
        const tx = shares[x];
        const a = lattice[top + x0] + (lattice[top + x1] - lattice[top + x0]) * tx;
        const b = lattice[low + x0] + (lattice[low + x1] - lattice[low + x0]) * tx;
        values[y * size + x] += weight * (a + (b - a) * ty);
      }
    }
  }
  const context = blank(size, size);
  const image = context.createImageData(size, size);
  const pixels = new Uint32Array(image.data.buffer); // alpha, blue, green, red from the highest byte down
  for (let i = 0; i < values.length; i++) {
    const grey = (values[i] / total - 0.5) * 2;
    const alpha = Math.min(255, Math.round(Math.abs(grey) * strength * 510));
    pixels[i] = (alpha << 24) | (grey > 0 ? 0xffffff : 0);
  }
  context.putImageData(image, 0, 0);
  return context.canvas;
}
