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
import { linkTo, unpack } from '../lib/link.js';
import { other, REMOTE } from '../state/state.js';

/**
 * Shares the link with the system's share sheet, else copies it. If the browser allows neither, it puts the link into the
 * address bar, or, in a frame, shows it in a field.
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
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: document.title, text, url });
      return;
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return;
    }
  }
  if (await copy(url)) controller.tell('plain', t('link.copied'));
  else if (window === window.top && readdress(url)) controller.tell('plain', t('link.address'));
  else showLink(url);
}

/** Shows the link in a field, to be copied by hand: in a frame, the address bar shows another page. @param {string} url */
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
