/** The game as a link, text or page, and the board as a picture; and games from other programs. */

import type { GameController } from '../../game/controller.ts';
import { share as send } from '../../game/correspondence.ts';
import { EXTENSIONS, formatOf, formats, formatsOf, keepWritten, tagsOf, write, written } from '../../game/export.ts';
import { type Found, type Inbox, inbox, take, takeFile } from '../../game/import.ts';
import { toast } from '../../game/messages.ts';
import { isSandboxed } from '../../lib/capabilities.ts';
import { blank, byId } from '../../lib/dom.ts';
import { encodingField } from '../../lib/encoding-field.ts';
import { copy, copyPicture, fileName, save } from '../../lib/files.ts';
import { MAX_LISTED, MAX_TEXT_CHARS } from '../../lib/game-file.ts';
import { button, entered, fileButton, guard, html, live, nothing, radios, reading } from '../../lib/html.ts';
import { count, counted, language, movesText, t } from '../../lib/i18n.ts';
import { isolated } from '../../lib/isolated.ts';
import type { ListedGame } from '../../protocol.d.ts';
import type { Panel, PanelContext, Panels } from '../../shell/panels.ts';
import { pageWords, printPage } from '../../shell/print.ts';
import { explained, won } from '../../state/describe.ts';
import type { Page, State } from '../../state/state.ts';
import { known } from '../../store/tags.ts';

const PREVIEW_PX = 40; // as high as the header has room for

/** Copies or saves the board as a picture, and shows it small. Resolves to what is said of it. */
export async function picture(controller: GameController) {
  const board = byId('canvas') as HTMLCanvasElement;
  const preview = blank((PREVIEW_PX * board.width) / board.height, PREVIEW_PX);
  preview.drawImage(board, 0, 0, preview.canvas.width, preview.canvas.height);
  const how = await copyPicture(board, fileName(controller.page.state.meta.key, 'png')).catch(() => null);
  const message = how ? t(`share.picture.${how}`) : t('share.failed');
  controller.page.set({ notice: { kind: 'plain', text: message, rule: null, below: true } });
  toast(controller, message, how && preview.canvas);
  return message;
}

/** Opens the panel with the cursor in the field that takes games in. */
export async function openText(panels: Panels) {
  await panels.fetch('share');
  panels.open('share');
  const field = document.getElementById('paste');
  field?.scrollIntoView({ block: 'center' });
  if (matchMedia('(hover: hover)').matches) field?.focus({ preventScroll: true });
}

function out(state: State, { controller, panels }: PanelContext) {
  const { page } = controller;
  const { meta } = state;
  const format = formatOf(state);
  const choices = formatsOf(state).map((value) => ({ value, label: t(`share.form.${value}`) }));
  const choose = (value: typeof format) => formats.amend(page, { [meta.key]: value });
  const say = (message: string) => page.change(() => Object.assign(written.of(page.state), { message }));
  /** Says what was done where a screen reader hears it, and over the page where it is seen. */
  const tell = (message: string) => {
    say(message);
    toast(controller, message);
  };
  const failed = (error: unknown) => say(explained(error));
  const saveAs = (extension: string, text: string, type: string) => {
    save(fileName(meta.key, extension), new Blob([text], { type }));
    tell(t(isSandboxed() ? 'share.saved.sandbox' : 'share.saved'));
  };
  // A button that is pressed before the rules have written the text waits for it. Where they cannot, the reason is shown.
  const text = async () => written.of(page.state).text || (await write(controller));
  const copyText = async () => {
    const record = await text();
    if (!record) return;
    const isCopied = await copy(record);
    if (!isCopied) (byId('written') as HTMLTextAreaElement).select();
    tell(t(isCopied ? 'share.copied' : 'share.selected'));
  };
  const saveText = async () => {
    const record = await text();
    if (record) saveAs(EXTENSIONS[format], record, 'text/plain');
  };
  const asPage = async (kind: 'replay' | 'print') => {
    const words = pageWords(meta, page.state.match);
    return (await controller.rules.request('page', { kind, tags: tagsOf(controller), words })).html;
  };
  const savePage = () => asPage('replay').then((page) => saveAs('html', page, 'text/html'), failed);
  const sendLink = () => {
    panels.close();
    send(controller);
  };
  return html`
    <section class="part">
      <h3>${t('share.out')}</h3>
      <div class="row wrap">
        ${button(t('share.link'), sendLink, { picture: 'link' })}
        ${button(t('share.picture'), () => picture(controller).then(say), { picture: 'picture' })}
      </div>
      ${radios('form', t('share.form'), choices.reverse(), format, choose)}
      <textarea class="text" id="written" readonly rows=${format === 'position' ? 2 : 5} aria-label=${t('share.text')}
        spellcheck="false" .value=${written.of(state).text}></textarea>
      <div class="row wrap">
        ${button(t('share.copy'), copyText, { picture: 'copy' })}
        ${button(t('share.save'), saveText, { picture: 'save' })}
      </div>
      <h4>${t('share.pages')}</h4>
      <div class="row wrap">
        ${button(t('share.page'), savePage, { picture: 'save' })}
        ${button(t('share.print'), () => asPage('print').then(printPage, failed), { picture: 'file' })}
      </div>
      <p class="note" role="status">${written.of(state).message}</p>
    </section>`;
}

