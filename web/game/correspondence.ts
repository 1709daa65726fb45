/** Playing by links: each player makes a move and sends the game back as a link. There is no server. */

import { handOn, isTouched } from '../lib/files.ts';
import { t } from '../lib/i18n.ts';
import { lazy } from '../lib/lazy.ts';
import { readdress, type Wanted } from '../lib/link.ts';
import { linkTo, unpack } from '../lib/link-to.ts';
import { isByLink, isFriendly, REMOTE, type State, seated } from '../state/state.ts';
import type { GameController } from './api.d.ts';

/** The link to the game on the board; in a game by link whoever opens it has the move. */
export async function turnLink(state: State) {
  const { match } = state;
  return match ? linkTo(match.game, match.record, isFriendly(state) && !state.online ? match.side : null) : '';
}

/** Sends the game as a link: by whatever the device sends things with, else by the clipboard. */
export async function share(controller: GameController) {
  const { state } = controller.page;
  const { match } = state;
  if (!match) return;
  const url = await turnLink(state);
  const key = isByLink(state) && !state.online ? (match.outcome ? 'over' : 'turn') : 'game';
  const text = t(`link.${key}`, { side: t(`side.${match.side}`), game: document.title.split(' – ')[0] });
  if (await send(controller, text, url, url, t('link.copied'))) controller.page.set({ sent: match.record });
}

export async function shareResult(controller: GameController, text: string) {
  const { match } = controller.page.state;
  if (!match) return;
  const url = await linkTo(match.game, match.record);
  await send(controller, text, url, `${text}\n${url}`, t('result.copied'));
}

/**
 * By the device's sheet, else the clipboard, which gets `copied`, else the link goes to the address bar or a field. Resolves
 * to false where the person has closed the sheet.
 */
async function send(controller: GameController, text: string, url: string, copied: string, told: string) {
  const how = await handOn({ title: document.title, text, url }, copied);
  const { state } = controller.page;
  const isFriends = isByLink(state) && !state.online;
  if ((how === 'copied' && (isTouched() || isFriends)) || (how === 'left' && isFriends)) {
    // Below the finger nobody sees where a link went: what was copied is shown. A friend beside it can scan it, also where
    // the sheet had nothing for them.
    const codeOf = await lazy(() => import('../lib/qr.ts'), 'codeOf').catch(() => null);
    const head = how === 'copied' ? told : t('link.field');
    controller.page.set({ link: { text: copied, told: head, code: codeOf?.(url) } });
    controller.say(head);
  } else if (how === 'copied') controller.affirm(told);
  else if (how === 'failed' && window === window.top && readdress(url)) controller.affirm(t('link.address'));
  // In a frame nobody sees the address: there the link is shown to be copied by hand.
  else if (how === 'failed') controller.page.set({ link: { text: url, told: t('link.field') } });
  return how !== 'left';
}

/** Puts the game of a link on the board. The match that it replaces goes to the earlier games. */
export async function receive(controller: GameController, { record, turn }: Wanted) {
  controller.page.set({ link: null });
  let text = '';
  try {
    text = record ? await unpack(record) : '';
  } catch (error) {
    if (error instanceof RangeError) return controller.tell('error', t('link.long'));
  }
  if (!text) return controller.tell('error', t('link.broken'));
  const given = turn ? { players: seated(turn, REMOTE), bottom: turn } : { players: { w: 0, b: 0 } };
  if (!(await controller.bring(text, given))) return;
  const { match, meta } = controller.page.state;
  readdress(`#game=${meta.key}`);
  if (!match || match.outcome || !turn) return;
  controller.tell('plain', t(match.side === turn ? 'link.yours' : 'link.seen', { side: t(`side.${turn}`) }));
}
