/**
 * Import and export: the game as a link, as text in each format, the board as a picture; and games from other
 * programs, pasted or from a file.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Found } from '../game/import.js'
 * @import { Format } from '../protocol.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { share as send } from '../game/correspondence.js';
import { inbox, refill, take, takeFile, version } from '../game/import.js';
import { isSandboxed } from '../lib/capabilities.js';
import { byId, make, setText } from '../lib/dom.js';
import { copy, copyPicture, fileName, save } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { toast } from '../lib/toast.js';
import { archivedGames } from '../state/archive.js';
import { explained } from '../state/describe.js';
import { playerTags, ratedTags } from '../state/tags.js';
import { segments, tool } from '../view/controls.js';
import { printPage } from '../view/print.js';
import { pageWords } from '../view/printed-words.js';
import { foundGames } from './found-games.js';
import { importFiles } from './library-import.js';

/** The file name extension of each format. @type {Record<string, string>} */
const KINDS = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/** The format that was chosen last, by game. @type {Map<string, Format>} */
const chosen = new Map();

/** A section with a heading. @param {string} label @param {(Node | string)[]} children */
const part = (label, ...children) => make('section', { class: 'part' }, make('h3', {}, label), ...children);

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

/** @param {GameController} controller @param {Panels} panels */
function out(controller, panels) {
  const { state } = controller.page;
  const { meta, match } = state;
  const forms = meta.formats.filter((form) => form in KINDS);
  const usual = forms.find((form) => form === 'pdn' || form === 'sgf') ?? 'json';
  const form = chosen.get(meta.key) ?? usual;
  const said = make('p', { class: 'note', role: 'status' });
  /** Says what was done where a screen reader hears it, and over the page where it is seen. @param {string} told */
  const tell = (told) => {
    setText(said, told);
    toast(told);
  };
  const text = make('textarea', {
    class: 'text',
    readonly: true,
    rows: form === 'position' ? 2 : 5,
    'aria-label': t('share.text'),
    spellcheck: false,
    'data-keep': 'out',
  });
  const isOwn = state.players.w !== 0 || state.players.b !== 0;
  const finished = isOwn ? archivedGames().find(({ id }) => id === controller.autosave.id) : undefined;
  const tags = { ...playerTags(state), ...ratedTags(finished) };
  // The rules write the text. A button that is pressed before their reply waits for it.
  const written = match
    ? controller.rules.request('record', { format: form, tags }).then(
        (reply) => (text.value = reply.text),
        (error) => {
          setText(said, explained(error));
          return '';
        },
      )
    : Promise.resolve('');
  const choice = segments(
    'form',
    t('share.form'),
    [...forms].reverse().map((value) => ({ value, label: t(`share.form.${value}`) })),
    form,
    (value) => {
      chosen.set(meta.key, /** @type {Format} */ (value));
      refill(controller);
    },
  );
  /** The game as an HTML page. @param {'replay' | 'print'} kind */
  const page = async (kind) => {
    const words = pageWords(meta, match);
    return (await controller.rules.request('page', { kind, tags, words })).html;
  };
  const failed = (/** @type {unknown} */ error) => setText(said, explained(error));
  return part(
    t('share.out'),
    make(
      'div',
      { class: 'row wrap' },
      tool('link', t('share.link'), () => {
        panels.close();
        send(controller);
      }),
      tool('picture', t('share.picture'), () => picture(meta).then(tell)),
    ),
    choice,
    text,
    make(
      'div',
      { class: 'row wrap' },
      tool('copy', t('share.copy'), async () => {
        const found = await written;
        if (!found) return; // the reason is shown already
        const isCopied = await copy(found);
        if (!isCopied) text.select();
        tell(t(isCopied ? 'share.copied' : 'share.selected'));
      }),
      tool('save', t('share.save'), async () => {
        const found = await written;
        if (!found) return;
        save(fileName(meta.key, KINDS[form]), new Blob([found], { type: 'text/plain' }));
        tell(t(isSandboxed() ? 'share.saved.sandbox' : 'share.saved'));
      }),
    ),
    make('h4', {}, t('share.pages')),
    make(
      'div',
      { class: 'row wrap' },
      tool('save', t('share.page'), () =>
        page('replay').then((html) => {
          save(fileName(meta.key, 'html'), new Blob([html], { type: 'text/html' }));
          tell(t(isSandboxed() ? 'share.saved.sandbox' : 'share.saved'));
        }, failed),
      ),
      tool('file', t('share.print'), () => page('print').then(printPage, failed)),
    ),
    said,
  );
}

/** @param {GameController} controller @param {Panels} panels */
function into(controller, panels) {
  const text = make('textarea', {
    class: 'text',
    id: 'paste',
    rows: 4,
    'aria-label': t('share.paste'),
    placeholder: t('share.placeholder'),
    spellcheck: false,
    'data-keep': 'paste',
    'aria-invalid': inbox.error ? 'true' : undefined,
  });
  text.value = inbox.text;
  text.addEventListener('input', () => {
    inbox.text = text.value;
  });
  const file = make('input', {
    type: 'file',
    hidden: true,
    accept: '.pdn,.sgf,.json,.txt,.fen,.pgn,text/*',
  });
  file.addEventListener('change', () => {
    if (file.files?.[0]) takeFile(controller, file.files[0]);
  });
  const error = make('p', { class: 'fault', role: 'alert' }, inbox.error);
  return part(
    t('share.in'),
    text,
    error,
    ...(inbox.warned ? [make('p', { class: 'note' }, inbox.warned)] : []),
    make(
      'div',
      { class: 'row wrap' },
      tool('open', t('share.open'), () => take(controller, text.value), 'button main'),
      tool('file', t('share.file'), () => file.click()),
      file,
    ),
    make('p', { class: 'note drop-note' }, t('share.drop')),
    ...(inbox.found ? [keepAll(controller, panels, inbox.found), ...foundGames(inbox.found)] : []),
  );
}

/** Puts all games of the file into the library. @param {GameController} controller @param {Panels} panels @param {Found} found */
const keepAll = (controller, panels, found) =>
  make(
    'div',
    { class: 'row' },
    tool('library', t('share.keep'), () => {
      inbox.reading?.stop.abort();
      importFiles(controller, [found.file]);
      panels.open('library');
    }),
  );

/** @type {Panel} */
export const share = {
  title: () => t('share.title'),
  key: ({ meta, match }) =>
    [meta.key, match?.node, match?.history.length, JSON.stringify(match?.end), version].join(' '),
  fill(body, controller, panels) {
    body.append(make('div', { class: 'parts' }, out(controller, panels), into(controller, panels)));
  },
};