function into(state: State, context: PanelContext) {
  const { controller } = context;
  const { page } = controller;
  const type = (event: Event) => inbox.amend(page, { text: entered(event) });
  const open = () => take(controller, inbox.of(page.state).text);
  const { text, error, warned, found, source, reading } = inbox.of(state);
  return html`
    <section class="part">
      <h3>${t('share.in')}</h3>
      <textarea class="text" id="paste" rows="4" aria-label=${t('share.paste')} placeholder=${t('share.placeholder')}
        spellcheck="false" aria-invalid=${error ? 'true' : nothing} .value=${live(text)} @input=${type}></textarea>
      <p class="fault" role="alert">${error}</p>
      ${warned ? html`<p class="note">${warned}</p>` : nothing}
      <div class="row wrap">
        ${button(t('share.open'), open, { picture: 'open', kind: 'button main' })}
        ${fileButton(t('share.file'), ([file]) => takeFile(controller, file))}
      </div>
      ${source ? encodingField(source.file, source.encoding, (chosen) => takeFile(controller, source.file, chosen)) : nothing}
      <p class="note drop-note">${t('share.drop')}</p>
      ${found ? foundGames(found, { reading, source }, context) : nothing}
    </section>`;
}

function foundGames(
  found: Found,
  { reading: file, source }: Pick<Inbox, 'reading' | 'source'>,
  { controller, panels }: PanelContext,
) {
  const keepAll = () => {
    file?.stop();
    panels.actions.importFiles([found.file], source?.encoding);
    panels.open('library');
  };
  const n = found.count;
  const isLong = n > MAX_LISTED;
  const notes = [counted('share.count', n), isLong && t('share.first', { first: MAX_LISTED })];
  const note = notes.filter(Boolean).join(' ');
  const entries = () => found.listed.map((game, index) => entry(game, index, found.open));
  const done = () => html`<p class=${isLong ? 'note' : nothing}>${isLong ? note : t('share.which')}</p>`;
  return html`
    <div class="row">${button(t('share.keep'), keepAll, { picture: 'library' })}</div>
    ${file ? reading(file.name, file.share, file.stop, note) : done()}
    ${isLong ? numberField(found, controller.page) : nothing}
    <ol class="found stack dense" aria-label=${t('share.which')}>${guard([found.listed, found.listed.length, language()], entries)}</ol>`;
}

function entry(game: ListedGame | null, index: number, open: Found['open']) {
  const number = t('share.number', { n: count(index + 1) });
  const { tags, turns, winner }: Partial<ListedGame> = game ?? {};
  const players = [known(tags?.White), known(tags?.Black)].filter(Boolean).map(isolated).join(' – ');
  const event = [isolated(known(tags?.Event)), known(tags?.Date)].filter(Boolean).join(', ');
  const notes = [players ? event : '', winner ? won(winner) : '', movesText(turns ?? 0)];
  const note = game ? notes.filter(Boolean).join(' · ') : t('share.long', { n: count(MAX_TEXT_CHARS) });
  return html`
    <li>
      <button type="button" class="entry kept" @click=${() => open(index)}>
        <span><strong class="block">${players || event || number}</strong><span class="card-note">${note}</span></span>
      </button>
    </li>`;
}

/** Opens a game by its number: of many, only the first are listed. */
function numberField(found: Found, page: Page) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [input] = (event.currentTarget as HTMLFormElement).elements as unknown as HTMLInputElement[];
    const number = Number(input.value);
    const isThere = Number.isInteger(number) && number >= 1 && number <= found.count;
    page.change(() => Object.assign(found, { passed: isThere ? 0 : found.count }));
    if (isThere) found.open(number - 1);
    else input.focus();
  };
  return html`
    <form class="by-number row" novalidate @submit=${submit}>
      <label class="row wrap">
        <span>${t('share.by-number')}</span><input class="line" type="number" min="1" step="1" required inputmode="numeric">
      </label>
      <button type="submit" class="button">${t('share.open-number')}</button>
      <p class="fault" role="alert">${found.passed ? t('share.no-number', { last: count(found.passed) }) : nothing}</p>
    </form>`;
}

export const share: Panel = {
  title: () => t('share.title'),
  opened: ({ controller }) => [keepWritten(controller)],
  view: (state, context) => html`<div class="parts">${out(state, context)}${into(state, context)}</div>`,
};
