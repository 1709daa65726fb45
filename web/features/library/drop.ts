/** Opens what is dropped on the page; several files, and files dropped while the library is open, go into that. */

import { attempt } from '../../lib/attempt.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Panels } from '../../shell/panels.ts';

/** Listens for drops. While something that can be dropped is over the page, the document has `data-dropping`. */
export function catchFiles(panels: Panels) {
  const { controller } = panels;
  const canOpen = (event: DragEvent) =>
    event.dataTransfer?.types.some((type) => ['Files', 'text/plain'].includes(type));
  const take = async (files: File[], text: string) => {
    const { panel } = controller.page.state;
    if (panels.kinds.lab && files[0]?.name.endsWith('.py')) return panels.actions.offerGame(files[0]);
    if (files.length && (panel === 'library' || files.length > 1)) {
      if (panel !== 'library') panels.open('library');
      return panels.actions.importFiles(files);
    }
    const receive = await lazy(() => import('../../game/import.ts'), 'receive');
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
    if (!canOpen(event) || (event.target as Element).closest('input')) return;
    event.preventDefault();
    // They are gone once the event is over.
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const files = [...(event.dataTransfer?.files ?? [])];
    attempt(controller, () => take(files, text));
  });
}
