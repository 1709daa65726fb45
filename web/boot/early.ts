/**
 * A classic script, run at once: it starts the worker, keeps what is pressed before the page can answer, and sets colours,
 * shape and language, which would flash later.
 */

{
  let stored: Record<string, string> = {};
  let last = null;
  let whole = null;
  const root = document.documentElement;
  const { src } = document.currentScript as HTMLScriptElement;
  const isGuest = new URLSearchParams(location.search).has('embed');
  if (isGuest) root.dataset.embed = '';
  try {
    // An embedded board does not use the visitor's own games and settings.
    if (!isGuest) {
      last = JSON.parse(localStorage.getItem('saltus.last') ?? 'null');
      whole = JSON.parse(localStorage.getItem('saltus.whole') ?? 'null');
      stored = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}') ?? {};
    }
  } catch {
    // Storage is blocked or holds invalid data: use the device's colours and language.
  }
  const data = (id: string) => JSON.parse(document.getElementById(id)?.textContent || '{}');

  const assets = data('assets');

  /**
   * Starts a worker in a sandboxed frame. There a worker cannot be started from the site's address, and Chromium starts
   * no module workers: a classic worker from a blob imports the module, and keeps the messages that arrive before it.
   * Pyodide takes a worker for a module worker if `importScripts` fails.
   */
  globalThis.sandboxed = (address) => {
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

  const heard: Event[] = [];
  try {
    const isAlone = origin === 'null' && location.protocol.startsWith('http');
    const worker = isAlone ? globalThis.sandboxed(assets.worker) : new Worker(assets.worker, { type: 'module' });
    worker.onmessage = (event) => heard.push(event);
    worker.onerror = (event) => heard.push(event);
    let hasBegun = false;
    const begin = () => {
      const start = { assets, base: document.baseURI, whole: whole === assets.wasm, game: game?.key ?? 'english' };
      // The same runtime and game as main.ts opens with.
      if (!hasBegun) worker.postMessage(start);
      hasBegun = true;
    };
    // The page's own scripts come first, so that a move can be entered soon.
    document.addEventListener('load', ({ target }) => (target as Element).id === 'last-script' && begin(), true);
    globalThis.early = { worker, heard, begin };
  } catch {
    // The page tries again, and shows the reason if it fails.
  }

  let pressed: Element | null = null; // the button that was pressed last, before the page could answer
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest('button') ?? pressed;
    pressed?.setAttribute('aria-busy', 'true');
  };
  addEventListener('click', press, true);
  globalThis.pressAgain = () => {
    removeEventListener('click', press, true);
    for (const one of document.querySelectorAll('button[aria-busy]')) one.removeAttribute('aria-busy');
    (pressed as HTMLElement | null)?.click();
  };

  const { theme, contrast } = stored;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const chosen = contrast === 'more' || contrast === 'normal' ? contrast === 'more' : null;
  if (chosen ?? matchMedia('(prefers-contrast: more)').matches) root.dataset.contrast = 'more';
  const { games = [] }: { games?: import('../state/game.d.ts').Meta[] } = data('games');
  const named = new URLSearchParams(location.hash.slice(1)).get('game');
  const game = [named, last].map((key) => games.find((one) => one.key === key)).find(Boolean);
  if (game) {
    // As `tallScreen` has it: a wide board stands upright on a phone that is held upright.
    const upright =
      game.files > game.ranks &&
      matchMedia('(max-width: 599px) and (min-height: 640px) and (max-aspect-ratio: 11/20)').matches;
    root.style.setProperty('--files', String(upright ? game.ranks : game.files));
    root.style.setProperty('--ranks', String(upright ? game.files : game.ranks));
    root.toggleAttribute('data-upright', upright);
  }
  const texts = data('urgent');
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const spoken = [stored.language, ...tags].find((one) => one in texts) ?? 'en';
  // Read by missing.ts.
  root.dataset.spoken = spoken;
  if (spoken === 'en') root.dataset.worded = '';
  // Nothing else can tell that missing.ts is missing: it is there again on the next visit.
  if (!globalThis.incomplete && src) fetch(new URL('missing.js', src), { cache: 'reload' }).catch(() => {});
  if (src) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.setAttribute('as', 'json');
    link.href = new URL(`../strings/${spoken}.json`, src).href;
    document.head.append(link);
  }
}
