/** Drawings in SVG. */

const SPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes an element of a drawing.
 *
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
