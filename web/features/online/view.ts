/** Games with friends on the server: the link that invites, what can be done in the game on the board, and the others. */

import { tell } from '../../game/messages.ts';
import { offer } from '../../game/offers.ts';
import { mayNotify, notifications } from '../../lib/capabilities.ts';
import { handOn, isHandedOn } from '../../lib/files.ts';
import { button, checkbox, codePicture, entered, field, guard, html, nothing } from '../../lib/html.ts';
import { gameName, moment, t } from '../../lib/i18n.ts';
import { codeOf } from '../../lib/qr.ts';
import type { OnlineGame, Panel, PanelContext } from '../../shell/panels.ts';
import type { Online, OwnGame } from '../../state/online.ts';
import { calledOther } from '../../state/seats.ts';
import { metaOf, other, Slice, type State } from '../../state/state.ts';
import { newGameTags } from '../../store/tags.ts';
import { request } from './connection.ts';
import { dropOwnGame, keepChoice, keepOwnGame, keyOf, readSeats } from './own-games.ts';
import { openGame, seatsOf } from './session.ts';

const MAX_NAME_CHARS = 40;
const MAX_ASKED = 12; // games whose state is asked for when the panel opens

/** Begins a game with a friend, and shows the link to send. */
export async function playOnline({ controller, panels }: PanelContext, wanted: OnlineGame) {
  const { name } = controller.page.state.seats;
  const { tags: _, ...fields } = { ...wanted, tags: newGameTags() };
  const created = await request('/games', null, { ...fields, name });
  const { game_id: id = '', seat, tokens } = created;
  if (!seat || !tokens) return;
  await openGame(controller, id, tokens[seat], tokens);
  panels.open('online');
}

/** Goes to the game of a link: `GAME.TOKEN`, without the token to watch. */
export async function followOnline({ controller }: PanelContext, link: string) {
  const [id, token = null] = link.split('.');
  await openGame(controller, id, token);
  const { online, match } = controller.page.state;
  const side = match && seatsOf(controller) && online?.seat;
  if (side)
    tell(controller, 'plain', t('online.you', { side: t(`side.${side}`), other: calledOther(online) }), {
      below: true,
    });
}

export const watchOnline = ({ controller }: PanelContext) => seatsOf(controller);

/** Asks how the games that go on stand. Where there is no such game any more, it leaves the list. */
async function refresh({ controller: { page } }: PanelContext) {
  readSeats(page);
  const open = page.state.seats.games.filter(({ isOver, id }) => !isOver && id !== page.state.online?.id);
  for (const game of open.slice(0, MAX_ASKED)) {
    const reply = await request(`/games/${game.id}`, game.token).catch((error) => error);
    if (reply.code === 'no-game') dropOwnGame(page, game);
    if (!reply.ok) continue;
    const isOver = Boolean(reply.outcome);
    const isTurn = !isOver && reply.side === game.seat;
    keepOwnGame(page, { ...game, isOver, isTurn, other: game.seat ? reply.names[other(game.seat)] : '' });
  }
}

/** What was done last, beside which it is told: `copied NAME`, a link; `denied`, that the browser may notify. */
const told = new Slice('');

/** A link that can be copied, and sent by whatever the device sends things with. */
function sendable(name: string, label: string, url: string, text: string, { controller }: PanelContext) {
  const send = async () => {
    const how = await handOn({ title: document.title, text, url }, url);
    if (how === 'copied') told.put(controller.page, `copied ${name}`);
    if (how === 'failed') controller.page.set({ link: { text: url, label: t('link.field') } });
  };
  const verb = t(isHandedOn() ? 'online.send' : 'online.copy');
  const select = (event: Event) => (event.currentTarget as HTMLInputElement).select();
  return html`
    <div class="field">
      <label class="label" for=${`link-${name}`}>${label}</label>
      <div class="row">
        <input class="line grow" id=${`link-${name}`} readonly spellcheck="false" .value=${url} @focus=${select}>
        ${button(verb, send, { picture: isHandedOn() ? 'share' : 'copy', kind: name === 'invite' ? 'button main' : 'button', does: `send-${name}` })}
      </div>
      <p class="note" role="status">${told.of(controller.page.state) === `copied ${name}` ? t('online.copied') : ''}</p>
    </div>`;
}

