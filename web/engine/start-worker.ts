/** Starts workers, in sandboxed frames, too. */

import { isSandboxed } from '../lib/capabilities.ts';

export const startWorker = (address: string) =>
  isSandboxed() ? sandboxed(address) : new Worker(address, { type: 'module' });

/**
 * In a sandboxed frame a worker cannot be started from the site's address, and Chromium starts no module workers: a classic
 * worker from a blob imports the module, and keeps the messages that arrive before it. Pyodide takes a worker for a module
 * worker if `importScripts` fails.
 */
function sandboxed(address: string) {
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
}
