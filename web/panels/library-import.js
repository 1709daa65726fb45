/**
 * Importing on the page: what is being read, and what came of it. It goes on while the panel is closed.
 *
 * @import { Progress, Rejected } from '../library/importing.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { button, icon, make, setText } from '../lib/dom.js';
import { save } from '../lib/files.js';
import { FileError } from '../lib/game-file.js';
import { LANGUAGES, language, said, t } from '../lib/i18n.js';
import { persist } from '../library/database.js';
import { Importing } from '../library/importing.js';
import { withWorker } from '../library/worker.js';
import { faultOf } from './library-faults.js';

/** As many rejected games are listed; the file has all. */
const LISTED = 30;

/** The live region says how far it is after each such part. */
const SPOKEN_SHARE = 0.25;

/**
 * The files that are read one after the other, and what came of them.
 *
 * @typedef {object} Run
 * @property {string} name of the file that is being read
 * @property {number} files the number of files begun so far
 * @property {Progress} progress of all files so far
 * @property {AbortController | null} stop null when it has ended
 * @property {boolean} wasStopped
 * @property {string[]} faults what was wrong with a whole file, or with the import
 */

/** The last import. @type {Run | null} */
let run = null;

/** The files that wait. @type {{ file: File, collection: string }[]} */
const queue = [];

/** Called when there is something new to show. */
export const imports = { onchange: () => {}, onend: () => {} };

/** Whether files are being read. */
export const isImporting = () => Boolean(run?.stop);

/** A number as the page's language writes it. @param {number} number */
export const count = (number) => number.toLocaleString(LANGUAGES[language()].tag);

/** The name of a collection for a file: its own, without what says its kind. @param {string} name */
const collectionOf = (name) => name.replace(/\.[a-z0-9]{1,5}$/i, '') || name;

/**
 * Reads files into the library, after those that are being read.
 *
 * @param {GameController} controller
 * @param {Iterable<File>} files
 */
export function importFiles(controller, files) {
  queue.push(...[...files].map((file) => ({ file, collection: collectionOf(file.name) })));
  if (queue.length && !run?.stop) work(controller);
}

/** @param {GameController} controller */
async function work(controller) {
  // Asked at a click of the player's own, and before there is much to lose.
  persist();
  const stop = new AbortController();
  const total = { new: 0, merged: 0, known: 0, share: 0, rejected: /** @type {Rejected[]} */ ([]), rejects: 0 };
  /** @type {Run} */
  const now = { name: '', files: 0, progress: total, stop, wasStopped: false, faults: [] };
  run = now;
  imports.onchange();
  let spoken = 0;
  await withWorker(controller.rules, async (engine) => {
    for (let next = queue.shift(); next && !stop.signal.aborted; next = queue.shift()) {
      now.name = next.file.name;
      now.files++;
      const before = now.progress;
      const show = (/** @type {Progress} */ part) => {
        now.progress = sum(before, part);
        if (part.share >= spoken + SPOKEN_SHARE && part.share < 1) {
          spoken = part.share;
          controller.say(t('library.import.said', { percent: Math.round(part.share * 100) }));
        }
        imports.onchange();
      };
      const game = controller.page.state.meta.key;
      try {
        await new Importing(engine, next.collection, game, show, stop.signal).read(next.file);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        // The other files are read all the same.
        now.faults.push(`${now.name}: ${t(`share.${error.reason}`, { n: '' })}`);
      }
    }
  }).catch((error) => {
    now.faults.push(faultOf(error));
  });
  queue.length = 0;
  now.wasStopped = stop.signal.aborted;
  run = { ...now, stop: null };
  controller.say([...now.faults, summary(run)].filter(Boolean).join(' '));
  imports.onchange();
  imports.onend();
}

/** @param {Progress} before @param {Progress} part @returns {Progress} */
const sum = (before, part) => ({
  new: before.new + part.new,
  merged: before.merged + part.merged,
  known: before.known + part.known,
  share: part.share,
  rejected: [...before.rejected, ...part.rejected],
  rejects: before.rejects + part.rejects,
});

