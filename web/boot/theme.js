/** The colours of the page: the device's own, or the chosen ones; `early.js` sees to them at the first paint. */

/** The elements that colour the browser's own bars, and what they say where the device chooses. */
const bars = [...document.querySelectorAll('meta[name="theme-color"]')].map((element) => ({
  element,
  own: element.getAttribute('content') ?? '',
}));

let worn = 'system';

/**
 * @param {string} theme `system`, `light` or `dark`
 * @param {boolean} plain whether contrast matters more than looks
 */
export function applyTheme(theme, plain) {
  const look = `${theme}${plain ? ' plain' : ''}`;
  if (look === worn) return;
  worn = look;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (plain) root.dataset.contrast = 'more';
  else delete root.dataset.contrast;
  const paper = getComputedStyle(root).backgroundColor;
  for (const { element, own } of bars) element.setAttribute('content', look === 'system' ? own : paper);
}
