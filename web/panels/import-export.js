/**
 * In and out: the game as a link, as text in every form that its rules write, the board as a picture; and whatever
 * another program wrote, pasted, dropped or from a file, put on the table.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { Table } from '../game/controller.js'
 * @import { Listed, Said } from '../types.d.ts'
 */

import { share as send } from '../game/correspondence.js';
import { inbox, point, show, take, version } from '../game/import.js';
import { readdress } from '../lib/address.js';
import { isSandboxed } from '../lib/capabilities.js';
import { button, byId, icon, make, setText } from '../lib/dom.js';
import { copy, copyPicture, fileName, LONGEST, save } from '../lib/files.js';
import { decode, FileError, GameFile, MOST_LISTED } from '../lib/game-file.js';
import { LANGUAGES, language, said, t, tOr } from '../lib/i18n.js';
import { explained } from '../state/describe.js';
import { segments } from '../view/controls.js';

/** What a form's files are called. @type {Record<string, string>} */
const KINDS = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/**
 * The games that a text or a file holds, if several: what the first of them say of themselves (null for one that is too
 * long), how many there are, and what opens one, counted from 0. The list and the field for a number are made once in a
 * language: what changes in the panel neither lays the list out anew nor clears the field.
 *
 * @typedef {{ listed: (Listed | null)[], count: number, open: (number: number) => void,
 *   list?: { language: string, element: HTMLElement, byNumber: HTMLElement } }} Found
 */

/** The file that is being read: what stops that, and what shows how far it is. @type {Reading | null} */
let reading = null;

/** @typedef {{ file: GameFile, name: string, stop: AbortController, draw: () => void }} Reading */

/** The entries of a list that are made at once: a frame has no time for hundreds. */
const ENTRIES_A_FRAME = 25;

/** The form that was chosen last, by game. @type {Map<string, string>} */
const chosen = new Map();

/**
 * Puts one game of a text on the table.
 *
 * @param {Table} table
 * @param {string} text
 * @param {string | undefined} format
 * @param {number | null} part which of its games; null where it can hold only one
 */
async function put(table, text, format, part) {
  const { page } = table;
  const fields = { text, format, game: page.state.meta.key, ...(part !== null && { part }) };
  const wrong = await table.put('load', fields, { players: { w: 0, b: 0 } });
  if (wrong) throw wrong;
  readdress(`#game=${page.state.meta.key}`);
  const opened = t('share.opened', { game: tOr(`game.${page.state.meta.key}`, page.state.meta.name) });
  inbox.warned = warned(page.state.match?.warnings ?? []);
  table.tell('plain', [opened, inbox.warned].join(' ').trim());
}

/** Forgets the games that were found, and stops the search for more. */
function forget() {
  reading?.stop.abort();
  reading = null;
  inbox.found = null;
}

/**
 * Shows what is wrong, and where.
 *
 * @param {Table} table
 * @param {unknown} error
 * @param {number} [number] of the game that it is wrong with, counted from 0
 */
function refuse(table, error, number) {
  const message = error instanceof FileError ? t(`share.${error.reason}`, { n: count(LONGEST) }) : explained(error);
  inbox.error = number === undefined ? message : t('share.refused', { number: count(number + 1), message });
  show(table);
  const { details } = /** @type {{ details?: Record<string, unknown> }} */ (error);
  point(details ?? {});
}

/** A number as it is written in the language that is spoken. @param {number} number */
const count = (number) => number.toLocaleString(LANGUAGES[language()].tag);

/** What is amiss in a text that was read all the same, in one sentence. @param {Said[]} warnings */
function warned(warnings) {
  return warnings.length ? t('share.warned', { n: warnings.length, first: said(warnings[0]) }) : '';
}

/**
 * Lists the games of a file while they are being found.
 *
 * @param {Table} table
 * @param {File} file
 */
async function search(table, file) {
  const games = new GameFile(file);
  const now = { file: games, name: file.name, stop: new AbortController(), draw: () => {} };
  /** @type {Found} */
  const found = { listed: games.listed, count: 0, open: (number) => openOne(table, games, number) };
  reading = now;
  Object.assign(inbox, { text: '', error: '', warned: '', found });
  show(table);
  const game = table.page.state.meta.key;
  try {
    await games.read(
      (text, format, goesOn) => table.rules.request('contents', { text, game, format, goes_on: goesOn }),
      () => {
        found.count = games.starts.length;
        now.draw();
      },
      now.stop.signal,
    );
  } catch (error) {
    if (reading === now) reading = null;
    if (inbox.found !== found) return;
    // Those that were found before can be opened all the same.
    if (!found.count) inbox.found = null;
    refuse(table, error);
    return;
  }
  if (reading === now) reading = null;
  if (inbox.found !== found) return;
  found.count = games.starts.length;
  if (found.count > 1) {
    table.say(t('share.count', { n: found.count, count: count(found.count) }));
    const wasThere = document.activeElement?.closest('.reading');
    show(table);
    // The button that stops the search has gone.
    if (wasThere) found.list?.element.querySelector('button')?.focus();
  } else if (found.count === 1) {
    inbox.found = null;
    openOne(table, games, 0);
  } else {
    take(table, '');
  }
}

