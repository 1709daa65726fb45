/**
 * Games and positions from other programs: text that was pasted or dropped, or a file of any size, becomes the match on
 * the board. If there are several games, the player is asked which.
 *
 * @import { Format, ListedGame, Said } from '../protocol.d.ts'
 * @import { GameApi } from './api.d.ts'
 */

import { readdress } from '../lib/address.js';
import { FileError, GameFile, MAX_LISTED, readable } from '../lib/game-file.js';
import { LANGUAGES, language, said, t, tOr } from '../lib/i18n.js';
import { MAX_TEXT_CHARS } from '../lib/limits.js';
import { explained } from '../state/describe.js';

/**
 * The games in a text or a file: the tags of the first ones (null for a game that is too long), how many there are, and
 * what opens one, counted from 0; and the file itself, which the library can take. The panel makes the list and the number field once per language, so that drawing it
 * again neither lays the list out anew nor clears the field.
 *
 * @typedef {{ listed: (ListedGame | null)[], count: number, file: File, open: (number: number) => void,
 *   list?: { language: string, element: HTMLElement, byNumber: HTMLElement } }} Found
 */

/**
 * A file that is being read. `draw` shows how far it is.
 *
 * @typedef {{ file: GameFile, name: string, stop: AbortController, draw: () => void }} Reading
 */

/**
 * The text field's content, what is wrong with it, what was unusual in the text that was read last, the games found if
 * there are several, and the file that is being read. It outlives the panel: the player can look a mistake up in the
 * rules and correct it.
 *
 * @type {{ text: string, error: string, warned: string, found: Found | null, reading: Reading | null }}
 */
export const inbox = { text: '', error: '', warned: '', found: null, reading: null };

/** Rises with each change of the inbox, so that the panel is filled anew. */
export let version = 0;

/**
 * Puts the game in a text on the board; if it holds several, lists them.
 *
 * @param {GameApi} controller
 * @param {string} text
 * @param {number} [part] which of several, counted from 0
 */
export async function take(controller, text, part) {
  const { meta } = controller.page.state;
  if (part === undefined) forget();
  Object.assign(inbox, { text, error: '', warned: '' });
  try {
    if (text.length > MAX_TEXT_CHARS) throw new FileError('long');
    const { format, games } = await controller.rules.request('contents', { text, game: meta.key });
    if (part === undefined && games.length > 1) {
      const open = (/** @type {number} */ number) => take(controller, text, number);
      const file = new File([text], `${t('share.pasted')}.txt`);
      inbox.found = { listed: games.slice(0, MAX_LISTED), count: games.length, file, open };
    } else {
      await load(controller, text, format, games.length ? (part ?? 0) : null);
      inbox.text = part === undefined ? '' : text;
    }
    show(controller);
  } catch (error) {
    refuse(controller, error);
  }
}

/**
 * Opens a file. One that is too long for a request is read slice by slice, and its games are listed.
 *
 * @param {GameApi} controller
 * @param {File} file
 */
export async function takeFile(controller, file) {
  forget();
  try {
    const source = await readable(file, (data) => controller.rules.request('encoding', { data }));
    if (source.file.size > MAX_TEXT_CHARS) await search(controller, file, source);
    else {
      await take(controller, source.decode(new Uint8Array(await source.file.arrayBuffer())));
      // Its name is that of the collection.
      if (inbox.found) inbox.found.file = file;
    }
  } catch (error) {
    // Files that were moved, changed or deleted after the player chose them.
    refuse(controller, error instanceof DOMException ? new FileError('unreadable') : error);
  }
}

/**
 * Opens what was dropped on the page.
 *
 * @param {GameApi} controller
 * @param {File | string} dropped
 */
export const receive = (controller, dropped) =>
  dropped instanceof File ? takeFile(controller, dropped) : take(controller, dropped);

/**
 * Lists the games of a file while it is read.
 *
 * @param {GameApi} controller
 * @param {File} file
 * @param {Awaited<ReturnType<typeof readable>>} source
 */
