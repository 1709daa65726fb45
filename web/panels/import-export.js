/**
 * Import and export: the game as a link, as text in each format, the board as a picture; and games from other
 * programs, pasted or from a file.
 *
 * @import { Panel, PanelContext, Panels } from './manager.js'
 * @import { Found, Page, State } from '../state/state.js'
 * @import { ListedGame } from '../protocol.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { share as send } from '../game/correspondence.js';
import { EXTENSIONS, formatOf, formatsOf, keepWritten, tagsOf, write } from '../game/export.js';
import { count, take, takeFile } from '../game/import.js';
import { isSandboxed } from '../lib/capabilities.js';
import { button, fileButton, radios } from '../lib/controls.js';
import { byId } from '../lib/dom.js';
import { copy, copyPicture, fileName, save } from '../lib/files.js';
import { MAX_LISTED } from '../lib/game-file.js';
import { language, t } from '../lib/i18n.js';
import { MAX_TEXT_CHARS } from '../lib/limits.js';
import { toast } from '../lib/toast.js';
import { known } from '../library/words.js';
import { explained } from '../state/describe.js';
import { importFiles } from '../study/imports.js';
import { printPage } from '../view/print.js';
import { pageWords } from '../view/printed-words.js';

/** Copies or saves the board as a picture. Resolves to what is said of it. @param {Meta} meta of the game on the board */
export const picture = ({ key }) =>
  copyPicture(/** @type {HTMLCanvasElement} */ (byId('canvas')), fileName(key, 'png')).then(
    (how) => t(`share.picture.${how}`),
    () => t('share.failed'),
  );

/** Opens the panel with the cursor in the field that takes games in. @param {Panels} panels */
export async function openText(panels) {
  await panels.fetch('share');
  panels.open('share');
  const field = document.getElementById('paste');
  field?.scrollIntoView({ block: 'center' });
  if (matchMedia('(hover: hover)').matches) field?.focus({ preventScroll: true });
}

/** @param {State} state @param {PanelContext} context */
function out(state, { controller, panels }) {
  const { page } = controller;
  const { meta, written } = state;
  const format = formatOf(state);
  const choices = formatsOf(state).map((value) => ({ value, label: t(`share.form.${value}`) }));
  const choose = (/** @type {typeof format} */ value) =>
    page.change((s) => {
      s.formats = { ...s.formats, [meta.key]: value };
    });
  const say = (/** @type {string} */ told) =>
    page.change((s) => {
      s.written.told = told;
    });
  /** Says what was done where a screen reader hears it, and over the page where it is seen. @param {string} told */
  const tell = (told) => {
    say(told);
    toast(told);
  };
  const failed = (/** @type {unknown} */ error) => say(explained(error));
  const saveAs = (/** @type {string} */ extension, /** @type {string} */ text, /** @type {string} */ type) => {
    save(fileName(meta.key, extension), new Blob([text], { type }));
    tell(t(isSandboxed() ? 'share.saved.sandbox' : 'share.saved'));
  };
  // A button that is pressed before the rules have written the text waits for it. Where they cannot, the reason is shown.
  const text = async () => page.state.written.text || (await write(controller));
  const copyText = async () => {
    const found = await text();
    if (!found) return;
    const isCopied = await copy(found);
    if (!isCopied) /** @type {HTMLTextAreaElement} */ (byId('written')).select();
    tell(t(isCopied ? 'share.copied' : 'share.selected'));
  };
  const saveText = async () => {
    const found = await text();
    if (found) saveAs(EXTENSIONS[format], found, 'text/plain');
  };
  /** The game as an HTML page. @param {'replay' | 'print'} kind */
  const asPage = async (kind) => {
    const words = pageWords(meta, page.state.match);
    return (await controller.rules.request('page', { kind, tags: tagsOf(controller), words })).html;
  };
  const savePage = () => asPage('replay').then((made) => saveAs('html', made, 'text/html'), failed);
  const sendLink = () => {
    panels.close();
    send(controller);
  };
  return html`
    <section class="part">
      <h3>${t('share.out')}</h3>
      <div class="row wrap">
        ${button(t('share.link'), sendLink, { picture: 'link' })}
        ${button(t('share.picture'), () => picture(meta).then(tell), { picture: 'picture' })}
      </div>
      ${radios('form', t('share.form'), choices.reverse(), format, choose)}
      <textarea class="text" id="written" readonly rows=${format === 'position' ? 2 : 5} aria-label=${t('share.text')}
        spellcheck="false" .value=${written.text}></textarea>
      <div class="row wrap">
        ${button(t('share.copy'), copyText, { picture: 'copy' })}
        ${button(t('share.save'), saveText, { picture: 'save' })}
      </div>
      <h4>${t('share.pages')}</h4>
      <div class="row wrap">
        ${button(t('share.page'), savePage, { picture: 'save' })}
        ${button(t('share.print'), () => asPage('print').then(printPage, failed), { picture: 'file' })}
      </div>
      <p class="note" role="status">${written.told}</p>
    </section>`;
}