/**
 * Puts one game of a file on the table. Where it is wrong its text is shown, with the place.
 *
 * @param {Table} table
 * @param {GameFile} games
 * @param {number} number counted from 0
 */
async function openOne(table, games, number) {
  Object.assign(inbox, { text: '', error: '', warned: '' });
  try {
    const text = await games.text(number);
    inbox.text = text;
    await put(table, text, games.format, 0);
    inbox.text = '';
    show(table);
  } catch (error) {
    refuse(table, error, games.starts.length > 1 ? number : undefined);
  }
}

/** What the list says of one of several games. @param {Listed | null} one @param {number} at */
function title(one, at) {
  if (!one) return { head: t('share.number', { n: count(at + 1) }), note: t('share.long', { n: count(LONGEST) }) };
  const { tags, turns, winner } = one;
  const known = (/** @type {string | undefined} */ value) => (value && !/^[?.]*$/.test(value) ? value : '');
  const players = [known(tags.White), known(tags.Black)].filter(Boolean).join(' – ');
  const event = [known(tags.Event), known(tags.Date)].filter(Boolean).join(', ');
  // Whose score a result gives first differs from game to game.
  const result = winner ? resultOf(winner) : '';
  return {
    head: players || event || t('share.number', { n: count(at + 1) }),
    note: [players ? event : '', result, t('shelf.turns', { n: turns })].filter(Boolean).join(' · '),
  };
}

/** @param {NonNullable<Listed['winner']>} winner */
const resultOf = (winner) => (winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${winner}`) }));

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
    ...(inbox.found ? several(inbox.found) : []),
  );
}

/** The games to choose from, and how far the search for them is. @param {Found} found */
function several(found) {
  if (found.list?.language !== language()) {
    found.list = {
      language: language(),
      element: make('ol', { class: 'found', 'aria-label': t('share.which') }),
      byNumber: numberField(found),
    };
  }
  const { element: list, byNumber } = found.list;
  const told = make('p', { class: 'note' });
  const draw = () => {
    const n = found.count;
    const here = list.children.length;
    const due = Math.min(found.listed.length, n);
    for (let at = here; at < Math.min(due, here + ENTRIES_A_FRAME); at++) list.append(entry(found, at));
    if (list.children.length < due) requestAnimationFrame(draw);
    byNumber.hidden = n <= MOST_LISTED;
    const first = n > MOST_LISTED ? t('share.first', { first: MOST_LISTED }) : '';
    setText(told, [t('share.count', { n, count: count(n) }), first].filter(Boolean).join(' '));
  };
  draw();
  const now = reading;
  if (!now) return [...(found.count > MOST_LISTED ? [told] : [make('p', {}, t('share.which'))]), byNumber, list];
  const progress = make('progress', { max: 1, value: 0, 'aria-label': t('share.reading', { name: now.name }) });
  const tell = () => {
    progress.value = now.file.end / now.file.file.size;
    draw();
  };
  tell();
  now.draw = tell;
  const stop = tool('close', t('share.stop'), () => now.stop.abort());
  const head = make('div', { class: 'row wrap' }, make('span', { class: 'grow' }, progress.ariaLabel ?? ''), stop);
  return [make('div', { class: 'reading' }, head, progress, told), byNumber, list];
}

/** @param {Found} found @param {number} at */
function entry(found, at) {
  const { head, note } = title(found.listed[at], at);
  const element = make(
    'button',
    { type: 'button', class: 'kept', 'data-keep': `found-${at}` },
    make('span', {}, make('strong', { class: 'kept-line' }, head), make('span', { class: 'card-note' }, note)),
  );
  element.addEventListener('click', () => found.open(at));
  return make('li', {}, element);
}

/** Opens a game by its number: of many, only the first are listed. @param {Found} found */
function numberField(found) {
  const input = make('input', {
    type: 'number',
    min: 1,
    step: 1,
    required: true,
    inputmode: 'numeric',
    'data-keep': 'found-number',
  });
  const fault = make('p', { class: 'fault', role: 'alert' });
  const form = make(
    'form',
    { class: 'by-number', novalidate: true },
    make('label', { class: 'row wrap' }, make('span', {}, t('share.by-number')), input),
    make('button', { type: 'submit', class: 'button', 'data-keep': 'found-open' }, t('share.open-number')),
    fault,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = Number(input.value);
    const isThere = Number.isInteger(number) && number >= 1 && number <= found.count;
    setText(fault, isThere ? '' : t('share.no-number', { last: count(found.count) }));
    if (isThere) found.open(number - 1);
    else input.focus();
  });
  return form;
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
