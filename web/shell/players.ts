/**
 * The two players: who plays, how strong, what decides the game (pieces, the points of islands, the largest group), and
 * the clock.
 */

import { picture } from '../board/pieces.ts';
import type { GameApi } from '../game/api.d.ts';
import { clockText, LOW_SECONDS } from '../lib/clock-text.ts';
import { button, byId, make, pick, setText } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { lazy } from '../lib/lazy.ts';
import type { Side } from '../protocol.d.ts';
import { fallen, left } from '../state/clock.ts';
import { isStashed, puzzleOf, retrospectOf } from '../state/mode.ts';
import { look, other, REMOTE, recordedName, type State } from '../state/state.ts';
import { levelName } from './dialog.ts';

/**
 * What a person at a side is called. In a puzzle, a lesson and a retrospect the player is asked for the moves of one side;
 * the other side is the opponent.
 */
function personName(state: State, side: Side) {
  if (!isStashed(state)) {
    return recordedName(state, side) || t(state.players[other(side)] ? 'player.you' : 'player.person');
  }
  const retrospect = retrospectOf(state);
  if (side === ((puzzleOf(state) ?? retrospect)?.side ?? state.bottom)) return t('player.you');
  return retrospect?.opponent ? levelName(retrospect.opponent) : t('player.opponent');
}

/** A longer name of a player is cut where it is shown beside the board. */
const MAX_NAME_CHARS = 24;

/** @param seated the side at this place */
function player(id: string, controller: GameApi, seated: (state: State) => Side) {
  const element = byId(id);
  const swatch = make('canvas');
  const name = make('span', { class: 'player-name' });
  // The piece; beside the computer's face, which fills the place, it is small.
  const mark = make('span', { class: 'player-mark', 'aria-hidden': 'true' }, swatch);
  const { element: choice, select, fit } = pick();
  const count = make('span', { class: 'player-count' });
  // In place of the count, where the largest group is what matters: it is outlined on the board while this is pressed.
  const group = button('', () => toggleGroup(controller, seated(controller.page.state)), { class: 'player-group' });
  const clock = make('span', { class: 'player-clock', role: 'timer' });
  element.append(
    mark,
    make('span', { class: 'player-who' }, name, choice),
    make('span', { class: 'turn', 'aria-hidden': 'true' }),
    count,
    group,
    clock,
  );
  const person = make('option', { value: 0 });
  const levels = make('optgroup');
  const remote = make('option', { value: REMOTE });
  select.append(person, levels, remote);
  select.addEventListener('change', () => controller.seat(seated(controller.page.state), Number(select.value)));
  let painted = '';
  /** The level whose face is there; 0 for none. */
  let faced = 0;

  const show = (state: State) => {
    const side = seated(state);
    const { match, meta } = state;
    const called = t(`side.${side}`);
    levels.label = t('player.computer');
    while (levels.children.length < meta.levels) {
      levels.append(make('option', { value: levels.children.length + 1 }));
    }
    while (levels.children.length > meta.levels) levels.lastChild?.remove();
    for (const [index, level] of [...levels.children].entries()) setText(level, levelName(index + 1));
    setText(name, called);
    setText(remote, t('player.remote'));
    const who = personName(state, side);
    setText(person, who.length > MAX_NAME_CHARS ? `${who.slice(0, MAX_NAME_CHARS - 1)}…` : who);
    person.title = who;
    select.disabled = isStashed(state);
    select.value = String(state.players[side]);
    fit();
    select.setAttribute('aria-label', t('player.choose', { side: called }));
    const { text, told, label } = tally(state, side);
    const groups = !meta.points && match?.groups;
    setText(count, text);
    count.setAttribute('title', told);
    count.hidden = Boolean(groups);
    group.hidden = !groups;
    setText(group, text);
    group.setAttribute('aria-pressed', String(state.grouped[side]));
    group.setAttribute('aria-label', told);
    group.setAttribute('title', told);
    const moving = match ? match.side === side && !match.outcome : meta.first === side;
    element.classList.toggle('moving', moving);
    element.classList.toggle('thinking', state.thinking?.side === side);
    element.setAttribute('aria-label', label);
    element.dataset.side = side;
    // The width of what is counted is known before the count is, so that nothing moves when it comes.
    element.dataset.tally = meta.points ? 'points' : meta.counts_lines ? 'group' : 'pieces';
    const seconds = left(state, side);
    clock.hidden = seconds === null;
    if (seconds !== null) {
      setText(clock, clockText(seconds));
      clock.classList.toggle('low', seconds < LOW_SECONDS);
      clock.classList.toggle('fallen', seconds <= 0);
    }
    const ratio = window.devicePixelRatio || 1;
    const cell = Math.round(40 * ratio);
    const { pieces: style } = look(state);
    const key = `${style} ${side} ${cell}`;
    if (key !== painted) {
      painted = key;
      paint(swatch, style, side, cell);
    }
    const level = Math.max(0, state.players[side]);
    if (portrait && level !== faced) {
      faced = level;
      mark.replaceChildren(...(level ? [portrait(level)] : []), swatch);
    }
  };
  controller.page.show(show);
  return show;
}

