/**
 * What cannot wait for the modules, which run when the page has been laid out: someone to say that they did not come,
 * the rules' first worker, the chosen colours, so that a dark room stays dark, the shape of the board, so that nothing moves when it is drawn, and the
 * words of the language that will be spoken. A classic script, run where it stands.
 */

{
  const tell = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', tell, { once: true });
    const told = document.getElementById('unloaded');
    if (!told) return;
    document.documentElement.dataset.worded = '';
    told.hidden = false;
    told.querySelector('button')?.addEventListener('click', () => location.reload());
  };
  // A part that neither comes nor fails keeps the page from being loaded. Should it come after all, nothing is amiss.
  const late = setTimeout(() => {
    tell();
    addEventListener('load', () => document.getElementById('unloaded')?.setAttribute('hidden', ''));
  }, 20_000);
  addEventListener('load', () => clearTimeout(late));
  const started = () => performance.getEntriesByName('engine-ready').length > 0;
  // A script or a style that does not come is an event of its element, one that came damaged an error of the window.
  addEventListener(
    'error',
    ({ target }) => {
      const isPart =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
      if (isPart || (target === window && !started())) tell();
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!started() || (reason instanceof TypeError && /\bmodule\b/.test(reason.message))) tell();
  });
}

{
  const assets = JSON.parse(document.getElementById('assets')?.textContent ?? 'null');
  const worker = new Worker(assets.worker, { type: 'module' });
  /** @type {Event[]} */
  const heard = [];
  worker.onmessage = (event) => heard.push(event);
  worker.onerror = (event) => heard.push(event);
  worker.postMessage({ assets, base: document.baseURI });
  globalThis.early = { worker, heard };
}

{
  const root = document.documentElement;
  /** @type {Record<string, string>} */
  let kept = {};
  let last = null;
  const isGuest = new URLSearchParams(location.search).has('embed');
  if (isGuest) root.dataset.embed = '';
  try {
    // A guest in another page has nothing to do with the visitor's own games and settings.
    if (!isGuest) {
      last = JSON.parse(localStorage.getItem('saltus.last') ?? 'null');
      kept = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}') ?? {};
    }
  } catch {
    // Storage is blocked or holds something else: the device's own colours and language stand.
  }
  const { theme, contrast, language } = kept;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const wished = contrast === 'more' || contrast === 'normal' ? contrast === 'more' : null;
  if (wished ?? matchMedia('(prefers-contrast: more)').matches) root.dataset.contrast = 'more';
  const { games } = JSON.parse(document.getElementById('games')?.textContent ?? '{}');
  const asked = new URLSearchParams(location.hash.slice(1)).get('game');
  const game = [asked, last].map((key) => games.find((/** @type {any} */ one) => one.key === key)).find(Boolean);
  if (game) {
    root.style.setProperty('--files', game.files);
    root.style.setProperty('--ranks', game.ranks);
  }
  const known = ['en', 'it', 'ro', 'pirate'];
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const spoken = [language, ...tags, 'en'].find((one) => known.includes(one)) ?? 'en';
  if (spoken === 'en') root.dataset.worded = '';
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (src) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.setAttribute('as', 'json');
    link.href = new URL(`strings/${spoken}.json`, src).href;
    document.head.append(link);
  }
}
