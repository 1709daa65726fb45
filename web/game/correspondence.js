/**
 * Playing by links: each player makes a move and sends the game back as a link. There is no server.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { GameApi } from './api.d.ts'
 * @import { Wanted } from '../lib/link.js'
 */

import { readdress } from '../lib/address.js';
import { button, make } from '../lib/dom.js';
import { copy } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { linkTo, unpack } from '../lib/link-to.js';
import { toast } from '../lib/toast.js';
import { other, REMOTE } from '../state/state.js';

/**
 * Sends the game as a link: by whatever the device sends things with, else by the clipboard.
 *
 * @param {GameApi} controller
 */
export async function share(controller) {
  const { state } = controller.page;
  const { match } = state;
  if (!match) return;
  const isByLink = state.players.w < 0 || state.players.b < 0;
  const url = await linkTo(match.game, match.record, isByLink && !match.outcome ? match.side : null);
  const key = isByLink ? (match.outcome ? 'over' : 'turn') : 'game';
  const text = t(`link.${key}`, { side: t(`side.${match.side}`), game: document.title.split(' – ')[0] });
  await send(controller, text, url, { copied: url, told: t('link.copied') });
}

/**
 * Sends how a game went, with the game as a link.
 *
 * @param {GameApi} controller
 * @param {string} text
 */
export async function shareResult(controller, text) {
  const { match } = controller.page.state;
  if (!match) return;
  const url = await linkTo(match.game, match.record);
  await send(controller, text, url, { copied: `${text}\n${url}`, told: t('result.copied') });
}

/**
 * By the device's own sheet on a phone; else on the clipboard, which is confirmed on the screen. Where neither is allowed
 * the link is put into the address bar, or into a field.
 *
 * @param {GameApi} controller
 * @param {string} text
 * @param {string} url
 * @param {{ copied: string, told: string }} how what the clipboard gets, and what is said of it
 */
async function send(controller, text, url, { copied, told }) {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: document.title, text, url });
      return;
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return;
    }
  }
  if (await copy(copied)) confirm(controller, told);
  else if (window === window.top && readdress(url)) confirm(controller, t('link.address'));
  else showLink(url);
}

/** Says it, and shows it for a moment: the status goes on to say whose turn it is. @param {GameApi} controller @param {string} text */
function confirm(controller, text) {
  controller.say(text);
  toast(text);
}

/** In a frame nobody sees the address: there the link is shown to be copied by hand. @param {string} url */
function showLink(url) {
  const field = make('textarea', { class: 'text', readonly: true, rows: 4, id: 'link', spellcheck: false }, url);
  const dialog = make(
    'dialog',
    { class: 'ask' },
    make('p', {}, make('label', { for: 'link' }, t('link.field'))),
    field,
    make(
      'div',
      { class: 'row' },
      button(t('panel.close'), () => dialog.close()),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

/**
 * Puts the game of a link on the board. The match that it replaces goes to the earlier games.
 *
 * @param {GameApi} controller
 * @param {Wanted} wanted
 */
export async function receive(controller, { record, turn }) {
  let text = '';
  try {
    text = record ? await unpack(record) : '';
  } catch (error) {
    if (error instanceof RangeError) return controller.tell('error', t('link.long'));
  }
  if (!text) {
    controller.tell('error', t('link.broken'));
    return;
  }
  if (await controller.bring(text, turn ? { players: seats(turn), bottom: turn } : { players: { w: 0, b: 0 } })) {
    const { match, meta } = controller.page.state;
    readdress(`#game=${meta.key}`);
    if (match && !match.outcome && turn) {
      controller.tell('plain', t(match.side === turn ? 'link.yours' : 'link.seen', { side: t(`side.${turn}`) }));
    }
  }
}

/** The players of a game by link. @param {Side} here the side of the player at this device */
export const seats = (here) => /** @type {Record<Side, number>} */ ({ [here]: 0, [other(here)]: REMOTE });
