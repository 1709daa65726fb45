/** Helpers for elements. Text is always set as text, never through `innerHTML`. */

import { pending } from './pending.ts';

/** The element with this id; the page is broken without it. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** Announces a text through a live region. The same text twice is announced twice. */
export function say(text: string, live: Element = byId('live')) {
  const element = document.createElement('span');
  element.textContent = text;
  live.replaceChildren(element);
}

/** Draws on a new canvas, its `canvas`, which is for the eye alone. */
export function blank(width: number, height: number, settings?: CanvasRenderingContext2DSettings) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.setAttribute('aria-hidden', 'true');
  return canvas.getContext('2d', settings) as CanvasRenderingContext2D;
}

/** Device pixels in one CSS pixel, for small pictures. */
export const pictureRatio = () => Math.max(1, Math.min(3, devicePixelRatio || 1));

/** Sets text only if it differs, so that a live region announces it once. */
export function setText(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Switches on the style sheet that no board waits for, and waits for it: what is laid out by it calls this first.
 * `index.html` names it; a page in one file has it in itself.
 */
export async function laterStyles() {
  const link = document.getElementById('later-styles') as HTMLLinkElement | null;
  if (!link) return;
  link.disabled = false;
  if (link.sheet) return;
  const arrives = new Promise((done) => {
    link.addEventListener('load', done, { once: true });
    link.addEventListener('error', done, { once: true });
  });
  await pending('file', arrives);
}
