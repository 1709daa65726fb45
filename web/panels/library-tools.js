/**
 * What is done with many games of the library: merge duplicates, export, delete, back everything up.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Format } from '../protocol.d.ts'
 * @import { LibraryGame, WholeGame } from '../library/types.d.ts'
 */

import { localDate } from '../lib/date.js';
import { button, make, setText } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { toast } from '../lib/toast.js';
import { backup, restore } from '../library/backup.js';
import { catalogue } from '../library/catalogue.js';
import { games } from '../library/database.js';
import { duplicates, merge } from '../library/editing.js';
import { textsOf } from '../library/exporting.js';
import { ask } from '../view/dialog.js';
import { faultOf } from './library-faults.js';
import { dateText, known, playersOf } from './library-game.js';
import { count, withIcon } from './library-import.js';

/** As many groups of duplicates are listed at once. */
const LISTED = 50;

/** Says what was done, to the eye and to the ear. @param {GameController} controller @param {string} text */
export function told(controller, text) {
  controller.say(text);
  toast(text);
}

/**
 * Deletes games, if the player agrees. Resolves to what brings them back; null if they stay.
 *
 * @param {LibraryGame[]} chosen
 * @returns {Promise<WholeGame[] | null>}
 */
export async function remove(chosen) {
  if (!(await ask(t('library.delete.sure', { n: chosen.length, count: count(chosen.length) }), t('library.delete'))))
    return null;
  return games.remove(chosen.map(({ id }) => id));
}

/**
 * The games that are written to a file, with the choice of its format.
 *
 * @param {GameController} controller
 * @param {LibraryGame[]} all
 * @param {string} what which games these are, in words
 */
export function exportPart(controller, all, what) {
  const note = make('p', { class: 'note', role: 'status' }, what);
  const buttons = /** @type {Format[]} */ (['pdn', 'json', 'sgf']).map((format) =>
    button(t(`share.form.${format}`), () => write(format), { 'data-keep': `export-${format}` }),
  );
  const stop = button(t('share.stop'), () => stopper?.abort(), { 'data-keep': 'export-stop' });
  stop.hidden = true;
  /** @type {AbortController | null} */
  let stopper = null;
  const write = async (/** @type {Format} */ format) => {
    stopper = new AbortController();
    const { signal } = stopper;
    for (const one of buttons) one.disabled = true;
    stop.hidden = false;
    const onprogress = (/** @type {number} */ share) =>
      setText(note, t('library.export.busy', { percent: Math.round(share * 100) }));
    try {
      const { parts, missing } = await textsOf(controller.rules, all, format, { onprogress, signal });
      if (!signal.aborted) save(fileName('games', format), new Blob(parts, { type: 'text/plain' }));
      const n = all.length - missing;
      setText(
        note,
        signal.aborted
          ? ''
          : [
              t('library.export.done', { n, count: count(n) }),
              ...(missing ? [t('library.export.missing', { n: missing, count: count(missing) })] : []),
            ].join(' '),
      );
    } catch (error) {
      setText(note, faultOf(error));
    }
    for (const one of buttons) one.disabled = false;
    stop.hidden = true;
  };
  return make(
    'div',
    { class: 'part' },
    make('h3', {}, t('library.export')),
    make('div', { class: 'row wrap' }, ...buttons, stop),
    note,
  );
}

/**
 * @param {GameController} controller
 * @param {() => void} again
 */
export function backupPart(controller, again) {
  const note = make('p', { class: 'note', role: 'status' }, t('library.backup.how'));
  const file = make('input', { type: 'file', hidden: true });
  const write = withIcon(
    'save',
    button(
      t('library.backup.save'),
      async () => {
        write.disabled = true;
        try {
          save(`saltus-${localDate()}.backup`, await backup());
          setText(note, t('share.saved'));
        } catch (error) {
          setText(note, faultOf(error));
        }
        write.disabled = false;
      },
      { 'data-keep': 'backup-save' },
    ),
  );
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    setText(note, t('share.reading', { name: chosen.name }));
    try {
      const { games: n } = await restore(chosen);
      told(controller, t('library.backup.restored', { n, count: count(n) }));
      again();
    } catch (error) {
      setText(note, faultOf(error));
    }
  });
  return make(
    'div',
    { class: 'part' },
    make('h3', {}, t('library.backup')),
    make(
      'div',
      { class: 'row wrap' },
      write,
      withIcon(
        'file',
        button(t('library.backup.restore'), () => file.click(), { 'data-keep': 'backup-restore' }),
      ),
      file,
    ),
    note,
  );
}

/**
 * The groups of games that look like one game each, with a button that merges them.
 *
 * @param {GameController} controller
 * @param {(game: LibraryGame) => void} open
 */
export function duplicatesPart(controller, open) {
  const groups = duplicates(catalogue.games.values());
  const fault = make('p', { class: 'fault', role: 'alert' });
  const list = make('ol', { class: 'duplicates' });
  const note = make('p', { class: 'note', role: 'status' });
  const describe = () =>
    setText(note, t('library.duplicates.count', { n: groups.length, count: count(groups.length) }));
  /** The groups that are being merged: another click on one of them does nothing. @type {Set<LibraryGame[]>} */
  const begun = new Set();
  const join = async (/** @type {LibraryGame[][]} */ chosen) => {
    const fresh = chosen.filter((group) => !begun.has(group));
    if (!fresh.length) return;
    for (const group of fresh) begun.add(group);
    try {
      for (const group of fresh) {
        await merge(controller.rules, group);
        groups.splice(groups.indexOf(group), 1);
      }
      told(controller, t('library.merged'));
    } catch (error) {
      setText(fault, faultOf(error));
    }
    for (const group of fresh) begun.delete(group);
    draw();
  };
  const draw = () => {
    describe();
    list.replaceChildren(
      ...groups.slice(0, LISTED).map((group) =>
        make(
          'li',
          {},
          ...group.map((game) => {
            const label = [playersOf(game), dateText(game.date), known(game.event)].filter(Boolean).join(' · ');
            return button(label, () => open(game), { class: 'kept' });
          }),
          button(t('library.merge'), () => join([group])),
        ),
      ),
    );
  };
  draw();
  const all = button(t('library.merge.all'), () => join([...groups]));
  if (!groups.length) return [make('p', { class: 'note', role: 'status' }, t('library.duplicates.none'))];
  return [note, ...(groups.length > 1 ? [make('div', { class: 'row' }, all)] : []), fault, list];
}
