/**
 * Sets the colours that were chosen before anything is painted, so that a dark room stays dark. A classic script,
 * loaded beside the style sheets, because modules run too late for it.
 */

try {
  const { theme } = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked or holds something else: the device's own colours stand.
}
