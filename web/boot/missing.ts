/**
 * Says that the page itself is not whole: a part of it was cut off, did not come, or came damaged. It offers to load
 * everything again. What comes later and fails is told by who asked for it (`missing` in `shell/panels.ts`). This is a
 * classic script and the first of all, and relies on nothing but the browser, since the rest may be missing, too.
 */

{
  const root = document.documentElement;
  const { src } = document.currentScript as HTMLScriptElement;

  /** Large files: the worker itself fetches them again past the cache. */
  const LARGE = /\.(wasm|pack|table)$/;

  /** The texts for where the page is cut off before `early.ts`, which chooses the language. */
  const ENGLISH: Record<string, string> = {
    'page.cut': 'The page didn’t load completely. Your games are safe.',
    'page.reload': 'Reload',
    'page.unloaded': 'Part of the page failed to load. Reload; your games are safe.',
  };

  /** The look of the message, with or without the page's style sheets. */
  const LOOK = `position: fixed; z-index: 3; inset: 8px 8px auto; max-width: 44rem; margin-inline: auto; padding: 12px 16px;
    display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px;
    font: 17px/1.5 system-ui, sans-serif; color-scheme: light dark; color: var(--ink, CanvasText);
    background: var(--raise, Canvas); border: 1px solid var(--line, currentcolor); border-radius: var(--radius, 8px);
    box-shadow: 0 2px 12px var(--shade, #0004);`;

  const word = (key: string): string => {
    const { spoken } = root.dataset;
    return spoken ? JSON.parse(document.getElementById('urgent')?.textContent ?? '')[spoken][key] : ENGLISH[key];
  };

  /** Fetches the page and its files past the cache, which may hold damaged copies, and reloads. */
  const reload = async () => {
    const assets = JSON.parse((root.dataset.spoken && document.getElementById('assets')?.textContent) || '{}');
    const found = document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>('script[src], link[href]');
    const parts = [...found].map((part) => part.src || part.href);
    const requested = performance.getEntriesByType('resource').map(({ name }) => name);
    const workers = [assets.worker, assets.glue]
      .filter(Boolean)
      .map((address) => new URL(address, document.baseURI).href);
    const isOwn = (address: string) => address.startsWith(new URL('./', location.href).href) && !LARGE.test(address);
    const all = [location.href, ...parts, ...requested, ...workers]
      .map((address) => address.split(/[?#]/)[0])
      .filter(isOwn);
    const signal = AbortSignal.timeout(20_000);
    const refetch = async (address: string) => (await fetch(address, { cache: 'reload', signal })).arrayBuffer();
    await Promise.allSettled([...new Set(all)].map(refetch));
    location.reload();
  };

  const reloader = () => {
    const button = document.createElement('button');
    button.id = 'reload';
    button.className = 'button main';
    button.textContent = word('page.reload');
    button.onclick = () => {
      button.disabled = true;
      reload();
    };
    return button;
  };

  const ownTab = () => {
    const link = document.createElement('a');
    Object.assign(link, { href: location.href, target: '_blank', rel: 'noopener', textContent: location.href });
    link.style.cssText = 'color: inherit; overflow-wrap: anywhere';
    return link;
  };

  let banner: HTMLElement | null = null;

  const tell = async (key: string = 'page.unloaded') => {
    if (document.readyState === 'loading')
      return document.addEventListener('readystatechange', () => tell(key), { once: true });
    // Later errors follow from the first.
    if (banner) return;
    banner = document.createElement('div');
    banner.id = 'unloaded';
    banner.setAttribute('role', 'alert');
    banner.style.cssText = LOOK;
    // A sandboxed frame has an opaque origin, and can read other files only if the host allows every origin.
    const isAlone = origin === 'null' && location.protocol.startsWith('http');
    const isRead = !isAlone || (await fetch(src, { method: 'HEAD' }).then(Boolean, () => false));
    const text = document.createElement('p');
    text.textContent = word(isRead ? key : 'page.sandboxed');
    banner.append(text, isRead ? reloader() : ownTab());
    document.body.prepend(banner);
    if ('embed' in root.dataset) parent.postMessage({ saltus: 'error', message: text.textContent }, '*');
  };
  globalThis.incomplete = tell;

  // The end of what has come, before modules that lack the rest of the page run, and fail.
  const checkEnd = () => document.getElementById('whole') ?? tell('page.cut');
  document.addEventListener('readystatechange', checkEnd, { once: true });

  /** Whether one can play: what fails later is told by who asked for it. */
  const isAwake = () => 'awake' in root.dataset;
  // A missing script or style sheet is an error event of its element; a damaged script is an error of the window.
  addEventListener(
    'error',
    ({ target }) => {
      const isPart =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
      if (isPart || (target === window && !isAwake())) tell();
    },
    true,
  );
  addEventListener('unhandledrejection', () => {
    if (!isAwake()) tell();
  });

  /** Tells if the first board has not been drawn by now, and takes it back if it is drawn after all. */
  const expectBoard = () => {
    if (banner || 'begun' in root.dataset) return;
    tell();
    new MutationObserver(() => {
      banner?.remove();
      banner = null;
    }).observe(root, { attributeFilter: ['data-begun'] });
  };
  // A file that neither arrives nor fails delays the `load` event.
  setTimeout(expectBoard, 20_000);
  // A main module that was cut off between its imports is valid and does nothing. WebKit tells of `load` before it runs the
  // module, so that a slow device gets some more time.
  addEventListener('load', () => setTimeout(expectBoard, 5_000));
}
