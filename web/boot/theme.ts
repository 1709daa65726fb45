/** The colours of the page: the device's, or the chosen ones. For the first paint, `early.ts` sets them. */

import type { Settings } from '../state/settings.ts';

/** The elements that colour the browser's toolbars, and their content when the device chooses. */
const bars = [...(document.querySelectorAll('meta[name="theme-color"]') as NodeListOf<HTMLMetaElement>)];
const own = bars.map(({ content }) => content);

let applied = 'system';

export function applyTheme(theme: Settings['theme'], plain: boolean) {
  const look = `${theme}${plain ? ' plain' : ''}`;
  if (look === applied) return;
  applied = look;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (plain) root.dataset.contrast = 'more';
  else delete root.dataset.contrast;
  const paper = getComputedStyle(root).backgroundColor;
  for (const [at, bar] of bars.entries()) bar.content = look === 'system' ? own[at] : paper;
}
