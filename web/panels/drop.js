/**
 * Opens text and files that are dropped anywhere on the page as games. Several files, and what is dropped while the library
 * is open, are imported into it.
 *
 * @import { Panels } from './manager.js'
 */

import { attempt } from '../lib/attempt.js';
import { lazy } from '../lib/lazy.js';

/**
 * Listens for drops. While something that can be dropped is dragged over the page, the document has `data-dropping`.
 *
 * @param {Panels} panels
 */
export function catchFiles(panels) {
  const { controller } = panels;
  const canOpen = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain');
  /** @param {File[]} files @param {string} text */
  const take = async (files, text) => {
    const { panel } = controller.page.state;
    if (files.length && (panel === 'library' || files.length > 1)) {
      if (panel !== 'library') panels.open('library');
      const importFiles = await lazy(() => import('../study/imports.js'), 'importFiles');
      importFiles(controller, files);
      return;
    }
    const receive = await lazy(() => import('../game/import.js'), 'receive');
    if (panel !== 'share') panels.open('share');
    await receive(controller, files[0] ?? text);
  };
  addEventListener('dragover', (event) => {
    if (!canOpen(event)) return;
    event.preventDefault();
    document.documentElement.toggleAttribute('data-dropping', true);
  });
  addEventListener('dragleave', (event) => {
    // No related target: the pointer has left the page, not just an element.
    if (!event.relatedTarget) document.documentElement.removeAttribute('data-dropping');
  });
  addEventListener('drop', (event) => {
    document.documentElement.removeAttribute('data-dropping');
    if (!canOpen(event) || /** @type {Element} */ (event.target).closest('input')) return;
    event.preventDefault();
    // They are gone once the event is over.
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const files = [...(event.dataTransfer?.files ?? [])];
    attempt(controller, () => take(files, text));
  });
}
