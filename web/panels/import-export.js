/**
 * Import and export: the game as a link, as text in each format, the board as a picture; and games from other
 * programs, pasted or from a file.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { share as send } from '../game/correspondence.js';
import { inbox, refill, take, takeFile, version } from '../game/import.js';
import { isSandboxed } from '../lib/capabilities.js';
import { button, byId, icon, make, setText } from '../lib/dom.js';
import { copy, copyPicture, fileName, save } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { explained } from '../state/describe.js';
import { segments } from '../view/controls.js';

/** What a form's files are called. @type {Record<string, string>} */
const KINDS = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/** The form that was chosen last, by game. @type {Map<string, string>} */
const chosen = new Map();

/** What the list says of one of several games. @param {(typeof inbox.games)[0]} one @param {number} at */
function title({ tags, turns }, at) {
  const known = (/** @type {string | undefined} */ value) => (value && !/^[?.]*$/.test(value) ? value : '');
  const players = [known(tags.White), known(tags.Black)].filter(Boolean).join(' – ');
  const event = [known(tags.Event), known(tags.Date)].filter(Boolean).join(', ');
  return {
    head: players || event || t('share.number', { n: at + 1 }),
    note: [players ? event : '', known(tags.Result), t('shelf.turns', { n: turns })].filter(Boolean).join(' · '),
  };
}

/** A heading with what belongs to it. @param {string} label @param {(Node | string)[]} children */
const part = (label, ...children) => make('section', { class: 'part' }, make('h3', {}, label), ...children);

/** @param {string} name @param {string} label @param {() => void} act @param {string} [kind] */
function tool(name, label, act, kind = 'button') {
  const element = button(label, act, { class: kind, 'data-keep': `${name} ${label}` });
  element.prepend(icon(name));
  return element;
}

/** @param {GameApi} controller @param {Panels} panels */
function out(controller, panels) {
  const { state } = controller.page;
  const { meta, match } = state;
  const forms = meta.formats.filter((form) => form in KINDS);
  const usual = forms.find((form) => form === 'pdn' || form === 'sgf') ?? 'json';
  const form = chosen.get(meta.key) ?? usual;
  const said = make('p', { class: 'note', role: 'status' });
  const text = make('textarea', {
    class: 'text',
    readonly: true,
    rows: form === 'position' ? 2 : 5,
    'aria-label': t('share.text'),
    spellcheck: false,
    'data-keep': 'out',
  });
  // The rules write it down; who is quicker than they are gets it all the same.
  const written = match
    ? controller.rules.request('record', { format: form }).then(
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
      chosen.set(meta.key, value);
      refill(controller);
    },
  );
  const picture = () =>
    copyPicture(/** @type {HTMLCanvasElement} */ (byId('canvas')), fileName(meta.key, 'png')).then(
      (how) => setText(said, t(`share.picture.${how}`)),
      () => setText(said, t('share.failed')),
    );
  return part(
    t('share.out'),
    make(
      'div',
      { class: 'row wrap' },
      tool('link', t('share.link'), () => {
        panels.close();
        send(controller);
      }),
      tool('picture', t('share.picture'), picture),
    ),
    choice,
    text,
    make(
      'div',
      { class: 'row wrap' },
      tool('copy', t('share.copy'), async () => {
        if (!(await copy(text.value || (await written)))) text.select();
        setText(said, t(text.selectionEnd > text.selectionStart ? 'share.selected' : 'share.copied'));
      }),
      tool('save', t('share.save'), async () => {
        save(fileName(meta.key, KINDS[form]), new Blob([text.value || (await written)], { type: 'text/plain' }));
        setText(said, t(isSandboxed() ? 'share.saved.sandbox' : 'share.saved'));
      }),
    ),
    said,
  );
}

/** @param {GameApi} controller */
function into(controller) {
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
  const list = make('ol', { class: 'found', 'aria-label': t('share.which') });
  inbox.games.forEach((one, at) => {
    const { head, note } = title(one, at);
    const entry = make(
      'button',
      { type: 'button', class: 'kept', 'data-keep': `found-${at}` },
      make('span', {}, make('strong', { class: 'kept-line' }, head), make('span', { class: 'card-note' }, note)),
    );
    entry.addEventListener('click', () => take(controller, inbox.text, at));
    list.append(make('li', {}, entry));
  });
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
    make('p', { class: 'note' }, t('share.drop')),
    ...(inbox.games.length ? [make('p', {}, t('share.which')), list] : []),
  );
}

/** @type {Panel} */
export const share = {
  title: () => t('share.title'),
  key: ({ meta, match }) =>
    [meta.key, match?.node, match?.history.length, JSON.stringify(match?.end), version].join(' '),
  fill(body, controller, panels) {
    body.append(make('div', { class: 'parts' }, out(controller, panels), into(controller)));
  },
};
