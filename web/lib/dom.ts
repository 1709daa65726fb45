/** Helpers for elements. Text is always set as text, never through `innerHTML`. */

/** The element with this id; the page is broken without it. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** Announces a text through a live region. The same text twice is announced twice. */
export function say(text: string, live: Element = byId('live')) {
  const told = document.createElement('span');
  told.textContent = text;
  live.replaceChildren(told);
}

/** An empty picture, for the eye alone. */
export function blankCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** Sets text only if it differs, so that a live region announces it once. */
export function setText(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text;
}
