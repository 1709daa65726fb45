/** Drawings in SVG. */

const SPACE = 'http://www.w3.org/2000/svg';

/** Makes an element of a drawing. */
export function shape(name: string, attributes: Record<string, string | number>, ...children: Node[]) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
