/**
 * Text and files that are dropped anywhere on the page are opened as games.
 *
 * @import { Panels } from './manager.js'
 */

import { lazy } from '../lib/lazy.js';

/**
 * Opens what is dropped anywhere on the page.
 *
 * @param {Panels} panels
 */
export function catchFiles(panels) {
  const carries = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain');
  addEventListener('dragover', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.documentElement.toggleAttribute('data-dropping', true);
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.documentElement.removeAttribute('data-dropping');
  });
  addEventListener('drop', async (event) => {
    document.documentElement.removeAttribute('data-dropping');
    if (!carries(event) || /** @type {Element} */ (event.target).closest('input')) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const { take, takeFile } = await lazy('game/import.js', () => import('../game/import.js'));
    if (panels.controller.page.state.panel !== 'share') panels.open('share');
    if (file) await takeFile(panels.controller, file);
    else await take(panels.controller, text);
  });
}