/** @param {State} state @param {PanelContext} context */
function into({ inbox }, context) {
  const { controller } = context;
  const type = (/** @type {Event} */ { currentTarget }) =>
    controller.page.change((s) => {
      s.inbox.text = /** @type {HTMLTextAreaElement} */ (currentTarget).value;
    });
  const open = () => take(controller, controller.page.state.inbox.text);
  return html`
    <section class="part">
      <h3>${t('share.in')}</h3>
      <textarea class="text" id="paste" rows="4" aria-label=${t('share.paste')} placeholder=${t('share.placeholder')}
        spellcheck="false" aria-invalid=${inbox.error ? 'true' : nothing} .value=${live(inbox.text)} @input=${type}></textarea>
      <p class="fault" role="alert">${inbox.error}</p>
      ${inbox.warned ? html`<p class="note">${inbox.warned}</p>` : nothing}
      <div class="row wrap">
        ${button(t('share.open'), open, { picture: 'open', kind: 'button main' })}
        ${fileButton(t('share.file'), ([file]) => takeFile(controller, file))}
      </div>
      <p class="note drop-note">${t('share.drop')}</p>
      ${inbox.found ? foundGames(inbox.found, inbox.reading, context) : nothing}
    </section>`;
}

/**
 * The games to choose from, while the file is being read and afterwards.
 *
 * @param {Found} found
 * @param {State['inbox']['reading']} reading
 * @param {PanelContext} context
 */
function foundGames(found, reading, { controller, panels }) {
  const keepAll = () => {
    reading?.stop();
    importFiles(controller, [found.file]);
    panels.open('library');
  };
  const n = found.count;
  const isLong = n > MAX_LISTED;
  const told = [t('share.count', { n, count: count(n) }), isLong && t('share.first', { first: MAX_LISTED })];
  const note = html`<p class="note">${told.filter(Boolean).join(' ')}</p>`;
  const entries = () => found.listed.map((one, index) => entry(one, index, found.open));
  const name = t('share.reading', { name: reading?.name ?? '' });
  const progress = () => html`
    <div class="reading">
      <div class="row wrap"><span class="grow">${name}</span>${button(t('share.stop'), () => reading?.stop(), { picture: 'close' })}</div>
      <progress max="1" .value=${reading?.share ?? 0} aria-label=${name}></progress>
      ${note}
    </div>`;
  return html`
    <div class="row">${button(t('share.keep'), keepAll, { picture: 'library' })}</div>
    ${reading ? progress() : isLong ? note : html`<p>${t('share.which')}</p>`}
    ${isLong ? numberField(found, controller.page) : nothing}
    <ol class="found" aria-label=${t('share.which')}>${guard([found.listed, found.listed.length, language()], entries)}</ol>`;
}

/** @param {ListedGame | null} game @param {number} index @param {Found['open']} open */
function entry(game, index, open) {
  const { head, note } = title(game, index);
  return html`
    <li>
      <button type="button" class="kept" @click=${() => open(index)}>
        <span><strong class="kept-line">${head}</strong><span class="card-note">${note}</span></span>
      </button>
    </li>`;
}

/** Opens a game by its number: of many, only the first are listed. @param {Found} found @param {Page} page */
function numberField(found, page) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.currentTarget).elements[0]);
    const number = Number(input.value);
    const isThere = Number.isInteger(number) && number >= 1 && number <= found.count;
    page.change(() => {
      found.passed = isThere ? 0 : found.count;
    });
    if (isThere) found.open(number - 1);
    else input.focus();
  };
  return html`
    <form class="by-number" novalidate @submit=${submit}>
      <label class="row wrap">
        <span>${t('share.by-number')}</span><input type="number" min="1" step="1" required inputmode="numeric">
      </label>
      <button type="submit" class="button">${t('share.open-number')}</button>
      <p class="fault" role="alert">${found.passed ? t('share.no-number', { last: count(found.passed) }) : nothing}</p>
    </form>`;
}

/** The list entry of one of several games. @param {ListedGame | null} one @param {number} at */
function title(one, at) {
  if (!one)
    return { head: t('share.number', { n: count(at + 1) }), note: t('share.long', { n: count(MAX_TEXT_CHARS) }) };
  const { tags, turns, winner } = one;
  const players = [known(tags.White), known(tags.Black)].filter(Boolean).join(' – ');
  const event = [known(tags.Event), known(tags.Date)].filter(Boolean).join(', ');
  // Results are written in words, because which side's score stands first differs between games.
  const result = winner ? resultOf(winner) : '';
  return {
    head: players || event || t('share.number', { n: count(at + 1) }),
    note: [players ? event : '', result, t('earlier.turns', { n: turns })].filter(Boolean).join(' · '),
  };
}

/** @param {NonNullable<ListedGame['winner']>} winner */
const resultOf = (winner) => (winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${winner}`) }));

/** @type {Panel} */
export const share = {
  title: () => t('share.title'),
  opened: ({ controller }) => keepWritten(controller),
  view: (state, context) => html`<div class="parts">${out(state, context)}${into(state, context)}</div>`,
};
