/** The two players: who plays, how strong, what decides the game (pieces, points of islands, the largest group), clocks. */

import { picture } from '../board/pieces.ts';
import type { GameController } from '../game/controller.ts';
import { flag } from '../game/offers.ts';
import { setPlayer } from '../game/seats.ts';
import { blank, byId, say } from '../lib/dom.ts';
import { guard, html, live, nothing, render } from '../lib/html.ts';
import { clockText, LOW_SECONDS, t } from '../lib/i18n.ts';
import { isolated } from '../lib/isolated.ts';
import type { Side } from '../protocol.d.ts';
import { fallen, left, lowFinder } from '../state/clock.ts';
import type { Online } from '../state/online.ts';
import { isGameOnBoard, rights } from '../state/rights.ts';
import { seatedName, toMove } from '../state/seats.ts';
import { puzzleOf } from '../state/session.ts';
import { everything, look, other, REMOTE, recordedName, type State } from '../state/state.ts';
import { levelName } from './dialog.ts';

/** What a person at a side is called. Where moves of one side are asked for, the other side is the opponent. */
function personName(state: State, side: Side) {
  if (isGameOnBoard(state)) {
    return recordedName(state, side) || t(state.players[other(side)] ? 'player.you' : 'player.person');
  }
  return t(side === (puzzleOf(state)?.side ?? state.bottom) ? 'player.you' : 'player.opponent');
}

const MAX_NAME_CHARS = 24; // a longer name is cut where it is shown beside the board
const short = (name: string) =>
  isolated(name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name);

/** Who sits at a game with others: the name, and whether the player is there. */
function seated(online: Online, side: Side) {
  const { present, joined, seat, isLost } = online;
  const who = joined[side] ? seatedName(online, side) : t('online.nobody');
  const isHere = !isLost && (present[side] || side === seat);
  return html`
    <span class=${isHere ? 'fill along close player-seat here-now' : 'fill along close player-seat'} title=${isHere ? '' : t('online.away')}>
      <bdi class="cut">${who}</bdi>${isHere ? nothing : html`<span class="offscreen">${t('online.away')}</span>`}
    </span>`;
}

function choice(state: State, side: Side, controller: GameController) {
  const { meta, players, online, isOnline, panels } = state;
  if (online && isGameOnBoard(state)) return seated(online, side);
  if (isOnline && isGameOnBoard(state)) return html`<span class="fill player-seat"></span>`;
  const who = personName(state, side);
  const levels = Array.from({ length: meta.levels }, (_, index) => index + 1);
  const shown = { 0: short(who), [REMOTE]: t('player.remote') }[players[side]] ?? levelName(players[side]);
  const option = (value: number, label: string, title?: string) =>
    html`<option value=${value} title=${title ?? nothing} .selected=${live(value === players[side])}>${label}</option>`;
  const choose = (event: Event) =>
    setPlayer(controller, side, Number((event.currentTarget as HTMLSelectElement).value));
  return html`
    <span class="pick" data-text=${shown}>
      <select aria-label=${t('player.choose', { side: t(`side.${side}`) })} ?disabled=${!rights(state).seats} @change=${choose}>
        ${option(0, short(who), who)}
        <optgroup label=${t('player.computer')}>${levels.map((level) => option(level, levelName(level)))}</optgroup>
        ${panels.includes('online') && players[side] !== REMOTE ? nothing : option(REMOTE, t('player.remote'))}
      </select>
    </span>`;
}

/** The piece of a side; `cell` is the width of a square, in device pixels. */
function swatch(style: string, side: Side, cell: number) {
  const image = picture(style, side, cell);
  const margin = Math.round(image.width * 0.09);
  const context = blank(image.width - 2 * margin, image.width - 2 * margin);
  context.drawImage(image, -margin, -margin);
  return context.canvas;
}

/** What counts for a side. Where that is the largest group, it is outlined on the board while the number is pressed. */
function count(state: State, side: Side, controller: GameController) {
  const { text, description } = tally(state, side);
  if (state.meta.points || !state.match?.groups)
    return html`<span class="player-count" title=${description} .textContent=${text}></span>`;
  return html`
    <button type="button" class="player-group along" aria-pressed=${state.grouped[side]} aria-label=${description} title=${description}
      .textContent=${text} @click=${() => toggleGroup(controller, side)}></button>`;
}

