/** The colours of the page: the device's own, or the chosen ones; `early.js` sees to them at the first paint. */

/** The elements that colour the browser's own bars, and what they say where the device chooses. */
const bars = [...document.querySelectorAll('meta[name="theme-color"]')].map((element) => ({
  element,
  own: element.getAttribute('content') ?? '',
}));

let worn = 'system';

/** @param {string} theme `system`, `light` or `dark` */
export function dress(theme) {
  if (theme === worn) return;
  worn = theme;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
  for (const { element, own } of bars) element.setAttribute('content', theme === 'system' ? own : paper);
}
