/**
 * The last import in the library's panel: how far it is, and what came of it.
 *
 * @import { Rejected } from '../library/importing.js'
 * @import { ImportRun, Shelf } from '../types.d.ts'
 * @import { Library } from '../study/library.js'
 */

import { html, nothing } from 'lit-html';
import { button } from '../lib/controls.js';
import { save } from '../lib/files.js';
import { said, t } from '../lib/i18n.js';
import { count } from '../library/words.js';
import { summary } from '../study/imports.js';

/** As many rejected games are listed; the file has all. */
const LISTED = 30;

/** The reason why a game was not read. @param {Rejected} one */
const reason = (one) => (one.message ? said({ text: one.message, said: one.said }) : t('library.import.long'));

/** @param {ImportRun} run */
const reading = (run) => html`
  <div class="row">
    <span class="grow import-name">${t('share.reading', { name: run.name })}</span>
    ${button(t('share.stop'), () => run.stop?.abort(), { picture: 'close', does: 'import-stop' })}
  </div>
  <progress max="1" .value=${run.progress.share} aria-label=${t('library.import')}></progress>
  <p class="note import-text">${summary(run)}</p>`;

/** What was not read, and why. @param {ImportRun} run */
function rejects({ files, progress: { rejected } }) {
  const place = (/** @type {Rejected} */ { file }, /** @type {string} */ line) =>
    (files > 1 ? `${file} · ` : '') + t('library.import.line', { line });
  const write = () => {
    const texts = rejected.map((one) => `${place(one, String(one.line))} ${reason(one)}\n${one.text.trim()}\n\n`);
    save('saltus-rejected.txt', new Blob(texts, { type: 'text/plain' }));
  };
  return html`
    <details class="fold">
      <summary><span class="fold-name">${t('library.import.why')}</span></summary>
      <ol class="rejected">
        ${rejected
          .slice(0, LISTED)
          .map((one) => html`<li><strong>${place(one, count(one.line))}</strong> ${reason(one)}</li>`)}
      </ol>
      ${button(t('library.import.save'), write, { picture: 'save' })}
    </details>`;
}

/** @param {ImportRun} run @param {Library} library */
const over = (run, library) => html`
  <div class="row">
    <p class="grow import-text">${summary(run)}</p>
    ${button(t('library.import.done'), () => library.show({ imported: null }), { does: 'import-done' })}
  </div>
  ${run.faults.map((fault) => html`<p class="fault" role="alert">${fault}</p>`)}
  ${run.progress.rejected.length ? rejects(run) : nothing}`;

/** The part of the panel about the last import; empty if there was none. @param {Shelf} now @param {Library} library */
export const importPart = ({ imported: run }, library) => html`
  <section class="import" aria-label=${t('library.import')}>${
    run ? (run.stop ? reading(run) : over(run, library)) : nothing
  }</section>`;