async function search(controller, file, source) {
  const games = new GameFile(source.file, source.decode);
  const now = { file: games, name: file.name, stop: new AbortController(), draw: () => {} };
  /** @type {Found} */
  const found = { listed: games.listed, count: 0, file, open: (number) => openOne(controller, games, number) };
  Object.assign(inbox, { text: '', error: '', warned: '', found, reading: now });
  show(controller);
  const game = controller.page.state.meta.key;
  try {
    await games.read(
      (text, format, goesOn) => controller.rules.request('contents', { text, game, format, goes_on: goesOn }),
      () => {
        found.count = games.starts.length;
        now.draw();
      },
      now.stop.signal,
    );
  } catch (error) {
    if (inbox.reading === now) inbox.reading = null;
    if (inbox.found !== found) return;
    // The games found before the error can still be opened.
    if (!found.count) inbox.found = null;
    refuse(controller, error);
    return;
  }
  if (inbox.reading === now) inbox.reading = null;
  if (inbox.found !== found) return;
  found.count = games.starts.length;
  if (found.count > 1) {
    controller.say(t('share.count', { n: found.count, count: count(found.count) }));
    const hadFocus = document.activeElement?.closest('.reading');
    show(controller);
    // The stop button is gone.
    if (hadFocus) found.list?.element.querySelector('button')?.focus();
  } else if (found.count === 1) {
    inbox.found = null;
    openOne(controller, games, 0);
  } else {
    take(controller, '');
  }
}

/**
 * Puts one game of a file on the board. If it cannot be read, its text and the place of the error are shown.
 *
 * @param {GameApi} controller
 * @param {GameFile} games
 * @param {number} number counted from 0
 */
async function openOne(controller, games, number) {
  Object.assign(inbox, { text: '', error: '', warned: '' });
  try {
    const text = await games.text(number);
    inbox.text = text;
    await load(controller, text, games.format, 0);
    inbox.text = '';
    show(controller);
  } catch (error) {
    refuse(controller, error, games.starts.length > 1 ? number : undefined);
  }
}

/**
 * Loads one game of a text.
 *
 * @param {GameApi} controller
 * @param {string} text
 * @param {Format | undefined} format
 * @param {number | null} part which of its games; null if the format holds only one
 */
async function load(controller, text, format, part) {
  const { page } = controller;
  const fields = { text, format, game: page.state.meta.key, ...(part !== null && { part }) };
  const wrong = await controller.put('load', fields, { players: { w: 0, b: 0 } });
  if (wrong) throw wrong;
  readdress(`#game=${page.state.meta.key}`);
  const opened = t('share.opened', { game: tOr(`game.${page.state.meta.key}`, page.state.meta.name) });
  inbox.warned = warned(page.state.match?.warnings ?? []);
  controller.tell('plain', [opened, inbox.warned].join(' ').trim());
}

/** Drops the games that were found, and stops reading. */
function forget() {
  inbox.reading?.stop.abort();
  Object.assign(inbox, { reading: null, found: null });
}

/**
 * Shows an error, and where it is.
 *
 * @param {GameApi} controller
 * @param {unknown} error
 * @param {number} [number] of the game that it is in, counted from 0
 */
function refuse(controller, error, number) {
  const message =
    error instanceof FileError ? t(`share.${error.reason}`, { n: count(MAX_TEXT_CHARS) }) : explained(error);
  inbox.error = number === undefined ? message : t('share.refused', { number: count(number + 1), message });
  show(controller);
  const { details } = /** @type {{ details?: Record<string, unknown> }} */ (error);
  point(details ?? {});
}

/** A number as the page's language writes it. @param {number} number */
export const count = (number) => number.toLocaleString(LANGUAGES[language()].tag);

/** The warnings about a text that was read, as one sentence. @param {Said[]} warnings */
const warned = (warnings) =>
  warnings.length ? t('share.warned', { n: warnings.length, first: said(warnings[0]) }) : '';

/** Has the panel filled anew with the next drawing. @param {GameApi} controller */
export function refill({ page }) {
  version++;
  page.change(() => {});
}

/** Fills the panel with what the inbox holds now. @param {GameApi} controller */
function show(controller) {
  refill(controller);
  controller.page.draw();
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
