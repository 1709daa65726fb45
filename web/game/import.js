/**
 * Games and positions from other programs: text that was pasted or dropped, or that is in a file, becomes the match on the
 * board. Where the text holds several games, the player is asked which.
 *
 * @import { Said } from '../types.d.ts'
 * @import { GameApi } from './api.d.ts'
 */

import { readdress } from '../lib/address.js';
import { said, t, tOr } from '../lib/i18n.js';
import { MAX_TEXT_CHARS } from '../lib/limits.js';
import { explained } from '../state/describe.js';

/**
 * What stands in the field that texts are pasted into, what is wrong with it, what is amiss in the one that was read
 * last, and the games that it holds if several. It outlives the panel: a mistake can be looked up in the rules and put
 * right.
 *
 * @type {{ text: string, error: string, warned: string,
 *   games: { game: string | null, tags: Record<string, string>, turns: number }[] }}
 */
export const inbox = { text: '', error: '', warned: '', games: [] };

/** Rises with each change of the inbox, so that the panel is filled anew. */
export let version = 0;

/**
 * Puts what a text holds on the table; where that is several games, asks which.
 *
 * @param {GameApi} controller
 * @param {string} text
 * @param {number} [part] which of several
 */
export async function take(controller, text, part) {
  const { page } = controller;
  const { meta } = page.state;
  Object.assign(inbox, { text, error: '', warned: '', ...(part === undefined && { games: [] }) });
  try {
    if (text.length > MAX_TEXT_CHARS) throw new Error(t('share.long', { n: MAX_TEXT_CHARS.toLocaleString() }));
    const found = await controller.rules.request('contents', { text, game: meta.key });
    if (part === undefined && found.games.length > 1) {
      inbox.games = found.games;
    } else {
      const one = found.games.length ? { part: part ?? 0 } : {};
      const fields = { text, format: found.format, game: meta.key, ...one };
      const wrong = await controller.put('load', fields, { players: { w: 0, b: 0 } });
      if (wrong) throw wrong;
      inbox.text = part === undefined ? '' : text;
      readdress(`#game=${page.state.meta.key}`);
      const opened = t('share.opened', { game: tOr(`game.${page.state.meta.key}`, page.state.meta.name) });
      inbox.warned = warned(page.state.match?.warnings ?? []);
      controller.tell('plain', [opened, inbox.warned].join(' ').trim());
    }
    show(controller);
  } catch (error) {
    inbox.error = explained(error);
    show(controller);
    const { details } = /** @type {{ details?: Record<string, unknown> }} */ (error);
    point(details ?? {});
  }
}

/** What is amiss in a text that was read all the same, in one sentence. @param {Said[]} warnings */
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

/**
 * @param {GameApi} controller
 * @param {File} file
 */
export async function takeFile(controller, file) {
  if (file.size > MAX_TEXT_CHARS) await take(controller, ' '.repeat(MAX_TEXT_CHARS + 1));
  else await take(controller, await file.text());
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
