/** Playing by links: each player makes a move and sends the game back as a link. There is no server. */

import { say } from '../lib/dom.ts';
import { handOn, isTouched } from '../lib/files.ts';
import { t } from '../lib/i18n.ts';
import { lazy } from '../lib/lazy.ts';
import { readdress, type Wanted } from '../lib/link.ts';
import { linkTo, unpack } from '../lib/link-to.ts';
import { known } from '../state/by-link.ts';
import type { EarlierGame, Saved } from '../state/kept.ts';
import { ONLINE } from '../state/online.ts';
import { gameOf, rights } from '../state/rights.ts';
import { REMOTE, type State, seated } from '../state/state.ts';
import { dropEarlierGame, loadEarlierGames, loadTable } from '../store/store.ts';
import type { GameController } from './controller.ts';
import { affirm, tell } from './messages.ts';

/** The link to the game on the board; in a game by link that goes on whoever opens it has the move. */
async function turnLink(state: State) {
  const { match } = state;
  const isSent = gameOf(state) === 'by-link' && !rights(state).engine;
  return match ? linkTo(match.game, match.record, isSent ? match.side : null) : '';
}

/** Sends the game as a link: by whatever the device sends things with, else by the clipboard. */
export async function share(controller: GameController) {
  const { state } = controller.page;
  const { match } = state;
  if (!match) return;
  const url = await turnLink(state);
  const key = gameOf(state) === 'by-link' ? (rights(state).engine ? 'over' : 'turn') : 'game';
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
  const isFriends = gameOf(state) === 'by-link';
  if ((how === 'copied' && (isTouched() || isFriends)) || (how === 'left' && isFriends)) {
    // Below the finger nobody sees where a link went: what was copied is shown. A friend beside it can scan it, also where
    // the sheet had nothing for them.
    const codeOf = await lazy(() => import('../lib/qr.ts'), 'codeOf').catch(() => null);
    const head = how === 'copied' ? told : t('link.field');
    controller.page.set({ link: { text: copied, label: head, code: codeOf?.(url) } });
    say(head);
  } else if (how === 'copied') affirm(controller, told);
  else if (how === 'failed' && window === window.top && readdress(url)) affirm(controller, t('link.address'));
  // In a frame nobody sees the address: there the link is shown to be copied by hand.
  else if (how === 'failed') controller.page.set({ link: { text: url, label: t('link.field') } });
  return how !== 'left';
}

/**
 * Puts the game of a link on the board. The match that it replaces goes to the earlier games. Where this device knows the
 * game, and the player is not to move in it, or has gone on, that is told, and what was known is shown. `isTaken`: the
 * link's game is wanted all the same.
 */
export async function receive(
  controller: GameController,
  { record, turn }: Pick<Wanted, 'record' | 'turn'>,
  isTaken = false,
) {
  controller.page.set({ link: null });
  let text = '';
  try {
    text = record ? await unpack(record) : '';
  } catch (error) {
    if (error instanceof RangeError) return tell(controller, 'error', t('link.long'));
  }
  if (!text) return tell(controller, 'error', t('link.broken'));
  const found = turn && !isTaken ? known(text, turn, keptHere(controller.page.state)) : null;
  const side = found?.own ?? turn;
  const isOld = found?.how === 'played' || found?.how === 'newer';
  const given = side ? { players: seated(side, REMOTE), bottom: side } : { players: { w: 0, b: 0 } };
  if (
    !(await (found && isOld ? bringKept(controller, found.kept) : controller.loadRecord(text, given, found?.kept.id)))
  )
    return;
  const { match, meta } = controller.page.state;
  readdress(`#game=${meta.key}`);
  if (!match || !turn || (match.outcome && !isOld)) return;
  const isTurn = match.side === side;
  const how = !found || found.how === 'goes-on' ? (isTurn ? 'goes-on' : 'awaited') : found.how;
  tell(controller, 'plain', t(TOLD[how], { side: t(`side.${match.side}`) }));
  if (!found || how === 'goes-on') return;
  controller.page.amend('notice', { anyway: () => receive(controller, { record, turn }, true) });
}

const TOLD = { 'goes-on': 'link.yours', awaited: 'link.awaited', played: 'link.seen', newer: 'link.newer' };

/** The games that this device has on its boards, and the earlier ones. */
function keptHere({ games }: State): (Saved & { key: string; left: EarlierGame | null })[] {
  const boards = games.flatMap((meta) => {
    const saved = loadTable(meta);
    return saved ? [{ ...saved, key: meta.key, left: null }] : [];
  });
  const all = [...boards, ...loadEarlierGames().map((left) => ({ ...left, left }))];
  return all.filter(({ id }) => !id?.startsWith(ONLINE));
}

/** Puts a game that this device has on the board. Resolves to whether it is there. */
async function bringKept(
  controller: GameController,
  { key, record, left, ...kept }: ReturnType<typeof keptHere>[number],
) {
  const { state } = controller.page;
  if (!left && state.meta.key === key && state.match?.record === record) return true;
  if (!left) {
    await controller.open(key);
    return true;
  }
  const isBack = await controller.loadRecord(record, kept, kept.id);
  if (isBack) dropEarlierGame(left);
  return isBack;
}
