/** The last import in the library's panel: how far it is, and what came of it. */

import { html, nothing } from 'lit-html';
import { button } from '../../lib/controls.ts';
import { save } from '../../lib/files.ts';
import { said, t } from '../../lib/i18n.ts';
import type { Rejected } from '../../store/library/importing.ts';
import { count } from '../../store/library/words.ts';
import type { ImportRun, Shelf } from '../../types.d.ts';
import { summary } from './imports.ts';
import type { Library } from './session.ts';

/** As many rejected games are listed; the file has all. */
const LISTED = 30;

/** The reason why a game was not read. */
const reason = (one: Rejected) =>
  one.message ? said({ text: one.message, said: one.said }) : t('library.import.long');

const reading = (run: ImportRun) => html`
  <div class="row">
    <span class="grow import-name">${t('share.reading', { name: run.name })}</span>
    ${button(t('share.stop'), () => run.stop?.abort(), { picture: 'close', does: 'import-stop' })}
  </div>
  <progress max="1" .value=${run.progress.share} aria-label=${t('library.import')}></progress>
  <p class="note import-text">${summary(run)}</p>`;

/** What was not read, and why. */
function rejects({ files, progress: { rejected } }: ImportRun) {
  const place = ({ file }: Rejected, line: string) =>
    (files > 1 ? `${file} · ` : '') + t('library.import.line', { line });
  const write = () => {
    const texts = rejected.map((one) => `${place(one, String(one.line))} ${reason(one)}\n${one.text.trim()}\n\n`);
    save('saltus-rejected.txt', new Blob(texts, { type: 'text/plain' }));
  };
  return html`
    <details class="fold">
      <summary><span class="fold-name">${t('library.import.why')}</span></summary>
      <ol class="rejected stack">
        ${rejected
          .slice(0, LISTED)
          .map((one) => html`<li><strong>${place(one, count(one.line))}</strong> ${reason(one)}</li>`)}
      </ol>
      ${button(t('library.import.save'), write, { picture: 'save' })}
    </details>`;
}

const over = (run: ImportRun, library: Library) => html`
  <div class="row">
    <p class="grow import-text">${summary(run)}</p>
    ${button(t('library.import.done'), () => library.show({ imported: null }), { does: 'import-done' })}
  </div>
  ${run.faults.map((fault) => html`<p class="fault" role="alert">${fault}</p>`)}
  ${run.progress.rejected.length ? rejects(run) : nothing}`;

/** The part of the panel about the last import; empty if there was none. */
export const importPart = ({ imported: run }: Shelf, library: Library) => html`
  <section class="import stack" aria-label=${t('library.import')}>${
    run ? (run.stop ? reading(run) : over(run, library)) : nothing
  }</section>`;
