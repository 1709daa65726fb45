/**
 * Opens text and files that are dropped anywhere on the page as games. Several files, and what is dropped while the library
 * is open, are imported into it.
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
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const { panel } = panels.controller.page.state;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length && (panel === 'library' || files.length > 1)) {
      if (panel !== 'library') panels.open('library');
      const importFiles = await lazy('panels/library-import.js', 'importFiles', () => import('./library-import.js'));
      importFiles(panels.controller, files);
      return;
    }
    const receive = await lazy('game/import.js', 'receive', () => import('../game/import.js'));
    if (panel !== 'share') panels.open('share');
    await receive(panels.controller, files[0] ?? text);
  });
}
