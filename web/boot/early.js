/**
 * Does what must not wait for the modules: reports missing parts, starts the worker, and sets colours, board shape
 * and language before the first paint, so that nothing flashes or moves. A classic script that runs where it stands.
 */

{
  /** @type {Record<string, string>} */
  let kept = {};
  let last = null;
  const isGuest = new URLSearchParams(location.search).has('embed');
  if (isGuest) document.documentElement.dataset.embed = '';
  try {
    // A guest in another page has nothing to do with the visitor's own games and settings.
    if (!isGuest) {
      last = JSON.parse(localStorage.getItem('saltus.last') ?? 'null');
      kept = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}') ?? {};
    }
  } catch {
    // Storage is blocked or holds something else: the device's own colours and language stand.
  }
  const known = ['en', 'it', 'ro', 'pirate'];
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const spoken = [kept.language, ...tags, 'en'].find((one) => known.includes(one)) ?? 'en';
  const root = document.documentElement;
  /** @param {string} id */
  const data = (id) => JSON.parse(document.getElementById(id)?.textContent || '{}');

  // -- what is said where a part does not come ----------------------------------------------------------------

  const assets = data('assets');
  /** @type {Record<string, Record<string, string>>} */
  const urgent = data('urgent');
  const word = (/** @type {string} */ key) => urgent[spoken]?.[key] ?? urgent.en?.[key] ?? '';
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** Whether this is a frame in a sandbox, which has an origin of its own. */
  const isAlone = origin === 'null' && location.protocol.startsWith('http');

  /** What is large, and what its worker fetches past the cache by itself. */
  const LARGE = /\.(wasm|pack|table)$/;

  /** Fetches the page and its parts past the cache, where what came damaged may lie, and loads it again. */
  const again = async () => {
    const parts = /** @type {(HTMLScriptElement & HTMLLinkElement)[]} */ ([
      ...document.querySelectorAll('script[src], link[href]'),
    ]).map((part) => part.src || part.href);
    const asked = performance.getEntriesByType('resource').map(({ name }) => name);
    const workers = [assets.worker, assets.glue].filter(Boolean).map((one) => new URL(one, document.baseURI).href);
    const isOwn = (/** @type {string} */ one) =>
      one.startsWith(new URL('./', location.href).href) && !LARGE.test(one);
    const all = [location.href, ...parts, ...asked, ...workers].map((one) => one.split(/[?#]/)[0]).filter(isOwn);
    const signal = AbortSignal.timeout(20_000);
    const anew = async (/** @type {string} */ one) => (await fetch(one, { cache: 'reload', signal })).arrayBuffer();
    await Promise.allSettled([...new Set(all)].map(anew));
    location.reload();
  };

  /** In a page that was cut off before it. */
  const banner = () => {
    const told = document.createElement('div');
    told.id = told.className = 'unloaded';
    told.setAttribute('role', 'alert');
    const button = document.createElement('button');
    button.id = 'reload';
    button.className = 'button main';
    button.textContent = word('page.reload');
    told.append(document.createElement('p'), button);
    document.body.prepend(told);
    return told;
  };

  /** @type {string} */
  let reason = '';
  /** @param {string} [key] */
  const tell = async (key = 'page.unloaded') => {
    if (document.readyState === 'loading')
      return addEventListener('DOMContentLoaded', () => tell(key), { once: true });
    const told = document.getElementById('unloaded') ?? banner();
    // What was said first is the cause of what follows.
    if (reason) {
      told.hidden = false;
      return;
    }
    reason = key;
    root.dataset.worded = '';
    // From a sandbox other files can be read only where the host lets every page read them.
    const isRead = !isAlone || (await fetch(src, { method: 'HEAD' }).then(Boolean, () => false));
    if (!isRead) reason = 'page.sandboxed';
    const text = /** @type {HTMLElement} */ (told.querySelector('p'));
    text.dataset.t = reason;
    text.textContent = word(reason);
    const button = told.querySelector('button');
    if (button) {
      button.textContent = word('page.reload');
      button.onclick = () => {
        button.disabled = true;
        again();
      };
    }
    if (!isRead) {
      const link = document.createElement('a');
      Object.assign(link, { href: location.href, target: '_blank', rel: 'noopener', textContent: location.href });
      button?.replaceWith(link);
    }
    told.hidden = false;
    if (isGuest) parent.postMessage({ saltus: 'error', message: text.textContent }, '*');
  };
  globalThis.incomplete = tell;

  // A part that neither comes nor fails keeps the page from being loaded. Should it come after all, nothing is amiss.
  const late = setTimeout(() => {
    tell();
    addEventListener('load', () => {
      reason = '';
      document.getElementById('unloaded')?.setAttribute('hidden', '');
    });
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
  addEventListener('unhandledrejection', ({ reason: why }) => {
    if (!started() || (why instanceof TypeError && /\bmodule\b/.test(why.message))) tell();
  });

  // -- the rules' first worker --------------------------------------------------------------------------------

  /**
   * In a sandbox no worker may be started by the site's address, and Chromium starts no module there at all: a script of
   * the frame's own imports the worker, and keeps for it what was said meanwhile. Pyodide takes a worker for a module
   * where `importScripts` fails.
   *
   * @param {string} address
   */
  const sandboxed = (address) => {
    const whole = JSON.stringify(new URL(address, document.baseURI).href);
    const script = `
      const early = [];
      self.onmessage = (event) => early.push(event);
      self.importScripts = () => { throw new TypeError('this is as good as a module'); };
      import(${whole}).then(
        () => { for (const event of early) self.onmessage(event); },
        (error) => setTimeout(() => { throw error; }),
      );`;
    return new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  };
  globalThis.sandboxed = sandboxed;

  /** @type {Event[]} */
  const heard = [];
  try {
    const worker = isAlone ? sandboxed(assets.worker) : new Worker(assets.worker, { type: 'module' });
    worker.onmessage = (event) => heard.push(event);
    worker.onerror = (event) => heard.push(event);
    worker.postMessage({ assets, base: document.baseURI });
    globalThis.early = { worker, heard };
  } catch {
    // The page tries it anew, and says why it cannot be.
  }

  // -- colours, shape, words ----------------------------------------------------------------------------------

  const { theme, contrast } = kept;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const wished = contrast === 'more' || contrast === 'normal' ? contrast === 'more' : null;
  if (wished ?? matchMedia('(prefers-contrast: more)').matches) root.dataset.contrast = 'more';
  const { games = [] } = data('games');
  const asked = new URLSearchParams(location.hash.slice(1)).get('game');
  const game = [asked, last].map((key) => games.find((/** @type {any} */ one) => one.key === key)).find(Boolean);
  if (game) {
    // As `state/screen.js` has it: a wide board stands upright on a phone that is held upright.
    const upright =
      game.files > game.ranks &&
      matchMedia('(max-width: 599px) and (min-height: 640px) and (max-aspect-ratio: 11/20)').matches;
    root.style.setProperty('--files', upright ? game.ranks : game.files);
    root.style.setProperty('--ranks', upright ? game.files : game.ranks);
    root.toggleAttribute('data-upright', upright);
  }
  if (spoken === 'en') root.dataset.worded = '';
  if (src) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.setAttribute('as', 'json');
    link.href = new URL(`../strings/${spoken}.json`, src).href;
    document.head.append(link);
  }
}