/** Makes the picture of an opponent, once it is loaded. */
let portrait: typeof import('./portrait.ts').portrait | null = null;

/**
 * The piece of a side.
 *
 * @param cell the width of a square, in device pixels
 */
function paint(swatch: HTMLCanvasElement, style: string, side: Side, cell: number) {
  const image = picture(style, side, cell);
  const margin = Math.round(image.width * 0.09);
  swatch.width = image.width - 2 * margin;
  swatch.height = swatch.width;
  swatch.getContext('2d')?.drawImage(image, -margin, -margin);
}

/** The opponents' faces are fetched once the first board is there. */
async function fetchFaces({ page }: GameApi) {
  portrait = await lazy(() => import('./portrait.ts'), 'portrait').catch(() => null);
  if (portrait) page.change(() => {});
}

/** What decides the game, for one side: as it is shown, in a sentence, and in the name of the player's place. */
function tally({ match, meta, rows }: State, side: Side) {
  const called = t(`side.${side}`);
  const pieces = match?.counts?.[side] ?? rows.join('').replace(side === 'w' ? /[^wW]/g : /[^bB]/g, '').length;
  const found = match?.groups?.[side];
  if (found && meta.points) {
    const points = t('player.points', { n: found.reduce((sum, { points: worth }) => sum + (worth ?? 0), 0) });
    const told = t('player.islands', { side: called, points, n: found.length });
    return { text: points, told, label: told };
  }
  if (found) {
    const size = found[0]?.squares.length ?? 0;
    const told = t('player.group', { side: called, size, count: pieces });
    return { text: `${size}/${pieces}`, told, label: t('player.group.label', { side: called, size, count: pieces }) };
  }
  const text = meta.points ? '' : String(pieces);
  const told = t('player.count', { side: called, count: pieces });
  return { text, told, label: t('player.label', { side: called, count: pieces }) };
}

/** Outlines the largest group of a side and says its size, or no longer. */
function toggleGroup(controller: GameApi, side: Side) {
  controller.page.change((s) => {
    s.grouped = { ...s.grouped, [side]: !s.grouped[side] };
  });
  const { match, grouped } = controller.page.state;
  const size = match?.groups?.[side][0]?.squares.length;
  if (grouped[side] && size) controller.say(t('say.group', { size, count: match.counts[side] }));
}

export function players(controller: GameApi) {
  const shows = [
    player('player-top', controller, (state) => other(state.bottom)),
    player('player-bottom', controller, (state) => state.bottom),
  ];
  let isAsked = false;
  controller.page.show(({ boot }) => {
    if (isAsked || boot.phase !== 'ready') return;
    isAsked = true;
    fetchFaces(controller);
  });
  setInterval(() => {
    const { state } = controller.page;
    if (!state.match?.clock) return;
    for (const show of shows) show(state);
    const side = fallen(state);
    if (side) controller.offers.flag(side);
  }, 100);
}
