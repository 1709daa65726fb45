/**
 * Does what cannot wait for the modules: reports missing files, starts the worker, and sets colours, board shape and
 * language before the first paint, so that nothing flashes or moves. It is a classic script, which runs immediately.
 */

{
  let stored: Record<string, string> = {};
  let last = null;
  const isGuest = new URLSearchParams(location.search).has('embed');
  if (isGuest) document.documentElement.dataset.embed = '';
  try {
    // An embedded board does not use the visitor's own games and settings.
    if (!isGuest) {
      last = JSON.parse(localStorage.getItem('saltus.last') ?? 'null');
      stored = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}') ?? {};
    }
  } catch {
    // Storage is blocked or holds invalid data: use the device's colours and language.
  }
  const known = ['en', 'it', 'ro', 'pirate'];
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const spoken = [stored.language, ...tags, 'en'].find((one) => known.includes(one)) ?? 'en';
  const root = document.documentElement;
  const data = (id: string) => JSON.parse(document.getElementById(id)?.textContent || '{}');

  // -- the message about missing files ------------------------------------------------------------------------

  const assets = data('assets');
  const urgent: Record<string, Record<string, string>> = data('urgent');
  const word = (key: string) => urgent[spoken]?.[key] ?? urgent.en?.[key] ?? '';
  const { src } = document.currentScript as HTMLScriptElement;
  /** Whether this is a sandboxed frame, which has an opaque origin. */
  const isAlone = origin === 'null' && location.protocol.startsWith('http');

  /** Large files: the worker itself fetches them again past the cache. */
  const LARGE = /\.(wasm|pack|table)$/;

  /** Fetches the page and its files past the cache, which may hold damaged copies, and reloads. */
  const again = async () => {
    const parts = (
      [...document.querySelectorAll('script[src], link[href]')] as (HTMLScriptElement & HTMLLinkElement)[]
    ).map((part) => part.src || part.href);
    const requested = performance.getEntriesByType('resource').map(({ name }) => name);
    const workers = [assets.worker, assets.glue].filter(Boolean).map((one) => new URL(one, document.baseURI).href);
    const isOwn = (one: string) => one.startsWith(new URL('./', location.href).href) && !LARGE.test(one);
    const all = [location.href, ...parts, ...requested, ...workers].map((one) => one.split(/[?#]/)[0]).filter(isOwn);
    const signal = AbortSignal.timeout(20_000);
    const refetch = async (one: string) => (await fetch(one, { cache: 'reload', signal })).arrayBuffer();
    await Promise.allSettled([...new Set(all)].map(refetch));
    location.reload();
  };

  /** The message's element with its text and its button; a page that was cut off may lack any of them. */
  const banner = () => {
    const told = document.getElementById('unloaded') ?? document.createElement('div');
    told.id = told.className = 'unloaded';
    told.setAttribute('role', 'alert');
    if (!told.isConnected) document.body.prepend(told);
    if (!told.querySelector('p')) told.append(document.createElement('p'));
    if (!told.querySelector('button, a')) {
      const button = document.createElement('button');
      button.id = 'reload';
      button.className = 'button main';
      told.append(button);
    }
    return told;
  };

  let reason: string = '';
  const tell = async (key: string = 'page.unloaded') => {
    if (document.readyState === 'loading')
      return addEventListener('DOMContentLoaded', () => tell(key), { once: true });
    const told = banner();
    // Keep the first message: later errors follow from the first.
    if (reason) {
      told.hidden = false;
      return;
    }
    reason = key;
    root.dataset.worded = '';
    // A sandboxed frame can read other files only if the host allows every origin.
    const isRead = !isAlone || (await fetch(src, { method: 'HEAD' }).then(Boolean, () => false));
    if (!isRead) reason = 'page.sandboxed';
    const text = told.querySelector('p') as HTMLElement;
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

  // A file that neither arrives nor fails delays the `load` event. If it arrives after all, hide the message.
  const late = setTimeout(() => {
    tell();
    addEventListener('load', () => {
      reason = '';
      document.getElementById('unloaded')?.setAttribute('hidden', '');
    });
  }, 20_000);
  addEventListener('load', () => clearTimeout(late));
  const started = () => performance.getEntriesByName('engine-ready').length > 0;
  // A missing script or style sheet is an error event of its element; a damaged script is an error of the window.
  addEventListener(
    'error',
    ({ target }) => {
      const isPart =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
      if (isPart || (target === window && !started())) tell();
    },
    true,
  );
  /** After `load`. */
  const BEGIN_WITHIN_MS = 5_000;
  // A main module that was cut off between its imports is valid and does nothing: it would have drawn the board by now.
  // WebKit tells of `load` before it runs the module, so that a slow device gets some more time.
  addEventListener('load', () => {
    const isBegun = () => 'begun' in root.dataset;
    if (isBegun()) return;
    setTimeout(() => {
      if (isBegun() || reason) return;
      tell();
      new MutationObserver(() => {
        reason = '';
        document.getElementById('unloaded')?.setAttribute('hidden', '');
      }).observe(root, { attributeFilter: ['data-begun'] });
    }, BEGIN_WITHIN_MS);
  });
  addEventListener('unhandledrejection', ({ reason: why }) => {
    if (!started() || (why instanceof TypeError && /\bmodule\b/.test(why.message))) tell();
  });

  // -- the first worker ---------------------------------------------------------------------------------------

  /**
   * Starts a worker in a sandboxed frame. There a worker cannot be started from the site's address, and Chromium starts
   * no module workers: a classic worker from a blob imports the module, and keeps the messages that arrive before it.
   * Pyodide takes a worker for a module worker if `importScripts` fails.
   */
  const sandboxed = (address: string) => {
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

  const heard: Event[] = [];
  try {
    const worker = isAlone ? sandboxed(assets.worker) : new Worker(assets.worker, { type: 'module' });
    worker.onmessage = (event) => heard.push(event);
    worker.onerror = (event) => heard.push(event);
    worker.postMessage({ assets, base: document.baseURI });
    globalThis.early = { worker, heard };
  } catch {
    // The page tries again, and shows the reason if it fails.
  }

  // -- colours, board shape, language -------------------------------------------------------------------------

  const { theme, contrast } = stored;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const chosen = contrast === 'more' || contrast === 'normal' ? contrast === 'more' : null;
  if (chosen ?? matchMedia('(prefers-contrast: more)').matches) root.dataset.contrast = 'more';
  const { games = [] } = data('games');
  const named = new URLSearchParams(location.hash.slice(1)).get('game');
  const game = [named, last].map((key) => games.find((one: any) => one.key === key)).find(Boolean);
  if (game) {
    // As `state/screen.ts` has it: a wide board stands upright on a phone that is held upright.
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
