/**
 * Import and export: the game as a link, as text in each format, the board as a picture; and games from other
 * programs, pasted or from a file.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { GameApi, GameController } from '../game/api.d.ts'
 * @import { Found } from '../game/import.js'
 * @import { Format, ListedGame } from '../protocol.d.ts'
 */

import { share as send } from '../game/correspondence.js';
import { count, inbox, refill, take, takeFile, version } from '../game/import.js';
import { isSandboxed } from '../lib/capabilities.js';
import { button, byId, icon, make, setText } from '../lib/dom.js';
import { copy, copyPicture, fileName, save } from '../lib/files.js';
import { MAX_LISTED } from '../lib/game-file.js';
import { language, t } from '../lib/i18n.js';
import { MAX_TEXT_CHARS } from '../lib/limits.js';
import { toast } from '../lib/toast.js';
import { explained } from '../state/describe.js';
import { playerTags } from '../state/tags.js';
import { segments } from '../view/controls.js';
import { printPage } from '../view/print.js';
import { pageWords } from '../view/printed-words.js';
import { importFiles } from './library-import.js';

/** The file name extension of each format. @type {Record<string, string>} */
const KINDS = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/** List entries made per frame: hundreds at once would block the page. */
const ENTRIES_PER_FRAME = 25;

/** The format that was chosen last, by game. @type {Map<string, Format>} */
const chosen = new Map();

/** The list entry of one of several games. @param {ListedGame | null} one @param {number} at */
function title(one, at) {
  if (!one)
    return { head: t('share.number', { n: count(at + 1) }), note: t('share.long', { n: count(MAX_TEXT_CHARS) }) };
  const { tags, turns, winner } = one;
  const known = (/** @type {string | undefined} */ value) => (value && !/^[?.]*$/.test(value) ? value : '');
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

/** A section with a heading. @param {string} label @param {(Node | string)[]} children */
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
  // The rules write the text. A button that is pressed before their reply waits for it.
  const written = match
    ? controller.rules.request('record', { format: form, tags: playerTags(state) }).then(
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
    return (await controller.rules.request('page', { kind, tags: playerTags(state), words })).html;
  };
  const failed = (/** @type {unknown} */ error) => setText(said, explained(error));
  const picture = () =>
    copyPicture(/** @type {HTMLCanvasElement} */ (byId('canvas')), fileName(meta.key, 'png'))
      .then(
        (how) => t(`share.picture.${how}`),
        () => t('share.failed'),
      )
      .then(tell);
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
    ...(inbox.found ? [keepAll(controller, panels, inbox.found), ...several(inbox.found)] : []),
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

/** The list of games to choose from, with the progress of reading the file. @param {Found} found */
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
    for (let at = here; at < Math.min(due, here + ENTRIES_PER_FRAME); at++) list.append(entry(found, at));
    if (list.children.length < due) requestAnimationFrame(draw);
    byNumber.hidden = n <= MAX_LISTED;
    const first = n > MAX_LISTED ? t('share.first', { first: MAX_LISTED }) : '';
    setText(told, [t('share.count', { n, count: count(n) }), first].filter(Boolean).join(' '));
  };
  draw();
  const now = inbox.reading;
  if (!now) return [...(found.count > MAX_LISTED ? [told] : [make('p', {}, t('share.which'))]), byNumber, list];
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
  fill(body, controller, panels) {
    body.append(make('div', { class: 'parts' }, out(controller, panels), into(controller, panels)));
  },
};
