/** Reads files into the library, also while the panel is closed; and shows how far that is and what came of it. */

import { attempt } from '../../lib/attempt.ts';
import { say } from '../../lib/dom.ts';
import { textFiles } from '../../lib/encoding.ts';
import { encodingField } from '../../lib/encoding-field.ts';
import { save } from '../../lib/files.ts';
import { FileError } from '../../lib/game-file.ts';
import { button, html, nothing, reading } from '../../lib/html.ts';
import { count, counted, percent, t, translated } from '../../lib/i18n.ts';
import { pending } from '../../lib/pending.ts';
import type { PanelContext } from '../../shell/panels.ts';
import type { ImportProgress, LibraryGame, Rejected } from '../../state/library.ts';
import { games } from '../../store/library/database.ts';
import { importFile } from '../../store/library/importing.ts';
import { faultOf } from '../../store/library/words.ts';
import { withWorker } from '../../store/library/worker.ts';
import { type Library, libraryOf } from './session.ts';
import type { Guess, ImportRun, LibraryState } from './state.ts';

const SPOKEN_SHARE = 0.25; // the live region says how far it is after each such part
const LISTED = 30; // as many rejected games are listed; the file has all

/** `encoding` is the files' own, if it is not to be found out. */
export function importFiles(context: PanelContext, files: Iterable<File>, encoding: string = '') {
  const library = libraryOf(context);
  for (const file of files) library.queue.push({ file, encoding });
  if (library.queue.length && !library.now.imported?.stop) work(library);
}

async function work(library: Library) {
  const { queue, controller } = library;
  const stop = new AbortController();
  const progress: ImportProgress = { new: 0, merged: 0, known: 0, share: 0, rejected: [], rejects: 0 };
  let now: ImportRun = { name: '', files: 0, progress, stop, wasStopped: false, faults: [], guesses: [] };
  const tell = (change: Partial<ImportRun>) => {
    now = { ...now, ...change };
    library.set({ imported: now });
  };
  tell({});
  let spoken = 0;
  await withWorker(controller.rules, async (engine) => {
    for (let next = queue.shift(); next && !stop.signal.aborted; next = queue.shift()) {
      const { file } = next;
      const { name } = file;
      tell({ name, files: now.files + 1 });
      const onprogress = () => {
        tell({});
        const { share } = progress;
        if (share < spoken + SPOKEN_SHARE || share >= 1) return;
        spoken = share;
        say(t('library.import.said', { percent: percent(share) }));
      };
      const collection = name.replace(/\.[a-z0-9]{1,5}(\.gz)?$/i, '') || name; // without what says its kind
      const how = { collection, game: library.page.state.meta.key, signal: stop.signal };
      const from = Date.now();
      try {
        const ask: Parameters<typeof textFiles>[1] = (fields) => engine.request('encoding', fields);
        const parts = await pending('file', textFiles(file, ask, next.encoding));
        for (const part of parts) await importFile(part.file, progress, { engine, ...how, onprogress });
        const encoding = parts.find((part) => part.encoding)?.encoding;
        if (encoding) tell({ guesses: [...now.guesses, { file, encoding, collection, from, to: Date.now() }] });
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        // The other files are read all the same.
        tell({ faults: [...now.faults, `${name}: ${t(`share.${error.message}`, { n: '' })}`] });
      }
    }
  }).catch((error) => tell({ faults: [...now.faults, faultOf(error)] }));
  queue.length = 0;
  tell({ wasStopped: stop.signal.aborted, stop: null });
  say([...now.faults, summary(now)].join(' '));
  if (library.page.state.panel === 'library') library.find();
}

function summary({ progress: { new: fresh, merged, known, rejects }, wasStopped }: ImportRun) {
  const parts = [
    counted('library.import.new', fresh),
    known + merged > 0 && counted('library.import.known', known + merged),
    rejects > 0 && counted('library.import.rejected', rejects),
    wasStopped && t('library.import.stopped'),
  ];
  return parts.filter(Boolean).join(' ');
}

const reason = ({ message, said: phrase }: Rejected) =>
  message ? translated({ text: message, said: phrase }) : t('library.import.long');

function rejects({ files, progress: { rejected } }: ImportRun) {
  const place = ({ file }: Rejected, line: string) =>
    (files > 1 ? `${file} · ` : '') + t('library.import.line', { line });
  const write = () => {
    const texts = rejected.map(
      (game) => `${place(game, String(game.line))} ${reason(game)}\n${game.text.trim()}\n\n`,
    );
    save('saltus-rejected.txt', new Blob(texts, { type: 'text/plain' }));
  };
  const entry = (game: Rejected) => html`<li><strong>${place(game, count(game.line))}</strong> ${reason(game)}</li>`;
  return html`
    <details class="fold">
      <summary><span class="label fold-name">${t('library.import.why')}</span></summary>
      <ol class="rejected stack">${rejected.slice(0, LISTED).map(entry)}</ol>
      ${button(t('library.import.save'), write, { picture: 'save' })}
    </details>`;
}

/** Reads a file once more in another encoding, in place of the games that came of it. */
async function importAgain(library: Library, { file, collection, from, to }: Guess, encoding: string) {
  const isOfIt = ({ added, collections, edited }: LibraryGame) =>
    added >= from && added <= to && !edited && collections.length === 1 && collections[0] === collection;
  await games.remove((await games.all()).filter(isOfIt).map(({ id }) => id));
  importFiles(library, [file], encoding);
}

const over = (run: ImportRun, library: Library) => html`
  <div class="row">
    <p class="grow import-text">${summary(run)}</p>
    ${button(t('library.import.done'), () => library.show({ imported: null }), { does: 'import-done' })}
  </div>
  ${run.faults.map((fault) => html`<p class="fault" role="alert">${fault}</p>`)}
  ${run.guesses.map((guess) =>
    encodingField(guess.file, guess.encoding, (chosen) =>
      attempt(library.controller, () => importAgain(library, guess, chosen)),
    ),
  )}
  ${run.progress.rejected.length ? rejects(run) : nothing}`;

export function importPart({ imported: run }: LibraryState, library: Library) {
  const going = run?.stop && reading(run.name, run.progress.share, () => run.stop?.abort(), summary(run));
  return html`
    <section class="import stack" aria-label=${t('library.import')}>${going || (run && over(run, library))}</section>`;
}
