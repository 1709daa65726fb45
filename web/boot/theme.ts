/** The colours of the page: the device's, or the chosen ones. For the first paint, `early.ts` sets them. */

/** The elements that colour the browser's toolbars, and their content when the device chooses. */
const bars = [...document.querySelectorAll('meta[name="theme-color"]')].map((element) => ({
  element,
  own: element.getAttribute('content') ?? '',
}));

let applied = 'system';

/** @param theme `system`, `light` or `dark` @param plain whether to use high contrast */
export function applyTheme(theme: string, plain: boolean) {
  const look = `${theme}${plain ? ' plain' : ''}`;
  if (look === applied) return;
  applied = look;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (plain) root.dataset.contrast = 'more';
  else delete root.dataset.contrast;
  const paper = getComputedStyle(root).backgroundColor;
  for (const { element, own } of bars) element.setAttribute('content', look === 'system' ? own : paper);
}
