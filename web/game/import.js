/**
 * TODO-HEAD
 *
 * @import { Table } from './controller.js'
 */

import { LONGEST } from '../lib/files.js';
import { decode, FileError, MOST_LISTED } from '../lib/game-file.js';
import { chosen, count, forget, into, part, put, refuse, search, several, warned } from '../panels/import-export.js';

/**
 * What stands in the field that texts are pasted into, what is wrong with it, what is amiss in the one that was read
 * last, and the games that it holds if several. It outlives the panel: a mistake can be looked up in the rules and put
 * right.
 *
 * @type {{ text: string, error: string, warned: string, found: Found | null }}
 */
export const inbox = { text: '', error: '', warned: '', found: null };

/** Rises with each change of the inbox, so that the panel is filled anew. */
export let version = 0;

/**
 * Puts what a text holds on the table; where that is several games, asks which.
 *
 * @param {Table} table
 * @param {string} text
 * @param {number} [part] which of several
 */
export async function take(table, text, part) {
  const { meta } = table.page.state;
  if (part === undefined) forget();
  Object.assign(inbox, { text, error: '', warned: '' });
  try {
    if (text.length > LONGEST) throw new FileError('long');
    const { format, games } = await table.rules.request('contents', { text, game: meta.key });
    if (part === undefined && games.length > 1) {
      const open = (/** @type {number} */ number) => take(table, text, number);
      inbox.found = { listed: games.slice(0, MOST_LISTED), count: games.length, open };
    } else {
      await put(table, text, format, games.length ? (part ?? 0) : null);
      inbox.text = part === undefined ? '' : text;
    }
    show(table);
  } catch (error) {
    refuse(table, error);
  }
}

/** Fills the panel with what the inbox holds now. @param {Table} table */
export function show({ page }) {
  version++;
  page.change(() => {});
  page.draw();
}

/**
 * Opens a file. One that is too long to be read at once is read slice by slice, and one of its games chosen.
 *
 * @param {Table} table
 * @param {File} file
 */
export async function takeFile(table, file) {
  forget();
  if (file.size > LONGEST) {
    await search(table, file);
    return;
  }
  try {
    await take(table, decode(new Uint8Array(await file.arrayBuffer())));
  } catch {
    refuse(table, new FileError('unreadable'));
  }
}

/** Marks the place in the text that an error names, its line and column counted from 1. @param {Record<string, unknown>} where */
export function point({ line, column }) {
  const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('paste'));
  if (typeof line !== 'number' || typeof column !== 'number' || !area) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const word = /^\S+/.exec(area.value.slice(start))?.[0].length ?? 1;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + word);
}
