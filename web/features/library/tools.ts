/** What is done with many games of the library: export, merge duplicates, back everything up. */

import { html, nothing } from 'lit-html';
import { button, fileButton } from '../../lib/controls.ts';
import { t } from '../../lib/i18n.ts';
import type { Format } from '../../protocol.d.ts';
import type { LibraryGame } from '../../store/library/types.d.ts';
import { count, dateText, known, playersOf } from '../../store/library/words.ts';
import type { Shelf } from '../../types.d.ts';
import type { Library } from './session.ts';

/** As many groups of duplicates are listed at once. */
const LISTED = 50;

/** The games that were found are written to a file, in one of several formats. */
function exporting({ hits: { length: n }, exported: { isBusy, told } }: Shelf, library: Library) {
  const write = (format: Format) =>
    button(t(`share.form.${format}`), () => library.export(format), { does: `export-${format}`, isOff: isBusy });
  const stop = button(t('share.stop'), () => library.exporting?.abort(), { does: 'export-stop' });
  return html`
    <div class="part">
      <h3>${t('library.export')}</h3>
      <div class="row wrap">${write('pdn')}${write('json')}${write('sgf')}${isBusy ? stop : nothing}</div>
      <p class="note" role="status">${told || t('library.export.what', { n, count: count(n) })}</p>
    </div>`;
}

/** The groups of games that look like one game each, with a button that merges them. */
function alike({ duplicates: { groups, told } }: Shelf, library: Library) {
  if (!groups) {
    const look = () => library.findDuplicates();
    return html`
      <p class="note" role="status">${told || t('library.duplicates.how')}</p>
      <div class="row">${button(t('library.duplicates.find'), look, { does: 'library-duplicates' })}</div>`;
  }
  const n = groups.length;
  const entry = (game: LibraryGame) => {
    const label = [playersOf(game), dateText(game.date), known(game.event)].filter(Boolean).join(' · ');
    return button(label, () => library.show({ view: 'game', game }), { kind: 'entry kept' });
  };
  return html`
    <p class="note" role="status">${t('library.duplicates.count', { n, count: count(n) })}</p>
    ${n > 1 ? html`<div class="row">${button(t('library.merge.all'), () => library.join(groups))}</div>` : nothing}
    <p class="fault" role="alert">${told}</p>
    <ol class="duplicates stack">
      ${groups
        .slice(0, LISTED)
        .map((group) => html`<li>${group.map(entry)}${button(t('library.merge'), () => library.join([group]))}</li>`)}
    </ol>`;
}

function backups({ backup: { isBusy, told } }: Shelf, library: Library) {
  const write = () => library.backUp();
  return html`
    <div class="part">
      <h3>${t('library.backup')}</h3>
      <div class="row wrap">
        ${button(t('library.backup.save'), write, { picture: 'save', does: 'backup-save', isOff: isBusy })}
        ${fileButton(t('library.backup.restore'), ([file]) => library.restore(file), { accept: '' })}
      </div>
      <p class="note" role="status">${told || t('library.backup.how')}</p>
    </div>`;
}

export const toolsPart = (now: Shelf, library: Library) => html`
  <div class="parts library-tools">
    <div class="row">
      ${button(t('library.back'), () => library.show({ view: 'list' }), { picture: 'before', does: 'library-back' })}
    </div>
    ${exporting(now, library)}
    <div class="part"><h3>${t('library.duplicates')}</h3>${alike(now, library)}</div>
    ${backups(now, library)}
  </div>`;