/** The game on the board: its links, and what this player may do in it. */
function here(state: State, online: Online, context: PanelContext) {
  const { seat, joined, links, isOver, asked, canTakeBack, watchers } = online;
  const { controller, panels } = context;
  const game = gameName(state.meta);
  const isAlone = seat && !joined[other(seat)] && links.invite;
  const invite = () => {
    const text = t('online.invitation', { game });
    return html`
      <p class="note">${t('online.how')}</p>
      ${sendable('invite', t('online.link'), links.invite, text, context)}
      ${guard([links.invite], () => codePicture(codeOf(links.invite)))}`;
  };
  const act = (label: string, does: string, run: () => void, isOff = false) => {
    const press = () => {
      panels.close();
      run();
    };
    return button(t(label), press, { does, isOff });
  };
  const actions = html`
    <div class="row">
      ${act('online.takeback', 'takeback', () => controller.session.ask?.('takeback'), !canTakeBack)}
      ${act('more.offer', 'offer-draw', () => offer(controller), asked.draw !== null)}
    </div>`;
  return html`
    <section class="stack">
      <h3 class="title">${isAlone ? t('online.invite') : t('online.here')}</h3>
      ${isAlone ? invite() : nothing}
      ${seat && !isOver && !isAlone ? actions : nothing}
      ${sendable('watch', t('online.watch'), links.watch, t('online.watching', { game }), context)}
      ${links.own ? sendable('own', t('online.own'), links.own, game, context) : nothing}
      ${watchers ? html`<p class="note">${t('online.watchers', { n: watchers })}</p>` : nothing}
    </section>`;
}

function list(state: State, { controller, panels }: PanelContext) {
  const drop = html`<span class="offscreen">${t('online.drop')}</span>`;
  const entry = (game: OwnGame) => {
    const meta = metaOf(state, game.game);
    const how = game.isOver ? 'over' : !game.seat ? 'watched' : game.isTurn ? 'turn' : 'waits';
    const isHere = state.online?.id === game.id && state.online.seat === game.seat;
    const open = () => {
      panels.close();
      openGame(controller, game.id, game.token).catch((error) => controller.fail(error));
    };
    return html`
      <li class="row">
        <button type="button" class="entry grow" aria-current=${isHere ? 'true' : nothing} data-online=${keyOf(game)} @click=${open}>
          <span class="words fill stack dense">
            <strong>${meta ? gameName(meta) : game.game}${game.other ? html` · <bdi>${game.other}</bdi>` : nothing}</strong>
            <span class="row apart">
              <span class="note">${moment(game.when)}</span>
              <span class=${game.isTurn ? 'badge main' : 'badge'}>${t(`online.state.${how}`)}</span>
            </span>
          </span>
        </button>
        ${game.isOver || !game.seat ? button(drop, () => dropOwnGame(controller.page, game), { picture: 'close', kind: 'tool' }) : nothing}
      </li>`;
  };
  const { games } = state.seats;
  return games.length
    ? html`
      <section class="stack">
        <h3 class="title">${t('online.mine')}</h3>
        <ul class="stack dense">${games.map(entry)}</ul>
      </section>`
    : nothing;
}

function choices(state: State, { controller }: PanelContext) {
  const { page } = controller;
  const { name, notifies } = state.seats;
  const call = (event: Event) => {
    const typed = entered(event).trim().slice(0, MAX_NAME_CHARS);
    keepChoice(page, 'name', typed);
    if (page.state.online?.seat) seatsOf(controller).session?.setName(typed);
  };
  const notify = async (isOn: boolean) => {
    const isAllowed = isOn && (await mayNotify());
    keepChoice(page, 'notifies', isAllowed);
    told.put(page, isOn && !isAllowed ? 'denied' : '');
  };
  return html`
    <section class="stack">
      ${field(t('online.name'), html`<input class="line" name="name" maxlength=${MAX_NAME_CHARS} autocomplete="nickname" .value=${name} @change=${call}>`)}
      ${notifications() ? [checkbox('notify', t('online.notify'), notifies, notify), html`<p class="note" role="status">${told.of(state) === 'denied' ? t('online.notify.denied') : ''}</p>`] : html`<p class="note">${t('online.notify.denied')}</p>`}
    </section>`;
}

export const online: Panel = {
  title: () => t('online.title'),

  opened: (context) => {
    refresh(context);
    return [() => told.put(context.controller.page, '')];
  },

  view(state, context) {
    const { online: now } = state;
    const begin = () => context.panels.actions.proposeOnline();
    return html`
      <div class="parts">
        ${now ? here(state, now, context) : html`<p>${t('online.about')}</p>`}
        ${choices(state, context)}
        ${list(state, context)}
        <div class="row">${button(t('online.new'), begin, { picture: 'new', kind: now ? 'button' : 'button main', does: 'new-online' })}</div>
      </div>`;
  },
};