/** As every number here it is set as a whole, as `textContent`: a text that changed its width would be seen to shift. */
function clock(seconds: number | null) {
  if (seconds === null) return nothing;
  const kinds = `player-clock${seconds < LOW_SECONDS ? ' low' : ''}${seconds <= 0 ? ' fallen' : ''}`;
  return html`<span class=${kinds} role="timer" .textContent=${clockText(seconds)}></span>`;
}

function player(state: State, side: Side, controller: GameController) {
  const level = Math.max(0, state.players[side]);
  const cell = Math.round(40 * (window.devicePixelRatio || 1));
  const { pieces } = look(state);
  const face = level ? state.portrait?.(level) : null;
  // Beside the computer's face, which fills the place, the piece is small: another picture, since the same one would shift.
  return html`
    <span class="player-mark" aria-hidden="true">
      ${face}${guard([pieces, side, cell, Boolean(face)], () => swatch(pieces, side, cell))}
    </span>
    <span class="fill along close player-who">
      <span class="player-name">${t(`side.${side}`)}</span>
      ${choice(state, side, controller)}
    </span>
    <span class="turn" aria-hidden="true"></span>
    ${count(state, side, controller)}
    ${clock(left(state, side))}`;
}

function seat(element: HTMLElement, state: State, side: Side, controller: GameController) {
  const { match, meta } = state;
  const isMoving = match ? toMove(state, match) === side && !match.outcome : meta.first === side;
  element.className = `player row${isMoving ? ' moving' : ''}${state.thinking?.side === side ? ' thinking' : ''}`;
  element.setAttribute('aria-label', tally(state, side).label);
  element.dataset.side = side;
  // The width of what is counted is known before the count is, so that nothing moves when it comes.
  element.dataset.tally = meta.points ? 'points' : meta.counts_lines ? 'group' : 'pieces';
  render(player(state, side, controller), element);
}

/** What decides the game, for one side: as it is shown, in a sentence, and in the name of the player's place. */
function tally({ match, meta, rows }: State, side: Side) {
  const called = t(`side.${side}`);
  const pieces = match?.counts?.[side] ?? rows.join('').replace(side === 'w' ? /[^wW]/g : /[^bB]/g, '').length;
  const found = match?.groups?.[side];
  if (found && meta.points) {
    const points = t('player.points', { n: found.reduce((sum, { points: worth }) => sum + (worth ?? 0), 0) });
    const description = t('player.islands', { side: called, points, n: found.length });
    return { text: points, description, label: description };
  }
  if (found) {
    const size = found[0]?.squares.length ?? 0;
    const description = t('player.group', { side: called, size, count: pieces });
    return {
      text: `${size}/${pieces}`,
      description,
      label: t('player.group.label', { side: called, size, count: pieces }),
    };
  }
  const text = meta.points ? '' : String(pieces);
  const description = t('player.count', { side: called, count: pieces });
  return { text, description, label: t('player.label', { side: called, count: pieces }) };
}

/** Outlines the largest group of a side and says its size, or no longer. */
function toggleGroup({ page }: GameController, side: Side) {
  const { match, grouped } = page.state;
  page.amend('grouped', { [side]: !grouped[side] });
  const size = match?.groups?.[side][0]?.squares.length;
  if (!grouped[side] && size) say(t('say.group', { size, count: match.counts[side] }));
}

export function players(controller: GameController) {
  const { page } = controller;
  const show = (state: State) => {
    seat(byId('player-top'), state, other(state.bottom), controller);
    seat(byId('player-bottom'), state, state.bottom, controller);
    document.documentElement.toggleAttribute('data-clock', left(state, state.bottom) !== null);
  };
  page.view(everything, show);
  const findLow = lowFinder();
  setInterval(() => {
    if (!page.state.match?.clock && !page.state.online?.clock) return;
    show(page.state);
    const side = fallen(page.state);
    if (side) flag(controller, side);
    const low = findLow(page.state, controller.autosave.id);
    if (low) say(t('run.left', { n: low }));
  }, 100);
}
