/**
 * In and out: the game as a link, as text in every form that its rules write, the board as a picture; and whatever
 * another program wrote, pasted, dropped or from a file, put on the table.
 *
 * @import { Panel, Panels } from './panel.js'
 * @import { Table } from '../table.js'
 * @import { Said } from '../types.d.ts'
 */

import { readdress } from '../address.js';
import { button, byId, icon, make, setText } from '../dom.js';
import { copy, copyPicture, fileName, LONGEST, save } from '../files.js';
import { said, t, tOr } from '../i18n.js';
import { share as send } from '../post.js';
import { isSandboxed } from '../surroundings.js';
import { explained } from '../words.js';
import { segments } from './settings.js';

/** What a form's files are called. @type {Record<string, string>} */
const KINDS = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/**
 * What stands in the field that texts are pasted into, what is wrong with it, what is amiss in the one that was read
 * last, and the games that it holds if several. It outlives the panel: a mistake can be looked up in the rules and put
 * right.
 *
 * @type {{ text: string, error: string, warned: string,
 *   games: { game: string | null, tags: Record<string, string>, turns: number }[] }}
 */
const inbox = { text: '', error: '', warned: '', games: [] };

/** The form that was chosen last, by game. @type {Map<string, string>} */
const chosen = new Map();

/** Rises with each change of the inbox, so that the panel is filled anew. */
let version = 0;

/**
 * Puts what a text holds on the table; where that is several games, asks which.
 *
 * @param {Table} table
 * @param {string} text
 * @param {number} [part] which of several
 */
export async function take(table, text, part) {
  const { page } = table;
  const { meta } = page.state;
  Object.assign(inbox, { text, error: '', warned: '', ...(part === undefined && { games: [] }) });
  try {
    if (text.length > LONGEST) throw new Error(t('share.long', { n: LONGEST.toLocaleString() }));
    const found = await table.rules.request('contents', { text, game: meta.key });
    if (part === undefined && found.games.length > 1) {
      inbox.games = found.games;
    } else {
      const one = found.games.length ? { part: part ?? 0 } : {};
      const fields = { text, format: found.format, game: meta.key, ...one };
      const wrong = await table.put('load', fields, { players: { w: 0, b: 0 } });
      if (wrong) throw wrong;
      inbox.text = part === undefined ? '' : text;
      readdress(`#game=${page.state.meta.key}`);
      const opened = t('share.opened', { game: tOr(`game.${page.state.meta.key}`, page.state.meta.name) });
      inbox.warned = warned(page.state.match?.warnings ?? []);
      table.tell('plain', [opened, inbox.warned].join(' ').trim());
    }
    show(table);
  } catch (error) {
    inbox.error = explained(error);
    show(table);
    const { details } = /** @type {{ details?: Record<string, unknown> }} */ (error);
    point(details ?? {});
  }
}

/** What is amiss in a text that was read all the same, in one sentence. @param {Said[]} warnings */
function warned(warnings) {
  return warnings.length ? t('share.warned', { n: warnings.length, first: said(warnings[0]) }) : '';
}

/** Fills the panel with what the inbox holds now. @param {Table} table */
function show({ page }) {
  version++;
  page.change(() => {});
  page.draw();
}

/**
 * @param {Table} table
 * @param {File} file
 */
export async function takeFile(table, file) {
  if (file.size > LONGEST) await take(table, ' '.repeat(LONGEST + 1));
  else await take(table, await file.text());
}

/** Marks the place in the text that an error names, its line and column counted from 1. @param {Record<string, unknown>} where */
function point({ line, column }) {
  const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('paste'));
  if (typeof line !== 'number' || typeof column !== 'number' || !area) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const word = /^\S+/.exec(area.value.slice(start))?.[0].length ?? 1;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + word);
}

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

/** @param {Table} table @param {Panels} panels */
function out(table, panels) {
  const { state } = table.page;
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
    ? table.rules.request('record', { format: form }).then(
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
      version++;
      table.page.change(() => {});
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
        send(table);
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

/** @param {Table} table */
function into(table) {
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
    if (file.files?.[0]) takeFile(table, file.files[0]);
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
    entry.addEventListener('click', () => take(table, inbox.text, at));
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
      tool('open', t('share.open'), () => take(table, text.value), 'button main'),
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
  fill(body, table, panels) {
    body.append(make('div', { class: 'parts' }, out(table, panels), into(table)));
  },
};
