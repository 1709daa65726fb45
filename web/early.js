/**
 * What cannot wait for the modules, which run when the page has been laid out: the rules' first worker, the chosen
 * colours, so that a dark room stays dark, and the words of the language that will be spoken. A classic script, run
 * where it stands.
 */

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
  try {
    kept = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}') ?? {};
  } catch {
    // Storage is blocked or holds something else: the device's own colours and language stand.
  }
  const { theme, contrast, language } = kept;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (contrast === 'more') root.dataset.contrast = contrast;
  const known = ['en', 'it', 'ro', 'pirate'];
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const spoken = [language, ...tags, 'en'].find((one) => known.includes(one)) ?? 'en';
  if (spoken === 'en') root.dataset.worded = '';
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.setAttribute('as', 'json');
  link.href = new URL(`strings/${spoken}.json`, script.src).href;
  document.head.append(link);
}
