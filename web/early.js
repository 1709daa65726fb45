/**
 * What cannot wait for the modules, which run when the page has been laid out: the chosen colours, so that a dark
 * room stays dark, and the rules' first worker. A classic script, run where it stands.
 */

try {
  const { theme } = JSON.parse(localStorage.getItem('saltus.settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked or holds something else: the device's own colours stand.
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
