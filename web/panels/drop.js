/**
 * Opens text and files that are dropped anywhere on the page as games.
 *
 * @import { Panels } from './manager.js'
 */

import { lazy } from '../lib/lazy.js';

/**
 * Listens for drops. While something that can be dropped is dragged over the page, the document has `data-dropping`.
 *
 * @param {Panels} panels
 */
export function catchFiles(panels) {
  const canOpen = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain');
  addEventListener('dragover', (event) => {
    if (!canOpen(event)) return;
    event.preventDefault();
    document.documentElement.toggleAttribute('data-dropping', true);
  });
  addEventListener('dragleave', (event) => {
    // No related target: the pointer has left the page, not just an element.
    if (!event.relatedTarget) document.documentElement.removeAttribute('data-dropping');
  });
  addEventListener('drop', async (event) => {
    document.documentElement.removeAttribute('data-dropping');
    if (!canOpen(event) || /** @type {Element} */ (event.target).closest('input')) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const { take, takeFile } = await lazy('game/import.js', () => import('../game/import.js'));
    if (panels.controller.page.state.panel !== 'share') panels.open('share');
    if (file) await takeFile(panels.controller, file);
    else await take(panels.controller, text);
  });
}