/** What came of an import, in words. @param {Run} one */
function summary({ progress, wasStopped, stop }) {
  const parts = [
    t('library.import.new', { n: progress.new, count: count(progress.new) }),
    ...(progress.known + progress.merged
      ? [
          t('library.import.known', {
            n: progress.known + progress.merged,
            count: count(progress.known + progress.merged),
          }),
        ]
      : []),
    ...(progress.rejects
      ? [t('library.import.rejected', { n: progress.rejects, count: count(progress.rejects) })]
      : []),
    ...(wasStopped && !stop ? [t('library.import.stopped')] : []),
  ];
  return parts.join(' ');
}

/** The reason why a game was not read. @param {Rejected} one */
const reason = (one) => (one.message ? said({ text: one.message, said: one.said }) : t('library.import.long'));

/** The part of the panel about the last import; empty if there was none. @param {() => void} again fills the panel anew */
export function importPart(again) {
  const element = make('section', { class: 'import', 'aria-label': t('library.import') });
  let shown = '';
  const draw = () => {
    const now = run;
    if (!now) return element.replaceChildren();
    // Only what changes, so that the focus stays on the button.
    const state = now.stop ? 'reading' : 'over';
    if (state === shown) return update(element, now);
    shown = state;
    element.replaceChildren(...(now.stop ? reading(now) : over(now, dismiss)));
    update(element, now);
  };
  const dismiss = () => {
    run = null;
    again();
  };
  imports.onchange = draw;
  draw();
  return element;
}

/** @param {HTMLElement} element @param {Run} now */
function update(element, now) {
  const bar = element.querySelector('progress');
  if (bar) bar.value = now.progress.share;
  const name = element.querySelector('.import-name');
  if (name) setText(name, t('share.reading', { name: now.name }));
  const text = element.querySelector('.import-text');
  if (text) setText(text, summary(now));
}

/** @param {Run} now */
const reading = (now) => [
  make(
    'div',
    { class: 'row' },
    make('span', { class: 'grow import-name' }),
    withIcon(
      'close',
      button(t('share.stop'), () => now.stop?.abort(), { 'data-keep': 'import-stop' }),
    ),
  ),
  make('progress', { max: 1, value: 0, 'aria-label': t('library.import') }),
  make('p', { class: 'note import-text' }),
];

/** @param {string} name @param {HTMLButtonElement} element */
export function withIcon(name, element) {
  element.prepend(icon(name));
  return element;
}

/** @param {Run} now @param {() => void} dismiss */
function over(now, dismiss) {
  const { rejected } = now.progress;
  /** @param {Rejected} one @param {string} line */
  const place = ({ file }, line) => (now.files > 1 ? `${file} · ` : '') + t('library.import.line', { line });
  const list = make(
    'ol',
    { class: 'rejected' },
    ...rejected
      .slice(0, LISTED)
      .map((one) => make('li', {}, make('strong', {}, place(one, count(one.line))), ` ${reason(one)}`)),
  );
  const write = () =>
    save(
      'saltus-rejected.txt',
      new Blob(
        rejected.map((one) => `${place(one, String(one.line))} ${reason(one)}\n${one.text.trim()}\n\n`),
        { type: 'text/plain' },
      ),
    );
  return [
    make(
      'div',
      { class: 'row' },
      make('p', { class: 'grow import-text' }),
      button(t('library.import.done'), dismiss, { 'data-keep': 'import-done' }),
    ),
    ...now.faults.map((fault) => make('p', { class: 'fault', role: 'alert' }, fault)),
    ...(rejected.length
      ? [
          make(
            'details',
            { class: 'fold' },
            make(
              'summary',
              { 'data-keep': 'rejected' },
              make('span', { class: 'fold-name' }, t('library.import.why')),
            ),
            list,
            withIcon('save', button(t('library.import.save'), write)),
          ),
        ]
      : []),
  ];
}
